#include "tui/screen.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

void scr_catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART: reading must end */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool scr_interrupted(void) {
    return interrupted;
}

static bool locale_is_utf8(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = "";
    for (int i = 0; i < 3 && !*value; i++)
        value = getenv(variables[i]) ? getenv(variables[i]) : "";
    return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8") ||
           strstr(value, "UTF8");
}

enum { WIDTH_MIN = 10 };

static int terminal_width(void) {
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = columns && atoi(columns) > 0 ? atoi(columns) : 80;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    return width < WIDTH_MIN ? WIDTH_MIN : width;
}

void scr_init(screen *scr, bool ascii) {
    const char *term = getenv("TERM"), *language = getenv("LANGUAGE");
    bool moves = isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
    *scr = (screen){.colour = moves && !ascii && !getenv("NO_COLOR"),
                    .clears = moves,
                    .unicode = !ascii && locale_is_utf8(),
                    .umlauts = language && !strncmp(language, "de", 2),
                    .is_terminal = isatty(STDOUT_FILENO),
                    .width = terminal_width(),
                    .at_start = true};
}

/* Letters and signs for terminals that know only ASCII: letters lose their accents, but in German
 * (`umlauts`) they become two. */
static const char *plain_form(uint32_t code, bool umlauts) {
    static const struct {
        uint32_t code;
        const char *plain, *umlaut;
    } forms[] = {
        {0xa0, " ", NULL},    {0xa1, "!", NULL},    {0xab, "\"", NULL},    {0xb7, ".", NULL},
        {0xbb, "\"", NULL},   {0xbf, "?", NULL},    {0xc1, "A", NULL},     {0xc4, "A", "Ae"},
        {0xc9, "E", NULL},    {0xcd, "I", NULL},    {0xd3, "O", NULL},     {0xd6, "O", "Oe"},
        {0xd7, "x", NULL},    {0xda, "U", NULL},    {0xdc, "U", "Ue"},     {0xdf, "ss", NULL},
        {0xe0, "a", NULL},    {0xe1, "a", NULL},    {0xe4, "a", "ae"},     {0xe8, "e", NULL},
        {0xe9, "e", NULL},    {0xec, "i", NULL},    {0xed, "i", NULL},     {0xf1, "n", NULL},
        {0xf2, "o", NULL},    {0xf3, "o", NULL},    {0xf6, "o", "oe"},     {0xf9, "u", NULL},
        {0xfa, "u", NULL},    {0xfc, "u", "ue"},    {0x150, "O", NULL},    {0x151, "o", NULL},
        {0x170, "U", NULL},   {0x171, "u", NULL},   {0x2013, "-", NULL},   {0x2014, "-", NULL},
        {0x2018, "'", NULL},  {0x2019, "'", NULL},  {0x201a, "'", NULL},   {0x201c, "\"", NULL},
        {0x201d, "\"", NULL}, {0x201e, "\"", NULL}, {0x2026, "...", NULL}, {0x2212, "-", NULL},
        {0x25a0, "#", NULL},  {0x25a1, ".", NULL},  {0x25b6, ">", NULL},   {0x2192, "->", NULL},
        {0x2500, "-", NULL},  {0x2502, "|", NULL},  {0x250c, "+", NULL},   {0x2510, "+", NULL},
        {0x2514, "+", NULL},  {0x2518, "+", NULL},  {0x251c, "+", NULL},   {0x2524, "+", NULL},
        {0x252c, "+", NULL},  {0x2534, "+", NULL},  {0x253c, "+", NULL},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].code == code)
            return umlauts && forms[i].umlaut ? forms[i].umlaut : forms[i].plain;
    return "?";
}

static int decode(const char *at, uint32_t *code) {
    const unsigned char *byte = (const unsigned char *)at;
    int extra = byte[0] < 0xc0 ? 0 : byte[0] < 0xe0 ? 1 : byte[0] < 0xf0 ? 2 : 3;
    *code = extra ? byte[0] & (0x3fu >> extra) : byte[0];
    for (int i = 1; i <= extra; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return i;
        *code = *code << 6 | (byte[i] & 0x3f);
    }
    return extra + 1;
}

