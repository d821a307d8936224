/* A network in which one name of the internet stands for this machine, and nobody answers for
 * another: to be loaded before a server. */
#include <dlfcn.h>
#include <netdb.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

typedef int look_up(const char *node, const char *service, const struct addrinfo *hints,
                    struct addrinfo **list);

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **list) {
    enum { SLOW_S = 12 };
    look_up *next;
    *(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
    if (node && !strcmp(node, "slow.razzia.example"))
        sleep(SLOW_S);
    bool lie = node && !strcmp(node, "inwards.razzia.example");
    return next(lie ? "127.0.0.1" : node, service, hints, list);
}
