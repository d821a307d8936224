/* The sentences about a seat as they are said to that seat itself. */
#include "words/words.h"

static const rz_form forms[] = {
    {N_("{who} is back."), N_("You are back."), NULL},
    {N_("{who} leaves the table; a bot plays on."), N_("You leave the table; a bot plays on."),
     NULL},
    {N_("{who} is out of time; a bot plays on."), N_("You are out of time; a bot plays on."), NULL},
    {NULL, NULL, NULL},
};

static const char *find_form(const rz_form *list, const char *english, bool to_other) {
    rz_slice wanted = rz_slice_of(english);
    for (; list && list->english; list++) {
        const char *found = to_other ? list->other : list->who;
        if (found && rz_slice_is(wanted, list->english))
            return found;
    }
    return NULL;
}

const char *rz_form_to(const rz_voice *voice, const char *english, bool to_other) {
    const rz_words *words = rz_words_of(voice->header->game);
    const char *found = find_form(forms, english, to_other);
    if (!found)
        found = find_form(words->forms, english, to_other);
    return found ? found : english;
}
