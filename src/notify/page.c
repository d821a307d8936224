#include "notify/page.h"

#include "core/translate.h"
#include "notify/texts.h"

static const struct {
    const char *sentence, *button; /* NULL: there is none */
} pages[] = {
    [PAGE_ASK_YES] = {N_("Shall mails come to you when it is your turn?"), N_("Yes, tell me")},
    [PAGE_ASK_STOP] = {N_("Shall no more mails come to you when it is your turn?"),
                       N_("No more mails")},
    [PAGE_YES] = {N_("From now on a mail comes when it is your turn and you are not there."), NULL},
    [PAGE_STOPPED] = {N_("No more mails will come."), NULL},
    [PAGE_UNKNOWN] = {N_("This link is no longer good. Nothing comes by it."), NULL},
};

static void write_button(rz_text *out, const char *language, const char *text) {
    rz_text_add(out, "<form method=\"post\" class=\"row\"><button class=\"btn go\">");
    rz_text_add(out, notify_say(language, text));
    rz_text_add(out, "</button></form>\n");
}

/* Our own texts: nothing in them has to be escaped. */
void page_write(rz_text *out, const char *language, page_kind kind) {
    rz_text_add(out, "<!doctype html>\n<html lang=\"");
    rz_text_add(out, language);
    rz_text_add(out, "\">\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<title>Razzia</title>\n<link rel=\"stylesheet\" href=\"/app.css\">\n"
                     "<div class=\"page text-page\">\n<main>\n<h1>Razzia</h1>\n"
                     "<section class=\"panel prose\">\n<p>");
    rz_text_add(out, notify_say(language, pages[kind].sentence));
    rz_text_add(out, "</p>\n");
    if (pages[kind].button)
        write_button(out, language, pages[kind].button);
    rz_text_add(out, "<p><a href=\"/\">");
    rz_text_add(out, notify_say(language, N_("To the games")));
    rz_text_add(out, "</a></p>\n</section>\n</main>\n</div>\n</html>\n");
}
