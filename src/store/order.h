/* Order among people: who may do what, names that imitate others, reports, and what owners did. */
#ifndef STORE_ORDER_H
#define STORE_ORDER_H

#include "store/club.h"

enum { STORE_SKELETON = 512, STORE_TEXT = 2048, STORE_WHAT = 16 };

store_result store_set_owner(store *s, const uint8_t person[STORE_HASH], bool owner);
/* Until then; 0: no longer. */
store_result store_set_muted(store *s, const uint8_t person[STORE_HASH], int64_t until);
store_result store_set_banned(store *s, const uint8_t person[STORE_HASH], int64_t until);

/* What the name of somebody looks like; and whether another name that looks so is written
 * otherwise, or is an owner's. */
store_result store_set_skeleton(store *s, const uint8_t person[STORE_HASH], const char *skeleton);
store_result store_is_imitation(store *s, const uint8_t person[STORE_HASH], const char *name,
                                const char *skeleton, bool *is);

/* Who said a message, and what. STORE_MISSING: nobody, or they were forgotten. */
store_result store_chat_at(store *s, const char *id, int64_t number, uint8_t person[STORE_HASH],
                           char text[STORE_TEXT]);

typedef struct store_report {
    int64_t report, at;
    uint8_t reporter[STORE_HASH], person[STORE_HASH];
    char id[STORE_TABLE_ID + 1]; /* of a table, or "" … */
    int64_t number;              /* … and of a message there, or 0 */
    char said[STORE_TEXT], text[STORE_TEXT];
    bool done;
} store_report;

typedef bool store_each_report(void *context, const store_report *report);
store_result store_add_report(store *s, const store_report *report);
/* The last first; `all`: also those that are done. */
store_result store_reports(store *s, bool all, int skip, int limit, store_each_report *each,
                           void *context);
store_result store_reports_by(store *s, const uint8_t person[STORE_HASH], int skip, int limit,
                              store_each_report *each, void *context);
store_result store_end_report(store *s, int64_t report);

/* What an owner did. */
typedef struct store_act {
    int64_t act, at;
    char owner[STORE_MARK + 1]; /* "": somebody on the machine */
    char what[STORE_WHAT];
    char mark[STORE_MARK + 1];   /* whom it was about, or "" */
    char id[STORE_TABLE_ID + 1]; /* or which table, or "" */
    char text[STORE_TEXT];
} store_act;

typedef bool store_each_act(void *context, const store_act *act);
store_result store_add_act(store *s, const store_act *act);
/* The last first; those after one of them, the first first; those about somebody, too. */
store_result store_acts(store *s, int skip, int limit, store_each_act *each, void *context);
store_result store_acts_after(store *s, int64_t act, int limit, store_each_act *each,
                              void *context);
store_result store_acts_on(store *s, const char *mark, int skip, int limit, store_each_act *each,
                           void *context);

#endif
