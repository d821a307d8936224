/* Razzia as a library: the rules of the games, records, dealers and bots.
 *
 * core/game.h is the place to begin. Everything is the caller's memory, and nothing does input or
 * output. Only bots that search allocate and read a clock, while they think.
 */
#ifndef RZ_RAZZIA_H
#define RZ_RAZZIA_H

#include "ai/bot.h"
#include "ai/match.h"
#include "core/dealer.h"
#include "core/driver.h"
#include "core/game.h"
#include "core/record.h"
#include "games/games.h"

#endif
