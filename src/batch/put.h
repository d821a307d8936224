/* How features are written: each of these puts some bytes and gives back where the next go. */
#ifndef RZ_PUT_H
#define RZ_PUT_H

#include "core/game.h"
#include "core/mem.h"

/* A number from `min` up, less that, as far as `max` goes. */
static inline uint8_t *put_number(uint8_t *out, int number, int min, int max) {
    int above = number > min ? number - min : 0;
    *out = (uint8_t)(above < max ? above : max);
    return out + 1;
}

static inline uint8_t *put_bytes(uint8_t *out, const uint8_t *bytes, size_t n) {
    memcpy(out, bytes, n);
    return out + n;
}

/* One of `n` places is 1: `place`, or none if there is no such. */
static inline uint8_t *put_place(uint8_t *out, int n, int place) {
    memset(out, 0, (size_t)n);
    if (place >= 0 && place < n)
        out[place] = 1;
    return out + n;
}

/* Eight bits as eight bytes, the lowest first: each byte keeps one bit of its own, which is then
 * moved to the lowest place. */
static inline uint64_t put_spread(unsigned bits) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t own = (bits & 0xff) * ones & 0x8040201008040201u;
    return (own + 0x7f * ones) >> 7 & ones;
}

static inline uint8_t *put_bits8(uint8_t *out, unsigned bits) {
    uint64_t bytes = put_spread(bits);
    memcpy(out, &bytes, 8);
    return out + 8;
}

static inline uint8_t *put_bits16(uint8_t *out, unsigned bits) {
    return put_bits8(put_bits8(out, bits), bits >> 8);
}

/* ---- Seats, counted from the viewer ---------------------------------------------------------- */

/* A spectator counts from seat 0. */
static inline int put_first(int viewer, int seats) {
    return viewer < seats ? viewer : 0;
}

/* The seat that is `i` places after the first. */
static inline int put_seat_at(int first, int seats, int i) {
    int seat = first + i;
    return seat < seats ? seat : seat - seats;
}

/* Which of them is `seat`; none if it is not one of the seats. */
static inline uint8_t *put_seat(uint8_t *out, int first, int seats, int seat) {
    int place = seat - first;
    return put_place(out, seats, seat >= seats ? -1 : place < 0 ? place + seats : place);
}

/* A set of seats. */
static inline uint8_t *put_seats(uint8_t *out, int first, int seats, unsigned set) {
    for (int i = 0; i < seats; i++)
        *out++ = set >> put_seat_at(first, seats, i) & 1;
    return out;
}

/* A row of bytes of each seat; rows stand one behind the other. */
static inline uint8_t *put_rows(uint8_t *out, int first, int seats, const uint8_t *rows,
                                size_t size) {
    size_t behind = (size_t)first * size, all = (size_t)seats * size;
    memcpy(out, rows + behind, all - behind);
    memcpy(out + all - behind, rows, behind);
    return out + all;
}

#endif
