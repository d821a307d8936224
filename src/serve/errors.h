/* The errors of the protocol: one list. The enum here, the table in docs/protocol.md and the type
 * of the browser client are made of it (tools/protocol_errors.py). */
#ifndef SERVE_ERRORS_H
#define SERVE_ERRORS_H

/* Constant, code, meaning. */
#define PROTOCOL_ERRORS(X)                                                                         \
    X(JSON, "json", "the message is no JSON object")                                               \
    X(REQUEST, "request", "an unknown `do`; a field is missing or wrong")                          \
    X(HELLO, "hello", "no `hello` was answered yet")                                               \
    X(PROTOCOL, "protocol", "another version of the protocol")                                     \
    X(KEY, "key", "a key is 32 hex digits; one that joins belongs to nobody yet")                  \
    X(CODE, "code", "the code was used, is too old, or never was one")                             \
    X(DEVICE, "device", "this device was removed, or there is no such device")                     \
    X(CLUB, "club", "the club is closed, or one comes in by invitation")                           \
    X(BANNED, "banned", "an owner of the club has shut you out")                                   \
    X(OWNER, "owner", "only owners of the club may do that")                                       \
    X(PERSON, "person", "there is no such person, or they do not show their page")                 \
    X(NAME, "name", "a name has from 1 to 40 characters, all can be seen, and it imitates nobody") \
    X(TABLE, "table", "there is no such table")                                                    \
    X(SEAT, "seat", "the seat is taken or not yours, or none is free")                             \
    X(MAKER, "maker", "only the maker of the table may do that")                                   \
    X(STARTED, "started", "the game has started already")                                          \
    X(NOT_STARTED, "not_started", "the game has not started")                                      \
    X(OVER, "over", "the game is over")                                                            \
    X(TURN, "turn", "it is not yours to act, or a bot plays for you: `return` first")              \
    X(LATE, "late", "another line has that number; what is there is pushed")                       \
    X(ILLEGAL, "illegal", "the rules forbid it; `rule` says which one")                            \
    X(OPTIONS, "options", "the game has no such options")                                          \
    X(CLOCK, "clock", "there is no such clock")                                                    \
    X(LEVEL, "level", "there is no bot of that level for this game")                               \
    X(CHAT, "chat", "the text can not be seen, is too long or not text, or the sender is muted")   \
    X(LIMIT, "limit", "too many, too fast or too large; the text says which")                      \
    X(STORE, "store", "the store can not be used now; nothing was lost")                           \
    X(PAUSED, "paused", "the game is paused")                                                      \
    X(REMOVED, "removed", "the maker has removed you from this table")

typedef enum protocol_error {
    ERROR_NONE,
#define X(constant, code, meaning) ERROR_##constant,
    PROTOCOL_ERRORS(X)
#undef X
} protocol_error;

/* The code that a client gets. */
const char *protocol_error_code(protocol_error error);

#endif
