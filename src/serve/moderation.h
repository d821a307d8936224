/* What the maker of a table may do to others. */
#ifndef SERVE_MODERATION_H
#define SERVE_MODERATION_H

#include "serve/operation.h"

handler moderation_mute, moderation_unmute, moderation_remove;

#endif
