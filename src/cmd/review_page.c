/* What the analyst says of games, as one page that needs nothing from elsewhere. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/study.h"

/* A page that is written; nothing more once something could not be. */
typedef struct page {
    cmd_writer *writer;
    const cmd_review *review;
    bool ok;
} page;

static void put_bytes(page *p, const char *bytes, size_t size) {
    p->ok = p->ok && cmd_write(p->writer, bytes, size);
}

__attribute__((format(printf, 2, 3))) static void put(page *p, const char *format, ...) {
    char memory[1024];
    va_list values;
    va_start(values, format);
    int n = vsnprintf(memory, sizeof memory, format, values);
    va_end(values);
    put_bytes(p, memory, n < (int)sizeof memory ? (size_t)n : sizeof memory - 1);
}

/* Text from people and records: nothing in it is taken for a tag. */
static void put_text(page *p, const char *text) {
    for (; *text; text++) {
        const char *named = *text == '<'   ? "&lt;"
                            : *text == '>' ? "&gt;"
                            : *text == '&' ? "&amp;"
                            : *text == '"' ? "&quot;"
                                           : NULL;
        put_bytes(p, named ? named : text, named ? strlen(named) : 1);
    }
}

static void put_word(page *p, const char *english) {
    put_text(p, cmd_translate(english));
}

static rz_voice voice_of(const page *p) {
    return (rz_voice){.translate = p->review->translate,
                      .header = &p->review->record->header,
                      .setup = &p->review->record->setup,
                      .you = -1};
}

static void put_format(page *p, const char *english, const char *name, const char *value) {
    char memory[600];
    rz_voice voice = voice_of(p);
    rz_text text;
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text, english, name, value, NULL);
    put_text(p, memory);
}

static void put_name(page *p, int seat) {
    char name[RZ_NAME_BYTES + 40];
    rz_voice voice = voice_of(p);
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&voice, &text, seat);
    put_text(p, name);
}

/* ---- The frame ------------------------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark;--paper:#f5f0e6;--panel:#fffcf5;--ink:#221c15;--faint:#5b5145;"
    "--line:#b9ab95;--good:#0a6a4b;--bad:#a5301c;--s0:#2a78ad;--s1:#d98c1f;--s2:#4e8f5b;"
    "--s3:#a8558f;--s4:#8a6f4d;--s5:#5f6f80;--s6:#b0563f;--s7:#7d7a2c}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#191613;--panel:#242019;--ink:#f2eadb;"
    "--faint:#b8ac9a;--line:#6d6252;--good:#66c39b;--bad:#f08a72;--s0:#2f6f9f;--s1:#a8660d;"
    "--s2:#3c7549;--s3:#884474;--s4:#7a6244;--s5:#566373;--s6:#964733;--s7:#6a6725}}\n"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
    "font:1rem/1.45 system-ui,sans-serif}main{max-width:64rem;margin:0 auto;padding:1rem}\n"
    "section{background:var(--panel);border:1px solid var(--line);border-radius:12px;"
    "padding:1rem;margin:0 0 1.5rem}h1,h2,h3{line-height:1.15;margin:0 0 .5rem}"
    "h3{margin-top:1.25rem;font-size:1.05rem}p{margin:.25rem 0}.faint{color:var(--faint)}\n"
    "svg{display:block;width:100%;height:auto;margin:.75rem 0 0}svg text{fill:var(--ink);"
    "font:13px system-ui,sans-serif}.scroll{overflow-x:auto}table{border-collapse:collapse;"
    "font-variant-numeric:tabular-nums}th,td{padding:.25rem .6rem;text-align:right;"
    "border-bottom:1px solid var(--line);white-space:nowrap}th:first-child,td:first-child"
    "{text-align:left}thead th{font-weight:500;color:var(--faint)}\n"
    "ul.key{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:.5rem 0}"
    ".dot{display:inline-block;width:.8em;height:.8em;border-radius:3px;margin-right:.4em}"
    "ol{padding-left:1.5rem;margin:.25rem 0}li{margin:.35rem 0}.mark{font-weight:600}"
    ".doubtful{color:var(--faint)}.mistake,.blunder{color:var(--bad)}\n";

bool cmd_begin_page(cmd_writer *writer) {
    page p = {.writer = writer, .ok = true};
    const char *language = getenv("LANGUAGE");
    put(&p, "<!doctype html>\n<html lang=\"%.2s\">\n<head>\n<meta charset=\"utf-8\">\n",
        language ? language : "en");
    put(&p, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    put_word(&p, N_("Analysis"));
    put(&p, "</title>\n<style>\n");
    put_bytes(&p, style, sizeof style - 1);
    put(&p, "</style>\n</head>\n<body>\n<main>\n<h1>");
    put_word(&p, N_("Analysis"));
    put(&p, "</h1>\n");
    return p.ok;
}

bool cmd_end_page(cmd_writer *writer) {
    page p = {.writer = writer, .ok = true};
    put(&p, "</main>\n</body>\n</html>\n");
    return p.ok;
}

/* ---- The graph ------------------------------------------------------------------------------- */

