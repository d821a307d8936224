#include "ai/learn.h"

#include "core/module.h"

const rz_course *rz_course_of(const rz_game *game) {
    return rz_module_of(game)->course;
}
