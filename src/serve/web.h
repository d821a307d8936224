/* The files of the browser client, held in memory: what is not among them can not be asked for. */
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

typedef struct web {
    web_file *files;
    int n;
} web;

/* Reads the files of a folder, which are served as they are now. NULL and a reason if it can not be
 * read; without a folder (NULL) there is one page that says so. */
web *web_new(const char *folder, char *why, size_t size);
void web_free(web *w);

const web_file *web_find(const web *w, const char *path);

#endif
