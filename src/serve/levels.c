#include "serve/levels.h"

#include <string.h>

#include "ai/nets.h"
#include "core/json_write.h"
#include "serve/lobby.h"

bool level_read(const rz_game *game, const char *level, rz_bot_spec *spec) {
    return strlen(level) < LOBBY_LEVEL && rz_bot_read(rz_slice_of(level), spec) && !spec->ms &&
           !spec->nodes && rz_bot_plays(spec->bot, game) &&
           (!spec->bot->needs_net || rz_net_of(game));
}

void levels_write(rz_text *out) {
    rz_bot_spec spec;
    rz_put_open(out, "levels", '{');
    for (int g = 0; rz_games[g]; g++) {
        rz_put_open(out, rz_games[g]->name, '[');
        for (int i = 0; rz_bots[i]; i++)
            if (level_read(rz_games[g], rz_bots[i]->name, &spec))
                rz_put_string(out, NULL, rz_bots[i]->name);
        rz_put_close(out, ']');
    }
    rz_put_close(out, '}');
}