enum { WIDE = 1000, LEFT = 40, TOP = 18, HIGH = 260, LANE = 60, TURNS_MAX = 5 };

/* Where step `i` begins; the chances at the start reach from -1 to 0. */
static double x_of(const page *p, int i) {
    return LEFT + (double)(WIDE - LEFT) * (i + 1) / (p->review->n_moments + 1);
}

static double y_of(double share) {
    return TOP + HIGH * (1 - share);
}

static const rz_shares *shares_at(const page *p, int i) {
    return i < 0 ? &p->review->ledger.start : &p->review->moments[i].after;
}

/* The seats from the bottom up: the one that was asked for, or the first, and those after it. */
static int seat_at(const page *p, int place) {
    const cmd_review *r = p->review;
    return (place + (r->seat == RZ_SPECTATOR ? 0 : r->seat)) % rz_seats(&r->record->setup);
}

/* What the seats at the places below `place` have together. */
static double height_below(const page *p, int place, int i) {
    double sum = 0;
    for (int k = 0; k < place; k++)
        sum += shares_at(p, i)->of[seat_at(p, k)];
    return sum;
}

/* From left to right over its top, in steps, and back along its bottom. */
static void put_area(page *p, int place) {
    int n = p->review->n_moments;
    put(p, "<path fill=\"var(--s%d)\" stroke=\"var(--panel)\" stroke-width=\".6\" d=\"M%d %.1f",
        seat_at(p, place), LEFT, y_of(height_below(p, place + 1, -1)));
    for (int i = 0; i < n; i++)
        put(p, "H%.1fV%.1f", x_of(p, i), y_of(height_below(p, place + 1, i)));
    put(p, "H%dV%.1f", WIDE, y_of(height_below(p, place, n - 1)));
    for (int i = n - 1; i >= 0; i--)
        put(p, "H%.1fV%.1f", x_of(p, i), y_of(height_below(p, place, i - 1)));
    put(p, "H%dZ\"/>\n", LEFT);
}

static void put_scale(page *p) {
    for (int percent = 0; percent <= 100; percent += 50)
        put(p,
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text><path stroke=\"var(--line)\" "
            "d=\"M%d %.1fH%d\" stroke-dasharray=\"2 4\"/>\n",
            LEFT - 6, y_of(percent / 100.0) + 4, percent, LEFT, y_of(percent / 100.0), WIDE);
}

/* How much a step moved the chance that it moved most. */
static double change_of(const page *p, int i) {
    const cmd_moment *m = &p->review->moments[i];
    double most = 0;
    for (int s = 0; s < rz_seats(&p->review->record->setup); s++)
        most = fmax(most, fabs(m->after.of[s] - m->before.of[s]));
    return most;
}

/* The few steps that changed most, in the order of the game; how many. */
static int find_turns(const page *p, int turns[TURNS_MAX]) {
    const double least = 0.1;
    int n = 0;
    for (int i = 0; i < p->review->n_moments; i++) {
        int worst = 0;
        for (int k = 1; k < n; k++)
            worst = change_of(p, turns[k]) < change_of(p, turns[worst]) ? k : worst;
        if (change_of(p, i) < least)
            continue;
        if (n == TURNS_MAX) {
            if (change_of(p, i) <= change_of(p, turns[worst]))
                continue;
            memmove(turns + worst, turns + worst + 1, (size_t)(--n - worst) * sizeof *turns);
        }
        turns[n++] = i;
    }
    return n;
}

