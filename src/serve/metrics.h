/* Figures of the process, as /metrics tells them. */
#ifndef SERVE_METRICS_H
#define SERVE_METRICS_H

#include <stdint.h>

#include "core/text.h"

#define METRICS(X)                                                                                 \
    X(sockets, "gauge", "WebSockets that are open")                                                \
    X(tables, "gauge", "tables in memory")                                                         \
    X(watches, "gauge", "tables that sockets look at")                                             \
    X(requests, "counter", "requests heard")                                                       \
    X(refused, "counter", "requests answered with an error")                                       \
    X(limited, "counter", "requests and sockets refused by a limit")                               \
    X(closed_slow, "counter", "sockets dropped as slow readers")                                   \
    X(closed_flood, "counter", "sockets closed for flooding")                                      \
    X(moves, "counter", "moves of people that became durable")                                     \
    X(bot_moves, "counter", "moves of bots that became durable")                                   \
    X(timeouts, "counter", "seats that a bot took over in time's name")                            \
    X(retries, "counter", "writes that another process had made first")                            \
    X(store_failures, "counter", "writes that the store refused")                                  \
    X(pushes, "counter", "messages sent to sockets")                                               \
    X(pushed_bytes, "counter", "bytes of messages sent to sockets")                                \
    X(told, "counter", "messages to people who were not there")                                    \
    X(untold, "counter", "… that could not be sent")                                               \
    X(channels_dropped, "counter", "browsers that are told nothing more, as nobody answers there") \
    X(http, "counter", "plain HTTP requests")                                                      \
    X(move_us, "counter", "microseconds from a move's arrival to its commit, in sum")

typedef struct metrics {
#define X(name, kind, about) uint64_t name;
    METRICS(X)
#undef X
} metrics;

void metrics_write(const metrics *m, rz_text *out);

#endif
