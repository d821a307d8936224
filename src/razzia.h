/* Razzia as a library: the rules of the games, records, dealers and bots.
 *
 * core/game.h is the place to begin. Everything is the caller's memory, and nothing does input or
 * output, save for library/load_nets.h. Bots that search read a clock while they think.
 */
#ifndef RZ_RAZZIA_H
#define RZ_RAZZIA_H

#include "ai/advice.h"
#include "ai/bot.h"
#include "ai/foreign.h"
#include "ai/match.h"
#include "ai/nets.h"
#include "batch/batch.h"
#include "core/chain.h"
#include "core/dealer.h"
#include "core/driver.h"
#include "core/game.h"
#include "core/json.h"
#include "core/json_write.h"
#include "core/receipt.h"
#include "core/record.h"
#include "core/verify.h"
#include "games/games.h"
#include "library/load_nets.h"

#endif
