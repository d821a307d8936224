#include "notify/texts.h"

#include <string.h>

static int place_of(const char *language) {
    for (int i = 0; notify_languages[i]; i++)
        if (!strcmp(notify_languages[i], language))
            return i;
    return -1;
}

bool notify_speaks(const char *language) {
    return place_of(language) >= 0;
}

const char *notify_say(const char *language, const char *english) {
    int place = place_of(language);
    for (int i = 0; place > 0 && i < notify_n_texts; i++)
        if (!strcmp(notify_texts[i].in[0], english) && *notify_texts[i].in[place])
            return notify_texts[i].in[place];
    return english;
}

static const char *value_of(const char *name, size_t length, const char *const *pairs) {
    for (; *pairs; pairs += 2)
        if (rz_slice_is((rz_slice){name, length}, pairs[0]))
            return pairs[1];
    return "";
}

void notify_fill(rz_text *out, const char *language, const char *english,
                 const char *const *pairs) {
    const char *at = notify_say(language, english), *open, *close;
    while ((open = strchr(at, '{')) && (close = strchr(open, '}'))) {
        rz_text_slice(out, (rz_slice){at, (size_t)(open - at)});
        rz_text_add(out, value_of(open + 1, (size_t)(close - open - 1), pairs));
        at = close + 1;
    }
    rz_text_add(out, at);
}
