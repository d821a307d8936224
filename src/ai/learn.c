#include "ai/learn.h"

const rz_course *rz_course_of(const rz_game *game) {
    return game == loot_course.game ? &loot_course : game == mice_course.game ? &mice_course : NULL;
}
