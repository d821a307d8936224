/* Files held in memory. */
#ifndef SERVE_WEB_H
#define SERVE_WEB_H

#include <stddef.h>

typedef enum web_coding { WEB_PLAIN, WEB_GZIP, WEB_BROTLI, WEB_CODINGS } web_coding;

typedef struct web_body {
    unsigned char *bytes; /* NULL: not there in this form */
    size_t size;
} web_body;

typedef struct web_file {
    char *path; /* "/index.html" */
    const char *type;
    char etag[20];
    web_body as[WEB_CODINGS];
} web_file;

struct web {
    web_file *files;
    int n;
};

const web_file *web_find(const struct web *w, const char *path);

#endif
