/* The time that bots have: a clock that only goes forward. */
#ifndef RZ_CLOCK_H
#define RZ_CLOCK_H

/* Milliseconds since some moment in the past. */
double rz_clock_ms(void);

#endif
