#include "serve/history.h"

#include <stdio.h>
#include <string.h>

#include "core/json_write.h"
#include "store/club.h"

static void write_scores(rz_text *out, const int32_t *scores, rz_actors winners, int seats) {
    rz_put_open(out, NULL, '[');
    for (int s = 0; s < seats; s++) {
        rz_put_open(out, NULL, '[');
        rz_put_int(out, NULL, scores[s]);
        rz_put_int(out, NULL, winners >> s & 1);
        rz_put_close(out, ']');
    }
    rz_put_close(out, ']');
}

bool history_read_scores(rz_slice text, int32_t scores[RZ_SEATS_MAX], bool won[RZ_SEATS_MAX]) {
    rz_json json;
    rz_problem problem = {0};
    int count = 0;
    rz_json_init(&json, text, &problem);
    if (!rz_json_open(&json, '['))
        return false;
    while (rz_json_more(&json, '[', &count)) {
        int32_t pair[2] = {0};
        int n = 0;
        if (count > RZ_SEATS_MAX || !rz_json_open(&json, '['))
            return false;
        while (rz_json_more(&json, '[', &n))
            if (n > 2 || !rz_json_int(&json, &pair[n - 1]))
                return false;
        scores[count - 1] = pair[0];
        won[count - 1] = pair[1] != 0;
    }
    return problem.error == RZ_OK;
}

store_result history_write(store *s, const char *id, const lobby *l, const rz_setup *setup,
                           const position *p, int64_t at) {
    char memory[256];
    rz_text out;
    int32_t scores[RZ_SEATS_MAX] = {0};
    const rz_game *game = rz_game_of(setup);
    const rz_public *pub = rz_state_public(&p->state);
    rz_actors winners = game->winners(setup, pub);
    game->scores(setup, pub, scores);
    rz_text_init(&out, memory, sizeof memory);
    write_scores(&out, scores, winners, rz_seats(setup));
    store_result result = STORE_OK;
    for (int seat = 0; seat < rz_seats(setup) && result == STORE_OK; seat++) {
        if (!l->seats[seat].person || lobby_forgotten(&l->seats[seat]))
            continue;
        store_played played = {.at = at,
                               .players = rz_seats(setup),
                               .won = winners >> seat & 1,
                               .scores = {memory, out.length}};
        memcpy(played.person, l->seats[seat].hash, STORE_HASH);
        snprintf(played.id, sizeof played.id, "%s", id);
        snprintf(played.game, sizeof played.game, "%s", game->name);
        result = store_add_played(s, &played);
    }
    return result;
}
