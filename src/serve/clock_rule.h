/* The clock of a table: how long its people may think. */
#ifndef SERVE_CLOCK_RULE_H
#define SERVE_CLOCK_RULE_H

#include "core/json.h"

/* In seconds and days; all zero: no clock. */
typedef struct clock_rule {
    int32_t move, bank, days;
} clock_rule;

bool clock_rule_is_set(const clock_rule *rule);

/* {"move":SECONDS,"bank":SECONDS}, {"days":N} or null. What is read is not checked for sense. */
bool clock_rule_read(rz_json *json, clock_rule *rule);
void clock_rule_write(rz_text *out, const char *key, const clock_rule *rule);

#endif
