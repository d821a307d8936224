#include "serve/web.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/sha256.h"
#include "core/text.h"

enum { ETAG_BYTES = 8, FILE_MAX = 64 << 20 };

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".txt", "text/plain; charset=utf-8"},
};

static bool ends(const char *name, const char *ending) {
    size_t n = strlen(name), e = strlen(ending);
    return n >= e && !strcmp(name + n - e, ending);
}

static const char *type_of(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends(name, types[i].ending))
            return types[i].type;
    return "application/octet-stream";
}

static web_file *add(web *w, const char *path) {
    char *copy = strdup(path);
    web_file *more = copy ? realloc(w->files, (size_t)(w->n + 1) * sizeof *more) : NULL;
    if (!more) {
        free(copy);
        return NULL;
    }
    w->files = more;
    web_file *file = &more[w->n++];
    *file = (web_file){.path = copy, .type = type_of(path)};
    return file;
}

static void set_etag(web_file *file) {
    uint8_t hash[RZ_SHA256_SIZE];
    rz_sha256 sha;
    rz_text text;
    rz_sha256_init(&sha);
    rz_sha256_add(&sha, file->as[WEB_PLAIN].bytes, file->as[WEB_PLAIN].size);
    rz_sha256_end(&sha, hash);
    rz_text_init(&text, file->etag, sizeof file->etag);
    rz_text_char(&text, '"');
    rz_text_hex(&text, hash, ETAG_BYTES);
    rz_text_char(&text, '"');
}

static bool read_whole(const char *path, web_body *body) {
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size < FILE_MAX &&
        (body->bytes = malloc((size_t)about.st_size + 1)) != NULL)
        body->size = fread(body->bytes, 1, (size_t)about.st_size, file);
    fclose(file);
    return body->bytes != NULL;
}

/* FILE, and FILE.gz and FILE.br where they are. */
static void read_file(web *w, const char *folder, const char *path) {
    static const char *const endings[WEB_CODINGS] = {"", ".gz", ".br"};
    char name[4096];
    web_file *file = NULL;
    for (int i = 0; i < WEB_CODINGS; i++) {
        web_body body = {0};
        int n = snprintf(name, sizeof name, "%s%s%s", folder, path, endings[i]);
        if (n >= (int)sizeof name || !read_whole(name, &body))
            continue;
        if (i == WEB_PLAIN)
            file = add(w, path);
        if (file)
            file->as[i] = body;
        else
            free(body.bytes);
    }
    if (file)
        set_etag(file);
}

static void read_folder(web *w, const char *root, const char *path, int depth) {
    char name[4096];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", root, path);
    DIR *folder = depth < 8 ? opendir(name) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        char inner[2048];
        if (entry->d_name[0] == '.' || ends(entry->d_name, ".gz") || ends(entry->d_name, ".br"))
            continue;
        int n = snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        int m = snprintf(name, sizeof name, "%s%s", root, inner);
        if (n >= (int)sizeof inner || m >= (int)sizeof name || stat(name, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode))
            read_folder(w, root, inner, depth + 1);
        else
            read_file(w, root, inner);
    }
    if (folder)
        closedir(folder);
}

web *web_new(const char *folder, char *why, size_t size) {
    static const char none[] = "Razzia is running; its browser client is not installed here.\n";
    web *w = calloc(1, sizeof *w);
    if (!w) {
        snprintf(why, size, "there is not enough memory");
        return NULL;
    }
    if (folder)
        read_folder(w, folder, "", 0);
    if (folder && !web_find(w, "/index.html")) {
        snprintf(why, size, "there is no index.html in the folder %s", folder);
        web_free(w);
        return NULL;
    }
    web_file *file = folder ? NULL : add(w, "/index.html");
    unsigned char *bytes = file ? (unsigned char *)strdup(none) : NULL;
    if (bytes) {
        file->type = "text/plain; charset=utf-8";
        file->as[WEB_PLAIN] = (web_body){bytes, sizeof none - 1};
        set_etag(file);
    }
    return w;
}

const web_file *web_find(const web *w, const char *path) {
    for (int i = 0; i < w->n; i++)
        if (!strcmp(w->files[i].path, path))
            return &w->files[i];
    return NULL;
}

void web_free(web *w) {
    for (int i = 0; i < w->n; i++) {
        for (int k = 0; k < WEB_CODINGS; k++)
            free(w->files[i].as[k].bytes);
        free(w->files[i].path);
    }
    free(w->files);
    free(w);
}
