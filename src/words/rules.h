/* The numbered rules as sentences in English, which are the keys of their translations. They are
 * written in docs/rules, and nowhere else; tools/texts.py makes the table.
 */
#ifndef RZ_RULES_H
#define RZ_RULES_H

typedef struct rz_rule {
    const char *game; /* "loot" */
    const char *id;   /* "L21" */
    const char *text;
} rz_rule;

/* All rules of all games, in the order of the pages. */
extern const rz_rule rz_rules[];
extern const int rz_n_rules;

#endif
