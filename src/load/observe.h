/* What a server is seen to take meanwhile: by /proc, by the file of its store, and by what it tells
 * at /metrics. */
#ifndef LOAD_OBSERVE_H
#define LOAD_OBSERVE_H

#include <stddef.h>
#include <stdint.h>

struct sockaddr;

/* 0 if it can not be known. */
uint64_t observe_memory(int pid);         /* bytes that are in memory */
uint64_t observe_cpu(int pid);            /* microseconds, of all threads */
uint64_t observe_store(const char *file); /* bytes, with the log beside it */

/* The text of /metrics; "" if there is no answer within a few seconds. */
void observe_metrics(const struct sockaddr *server, const char *host, char *out, size_t size);

#endif
