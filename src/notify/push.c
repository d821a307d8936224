#include "notify/push.h"

#include <sodium.h>
#include <string.h>

#include "core/json_write.h"
#include "core/sha256.h"
#include "core/translate.h"
#include "notify/texts.h"

bool push_write(rz_text *out, const char *language, const char *title, const char *game,
                const char *table) {
    rz_put_open(out, NULL, '{');
    rz_put_string(out, "title", title);
    rz_put_string(out, "text", notify_say(language, N_("It is your turn.")));
    rz_put_string(out, "game", game);
    rz_put_string(out, "table", table);
    rz_put_close(out, '}');
    return !out->full;
}

void push_write_topic(const char *table, char topic[PUSH_TOPIC]) {
    enum { BYTES = 24 };
    uint8_t bytes[RZ_SHA256_SIZE];
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, table, strlen(table));
    rz_sha256_end(&hash, bytes);
    sodium_bin2base64(topic, PUSH_TOPIC, bytes, BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
