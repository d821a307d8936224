#include "load/observe.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* The first bytes of a file in /proc. */
static void read_proc(int pid, const char *name, char *out, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    out[file ? fread(out, 1, size - 1, file) : 0] = '\0';
    if (file)
        fclose(file);
}

uint64_t observe_memory(int pid) {
    char text[4096];
    read_proc(pid, "status", text, sizeof text);
    const char *at = strstr(text, "VmRSS:");
    return at ? strtoull(at + 6, NULL, 10) * 1024 : 0;
}

/* Fields 14 and 15 of stat; the name, in brackets, may have blanks. */
uint64_t observe_cpu(int pid) {
    enum { USER = 12 };
    char text[2048];
    unsigned long long user = 0, system = 0;
    read_proc(pid, "stat", text, sizeof text);
    const char *at = strrchr(text, ')');
    for (int i = 0; at && i < USER; i++)
        at = strchr(at + 1, ' ');
    if (!at || sscanf(at, "%llu %llu", &user, &system) != 2)
        return 0;
    return (user + system) * 1000000 / (unsigned long long)sysconf(_SC_CLK_TCK);
}

uint64_t observe_store(const char *file) {
    char path[4096];
    struct stat about;
    uint64_t sum = 0;
    for (int i = 0; file && i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", file, i ? "-wal" : "");
        sum += stat(path, &about) == 0 ? (uint64_t)about.st_size : 0;
    }
    return sum;
}

static size_t read_all(int file, char *out, size_t size) {
    size_t length = 0;
    ssize_t n = 1;
    while (n > 0 && length < size - 1) {
        n = recv(file, out + length, size - 1 - length, 0);
        length += n > 0 ? (size_t)n : 0;
    }
    return length;
}

void observe_metrics(const struct sockaddr *server, const char *host, char *out, size_t size) {
    enum { SECONDS = 5 };
    char request[512];
    struct timeval patience = {.tv_sec = SECONDS};
    socklen_t length =
        server->sa_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    int file = socket(server->sa_family, SOCK_STREAM, 0);
    int n = snprintf(request, sizeof request,
                     "GET /metrics HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host);
    *out = '\0';
    if (file < 0)
        return;
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(file, server, length) == 0 && send(file, request, (size_t)n, MSG_NOSIGNAL) == n)
        out[read_all(file, out, size)] = '\0';
    close(file);
}
