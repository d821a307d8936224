#include "ai/learn.h"

const rz_course *rz_course_of(const rz_game *game) {
    static const rz_course *const courses[] = {&loot_course, &bars_course, &mice_course};
    return courses[game->number];
}
