/* A server as it is in a process, whose memory runs out when a test says so (lame.py).
 *
 *   lame serve --NAME VALUE …    as razzia serve, without what that knows of folders
 *
 * SIGUSR2: from now on one allocation in four fails, or none again. LAME_AT=N in the environment:
 * the Nth allocation of the start fails. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "serve/serve.h"

static void fail_or_not(int number) {
    static volatile sig_atomic_t fails;
    (void)number;
    fails = !fails;
    memory_fail(fails ? 4 : 0, 1);
}

static void complain(const char *sentence) {
    fprintf(stderr, "lame: %s\n", sentence);
}

static void end(const char *why) {
    complain(why);
    exit(2);
}

static void configure(serve_options *options, const char *line) {
    char why[300];
    if (!serve_configure(options, line, why, sizeof why))
        end(why);
}

static void read_config(serve_options *options, const char *name) {
    char line[1024];
    FILE *file = fopen(name, "r");
    if (!file)
        end(name);
    while (fgets(line, sizeof line, file))
        configure(options, line);
    fclose(file);
}

int main(int argc, char **argv) {
    static serve_options options;
    char line[1024], why[300];
    serve_defaults(&options);
    for (int i = 2; i + 1 < argc; i += 2) {
        snprintf(line, sizeof line, "%s = %s", argv[i] + strlen("--"), argv[i + 1]);
        if (strcmp(argv[i], "--config") == 0)
            read_config(&options, argv[i + 1]);
        else
            configure(&options, line);
    }
    if (!serve_check(&options, why, sizeof why))
        end(why);
    signal(SIGUSR2, fail_or_not);
    const char *at = getenv("LAME_AT");
    memory_fail_at(at ? strtoull(at, NULL, 10) : 0);
    return serve_run(&options, complain);
}
