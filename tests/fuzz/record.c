/* Feeds bytes to everything that reads: the first line as a setup, the others as lines of its
 * record (a wrong one is passed over), and each as a few words too. What was accepted must be
 * written so that it reads as the same again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/driver.h"
#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "record.c:%d: %s\n", __LINE__, #condition);                            \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static rz_header header;
static rz_setup setup;
static char memory[1 << 20];
static rz_text text;

/* An error has a name, and what it names can be shown. */
static void check_problem(const rz_problem *problem) {
    CHECK(problem->error != RZ_OK);
    CHECK(rz_reason_of(header.game, problem->error)->text);
    CHECK(memchr(problem->detail, '\0', sizeof problem->detail));
}

static rz_slice written_event(const rz_event *event) {
    rz_text_init(&text, memory, sizeof memory);
    rz_write_event(header.game, &setup, event, &text);
    CHECK(!text.full);
    return (rz_slice){memory, text.length};
}

static void check_event(const rz_event *event) {
    rz_event again;
    rz_problem problem;
    rz_slice line = written_event(event);
    if (event->verb == RZ_SEAL)
        return;
    CHECK(rz_read_event(header.game, &setup, line, &again, &problem));
    CHECK(memcmp(&again, event, sizeof again) == 0);
}

static bool read_first_line(rz_slice line) {
    static rz_header header_again;
    rz_setup setup_again;
    rz_problem problem;
    if (!rz_read_setup(rz_games, line, &header, &setup, &problem)) {
        check_problem(&problem);
        return false;
    }
    rz_text_init(&text, memory, sizeof memory);
    rz_write_setup(&header, &setup, &text);
    CHECK(!text.full);
    CHECK(rz_read_setup(rz_games, (rz_slice){memory, text.length}, &header_again, &setup_again,
                        &problem));
    CHECK(memcmp(&setup, &setup_again, header.game->setup_size) == 0);
    CHECK(header.n_names == header_again.n_names && header.fair == header_again.fair);
    return true;
}

static void read_as_words(rz_slice line) {
    static const int actors[] = {0, 1, RZ_CHANCE, RZ_RULES};
    for (size_t i = 0; i < sizeof actors / sizeof *actors; i++) {
        rz_event event;
        rz_problem problem;
        if (rz_read_words(header.game, &setup, actors[i], line, &event, &problem))
            check_event(&event);
        else
            check_problem(&problem);
    }
}

/* Bytes of their own for every line, so that reading beyond its end is found out. */
static char *copy_of(const uint8_t *from, size_t size) {
    char *copy = malloc(size ? size : 1);
    CHECK(copy);
    if (size)
        memcpy(copy, from, size);
    return copy;
}

static void take_line(rz_slice line, rz_driver *whole, rz_driver *seen) {
    rz_event event, event_seen;
    rz_problem problem;
    rz_state before = *whole->state;
    if (!rz_driver_read(whole, line, &event, &problem)) {
        check_problem(&problem);
        CHECK(memcmp(&before, whole->state, header.game->state_size) == 0);
        return;
    }
    check_event(&event);
    rz_event hidden = event;
    header.game->conceal(&setup, 0, &hidden);
    rz_slice shown = written_event(&hidden);
    char *copy = copy_of((const uint8_t *)shown.at, shown.length);
    CHECK(rz_driver_read(seen, (rz_slice){copy, shown.length}, &event_seen, &problem));
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rz_state state, scratch;
    rz_view view;
    rz_driver whole, seen;
    bool begun = false;
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        char *copy = copy_of(data, length);
        rz_slice line = {copy, length};
        if (begun) {
            take_line(line, &whole, &seen);
            read_as_words(line);
        } else if ((begun = read_first_line(line))) {
            rz_driver_init(&whole, &header, &setup, &state, NULL);
            rz_driver_init_view(&seen, &header, &setup, 0, &view, &scratch, NULL);
        }
        free(copy);
        if (!begun)
            return 0;
        size_t step = end ? length + 1 : length;
        data += step, size -= step;
    }
    return 0;
}
