/* The vocabulary of every game, a field a line, as tests/unit/vocabulary.txt has it: what a
 * record may say is a promise to whoever reads one, and does not change by accident.
 *
 *     test_vocabulary >tests/unit/vocabulary.txt      after a change that is meant
 */
#include <stdio.h>

#include "games/games.h"

static void write_names(const rz_field *f) {
    for (int i = 0; f->names && i < f->count; i++)
        printf(" %s", f->names[i] ? f->names[i] : "-");
    for (int i = 0; f->numbers && i < f->count; i++)
        printf(" %d", f->numbers[i]);
}

static void write_verb(const rz_game *game, const rz_verb *v) {
    printf("%s %s by %d rule %s\n", game->name, v->name, v->by, v->rule ? v->rule : "-");
    for (const rz_field *f = v->fields; f < v->fields + RZ_FIELDS_MAX && f->kind; f++) {
        printf("  %s kind %d from %d to %d%s%s, %d:", f->name ? f->name : "?", (int)f->kind, f->min,
               f->max, f->nullable ? " or null" : "", f->has_default ? " by default" : "",
               f->count);
        write_names(f);
        putchar('\n');
    }
}

int main(void) {
    for (int g = 0; rz_games[g]; g++)
        for (int v = 0; v < rz_games[g]->n_verbs; v++)
            write_verb(rz_games[g], &rz_games[g]->verbs[v]);
    return 0;
}
