/* Everything that can be wrong, named once.
 *
 * An error is a number. Those below RZ_E_GAME belong to records and setups and are listed here;
 * those from RZ_E_GAME on belong to the rules of a game, which lists them in its own table
 * (rz_game.reasons). Either way it has a name for programs, the number of a rule where a rule is
 * broken, and a sentence for people. `{detail}` in a sentence stands for rz_problem.detail.
 */
#ifndef RZ_ERROR_H
#define RZ_ERROR_H

#include <stdint.h>

typedef uint16_t rz_error;

typedef struct rz_reason {
    const char *name; /* "bid-too-low" */
    const char *rule; /* "L21", or NULL: the fault is in the writing, not in the play */
    const char *text; /* English; the key of its translations */
} rz_reason;

#define RZ_CORE_ERRORS(X)                                                                          \
    X(RZ_OK, "ok", N_("All is well."))                                                             \
    X(RZ_E_JSON, "bad-json", N_("This is not valid JSON (near “{detail}”)."))                      \
    X(RZ_E_UTF8, "bad-utf8", N_("This is not valid UTF-8."))                                       \
    X(RZ_E_CUT, "cut-off", N_("The line ends too early; the file may have been cut off."))         \
    X(RZ_E_DEEP, "too-deep", N_("There are too many brackets inside one another."))                \
    X(RZ_E_UNKNOWN, "unknown-field", N_("The field “{detail}” is not known here."))                \
    X(RZ_E_TWICE, "field-twice", N_("The field “{detail}” is there twice."))                       \
    X(RZ_E_MISSING, "field-missing", N_("The field “{detail}” is missing."))                       \
    X(RZ_E_VALUE, "bad-value", N_("The field “{detail}” has a value that is not allowed."))        \
    X(RZ_E_ORDER, "bad-order", N_("The list “{detail}” is not in the order of the vocabulary."))   \
    X(RZ_E_VERB, "unknown-verb", N_("“{detail}” is not something that is done in this game."))     \
    X(RZ_E_ACTOR, "bad-actor", N_("“{detail}” is not done by that actor."))                        \
    X(RZ_E_VERSION, "bad-version", N_("Records of version {detail} are not understood; 1 is."))    \
    X(RZ_E_NOT_RECORD, "not-a-record", N_("This is not the first line of a record."))              \
    X(RZ_E_NO_GAME, "unknown-game", N_("There is no game called “{detail}”."))                     \
    X(RZ_E_SEATS, "bad-seats", N_("The number of seats does not fit this game."))                  \
    X(RZ_E_OPTION, "unknown-option", N_("The game has no option called “{detail}”."))              \
    X(RZ_E_OPTION_VALUE, "bad-option", N_("The option “{detail}” can not have that value."))       \
    X(RZ_E_NAMES, "bad-names",                                                                     \
      N_("There must be one name for every seat, each of 1 to 40 characters."))                    \
    X(RZ_E_FAIR, "bad-fair", N_("The proof of fairness is not well formed."))                      \
    X(RZ_E_RULES_DIFFER, "rules-differ", N_("By the rules something else happens here."))          \
    X(RZ_E_RULES_DUE, "rules-due", N_("A line that follows by rule is missing here."))             \
    X(RZ_E_RULES_EARLY, "rules-early", N_("By the rules nothing happens by itself here."))         \
    X(RZ_E_OVER, "over", N_("The game is over; nothing can follow."))                              \
    X(RZ_E_AWAY, "away", N_("That seat has left, or come back, already."))                         \
    X(RZ_E_HIDDEN, "hidden", N_("The field “{detail}” is hidden here, and should not be."))        \
    X(RZ_E_TOO_LONG, "too-long", N_("The line is too long to be part of a record."))               \
    X(RZ_E_NOT_RECEIPT, "not-a-receipt", N_("This is not a receipt."))                             \
    X(RZ_E_RECEIPT_VERSION, "bad-receipt-version",                                                 \
      N_("Receipts of version {detail} are not understood; 1 is."))

typedef enum rz_core_error {
#define X(code, name, text) code,
    RZ_CORE_ERRORS(X)
#undef X
        RZ_CORE_ERROR_COUNT,
    RZ_E_GAME = 64 /* the first error of a game's own table */
} rz_core_error;

/* What is wrong, and with which word of the input. */
typedef struct rz_problem {
    const char *rule; /* broken, or NULL */
    rz_error error;
    char detail[46]; /* cut if longer; empty if there is nothing to name */
} rz_problem;

#endif
