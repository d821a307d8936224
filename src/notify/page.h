/* The small pages behind the links of mails. They look like those of the browser client where it is
 * installed, need nothing of it, and do nothing before a button is pressed: programs that look at
 * mails open links, too. */
#ifndef NOTIFY_PAGE_H
#define NOTIFY_PAGE_H

#include "core/text.h"

enum { PAGE_BYTES = 2048 };

typedef enum page_kind {
    PAGE_ASK_YES,
    PAGE_ASK_STOP,
    PAGE_YES,
    PAGE_STOPPED,
    PAGE_UNKNOWN /* the link has ended, or never was one */
} page_kind;

void page_write(rz_text *out, const char *language, page_kind kind);

#endif
