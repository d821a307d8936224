#include "serve/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "games/games.h"

enum { WORD = 64 };

#define DAY_MS INT64_C(86400000)

/* The next word of a list with commas, without blanks at its ends; NULL: there is none. */
static const char *next_word(const char *list, char word[WORD]) {
    list += strspn(list, ", \t");
    size_t n = strcspn(list, ",");
    if (n == 0)
        return NULL;
    const char *rest = list + n;
    while (n > 0 && strchr(" \t", list[n - 1]))
        n--;
    snprintf(word, WORD, "%.*s", (int)(n < WORD ? n : WORD - 1), list);
    return rest;
}

static bool read_number(const char **at, int32_t least, int32_t most, int32_t *number) {
    char *end;
    long n = **at >= '0' && **at <= '9' ? strtol(*at, &end, 10) : -1;
    if (n < least || n > most)
        return false;
    *number = (int32_t)n;
    *at = end;
    return true;
}

/* none, 30+300, 3d */
static bool read_clock(const char *word, clock_rule *rule) {
    *rule = (clock_rule){0};
    if (!strcmp(word, "none"))
        return true;
    const char *at = word;
    if (!read_number(&at, 0, 3600, &rule->move))
        return false;
    if (!strcmp(at, "d")) {
        *rule = (clock_rule){.days = rule->move};
        return rule->days >= 1 && rule->days <= 30;
    }
    return *at++ == '+' && read_number(&at, 0, 86400, &rule->bank) && !*at &&
           (rule->move > 0 || rule->bank > 0);
}

static const rz_game *find_game(const char *name) {
    for (const rz_game *const *game = rz_games; *game; game++)
        if (!strcmp((*game)->name, name))
            return *game;
    return NULL;
}

/* ---- Settings ---------------------------------------------------------------------------------
 */

static bool is_one_of(const char *word, const char *const *words) {
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words;
}

static bool check_lists(const serve_options *options, char *why, size_t size) {
    char word[WORD];
    clock_rule rule;
    for (const char *at = options->games; (at = next_word(at, word));)
        if (!find_game(word)) {
            snprintf(why, size, "games: there is no game “%s”", word);
            return false;
        }
    for (const char *at = options->clocks; (at = next_word(at, word));)
        if (!read_clock(word, &rule)) {
            snprintf(why, size,
                     "clocks: “%s” is no clock; one is none, 30+300 (seconds a move and in the "
                     "bank) or 3d (days a move)",
                     word);
            return false;
        }
    return true;
}

bool house_check(const serve_options *options, char *why, size_t size) {
    static const char *const clubs[] = {"open", "invitation", "closed", NULL};
    static const char *const helps[] = {"choose", "yes", "no", NULL};
    static const char *const makes[] = {"all", "members", "owners", NULL};
    if (!is_one_of(options->club, clubs))
        snprintf(why, size, "club is open, invitation or closed, not “%.40s”", options->club);
    else if (!is_one_of(options->help, helps))
        snprintf(why, size, "help is choose, yes or no, not “%.40s”", options->help);
    else if (!is_one_of(options->make, makes))
        snprintf(why, size, "make is all, members or owners, not “%.40s”", options->make);
    else
        return check_lists(options, why, size);
    return false;
}

/* ---- What is offered --------------------------------------------------------------------------
 */

bool house_has_game(const serve_options *options, const char *game) {
    char word[WORD];
    const char *at = options->games;
    bool any = false;
    while ((at = next_word(at, word))) {
        if (!strcmp(word, game))
            return true;
        any = true;
    }
    return !any;
}

bool house_has_clock(const serve_options *options, const clock_rule *rule) {
    return options->any_clock || house_offers_clock(options, rule);
}

bool house_offers_clock(const serve_options *options, const clock_rule *rule) {
    char word[WORD];
    clock_rule offered;
    for (const char *at = options->clocks; (at = next_word(at, word));)
        if (read_clock(word, &offered) && offered.move == rule->move &&
            offered.bank == rule->bank && offered.days == rule->days)
            return true;
    return false;
}

bool house_is_open(const serve_options *options) {
    return !strcmp(options->club, "open");
}

bool house_invites(const serve_options *options) {
    return !strcmp(options->club, "invitation");
}

bool house_helps(const serve_options *options, bool wish) {
    return !strcmp(options->help, "choose") ? wish : !strcmp(options->help, "yes");
}

bool house_may_make(const serve_options *options, bool owner, int64_t since, int64_t now) {
    if (owner || !strcmp(options->make, "all"))
        return true;
    int64_t here = since ? now - since : 0;
    return !strcmp(options->make, "members") && here >= options->new_days * DAY_MS;
}

void house_write(const serve_options *options, rz_text *out) {
    char word[WORD];
    clock_rule rule;
    rz_put_open(out, "house", '{');
    rz_put_string(out, "club", options->club);
    rz_put_open(out, "games", '[');
    for (const rz_game *const *game = rz_games; *game; game++)
        if (house_has_game(options, (*game)->name))
            rz_put_string(out, NULL, (*game)->name);
    rz_put_close(out, ']');
    rz_put_open(out, "clocks", '[');
    for (const char *at = options->clocks; (at = next_word(at, word));)
        if (read_clock(word, &rule))
            clock_rule_write(out, NULL, &rule);
    rz_put_close(out, ']');
    rz_put_bool(out, "any_clock", options->any_clock);
    rz_put_bool(out, "options", options->any_options);
    rz_put_string(out, "help", options->help);
    rz_put_string(out, "make", options->make);
    rz_put_int(out, "records", options->record_days);
    rz_put_close(out, '}');
}
