/* A message on its way to clients, as a WebSocket frame. */
#ifndef SERVE_PACKET_H
#define SERVE_PACKET_H

#include "core/text.h"

enum { PACKET_HEADROOM = 16 }; /* before a frame, for what the transport puts there */

/* One text on its way to any number of sockets: a whole frame, header and all, so that several can
 * be sent in one go. Of the loop's thread, but for the making. */
typedef struct packet {
    int refs;
    size_t length;         /* of the frame */
    unsigned char bytes[]; /* PACKET_HEADROOM bytes that the transport may use, and the frame */
} packet;

packet *packet_new(rz_slice text); /* one reference; NULL without memory */
packet *packet_ping(void);         /* that asks the other side whether it is there */
void packet_free(packet *p);       /* takes one away */
unsigned char *packet_frame(packet *p);

#endif
