#include "serve/metrics.h"

void metrics_write(const metrics *m, rz_text *out) {
#define X(name, kind, about)                                                                       \
    rz_text_add(out, "# HELP razzia_" #name " " about "\n# TYPE razzia_" #name " " kind            \
                     "\nrazzia_" #name " ");                                                       \
    rz_text_int(out, (int64_t)m->name);                                                            \
    rz_text_char(out, '\n');
    METRICS(X)
#undef X
}
