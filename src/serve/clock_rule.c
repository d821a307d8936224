#include "serve/clock_rule.h"

#include "core/json_write.h"

bool clock_rule_is_set(const clock_rule *rule) {
    return rule->move || rule->bank || rule->days;
}

static int32_t *field_of(clock_rule *rule, rz_slice name) {
    return rz_slice_is(name, "move")   ? &rule->move
           : rz_slice_is(name, "bank") ? &rule->bank
           : rz_slice_is(name, "days") ? &rule->days
                                       : NULL;
}

bool clock_rule_read(rz_json *json, clock_rule *rule) {
    int count = 0;
    rz_slice name;
    *rule = (clock_rule){0};
    if (rz_json_peek(json) == 'n')
        return rz_json_null(json);
    if (rz_json_peek(json) != '{' || !rz_json_open(json, '{'))
        return false;
    while (rz_json_more(json, '{', &count) && rz_json_key(json, &name)) {
        int32_t *to = field_of(rule, name);
        if (!to || !rz_json_int(json, to) || *to < 0)
            return false;
    }
    return json->problem->error == RZ_OK;
}

void clock_rule_write(rz_text *out, const char *key, const clock_rule *rule) {
    if (!clock_rule_is_set(rule)) {
        rz_put_null(out, key);
        return;
    }
    rz_put_open(out, key, '{');
    if (rule->days) {
        rz_put_int(out, "days", rule->days);
    } else {
        rz_put_int(out, "move", rule->move);
        rz_put_int(out, "bank", rule->bank);
    }
    rz_put_close(out, '}');
}
