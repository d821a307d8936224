/* A request as a client sends it, taken apart into its fields. */
#ifndef SERVE_MESSAGE_H
#define SERVE_MESSAGE_H

#include "core/record.h"

/* The fields that requests have. They are looked for in this order: those of a move come first. */
#define MESSAGE_FIELDS(X)                                                                          \
    X(ID, "id")                                                                                    \
    X(DO, "do")                                                                                    \
    X(TABLE, "table")                                                                              \
    X(NUMBER, "number")                                                                            \
    X(LINE, "line")                                                                                \
    X(ACT, "act")                                                                                  \
    X(ADDRESS, "address")                                                                          \
    X(ALL, "all")                                                                                  \
    X(AUTH, "auth")                                                                                \
    X(BOTS, "bots")                                                                                \
    X(CHAT, "chat")                                                                                \
    X(CLOCK, "clock")                                                                              \
    X(CONTACT, "contact")                                                                          \
    X(DAYS, "days")                                                                                \
    X(DEVICE, "device")                                                                            \
    X(EACH, "each")                                                                                \
    X(ENDPOINT, "endpoint")                                                                        \
    X(FILL, "fill")                                                                                \
    X(FOLLOW, "follow")                                                                            \
    X(FROM, "from")                                                                                \
    X(GAME, "game")                                                                                \
    X(HELP, "help")                                                                                \
    X(INVITE, "invite")                                                                            \
    X(JOIN, "join")                                                                                \
    X(KEY, "key")                                                                                  \
    X(LANGUAGE, "language")                                                                        \
    X(LEVEL, "level")                                                                              \
    X(NAME, "name")                                                                                \
    X(NONCE, "nonce")                                                                              \
    X(OPEN, "open")                                                                                \
    X(OPTIONS, "options")                                                                          \
    X(P256DH, "p256dh")                                                                            \
    X(PAGE, "page")                                                                                \
    X(PROTOCOL, "protocol")                                                                        \
    X(QUICK, "quick")                                                                              \
    X(REPORT, "report")                                                                            \
    X(SEAT, "seat")                                                                                \
    X(SEATS, "seats")                                                                              \
    X(TEXT, "text")                                                                                \
    X(TO, "to")                                                                                    \
    X(USES, "uses")                                                                                \
    X(WHO, "who")

typedef enum message_field {
#define X(field, name) FIELD_##field,
    MESSAGE_FIELDS(X)
#undef X
        FIELDS
} message_field;

/* A request taken apart: the JSON of each field, or no text where it is missing. */
typedef struct message {
    rz_slice text; /* the whole, in which the fields lie */
    rz_slice field[FIELDS];
} message;

/* False if this is no JSON object, or has one of our fields twice. Others are passed over. */
bool message_read(rz_slice text, message *m);

/* Each is false if the field is missing or something else. */
bool message_int(const message *m, message_field field, int32_t min, int32_t max, int32_t *out);
bool message_string(const message *m, message_field field, char *out, size_t size);
bool message_hex(const message *m, message_field field, uint8_t *out, size_t size);

/* Missing, or null. */
bool message_none(const message *m, message_field field);
bool message_true(const message *m, message_field field);

/* What it says, or `unsaid` where it is missing; false if it is neither true nor false. */
bool message_flag(const message *m, message_field field, bool unsaid, bool *out);

#endif
