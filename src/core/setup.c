#include "core/setup.h"

#include "core/json_write.h"
#include "core/mem.h"

static int32_t *value_at(const rz_option *option, rz_setup *setup) {
    return (int32_t *)(void *)((char *)setup + option->offset);
}

static int32_t value_of(const rz_option *option, const rz_setup *setup) {
    return *(const int32_t *)(const void *)((const char *)setup + option->offset);
}

/* Where words and numbers mix, words are below zero. */
static int32_t word_value(const rz_option *option, int index) {
    return option->numbers ? -1 - index : index;
}

static int32_t default_of(const rz_option *option) {
    return option->n_words > 0 ? word_value(option, 0) : option->fallback;
}

bool rz_setup_init(const rz_game *game, int seats, rz_setup *setup, rz_problem *problem) {
    *problem = (rz_problem){0};
    if (seats < game->seats_min || seats > game->seats_max) {
        problem->rule = game->seats_rule;
        return rz_problem_set(problem, RZ_E_SEATS, rz_slice_of("seats"));
    }
    memset(setup, 0, game->setup_size);
    *(rz_setup_common *)(void *)setup = (rz_setup_common){game->number, (uint8_t)seats};
    for (int i = 0; i < game->n_options; i++)
        if (!game->options[i].read)
            *value_at(&game->options[i], setup) = default_of(&game->options[i]);
    return true;
}

static bool read_word(const rz_option *option, rz_json *json, int32_t *value) {
    rz_slice word;
    char c = rz_json_peek(json);
    if (c == 't' || c == 'f') {
        int32_t truth;
        if (!rz_json_bool(json, &truth))
            return false;
        word = rz_slice_of(truth ? "true" : "false");
    } else if (!rz_json_string(json, &word)) {
        return false;
    } else if (rz_slice_is(word, "true") || rz_slice_is(word, "false")) {
        return rz_json_fail(json, RZ_E_OPTION_VALUE, rz_slice_of(option->name));
    }
    for (int i = 0; i < option->n_words; i++)
        if (rz_slice_is(word, option->words[i])) {
            *value = word_value(option, i);
            return true;
        }
    return rz_json_fail(json, RZ_E_OPTION_VALUE, rz_slice_of(option->name));
}

static bool read_number(const rz_option *option, int seats, rz_json *json, int32_t *value) {
    int32_t max = option->max > 0 ? option->max : seats - 1, number;
    if (!rz_json_int(json, &number))
        return false;
    if (number < option->min || number > max)
        return rz_json_fail(json, RZ_E_OPTION_VALUE, rz_slice_of(option->name));
    *value = number;
    return true;
}

static bool read_value(const rz_option *option, rz_setup *setup, rz_json *json) {
    char c = rz_json_peek(json);
    if (option->read) {
        rz_error error = option->read(setup, json);
        return error == RZ_OK || rz_json_fail(json, error, rz_slice_of(option->name));
    }
    bool digit = c == '-' || (c >= '0' && c <= '9');
    if (digit && option->numbers)
        return read_number(option, rz_seats(setup), json, value_at(option, setup));
    if (!digit && option->n_words > 0)
        return read_word(option, json, value_at(option, setup));
    return rz_json_fail(json, RZ_E_OPTION_VALUE, rz_slice_of(option->name));
}

/* `seats`, and not "seats": what a person types. */
static bool is_bare_word(rz_slice value) {
    char c = value.length > 0 ? value.at[0] : '\0';
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && !rz_slice_is(value, "true") &&
           !rz_slice_is(value, "false") && value.length < RZ_JSON_STRING;
}

bool rz_setup_option(const rz_game *game, rz_setup *setup, rz_slice name, rz_slice value,
                     rz_problem *problem) {
    char quoted[RZ_JSON_STRING + 3];
    if (is_bare_word(value)) {
        rz_text text;
        rz_text_init(&text, quoted, sizeof quoted);
        rz_text_char(&text, '"');
        rz_text_slice(&text, value);
        rz_text_char(&text, '"');
        value = (rz_slice){quoted, text.length};
    }
    rz_json json;
    rz_json_init(&json, value, problem);
    for (int i = 0; i < game->n_options; i++) {
        const rz_option *option = &game->options[i];
        if (!rz_slice_is(name, option->name))
            continue;
        if (read_value(option, setup, &json) && rz_json_end(&json))
            return true;
        problem->rule = option->rule;
        if (problem->error < RZ_E_GAME) {
            problem->error = RZ_OK;
            rz_problem_set(problem, RZ_E_OPTION_VALUE, name);
        }
        return false;
    }
    return rz_problem_set(problem, RZ_E_OPTION, name);
}

bool rz_setup_complete(const rz_game *game, rz_setup *setup, rz_problem *problem) {
    *problem = (rz_problem){0};
    rz_error error = game->complete(setup);
    if (error == RZ_OK)
        return true;
    problem->rule = rz_reason_of(game, error)->rule;
    return rz_problem_set(problem, error, rz_slice_of("options"));
}

static void write_value(const rz_option *option, const rz_setup *setup, rz_text *out) {
    int32_t value = value_of(option, setup);
    if (option->numbers && value >= 0) {
        rz_put_int(out, NULL, value);
        return;
    }
    const char *word = option->words[option->numbers ? -1 - value : value];
    if (rz_slice_is(rz_slice_of(word), "true"))
        rz_put_bool(out, NULL, true);
    else
        rz_put_string(out, NULL, word);
}

static bool is_default(const rz_option *option, const rz_setup *setup) {
    return option->read ? option->is_default(setup) : value_of(option, setup) == default_of(option);
}

static int write_options(const rz_game *game, const rz_setup *setup, bool brief, rz_text *out) {
    int written = 0;
    rz_put_open(out, NULL, '{');
    for (int i = 0; i < game->n_options; i++) {
        const rz_option *option = &game->options[i];
        if (is_default(option, setup))
            continue;
        written++;
        if (option->read && brief) {
            rz_put_bool(out, option->name, true);
            continue;
        }
        rz_put_key(out, option->name);
        if (option->read)
            option->write(setup, out);
        else
            write_value(option, setup, out);
    }
    rz_put_close(out, '}');
    return written;
}

int rz_setup_write_options(const rz_game *game, const rz_setup *setup, rz_text *out) {
    return write_options(game, setup, false, out);
}

int rz_setup_write_options_brief(const rz_game *game, const rz_setup *setup, rz_text *out) {
    return write_options(game, setup, true, out);
}
