/* The table of options: of every command, each with one meaning. */
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "core/module.h"

static const cmd_option options[OPT_COUNT] = {
    [OPT_ADDRESSES] = {"addresses", "N", N_("from how many addresses harm is done; 1 if not said")},
    [OPT_ALL] = {"all", NULL, N_("play on after every legal choice, not the best three alone")},
    [OPT_ASCII] = {"ascii", NULL, N_("draw with plain letters and without colour")},
    [OPT_AT] = {"at", "LINE",
                N_("the position before this line of the record, the setup being line 0; where it "
                   "ends if not said")},
    [OPT_ATTACK] = {"attack", "LIST",
                    N_("others do harm in these ways alone, with commas between; help lists them")},
    [OPT_BOTS] = {"bots", "LIST",
                  N_("who plays: human, a level, exec:COMMAND …; the last fills the rest; help "
                     "lists them")},
    [OPT_CONFIG] = {"config", "FILE",
                    N_("options of the server, NAME = VALUE in each line; docs/club.md")},
    [OPT_CSV] = {"csv", NULL, N_("the summary as CSV, for spreadsheets")},
    [OPT_DATA] = {"data", "DIR",
                  N_("write all decisions there, for programs that learn from them: files of "
                     "numpy, and a manifest; docs/lab.md")},
    [OPT_DEALER] = {"dealer", "seed|ask", N_("deal by a seed, or ask what a real table shows")},
    [OPT_DEPTH] = {"depth", "N", N_("how many events deep")},
    [OPT_DEVICE] = {"device", "cpu|gpu",
                    N_("play on the processor, or on a graphics card of NVIDIA's; docs/gpu.md")},
    [OPT_GAME] = {"game", "GAME", N_("which game is played; the first of all if not said")},
    [OPT_GAMES] = {"games", "N", N_("how many games")},
    [OPT_HELP] = {"help", NULL, N_("show this help")},
    [OPT_HOSTILE] = {"hostile", NULL, N_("others try to do harm meanwhile, and must not")},
    [OPT_HOURS] = {"hours", "H",
                   N_("how long to learn; if not said, what is left of the run, or 1")},
    [OPT_HTML] = {"html", "FILE",
                  N_("write a page with graph, table and verdicts there; - is standard output")},
    [OPT_JOBS] = {"jobs", "N", N_("how many games at once; as many as there are cores")},
    [OPT_JSON] = {"json", NULL, N_("answer in JSON")},
    [OPT_LANG] = {"lang", "CODE", N_("speak en, de, es, hu or it")},
    [OPT_LISTEN] = {"listen", "ADDRESS:PORT", N_("where to listen; 127.0.0.1:7200 if not said")},
    [OPT_LOG] = {"log", "FILE", N_("write the log there instead of standard error")},
    [OPT_NAMES] = {"names", "LIST", N_("the names of the people, in the order of their seats")},
    [OPT_NETS] = {"nets", "DIR", N_("where the nets of the bots are")},
    [OPT_NODES] = {"nodes", "N",
                   N_("how much to look at for one judgement: in loot positions, in bars ways the "
                      "hidden cards may lie, in mice ways to place a set of dice (64 at the most); "
                      "as much as the game thinks right if not said")},
    [OPT_ORIGIN] = {"origin", "URL", N_("pages from there may connect, too")},
    [OPT_PID] = {"pid", "N", N_("the process of the server, to tell what it takes")},
    [OPT_PRACTICE] = {"practice", NULL,
                      N_("any move of yours may be taken back, and chance is dealt anew; such a "
                         "game counts for nothing")},
    [OPT_RATE] = {"rate", "R", N_("moves a second at each table; 1 if not said")},
    [OPT_RECEIPT] = {"receipt", "FILE",
                     N_("what somebody kept of the game while it was played; it is compared too")},
    [OPT_RECORD] = {"record", "FILE", N_("write the record there; - is standard output")},
    [OPT_RESTORED] = {"restored", NULL,
                      N_("the store is a copy that was put back: give up all tables that are not "
                         "over; docs/backup.md")},
    [OPT_RESUME] = {"resume", "PATH",
                    N_("go on with this record; in learn, with this folder (without it a run "
                       "begins, in learn-GAME); in rollout, with this file, or begin it")},
    [OPT_RNG] = {"rng", "fair|fast",
                 N_("deal as docs/fair.md says, the same everywhere, or quicker")},
    [OPT_RULE] = {"option", "NAME=VALUE", N_("an option of the rules; -o for short")},
    [OPT_SEAT] = {"seat", "N|spectator", N_("see it as this seat does")},
    [OPT_SEATS] = {"seats", "N", N_("how many play")},
    [OPT_SECONDS] = {"seconds", "S", N_("how long they play; 10 if not said")},
    [OPT_SEED] = {"seed", "S", N_("a number or 64 hex digits: the same seed, the same game")},
    [OPT_SPRT] = {"sprt", NULL,
                  N_("stop as soon as it is clear whether ONE wins 1.2 times its share, or "
                     "just its share")},
    [OPT_STORE] = {"store", "URL",
                   N_("sqlite:FILE or postgresql://…; a file in the data folder if not said")},
    [OPT_STRICT] = {"strict", NULL, N_("end with status 1 if a bot that is a program has failed")},
    [OPT_SUMMARY] = {"summary", NULL, N_("all games in one table: accuracy and luck by player")},
    [OPT_TABLES] = {"tables", "N", N_("how many tables, with four sockets each; 10 if not said")},
    [OPT_TARGET] =
        {"target", "TABLE",
         N_("a table of the server for others to watch; one that is played if not said")},
    [OPT_TEST] = {"test", "COMMAND", N_("check the bot that this command runs")},
    [OPT_TLS_CERT] = {"tls-cert", "FILE", N_("the certificate, for https")},
    [OPT_TLS_KEY] = {"tls-key", "FILE", N_("its private key")},
    [OPT_TO] = {"to", "N", N_("stop after event N")},
    [OPT_UNTIL] = {"until", "HALF-WIDTH",
                   N_("play until every chance is known so well, in points: ± 1 is 1")},
    [OPT_URL] = {"url", "URL",
                 N_("the server, of this machine: ws://127.0.0.1:7200/ws if not said")},
    [OPT_VARY] = {"vary", "none|luck",
                  N_("take the luck on the way out of the results, which saves games, or not")},
    [OPT_WEB] = {"web", "DIR", N_("the folder of the browser client")},
};

