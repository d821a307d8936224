#include "serve/operation.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_write.h"
#include "words/words.h"

/* The fields lie in the copy as they lay in the original. */
static void copy_message(operation *o, const message *m) {
    memcpy(o->text, m->text.at, m->text.length);
    o->message.text = (rz_slice){o->text, m->text.length};
    for (int f = 0; f < FIELDS; f++)
        if (m->field[f].at)
            o->message.field[f] =
                (rz_slice){o->text + (m->field[f].at - m->text.at), m->field[f].length};
}

operation *operation_new(handler *handle, const message *m) {
    operation *o = malloc(sizeof *o + (m ? m->text.length : 0));
    if (!o)
        return NULL;
    memset(o, 0, sizeof *o);
    o->handle = handle;
    if (m)
        copy_message(o, m);
    return o;
}

void operation_free(operation *o) {
    if (o->session) {
        o->session->queued -= o->size;
        session_release(o->session);
    }
    free(o);
}

/* ---- Answers --------------------------------------------------------------------------------- */

outcome operation_ok(operation *o) {
    if (o->session)
        session_ok(o->session, o->id);
    return ANSWERED;
}

outcome operation_ok_int(operation *o, const char *key, int64_t value) {
    char memory[96];
    rz_text reply;
    reply_open(&reply, memory, sizeof memory, o->id);
    rz_put_int(&reply, key, value);
    if (o->session)
        session_reply(o->session, &reply);
    return ANSWERED;
}

outcome operation_ok_string(operation *o, const char *key, const char *value) {
    char memory[128];
    rz_text reply;
    reply_open(&reply, memory, sizeof memory, o->id);
    rz_put_string(&reply, key, value);
    if (o->session)
        session_reply(o->session, &reply);
    return ANSWERED;
}

/* What somebody who sits, starts or plays elsewhere may have changed. */
static bool depends_on_lobby(protocol_error error) {
    static const protocol_error errors[] = {ERROR_SEAT,        ERROR_MAKER, ERROR_STARTED,
                                            ERROR_NOT_STARTED, ERROR_OVER,  ERROR_TURN,
                                            ERROR_LATE,        ERROR_PAUSED};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i] == error)
            return true;
    return false;
}

outcome operation_fail(operation *o, protocol_error error, const char *text) {
    o->is_doubtful = o->may_doubt && depends_on_lobby(error) && o->session->link &&
                     session_take_change(o->session);
    if (o->session && !o->is_doubtful)
        session_error(o->session, o->id, error, NULL, text);
    return ANSWERED;
}

outcome operation_fail_memory(operation *o) {
    return operation_fail(o, ERROR_LIMIT, "The server is out of memory.");
}

bool operation_is_removed(const table *t, operation *o) {
    bool removed = marks_contain(&t->lobby.removed, o->session->who);
    if (removed)
        operation_fail(o, ERROR_REMOVED, "You were removed from this table.");
    return removed;
}

void session_refuse(session *s, int32_t id, const rz_game *game, protocol_error error,
                    const rz_problem *problem) {
    static const rz_voice voice = {.you = -1};
    char memory[1024];
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format_problem(&voice, &text, game, problem);
    const rz_reason *reason = rz_reason_of(game, problem->error);
    session_error(s, id, error, problem->rule ? problem->rule : reason->rule, memory);
}

outcome operation_refuse(operation *o, const rz_game *game, const rz_problem *problem) {
    if (o->session)
        session_refuse(o->session, o->id, game, ERROR_ILLEGAL, problem);
    return ANSWERED;
}
