/* Games told in words: sentences for events, labels for choices, names for cards.
 *
 * Everything here works on buffers and knows no files and no library for translation: a voice says
 * how texts are looked up, so that the terminal and the browser speak with the same words.
 */
#ifndef RZ_WORDS_H
#define RZ_WORDS_H

#include <stdarg.h>

#include "core/record.h"
#include "core/translate.h"
#include "games/games.h"

/* Who speaks, of which game, to whom. */
typedef struct rz_voice {
    const char *(*translate)(const char *english); /* NULL: English */
    const rz_header *header;
    const rz_setup *setup;
    int you;     /* the seat that is addressed, or -1 */
    bool direct; /* it is simply "you"; else its name with "(you)" … */
    bool plain;  /* … or its name alone: whoever looks may be somebody else */
} rz_voice;

/* The text in the voice's language. */
const char *rz_translate(const rz_voice *voice, const char *english);

/* Writes a template with its {placeholders} filled in: pairs of name and value follow, all strings,
 * and a final NULL. A placeholder without a value stays as it is. */
void rz_format(const rz_voice *voice, rz_text *out, const char *english, ...)
    __attribute__((sentinel));
void rz_format_list(const rz_voice *voice, rz_text *out, const char *english, va_list pairs);

/* The same of a seat, {who}, and another, {other} (or -1), whose names are filled in. One of them
 * who is spoken to directly hears it as such: "You bid 7,000." */
void rz_format_about(const rz_voice *voice, rz_text *out, int who, int other, const char *english,
                     ...) __attribute__((sentinel));

/* A sentence as it is said to those whom it is about. */
typedef struct rz_form {
    const char *english; /* of somebody */
    const char *who;     /* to {who} */
    const char *other;   /* to {other}; NULL: nobody is named so */
} rz_form;

/* The text as it is said to {who} or to {other}; as it is where it has no such form. */
const char *rz_form_to(const rz_voice *voice, const char *english, bool to_other);

/* The name of a seat: from the record, or "Player 2"; "you" if it is spoken to directly. */
void rz_format_seat(const rz_voice *voice, rz_text *out, int seat);

/* "41.2", of 412, in the language's way. */
void rz_format_tenths(const rz_voice *voice, rz_text *out, int tenths);

/* "7,000" or "1,250,000" in the language's way; nothing is "0". */
/* A whole number with the minus sign that people read, not the hyphen of programs. */
void rz_format_number(rz_text *out, int number);
void rz_format_thousands(const rz_voice *voice, rz_text *out, int thousands);

/* The sentence of an error: its reason with {detail} filled in, then the rule in brackets. */
void rz_format_problem(const rz_voice *voice, rz_text *out, const rz_game *game,
                       const rz_problem *problem);

/* What a game adds. One such constant a game, in words/GAME.c. */
typedef struct rz_words {
    /* One event in one sentence, or in one line. */
    void (*format_event)(const rz_voice *voice, const rz_event *event, rz_text *out);
    /* A choice in a few words: "Bid 7,000". `pub` is what it is before the choice. */
    void (*choice)(const rz_voice *voice, const rz_public *pub, int seat, rz_action action,
                   rz_text *out);
    /* What the view's seat, which may act, is to do now: "beat 7,000 or pass". */
    void (*moment)(const rz_voice *voice, const rz_view *view, rz_text *out);
    /* What can be said of an event only by those who know what was before it, after its sentence;
     * may be NULL. */
    void (*comment)(const rz_voice *voice, const rz_public *before, const rz_event *event,
                    rz_text *out);
    /* Its sentences about seats as they are said to those seats; ends with a NULL. May be NULL. */
    const rz_form *forms;
} rz_words;

const rz_words *rz_words_of(const rz_game *game);

/* Of a game that has none; made from its vocabulary: plain.c. */
extern const rz_words rz_plain_words;

/* One event of any kind, those of every table included, in one line. */
void rz_format_event(const rz_voice *voice, const rz_event *event, rz_text *out);

/* For the words of the games: lists with commas and an "and". */
typedef struct rz_list {
    const rz_voice *voice;
    rz_text *out;
    int left; /* items still to come */
    int done;
} rz_list;

void rz_list_item(rz_list *list, const char *item);

#define X(name) extern const rz_words name##_words; /* where there is one */
RZ_GAMES(X)
#undef X

#endif
