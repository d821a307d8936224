/* The chain is the same for everybody who watches a game.
 *
 *     test_chain heads FILE…   prints the head after each line, for a checker that shares no line
 *                              with ours
 *     test_chain views GAME GAMES
 *                              of random games, at every number of seats and under every variant
 *                              of the options, each viewer computes the heads of the whole record
 *     test_chain record GAME SEATS
 *                              prints a fair game of random moves
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chain.h"
#include "core/driver.h"
#include "given.h"
#include "play.h"

static char record[1 << 22];
static rz_header header;
static rz_setup setup;
static uint8_t server[RZ_SEED];

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "chain: %s\n", what);
    exit(1);
}

static void set_options(const rz_game *game, int seats, const char *options) {
    static char copy[1 << 15];
    rz_problem problem;
    bool ok = rz_setup_init(game, seats, &setup, &problem);
    snprintf(copy, sizeof copy, "%s", options);
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        rz_slice name = {word, (size_t)(value - word)};
        ok = ok && rz_setup_option(game, &setup, name, rz_slice_of(value + 1), &problem);
    }
    if (!ok || !rz_setup_complete(game, &setup, &problem))
        give_up("the options are refused");
}

static void play(const rz_game *game, int seats, const char *options) {
    rz_text text;
    header = (rz_header){.game = game};
    set_options(game, seats, options);
    rz_text_init(&text, record, sizeof record);
    play_fair_record(&header, &setup, server, &text);
    if (text.full)
        give_up("the record is too long");
}

/* ---- Views ----------------------------------------------------------------------------------- */

static struct watcher {
    rz_driver driver;
    rz_view view;
    uint8_t head[RZ_HEAD];
} watchers[RZ_SEATS_MAX + 1];
static long hidden;

static int viewer_of(int i) {
    return i < rz_seats(&setup) ? i : RZ_SPECTATOR;
}

/* A watcher takes a line as it may be seen, and adds to its chain what it understood. */
static void watch(struct watcher *w, int viewer, const rz_event *event) {
    char memory[RZ_EVENT_TEXT];
    rz_text text;
    rz_event seen;
    rz_problem problem;
    rz_text_init(&text, memory, sizeof memory);
    hidden += rz_write_seen(header.game, &setup, viewer, event, &text);
    if (!rz_driver_read(&w->driver, (rz_slice){memory, text.length}, &seen, &problem))
        give_up("a watcher refused a line");
    rz_chain_add(w->head, header.game, &setup, &seen);
}

static void begin_watching(struct watcher *w, int viewer) {
    static rz_state scratch;
    rz_driver_init_view(&w->driver, &header, &setup, viewer, &w->view, &scratch, NULL);
    rz_chain_begin(w->head, &header, &setup);
}

static long compare_views(void) {
    static rz_driver whole;
    static rz_state state;
    int n = rz_seats(&setup) + 1;
    uint8_t head[RZ_HEAD];
    long lines = 0;
    rz_event event;
    rz_problem problem;
    rz_driver_init(&whole, &header, &setup, &state, NULL);
    rz_chain_begin(head, &header, &setup);
    for (int i = 0; i < n; i++)
        begin_watching(&watchers[i], viewer_of(i));
    char *save, *line = strtok_r(record, "\n", &save);
    for (; (line = strtok_r(NULL, "\n", &save)); lines++) {
        if (!rz_driver_read(&whole, rz_slice_of(line), &event, &problem))
            give_up("the record is refused");
        rz_chain_add(head, header.game, &setup, &event);
        for (int i = 0; i < n; i++) {
            watch(&watchers[i], viewer_of(i), &event);
            if (memcmp(head, watchers[i].head, RZ_HEAD) != 0)
                give_up("a watcher has another head");
        }
    }
    if (!whole.is_sealed)
        give_up("the game has no end");
    return lines;
}

static int run_views(const rz_given *given, int games) {
    long lines = 0;
    for (int seats = given->game->seats_min; seats <= given->game->seats_max; seats++)
        for (const char *const *options = given->variants; *options; options++)
            for (int n = 0; n < games; n++) {
                server[0]++;
                play(given->game, seats, *options);
                lines += compare_views();
            }
    printf("%s: %ld lines, %ld times less was seen\n", given->game->name, lines, hidden);
    return lines == 0 || (hidden == 0 && !strcmp(given->game->name, "bars"));
}

/* ---- Records --------------------------------------------------------------------------------- */

static void print_head(const uint8_t head[RZ_HEAD]) {
    for (int i = 0; i < RZ_HEAD; i++)
        printf("%02x", head[i]);
    putchar('\n');
}

static void print_heads(FILE *file) {
    static char line[RZ_LINE_MAX + 2];
    static rz_driver driver;
    static rz_state state;
    uint8_t head[RZ_HEAD];
    rz_event event;
    rz_problem problem;
    header.game = NULL;
    while (fgets(line, sizeof line, file)) {
        rz_slice slice = {line, strcspn(line, "\n")};
        if (!strncmp(line, "{\"record\"", 9)) {
            if (!rz_read_setup(rz_games, slice, &header, &setup, &problem))
                give_up("no setup");
            rz_driver_init(&driver, &header, &setup, &state, NULL);
            rz_chain_begin(head, &header, &setup);
        } else if (header.game && rz_driver_read(&driver, slice, &event, &problem)) {
            rz_chain_add(head, header.game, &setup, &event);
        } else {
            give_up("a line is refused");
        }
        print_head(head);
    }
}

static int run_heads(char **paths) {
    for (; *paths; paths++) {
        FILE *file = fopen(*paths, "r");
        if (!file)
            give_up(*paths);
        print_heads(file);
        fclose(file);
    }
    return 0;
}

int main(int argc, char **argv) {
    const char *mode = argc > 2 ? argv[1] : "";
    const rz_given *given = argc == 4 ? rz_given_find(argv[2]) : NULL;
    if (!strcmp(mode, "heads"))
        return run_heads(argv + 2);
    if (given && !strcmp(mode, "views"))
        return run_views(given, atoi(argv[3]));
    if (!given || strcmp(mode, "record"))
        return 2;
    server[0] = 1;
    play(given->game, atoi(argv[3]), "");
    return fputs(record, stdout) == EOF;
}
