/* What the analyst says, as JSON: docs/analysis.md has every field.
 *
 * Shares and their changes have so many digits that the sums hold to 1e-9 when somebody adds up
 * what is written. As in core/json_write.h `key` is the name of the field, or NULL inside a list. A
 * text that was too short is `full`: the caller gives more room and asks again.
 */
#ifndef RZ_REPORT_H
#define RZ_REPORT_H

#include "analysis/analyst.h"
#include "core/record.h"

/* A number with 13 digits after the point, less those at the end that are zero; null where it is
 * not finite or 1,000 and more. */
void rz_report_number(rz_text *out, const char *key, double number);

/* A list of a number for each seat. */
void rz_report_shares(rz_text *out, const char *key, const rz_shares *shares, int seats);

/* A step: its line, its kind, all its terms and the win shares after it. */
void rz_report_step(rz_text *out, const char *key, const rz_analyst *analyst, const rz_step *step);

/* What was public when the decisions of a step were made: `state` is what it was before the step's
 * last line. */
const rz_public *rz_step_before(const rz_analyst *analyst, const rz_step *step,
                                const rz_state *state);

/* A decision: what was chosen, what was best, what each choice is worth. `before` is what was
 * public then; `why` is a sentence for people, or NULL. Forced ones are nothing to tell of. */
void rz_report_decision(rz_text *out, const char *key, const rz_analyst *analyst,
                        const rz_public *before, const rz_decision *decision, const char *why);

/* The sums of one seat. */
void rz_report_player(rz_text *out, const char *key, const rz_analyst *analyst,
                      const rz_header *header, int seat);

/* A whole game as one object. `decisions` and `steps` are what the functions above have written
 * inside of two lists, without the brackets. `is_over`: the last step has ended the game; else its
 * result is what the chances are now. */
void rz_report_game(rz_text *out, const rz_analyst *analyst, const rz_header *header, bool is_over,
                    rz_slice decisions, rz_slice steps);

#endif
