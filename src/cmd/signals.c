/* What must be done before a signal ends the program. */
#include <signal.h>

#include "cmd/cmd.h"

static void (*volatile cleaners[4])(void);

static void on_signal(int number) {
    for (size_t i = 0; i < sizeof cleaners / sizeof *cleaners; i++)
        if (cleaners[i])
            cleaners[i]();
    signal(number, SIG_DFL);
    raise(number);
}

/* Whoever catches signals already ends in an orderly way. */
void cmd_at_signal(void (*clean)(void)) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    int place = 0;
    while (cleaners[place] && cleaners[place] != clean)
        place++;
    cleaners[place] = clean;
    for (int i = 0; i < 3; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
            signal(numbers[i], on_signal);
    }
}
