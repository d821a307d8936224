#include "serve/follow.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096, TELL_MS = 500 /* between two pushes to one session */ };

struct follows {
    int n_changed; /* at least so many are to be told something */
    follow *first;
    followed *tables[PLACES];
    follow *people[PLACES];
};

static followed **place_of_table(follows *all, const char *id) {
    unsigned hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &all->tables[hash % PLACES];
}

static follow **place_of_person(follows *all, const uint8_t person[STORE_HASH]) {
    return &all->people[(person[0] | (unsigned)person[1] << 8) % PLACES];
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

follow *follow_start(session *s) {
    server *sv = s->server;
    if (s->follow)
        return s->follow;
    if (!sv->follows && !(sv->follows = calloc(1, sizeof *sv->follows)))
        return NULL;
    follow *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->session = s;
    f->here = &sv->follows->first;
    f->of_person = place_of_person(sv->follows, s->person);
    f->next = *f->here;
    f->next_of_person = *f->of_person;
    if (f->next)
        f->next->here = &f->next;
    if (f->next_of_person)
        f->next_of_person->of_person = &f->next_of_person;
    *f->here = *f->of_person = f;
    return s->follow = f;
}

static void unlink_games(follow *f) {
    for (int i = 0; i < f->n; i++) {
        followed **at = place_of_table(f->session->server->follows, f->games[i].id);
        while (*at != &f->games[i])
            at = &(*at)->next;
        *at = f->games[i].next;
    }
    free(f->games);
    f->games = NULL;
    f->n = 0;
}

void follow_end(session *s) {
    follow *f = s->follow;
    if (!f)
        return;
    unlink_games(f);
    *f->here = f->next;
    *f->of_person = f->next_of_person;
    if (f->next)
        f->next->here = f->here;
    if (f->next_of_person)
        f->next_of_person->of_person = f->of_person;
    s->server->follows->n_changed -= f->changed;
    free(f);
    s->follow = NULL;
}

void follows_free(server *sv) {
    while (sv->follows && sv->follows->first)
        follow_end(sv->follows->first->session);
    free(sv->follows);
}

/* ---- What is on the list --------------------------------------------------------------------- */

static followed *find_game(const follow *f, const char *id) {
    followed *g = *place_of_table(f->session->server->follows, id);
    while (g && (g->follow != f || strcmp(g->id, id) != 0))
        g = g->next;
    return g;
}

bool follow_set(follow *f, const char (*ids)[STORE_TABLE_ID + 1], int n) {
    followed *games = calloc((size_t)n + 1, sizeof *games);
    if (!games)
        return false;
    for (int i = 0; i < n; i++) {
        games[i].follow = f;
        memcpy(games[i].id, ids[i], sizeof games[i].id);
        const followed *before = find_game(f, ids[i]);
        games[i].changed = before && before->changed;
    }
    unlink_games(f);
    f->games = games;
    f->n = n;
    for (int i = 0; i < n; i++) {
        followed **at = place_of_table(f->session->server->follows, games[i].id);
        games[i].next = *at;
        *at = &games[i];
    }
    return true;
}

/* ---- What has changed ------------------------------------------------------------------------ */

static void note(follow *f) {
    f->session->server->follows->n_changed += !f->changed;
    f->changed = true;
}

static bool is_watching(const session *s, const char *id) {
    for (const watch *w = s->watches; w; w = w->next_of_session)
        if (!strcmp(w->table->id, id))
            return true;
    return false;
}

static void note_game(server *sv, const char *id) {
    for (followed *g = *place_of_table(sv->follows, id); g; g = g->next)
        if (!strcmp(g->id, id)) {
            g->changed = true;
            if (!is_watching(g->follow->session, id))
                note(g->follow);
        }
}

void follows_note_table(const table *t) {
    if (t->server->follows)
        note_game(t->server, t->id);
}

void follow_note_game(follow *f, const char *id) {
    followed *g = find_game(f, id);
    if (g)
        g->changed = true;
    note(f);
}

void follow_note_all(follow *f) {
    for (int i = 0; i < f->n; i++)
        f->games[i].changed = true;
    note(f);
}

void follows_note_id(server *sv, const char *id) {
    if (sv->follows && *id)
        note_game(sv, id);
    for (follow *f = sv->follows && !*id ? sv->follows->first : NULL; f; f = f->next)
        follow_note_all(f);
}

void follows_note_person(server *sv, const uint8_t person[STORE_HASH]) {
    follow *f = sv->follows ? *place_of_person(sv->follows, person) : NULL;
    for (; f; f = f->next_of_person)
        if (!memcmp(f->session->person, person, STORE_HASH))
            note(f);
}

void follows_note_people(const table *t) {
    for (int s = 0; s < RZ_SEATS_MAX && t->server->follows; s++)
        if (t->lobby.seats[s].person)
            follows_note_person(t->server, t->lobby.seats[s].hash);
}

void follows_check(server *sv, int64_t now, bool (*tell)(follow *f)) {
    follow *f = sv->follows && sv->follows->n_changed > 0 ? sv->follows->first : NULL;
    for (follow *next; f; f = next) {
        next = f->next;
        if (!f->changed || f->reading || (now - f->told < TELL_MS && now >= f->told))
            continue;
        f->told = now;
        if (!tell(f))
            continue;
        sv->follows->n_changed--;
        f->changed = false;
    }
}
