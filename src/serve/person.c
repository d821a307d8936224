#include "serve/person.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "serve/club_job.h"
#include "serve/history.h"
#include "serve/lobby_row.h"
#include "serve/people.h"
#include "store/club.h"

enum { PAGE = 50, ROW_BYTES = 4096, SMALL = 256, ROW = 128 /* bytes of the store */ };

#define DAY_MS INT64_C(86400000)

static const char *const shown_to[] = {"nobody", "tables", "all"};

typedef struct page {
    char who[WHO + 1]; /* or "": who asks */
    int32_t page;
    char name[STORE_NAME]; /* of who asks, if nothing is stored of them */
} page;

/* Games that were read, before their people have names: those are asked for afterwards. */
typedef struct finished {
    club_job *job;
    store *store;
    const store_person *person;
    int seen; /* also those that are not shown, and what is there beyond the page */
    int n;
    struct finished_game {
        store_played played;
        lobby lobby;
        int32_t scores[RZ_SEATS_MAX];
        bool won[RZ_SEATS_MAX];
    } games[PAGE];
} finished;

/* ---- What is shown ----------------------------------------------------------------------------
 */

static void write_seat(finished *f, lobby_seat *seat, int32_t score, bool won) {
    rz_text *out = &f->job->reply;
    char who[WHO + 1];
    rz_put_open(out, NULL, '{');
    if (seat->person) {
        mark_of(seat->hash, who);
        people_read_name(f->store, seat->hash, seat->name);
        rz_put_string(out, "who", who);
        rz_put_string(out, "name", seat->name);
    } else {
        rz_put_string(out, "level", seat->level);
    }
    rz_put_int(out, "score", score);
    rz_put_bool(out, "won", won);
    rz_put_close(out, '}');
}

static void write_game(finished *f, struct finished_game *g) {
    rz_text *out = &f->job->reply;
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "table", g->played.id);
    rz_put_string(out, "game", g->played.game);
    rz_put_int(out, "at", g->played.at);
    rz_put_open(out, "seats", '[');
    for (int s = 0; s < g->played.players && s < RZ_SEATS_MAX; s++)
        write_seat(f, &g->lobby.seats[s], g->scores[s], g->won[s]);
    rz_put_close(out, ']');
    rz_put_int(out, "seat", lobby_seat_of(&g->lobby, f->person->person));
    rz_put_close(out, '}');
}

/* A link that was given to a few stays with them. */
static bool take_game(void *context, const store_played *played, const store_table *row) {
    finished *f = context;
    if (f->seen++ == PAGE)
        return false;
    struct finished_game *g = &f->games[f->n];
    *g = (struct finished_game){.played = *played};
    history_read_scores(played->scores, g->scores, g->won);
    if (lobby_read(row, &g->lobby, NULL) &&
        (g->lobby.open || lobby_seat_of(&g->lobby, f->job->person) >= 0))
        f->n++;
    return true;
}

static store_result write_finished(club_job *j, store *s, const store_person *person, int number) {
    finished *f = calloc(1, sizeof *f);
    if (!f)
        return STORE_FULL;
    f->job = j;
    f->store = s;
    f->person = person;
    store_result result = store_played_by(s, person->person, number * PAGE, PAGE + 1, take_game, f);
    rz_put_open(&j->reply, "finished", '[');
    for (int i = 0; i < f->n; i++)
        write_game(f, &f->games[i]);
    rz_put_close(&j->reply, ']');
    rz_put_bool(&j->reply, "more", f->seen > PAGE);
    free(f);
    return result;
}

static bool write_tally(void *context, const store_tally *tally) {
    rz_text *out = context;
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "game", tally->game);
    rz_put_int(out, "seats", tally->players);
    rz_put_int(out, "games", tally->games);
    rz_put_int(out, "wins", tally->won);
    rz_put_int(out, "last", tally->last / DAY_MS * DAY_MS);
    rz_put_close(out, '}');
    return true;
}