/* The options of the games come after those of the table, game by game. */
const cmd_game_option *cmd_game_option_of(int id, const rz_game **game) {
    int left = id - OPT_COUNT;
    for (const rz_module *const *module = rz_modules; *module; module++) {
        const cmd_extension *own = (*module)->commands;
        *game = (*module)->game;
        for (const cmd_game_option *o = own ? own->options : NULL; o && o->option.name; o++)
            if (left-- == 0)
                return o;
    }
    return NULL;
}

const cmd_option *cmd_option_of(int id) {
    const rz_game *game;
    if (id < OPT_COUNT)
        return &options[id];
    const cmd_game_option *own = id < CMD_OPTIONS_MAX ? cmd_game_option_of(id, &game) : NULL;
    return own ? &own->option : NULL;
}

/* The table is in order; each option of a game goes before the first with a greater name. */
static int sort_options(int order[CMD_OPTIONS_MAX]) {
    int n = 0;
    for (; n < OPT_COUNT; n++)
        order[n] = n;
    for (; cmd_option_of(n); n++) {
        int place = n;
        for (int i = n; i-- > 0;)
            if (strcmp(cmd_option_of(order[i])->name, cmd_option_of(n)->name) > 0)
                place = i;
        memmove(order + place + 1, order + place, (size_t)(n - place) * sizeof *order);
        order[place] = n;
    }
    return n;
}

int cmd_option_at(int place) {
    static int order[CMD_OPTIONS_MAX], n;
    if (n == 0)
        n = sort_options(order);
    return place < n ? order[place] : -1;
}

bool cmd_takes_option(const cmd_command *command, int id) {
    if (id >= OPT_COUNT)
        return command->options >> OPT_RULE & 1;
    return id == OPT_HELP || id == OPT_LANG || command->options >> id & 1;
}

void cmd_format_option(int id, char *text, size_t size) {
    const cmd_option *option = cmd_option_of(id);
    snprintf(text, size, "%s%s%s%s", id == OPT_RULE ? "-o" : "--",
             id == OPT_RULE ? "" : option->name, option->value ? " " : "",
             option->value ? option->value : "");
}

void cmd_format_rule_option(const rz_option *option, char *text, size_t size) {
    rz_text out;
    rz_text_init(&out, text, size);
    rz_text_add(&out, "-o ");
    rz_text_add(&out, option->name);
    rz_text_char(&out, '=');
    for (int w = 0; w < option->n_words; w++) {
        rz_text_add(&out, w ? "|" : "");
        rz_text_add(&out, option->words[w]);
    }
    if (option->numbers) {
        rz_text_add(&out, option->n_words ? "|" : "");
        rz_text_int(&out, option->min);
        rz_text_char(&out, '-');
        if (option->max)
            rz_text_int(&out, option->max);
        else
            rz_text_char(&out, 'N');
        rz_text_add(&out, " (");
        rz_text_int(&out, option->fallback);
        rz_text_char(&out, ')');
    }
    if (option->read)
        rz_text_add(&out, "JSON");
}
