#include "serve/errors.h"

const char *protocol_error_code(protocol_error error) {
    static const char *const codes[] = {[ERROR_NONE] = "",
#define X(constant, code, meaning) [ERROR_##constant] = code,
                                        PROTOCOL_ERRORS(X)
#undef X
    };
    return codes[error];
}