static store_result write_page(club_job *j, store *s, const store_person *person, int number) {
    int64_t running = 0;
    store_result result = store_count_games(s, person->person, &running);
    rz_put_string(&j->reply, "who", person->mark);
    rz_put_string(&j->reply, "name", person->name);
    rz_put_int(&j->reply, "since", person->since / DAY_MS * DAY_MS);
    rz_put_string(&j->reply, "shows",
                  shown_to[person->shows <= STORE_SHOWS_ALL ? person->shows : 0]);
    rz_put_int(&j->reply, "running", running);
    rz_put_open(&j->reply, "results", '[');
    result = result ? result : store_tally_of(s, person->person, write_tally, &j->reply);
    rz_put_close(&j->reply, ']');
    return result ? result : write_finished(j, s, person, number);
}

/* ---- Who may see it ----------------------------------------------------------------------------
 */

static store_result may_see(club_job *j, store *s, const store_person *person, bool *may) {
    *may = !memcmp(j->person, person->person, STORE_HASH) || person->shows == STORE_SHOWS_ALL;
    return *may || person->shows == STORE_SHOWS_NOBODY
               ? STORE_OK
               : store_share_table(s, j->person, person->person, may);
}

static store_result refuse(club_job *j) {
    return club_job_refuse(j, ERROR_PERSON, "There is no such person, or they do not show this.");
}

static store_result read_page(club_job *j, store *s) {
    const page *p = j->arguments;
    store_person person;
    bool may = false;
    store_result result =
        *p->who ? store_person_of_mark(s, p->who, &person) : store_person_of(s, j->person, &person);
    if (result == STORE_MISSING && !*p->who) { /* nobody has heard of them but by hello */
        person = (store_person){.since = j->now, .shows = STORE_SHOWS_TABLES};
        memcpy(person.person, j->person, STORE_HASH);
        memcpy(person.name, p->name, STORE_NAME);
        mark_of(j->person, person.mark);
        result = STORE_OK;
    }
    result = result ? result : may_see(j, s, &person, &may);
    if (result == STORE_MISSING || (result == STORE_OK && !may))
        return refuse(j);
    return result ? result : write_page(j, s, &person, p->page);
}

void person_page(session *s, int32_t id, const message *m) {
    page asked = {.page = 0};
    if (!message_none(m, FIELD_WHO) &&
        (!message_string(m, FIELD_WHO, asked.who, sizeof asked.who) || strlen(asked.who) != WHO)) {
        session_error(s, id, ERROR_REQUEST, NULL, "Who is meant is said by 12 hex digits.");
        return;
    }
    if (!club_job_page(s, id, m, &asked.page) || !club_job_may_list(s, id))
        return;
    club_job *j = club_job_new(s, id, read_page, (PAGE + 2) * ROW_BYTES, sizeof asked);
    if (!j)
        return;
    memcpy(asked.name, s->name, STORE_NAME);
    memcpy(j->arguments, &asked, sizeof asked);
    club_job_read(j);
}

/* ---- What is chosen ----------------------------------------------------------------------------
 */

static store_result set_shows(club_job *j, store *s) {
    return store_set_shows(s, j->person, *(const store_shows *)j->arguments);
}

void person_show(session *s, int32_t id, const message *m) {
    char to[8] = "";
    bool read = message_string(m, FIELD_TO, to, sizeof to);
    for (store_shows shows = STORE_SHOWS_NOBODY; read && shows <= STORE_SHOWS_ALL; shows++) {
        if (strcmp(to, shown_to[shows]) != 0)
            continue;
        club_job *j = club_job_may_write(s, id, ROW)
                          ? club_job_new(s, id, set_shows, SMALL, sizeof shows)
                          : NULL;
        if (!j)
            return;
        memcpy(j->arguments, &shows, sizeof shows);
        people_keep_name(s);
        club_job_write(j);
        return;
    }
    session_error(s, id, ERROR_REQUEST, NULL, "One shows oneself to nobody, tables or all.");
}