static void put_flags(page *p, const int turns[], int n) {
    double room = LEFT; /* numbers do not stand on each other */
    for (int k = 0; k < n; k++) {
        double x = x_of(p, turns[k]), label = fmin(fmax(x, room), WIDE - 14 * (n - k));
        room = label + 14;
        put(p,
            "<path stroke=\"var(--ink)\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
            "text-anchor=\"middle\">%d</text>\n",
            x, TOP - 2, TOP + HIGH, label, TOP - 5, k + 1);
    }
}

/* Bars up and down: what chance brought the seat at the bottom. */
static void put_luck(page *p) {
    int seat = seat_at(p, 0), middle = TOP + HIGH + 12 + LANE / 2;
    double most = 0.02, width = (double)(WIDE - LEFT) / (p->review->n_moments + 1);
    for (int i = 0; i < p->review->n_moments; i++)
        most = fmax(most, fabs(p->review->moments[i].luck.of[seat]));
    put(p, "<path stroke=\"var(--line)\" d=\"M%d %dH%d\"/>\n", LEFT, middle, WIDE);
    for (int i = 0; i < p->review->n_moments; i++) {
        double luck = p->review->moments[i].luck.of[seat], high = fabs(luck) / most * (LANE / 2);
        if (high >= 0.5)
            put(p, "<path fill=\"var(--%s)\" d=\"M%.1f %dh%.1fv%.1fh%.1fz\"/>\n",
                luck > 0 ? "good" : "bad", x_of(p, i), middle, fmax(width, 2),
                luck > 0 ? -high : high, -fmax(width, 2));
    }
}

static void put_key(page *p) {
    put(p, "<ul class=\"key\">\n");
    for (int k = rz_seats(&p->review->record->setup) - 1; k >= 0; k--) {
        put(p, "<li><span class=\"dot\" style=\"background:var(--s%d)\"></span>", seat_at(p, k));
        put_name(p, seat_at(p, k));
        put(p, "</li>\n");
    }
    put(p, "</ul>\n");
}

static void put_graph(page *p, const int turns[], int n) {
    put(p, "<h3>");
    put_word(p, N_("Chance to win"));
    put(p, "</h3>\n");
    put_key(p);
    put(p, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE, TOP + HIGH + LANE + 16);
    put_word(p, N_("Everybody's chance to win over the whole game, in percent"));
    put(p, "\">\n");
    for (int k = 0; k < rz_seats(&p->review->record->setup); k++)
        put_area(p, k);
    put_scale(p);
    put_flags(p, turns, n);
    put_luck(p);
    put(p, "</svg>\n<p class=\"faint\">");
    char name[RZ_NAME_BYTES + 40];
    rz_voice voice = voice_of(p);
    rz_text text;
    rz_text_init(&text, name, sizeof name);
    rz_format_seat(&voice, &text, seat_at(p, 0));
    put_format(p, N_("Below: what chance brought {name}, up is good."), "name", name);
    put(p, "</p>\n");
}

/* ---- The lists ------------------------------------------------------------------------------- */

static void put_change(page *p, const cmd_moment *m) {
    int seats = rz_seats(&p->review->record->setup), before[RZ_SEATS_MAX], after[RZ_SEATS_MAX];
    cmd_round_shares(&m->before, seats, before);
    cmd_round_shares(&m->after, seats, after);
    for (int s = 0; s < seats; s++) {
        put(p, "%s", s ? " · " : "");
        put_name(p, s);
        put(p, " %d → %d", before[s], after[s]);
    }
}

static void put_turns(page *p, const int turns[], int n) {
    if (n == 0)
        return;
    put(p, "<h3>");
    put_word(p, N_("Turning points"));
    put(p, "</h3>\n<ol>\n");
    for (int k = 0; k < n; k++) {
        const cmd_moment *m = &p->review->moments[turns[k]];
        put(p, "<li>");
        put_text(p, m->sentence);
        put(p, " <span class=\"faint\">(%u)</span><br>", m->line);
        put_change(p, m);
        put(p, "</li>\n");
    }
    put(p, "</ol>\n");
}

