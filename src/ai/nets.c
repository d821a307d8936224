#include "ai/nets.h"

#include "ai/learnt.h"
#include "core/module.h"

static const rz_learnt *learnt_of(const rz_game *game) {
    return rz_modules_learnt ? rz_module_of(game)->learnt : NULL;
}

bool rz_net_set(const rz_game *game, const rz_net *net) {
    if (learnt_of(game))
        *learnt_of(game)->net = net;
    return learnt_of(game) != NULL;
}

const rz_net *rz_net_of(const rz_game *game) {
    return learnt_of(game) ? *learnt_of(game)->net : NULL;
}

const rz_net_shape *rz_net_shape_of(const rz_game *game) {
    return learnt_of(game) ? learnt_of(game)->shape : NULL;
}

bool rz_net_knows(const rz_game *game, const rz_setup *setup) {
    const rz_learnt *learnt = learnt_of(game);
    return learnt && (!learnt->knows || learnt->knows(setup));
}
