/* Choices that several seats make at once: what each combination leads to, and means over how the
 * best players mix theirs. */
#ifndef RZ_PROFILE_H
#define RZ_PROFILE_H

#include "analysis/analyst.h"

typedef struct rz_profile {
    rz_analyst *analyst; /* its `together` is the state before all of them */
    int n;               /* seats that choose */
    const rz_decision *decision[RZ_SEATS_MAX];
} rz_profile;

/* Up to so many combinations all are gone through; of more so many are drawn, by a fixed seed. */
enum { RZ_PROFILES_MAX = 4096 };

/* Win shares when each seat does its action, in the order of `decision`. True if exact. */
bool rz_profile_value(const rz_profile *profile, const rz_action action[], rz_shares *shares);

/* The mean of that when all mix as the best players do. */
void rz_profile_mean(const rz_profile *profile, rz_shares *mean);

/* What each seat has of the others' errors: the sum over all others of the difference that the
 * choice of one makes against the best one, while the rest mix. */
void rz_profile_gifts(const rz_profile *profile, rz_shares *gifts);

#endif
