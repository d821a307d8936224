#include "serve/club_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

club_job *club_job_new(session *s, int32_t id, store_result (*run)(club_job *j, store *s),
                       size_t room, size_t arguments) {
    club_job *j = calloc(1, sizeof *j + arguments);
    if (!j) {
        session_error(s, id, ERROR_LIMIT, NULL, "The server is out of memory.");
        return NULL;
    }
    j->session = session_retain(s);
    j->id = id;
    j->now = server_now(s->server);
    j->run = run;
    j->room = room;
    j->arguments = j + 1;
    memcpy(j->person, s->person, STORE_HASH);
    return j;
}

/* Memory is taken when its turn has come: many may wait for theirs. Where there is none, nobody
 * else of the batch is refused for it. */
static store_result run_job(job *base, store *s) {
    club_job *j = (club_job *)base;
    if (!(j->memory = malloc(j->room)))
        return club_job_refuse(j, ERROR_LIMIT, "The server is out of memory.");
    reply_open(&j->reply, j->memory, j->room, j->id);
    return j->run(j, s);
}

void club_job_drop(club_job *j) {
    session_release(j->session);
    free(j->memory);
    free(j);
}

static void answer(club_job *j) {
    session *s = j->session;
    if (j->error != ERROR_NONE) {
        session_error(s, j->id, j->error, NULL, j->text);
    } else if (j->job.result != STORE_OK && j->job.result != STORE_MISSING) {
        server_note_store_problem(
            s->server, j->job.writes ? &s->server->world->store : &s->server->world->reads,
            j->job.result);
        session_error(s, j->id, ERROR_STORE, NULL, "The store can not be used now.");
    } else {
        session_reply(s, &j->reply);
        if (j->after)
            j->after(j);
    }
}

static void finish(job *base) {
    club_job *j = (club_job *)base;
    if (!j->job.writes)
        session_end_list(j->session);
    answer(j);
    club_job_drop(j);
}

void club_job_write(club_job *j) {
    j->job = (job){.writes = true, .run = run_job, .done = finish};
    server_submit(j->session->server, &j->job);
}

void club_job_write_rooms(club_job *j) {
    j->job = (job){.table = "!", .writes = true, .run = run_job, .done = finish};
    server_submit(j->session->server, &j->job);
}

void club_job_write_table(club_job *j, const char *id) {
    j->job = (job){.writes = true, .run = run_job, .done = finish};
    snprintf(j->job.table, sizeof j->job.table, "%s", id);
    server_submit(j->session->server, &j->job);
}

void club_job_read(club_job *j) {
    j->job = (job){.run = run_job, .done = finish};
    session_begin_list(j->session);
    server_read(j->session->server, j->session->share, &j->job);
}

store_result club_job_refuse(club_job *j, protocol_error error, const char *text) {
    j->error = error;
    j->text = text;
    return STORE_OK;
}

bool club_job_page(session *s, int32_t id, const message *m, int32_t *page) {
    *page = 0;
    if (message_none(m, FIELD_PAGE) || message_int(m, FIELD_PAGE, 0, 100000, page))
        return true;
    session_error(s, id, ERROR_REQUEST, NULL, "A page is a number from 0 to 100000.");
    return false;
}

bool club_job_may_list(session *s, int32_t id) {
    if (session_take_list(s))
        return true;
    server_note_limit(s->server, LIMIT_LISTS, s->address);
    session_error(s, id, ERROR_LIMIT, NULL, "Lists were asked for too often.");
    return false;
}

bool club_job_may_write(session *s, int32_t id, size_t bytes) {
    if (!session_take_change(s)) {
        server_note_limit(s->server, LIMIT_CHANGES, s->address);
        session_error(s, id, ERROR_LIMIT, NULL, "Too many changes; slower, please.");
    } else if (!session_take_room(s, bytes)) {
        session_error(s, id, ERROR_LIMIT, NULL,
                      "Too much was stored from this address; please wait a little.");
    } else {
        return true;
    }
    return false;
}