static void put_row(page *p, int seat) {
    int points[CMD_POINTS];
    cmd_round_points(&p->review->ledger, seat, points);
    put(p, "<tr><td><span class=\"dot\" style=\"background:var(--s%d)\"></span>", seat);
    put_name(p, seat);
    put(p, "</td>");
    for (int i = 0; i < CMD_POINTS; i++)
        if (i != CMD_HIDDEN || p->review->has_hidden)
            put(p, "<td>%s%d</td>",
                points[i] < 0                                      ? "−"
                : i > CMD_START && i < CMD_RESULT && points[i] > 0 ? "+"
                                                                   : "",
                abs(points[i]));
    put(p, "<td>%d</td></tr>\n", (int)(rz_accuracy(&p->review->ledger, seat) + 0.5));
}

static void put_table(page *p) {
    put(p, "<h3>");
    put_word(p, N_("What made the result"));
    put(p, "</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th></th>");
    for (int i = 0; i < CMD_POINTS; i++) {
        if (i == CMD_HIDDEN && !p->review->has_hidden)
            continue;
        put(p, "<th scope=\"col\">");
        put_word(p, i == CMD_RESULT && !p->review->is_over ? N_("so far") : cmd_point_names[i]);
        put(p, "</th>");
    }
    put(p, "<th scope=\"col\">");
    put_word(p, N_("accuracy"));
    put(p, "</th></tr></thead>\n<tbody>\n");
    for (int s = 0; s < rz_seats(&p->review->record->setup); s++)
        put_row(p, s);
    put(p, "</tbody></table></div>\n<p class=\"faint\">");
    put_word(p, N_("In points of 100 of the chance to win; each row adds up to its result."));
    put(p, "</p>\n");
}

static void put_verdict(page *p, const cmd_verdict *v) {
    char memory[1200], cost[60];
    rz_voice voice = voice_of(p);
    rz_text text;
    rz_text_init(&text, cost, sizeof cost);
    cmd_format_loss(&voice, v->loss, v->exact, &text);
    put(p, "<li value=\"%u\"><span class=\"mark %s\">", v->line, rz_mark_names[v->mark]);
    put_name(p, v->seat);
    put(p, ": ");
    put_word(p, cmd_mark_words[v->mark]);
    put(p, ", ");
    put_text(p, cost);
    put(p, "</span><br>");
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&voice, &text, N_("chosen: {chosen}; best: {best}. {why}"), "chosen", v->chosen,
              "best", v->best, "why", v->why, NULL);
    put_text(p, memory);
    put(p, "</li>\n");
}

static void put_verdicts(page *p) {
    const cmd_review *r = p->review;
    put(p, "<h3>");
    put_word(p, r->n_verdicts ? N_("What cost something:") : N_("No decision is marked."));
    put(p, "</h3>\n<ol style=\"padding-left:3rem\">\n");
    for (int i = 0; i < r->n_verdicts; i++)
        put_verdict(p, &r->verdicts[i]);
    put(p, "</ol>\n");
}

static void put_heading(page *p) {
    const cmd_review *r = p->review;
    char seats[4];
    snprintf(seats, sizeof seats, "%d", rz_seats(&r->record->setup));
    put(p, "<section>\n<h2>%s, ", r->record->header.game->title);
    put_format(p, N_("{count} players"), "count", seats);
    put(p, "</h2>\n<p class=\"faint\">");
    put_format(p, N_("Judged by: {judge}"), "judge", r->judge);
    put(p, "</p>\n");
    if (!r->is_learnt) {
        put(p, "<p>");
        put_word(p, N_("No net has learnt this board: take it with care."));
        put(p, "</p>\n");
    }
    if (!r->is_over) {
        put(p, "<p>");
        put_word(p, N_("The game is not over: the result is the chance to win so far."));
        put(p, "</p>\n");
    }
}

bool cmd_write_review(cmd_writer *writer, const cmd_review *review) {
    page p = {.writer = writer, .review = review, .ok = true};
    int turns[TURNS_MAX], n = find_turns(&p, turns);
    put_heading(&p);
    put_graph(&p, turns, n);
    put_turns(&p, turns, n);
    put_table(&p);
    put_verdicts(&p);
    put(&p, "</section>\n");
    return p.ok;
}
