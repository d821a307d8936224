#include "core/module.h"

const rz_module *rz_module_of(const rz_game *game) {
    static const rz_module none = {0};
    for (const rz_module *const *module = rz_modules; *module; module++)
        if ((*module)->game == game)
            return *module;
    return &none;
}
