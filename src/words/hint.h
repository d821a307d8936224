/* Hints: what master would do, what every choice is worth, and one sentence why.
 *
 * As all words, without memory of its own and without input and output.
 */
#ifndef RZ_HINT_H
#define RZ_HINT_H

#include "ai/advice.h"
#include "words/words.h"

typedef enum rz_hint_source {
    RZ_HINT_LEARNT,    /* chances by what has been learnt */
    RZ_HINT_UNTRAINED, /* chances by rules of thumb, on a board that is not known */
    RZ_HINT_REASONED   /* no chances: nothing has been learnt, and `greedy` is asked instead */
} rz_hint_source;

typedef struct rz_hint {
    rz_hint_source source;
    int n;    /* choices, the most promising first; without chances the one to be taken */
    int best; /* the one to be taken: where it pays to mix, the one to be taken most often */
    rz_action action[RZ_LEGAL_MAX];
    float win[RZ_LEGAL_MAX]; /* share of the win after it */
    float mix[RZ_LEGAL_MAX]; /* how often it is to be taken */
} rz_hint;

void rz_hint_find(const rz_question *question, rz_hint *hint);

/* "What master would do: …" or how much less is known, in one line. */
void rz_hint_format(const rz_voice *voice, const rz_view *view, const rz_hint *hint, rz_text *out);

/* One sentence of facts about the choice to be taken. The voice speaks to the view's seat. */
void rz_hint_why(const rz_voice *voice, const rz_view *view, const rz_hint *hint, rz_text *out);

/* What a game adds: words/hint_GAME.c. */
typedef struct rz_reasoning {
    /* The sentence; `other` is the most promising of the others, or RZ_HIDDEN. */
    void (*why)(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                rz_text *out);
    /* The rule that decides it: "L32"; NULL: none does. May be NULL. */
    const char *(*rule)(const rz_setup *setup, const rz_view *view, rz_action best);
} rz_reasoning;

/* The sentence, and in brackets the rule that decides, if one does. Nothing of a game without
 * reasoning. */
void rz_hint_explain(const rz_voice *voice, const rz_view *view, rz_action best, rz_action other,
                     rz_text *out);

#define X(name) extern const rz_reasoning name##_reasoning; /* where there is one */
RZ_GAMES(X)
#undef X

/* A number, a sum in thousands, a name, as strings of their own. */
typedef struct rz_hint_word {
    char text[RZ_NAME_BYTES + 40];
} rz_hint_word;

rz_hint_word rz_hint_number(int number);
rz_hint_word rz_hint_signed(int number); /* "+3", "−2" */
rz_hint_word rz_hint_thousands(const rz_voice *voice, int thousands);
rz_hint_word rz_hint_seat(const rz_voice *voice, int seat);

#endif
