#include "serve/packet.h"

#include <stdlib.h>
#include <string.h>

/* The header of a final text frame that is not masked; its length. */
static size_t write_header(unsigned char *at, size_t length) {
    enum { FINAL_TEXT = 0x81, SHORT = 125, TWO_BYTES = 126, EIGHT_BYTES = 127 };
    size_t bytes = length <= SHORT ? 0 : length <= UINT16_MAX ? 2 : 8;
    at[0] = FINAL_TEXT;
    at[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? TWO_BYTES : EIGHT_BYTES);
    for (size_t i = 0; i < bytes; i++)
        at[2 + i] = (unsigned char)((uint64_t)length >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

packet *packet_new(rz_slice text) {
    enum { HEADER = 10 };
    packet *p = malloc(sizeof *p + PACKET_HEADROOM + HEADER + text.length);
    if (!p)
        return NULL;
    size_t header = write_header(p->bytes + PACKET_HEADROOM, text.length);
    memcpy(p->bytes + PACKET_HEADROOM + header, text.at, text.length);
    p->refs = 1;
    p->length = header + text.length;
    return p;
}

packet *packet_ping(void) {
    enum { FINAL_PING = 0x89 };
    packet *p = packet_new((rz_slice){"?", 1}); /* the library does not tell of an empty answer */
    if (p)
        p->bytes[PACKET_HEADROOM] = FINAL_PING;
    return p;
}

void packet_free(packet *p) {
    if (--p->refs == 0)
        free(p);
}

unsigned char *packet_frame(packet *p) {
    return p->bytes + PACKET_HEADROOM;
}