int scr_columns(const char *text) {
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

static void end_line(screen *scr) {
    putchar('\n');
    scr->column = 0;
}

static void start_line(screen *scr, int indent) {
    for (; scr->column < indent && scr->column < scr->width / 2; scr->column++)
        putchar(' ');
}

/* One word, already fitting or alone on its line; cut where even a whole line is too short. */
static void put_word(screen *scr, const char *word, size_t length) {
    for (size_t i = 0; i < length;) {
        uint32_t code;
        int step = decode(word + i, &code);
        char utf8[5] = {0};
        memcpy(utf8, word + i, (size_t)step);
        const char *shown = code < 0x80 || scr->unicode ? utf8 : plain_form(code, scr->umlauts);
        if (scr->column + scr_columns(shown) > scr->width)
            end_line(scr);
        fputs(shown, stdout);
        scr->column += scr_columns(shown);
        i += (size_t)step;
    }
    scr->at_start = false;
}

static const char *const escapes[] = {
    [SCR_PLAIN] = "",         [SCR_STRONG] = "\033[1m",   [SCR_FAINT] = "\033[2m",
    [SCR_LIT] = "\033[1;33m", [SCR_ALARM] = "\033[1;31m", [SCR_GOOD] = "\033[32m"};

void scr_measure(screen *scr) {
    if (scr->is_terminal)
        scr->width = terminal_width();
}

void scr_put(screen *scr, scr_style style, const char *text) {
    bool styled = scr->colour && style != SCR_PLAIN;
    if (styled)
        fputs(escapes[style], stdout);
    while (*text) {
        size_t blanks = strspn(text, " "), word = strcspn(text + blanks, " \n");
        char copy[512];
        snprintf(copy, sizeof copy, "%.*s", (int)(word < 511 ? word : 511), text + blanks);
        bool fits = scr->column + (int)blanks + scr_columns(copy) <= scr->width;
        if (!fits && word > 0 && !scr->at_start && (blanks > 0 || scr->after_blank)) {
            end_line(scr);
            start_line(scr, scr->indent);
        } else {
            for (size_t i = 0; i < blanks && scr->column < scr->width; i++, scr->column++)
                putchar(' ');
        }
        put_word(scr, text + blanks, word);
        scr->after_blank = word == 0;
        text += blanks + word;
        if (*text == '\n') {
            text++;
            end_line(scr);
            scr->at_start = true;
        }
    }
    if (styled)
        fputs("\033[0m", stdout);
}

void scr_number(screen *scr, scr_style style, int number) {
    char digits[24]; /* with the minus sign that people read */
    snprintf(digits, sizeof digits, "%s%lld", number < 0 ? "−" : "", llabs(number));
    scr_put(scr, style, digits);
}

void scr_to(screen *scr, int column) {
    scr_put(scr, SCR_PLAIN, " ");
    while (column < scr->width && scr->column < column)
        scr_put(scr, SCR_PLAIN, " ");
}

void scr_fit(screen *scr, scr_style style, const char *text, int columns) {
    char copy[512];
    int end = scr->column + columns, letters = 0;
    size_t n = 0;
    for (; text[n] && n + 1 < sizeof copy; n++) {
        letters += (text[n] & 0xc0) != 0x80;
        if (letters > columns)
            break;
        copy[n] = text[n];
    }
    copy[n] = '\0';
    scr_put(scr, style, copy);
    while (scr->column < end)
        scr_put(scr, SCR_PLAIN, " ");
}

void scr_newline(screen *scr) {
    scr_put(scr, SCR_PLAIN, "\n");
}

void scr_clear(screen *scr) {
    enum { LINES = 100 };
    if (scr->column > 0)
        scr_newline(scr);
    if (scr->clears)
        fputs("\033[H\033[2J\033[3J", stdout);
    for (int i = 0; i < LINES && !scr->clears; i++)
        scr_newline(scr);
}

bool scr_read(screen *scr, char *line, size_t size) {
    size_t n = 0;
    int c;
    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n' && !interrupted)
        if (n + 1 < size && ((unsigned char)c >= ' ' || c == '\t'))
            line[n++] = (char)c;
    line[n] = '\0';
    if (c == EOF)
        putchar('\n');
    scr->column = 0;
    scr->at_start = true;
    while (n > 0 && strchr(" \t\r", line[n - 1]))
        line[--n] = '\0';
    memmove(line, line + strspn(line, " \t"), n - strspn(line, " \t") + 1);
    return (c != EOF || n > 0) && !interrupted;
}
