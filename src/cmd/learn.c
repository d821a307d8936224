/* learn: a net from play against itself. Pupils learn apart, one a core, and are put together again
 * after some games; the folder holds what came of it, a minute old at the most. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ai/nets.h"
#include "cmd/device.h"
#include "gpu/school.h"

enum {
    REPORTS = 16,     /* in the time that is given */
    ARENA_DEALS = 60, /* against the net of the report before */
    SAVE_SECONDS = 60,
    PUPILS_MAX = RZ_COPIES_MAX,
    POINTS_MAX = 4096, /* of the curve */
    FIRST_RATE_PERCENT = 2,
    CARD_PART = 10, /* of which on a card steps are one part: so many pupils agree in so much */
    HOURS_MAX = 10000,
    SECONDS_MAX = 1000000000,
    ERROR_MAX = 1000, /* of a forecast: more is no number to trust */
    PATH_SIZE = 3200
};

typedef struct school {
    const cmd_args *args;
    const rz_course *course;
    char folder[3072];
    uint8_t seed[RZ_SEED];
    double hours; /* to come */
    int jobs;
    uint32_t games;    /* played so far, those before a resume included */
    atomic_uint taken; /* lessons since all were put together */
    double seconds;    /* spent so far, likewise */
    double planned;    /* in all; the steps get smaller towards it */
    rz_net net, last;  /* now, and at the report before */
    rz_net pace;       /* the last step of the net */
    rz_net pupils[PUPILS_MAX];
    float errors[PUPILS_MAX];
    double contests[ARENA_DEALS];
    gpu_device card;
    gpu_school *on_card; /* or NULL */
    float rate;
    struct {
        double games, error, share;
    } curve[POINTS_MAX];
    int points;
} school;

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    (void)number;
    stop = 1;
}

typedef struct desk {
    school *s;
    int pupil;
} desk;

/* Every pupil does this, all at once. */
static void all_at_once(school *s, void *(*work)(void *)) {
    pthread_t threads[PUPILS_MAX];
    desk desks[PUPILS_MAX];
    bool started[PUPILS_MAX];
    for (int i = 0; i < s->jobs; i++) {
        desks[i] = (desk){s, i};
        started[i] = pthread_create(&threads[i], NULL, work, &desks[i]) == 0;
        if (!started[i])
            work(&desks[i]);
    }
    for (int i = 0; i < s->jobs; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
}

static uint32_t lessons(const school *s) {
    return (uint32_t)s->jobs * s->course->lessons;
}

static void *attend(void *argument) {
    desk *d = argument;
    school *s = d->s;
    uint32_t n;
    s->errors[d->pupil] = 0;
    rz_net_copy(&s->pupils[d->pupil], &s->net);
    while ((n = atomic_fetch_add(&s->taken, 1)) <
           lessons(s)) /* some take much longer than others */
        s->errors[d->pupil] +=
            s->course->lesson(&s->pupils[d->pupil], s->seed, s->games + n, s->rate);
    return NULL;
}

/* The same on a graphics card; less than 0 if it has failed. */
static double hold_lessons_on_card(school *s) {
    double error = gpu_school_round(s->on_card, &s->net, &s->pace, s->games, s->rate);
    s->games += GPU_ROUND;
    return error;
}

/* Everybody learns for a while; the mean of all goes on. Returns the mean error. */
static double hold_lessons(school *s) {
    if (s->on_card)
        return hold_lessons_on_card(s);
    rz_net *pupils[PUPILS_MAX];
    double error = 0;
    s->taken = 0;
    all_at_once(s, attend);
    for (int i = 0; i < s->jobs; i++) {
        pupils[i] = &s->pupils[i];
        error += (double)s->errors[i] / lessons(s);
    }
    rz_net_follow(&s->net, pupils, s->jobs, &s->pace, s->course->momentum);
    s->games += lessons(s);
    return error;
}

/* The net now at tables of the one before. A bot plays by the net of its game; here two nets meet,
 * so the choice is made by hand. */
static void *contend(void *argument) {
    desk *d = argument;
    school *s = d->s;
    for (int deal = d->pupil; deal < ARENA_DEALS; deal += s->jobs)
        s->contests[deal] = s->course->contest(&s->net, &s->last, s->seed, (uint32_t)deal);
    return NULL;
}

/* The share of wins, times the seats. */
static double compare(school *s) {
    double sum = 0;
    all_at_once(s, contend);
    for (int deal = 0; deal < ARENA_DEALS; deal++)
        sum += s->contests[deal];
    return sum / ARENA_DEALS;
}

static void print_status(const school *s, const char *english) {
    char memory[PATH_SIZE + 400], games[24];
    rz_text text;
    snprintf(games, sizeof games, "%u", s->games);
    rz_text_init(&text, memory, sizeof memory);
    rz_format(&cmd_voice, &text, english, "games", games, "folder", s->folder, "file",
              s->course->game->name, NULL);
    puts(memory);
    fflush(stdout);
}

/* ---- What is kept ---------------------------------------------------------------------------- */

static bool save_bytes(const school *s, const char *name, const void *bytes, size_t size) {
    char path[PATH_SIZE];
    cmd_writer writer;
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    if (!cmd_create(&writer, s->args, path))
        return false;
    if (cmd_write(&writer, bytes, size))
        return cmd_commit(&writer);
    cmd_discard(&writer);
    return false;
}

static bool save_net(const school *s, const rz_net *net, const char *name) {
    size_t size = rz_net_bytes(s->course->shape);
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return false;
    rz_net_write(net, bytes);
    bool ok = save_bytes(s, name, bytes, size);
    free(bytes);
    return ok;
}

static bool save_nets(const school *s) {
    char name[16];
    snprintf(name, sizeof name, "%s.net", s->course->game->name);
    return save_net(s, &s->net, name) &&
           (s->course->momentum <= 0 || save_net(s, &s->pace, "pace.net"));
}

static bool no_memory(const school *s) {
    cmd_fail(CMD_FAILURE, s->args->command, N_("there is not enough memory"), NULL);
    return false;
}

/* What a stream in memory has taken, as a file. */
static bool save_stream(const school *s, const char *name, FILE *stream, char **text,
                        size_t *size) {
    bool whole = stream && fclose(stream) == 0 && *text;
    bool ok = whole ? save_bytes(s, name, *text, *size) : no_memory(s);
    free(*text);
    return ok;
}

static bool save_progress(const school *s) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out)
        fprintf(out, "%s games %u seconds %.0f of %.0f\n", s->course->game->name, s->games,
                s->seconds, s->planned);
    for (int i = 0; out && i < s->points; i++)
        fprintf(out, "%.0f %.5f %.4f\n", s->curve[i].games, s->curve[i].error, s->curve[i].share);
    return save_stream(s, "progress.txt", out, &text, &size);
}

/* The error of the forecasts over the games played. */
static void draw_curve(const school *s, FILE *svg) {
    enum { WIDE = 640, HIGH = 320, EDGE = 48 };
    double high = 0, low = ERROR_MAX, games = s->curve[s->points - 1].games;
    for (int i = 0; i < s->points; i++) {
        high = fmax(high, s->curve[i].error);
        low = fmin(low, s->curve[i].error);
    }
    fprintf(svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<text x=\"%d\" y=\"20\">%s: error of the forecasts, %.0f games</text>\n"
            "<text x=\"4\" y=\"%d\">%.3f</text><text x=\"4\" y=\"%d\">%.3f</text>\n"
            "<polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" points=\"",
            WIDE, HIGH, EDGE, s->course->game->name, games, EDGE, high, HIGH - EDGE, low);
    for (int i = 0; i < s->points; i++)
        fprintf(svg, "%.1f,%.1f ", EDGE + s->curve[i].games / games * (WIDE - 2 * EDGE),
                EDGE + (high - s->curve[i].error) / fmax(high - low, 1e-9) * (HIGH - 2 * EDGE));
    fprintf(svg, "\"/>\n</svg>\n");
}

static bool save_curve(const school *s) {
    char *text = NULL;
    size_t size = 0;
    if (s->points == 0)
        return true;
    FILE *svg = open_memstream(&text, &size);
    if (svg)
        draw_curve(s, svg);
    return save_stream(s, "curve.svg", svg, &text, &size);
}

static bool save(const school *s) {
    return save_nets(s) && save_progress(s) && save_curve(s);
}

/* ---- What is found ----------------------------------------------------------------------------
 */

static bool find_file(const school *s, const char *name, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s", s->folder, name);
    return access(path, F_OK) == 0;
}

static bool find_net(const school *s, char path[PATH_SIZE]) {
    char name[16];
    snprintf(name, sizeof name, "%s.net", s->course->game->name);
    return find_file(s, name, path);
}

static bool within(double number, double max) {
    return number >= 0 && number <= max; /* NaN is not */
}

static bool read_first(school *s, const char *line) {
    char game[16];
    double games;
    int end = 0;
    bool ok = sscanf(line, "%15s games %lf seconds %lf of %lf%n", game, &games, &s->seconds,
                     &s->planned, &end) == 4 &&
              !line[end] && !strcmp(game, s->course->game->name) && within(games, UINT32_MAX) &&
              within(s->seconds, SECONDS_MAX) && within(s->planned, SECONDS_MAX);
    s->games = ok ? (uint32_t)games : 0;
    return ok;
}

static bool read_point(school *s, const char *line) {
    double games, error, share, before = s->points ? s->curve[s->points - 1].games : 1;
    int end = 0;
    bool ok = s->points < POINTS_MAX &&
              sscanf(line, "%lf %lf %lf%n", &games, &error, &share, &end) == 3 && !line[end] &&
              games >= before && within(games, UINT32_MAX) && within(error, ERROR_MAX) &&
              within(share, RZ_SEATS_MAX);
    if (ok) {
        s->curve[s->points].games = games;
        s->curve[s->points].error = error;
        s->curve[s->points++].share = share;
    }
    return ok;
}

static bool wrong_progress(const school *s, const char *path, unsigned long line) {
    char number[24];
    snprintf(number, sizeof number, "%lu", line);
    cmd_fail(CMD_FAILURE, s->args->command,
             N_("{file}, line {number}: this is not how far {game} has learnt; --resume takes the "
                "folder of another run, or one that is empty"),
             "file", path, "number", number, "game", s->course->game->name, NULL);
    return false;
}

static bool load_progress(school *s, const char *path) {
    cmd_reader reader;
    bool ok = true;
    if (cmd_is_special_file(path))
        return wrong_progress(s, path, 1);
    if (!cmd_open(&reader, s->args, path))
        return false;
    while (ok && cmd_read_line(&reader)) {
        char line[256];
        snprintf(line, sizeof line, "%.*s", (int)fmin((double)reader.length, 255), reader.line);
        ok = reader.number == 1 ? read_first(s, line) : read_point(s, line);
    }
    bool failed = reader.failed;
    cmd_close(&reader);
    if (!ok || (!failed && reader.number == 0))
        return wrong_progress(s, path, reader.number ? reader.number : 1);
    return !failed;
}

static bool load(school *s) {
    char path[PATH_SIZE];
    bool begun = find_file(s, "progress.txt", path);
    if (begun && !load_progress(s, path))
        return false;
    if (!find_net(s, path) && !begun) {
        print_status(s, N_("Learns from nothing, in {folder}."));
        return rz_net_new(&s->net, s->course->shape, 1) || no_memory(s);
    }
    if (!cmd_read_net(s->args, s->course->shape, path, &s->net) ||
        (s->course->momentum > 0 && find_file(s, "pace.net", path) &&
         !cmd_read_net(s->args, s->course->shape, path, &s->pace)))
        return false;
    print_status(s, N_("Goes on after {games} games, in {folder}."));
    return true;
}

/* One at a time; the system unlocks it at the end, whatever that is. */
static bool enter(const school *s) {
    bool made = mkdir(s->folder, 0755) == 0 || errno == EEXIST;
    int fd = made ? open(s->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0)
        cmd_fail(CMD_FAILURE, s->args->command, N_("can not write {file}: {reason}"), "file",
                 s->folder, "reason", strerror(errno), NULL);
    else if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        cmd_fail(CMD_FAILURE, s->args->command,
                 N_("another “razzia learn” is at work in {folder}; --resume takes another folder"),
                 "folder", s->folder, NULL);
    else
        return true;
    return false;
}

/* What was planned is finished, unless more is asked for. The steps go on from where they were in
 * all that is planned then. */
static void plan(school *s) {
    if (s->args->value[OPT_HOURS] || s->seconds >= s->planned)
        s->planned = s->seconds + s->hours * 3600;
}

/* ---- The course ------------------------------------------------------------------------------ */

/* Large steps at first, small ones at the end of the time that is given. */
static float rate_at(double done) {
    double share = done < 0.5 ? 1 : done < 0.75 ? 0.4 : done < 0.9 ? 0.15 : 0.06;
    return (float)(FIRST_RATE_PERCENT / 100.0 * share);
}

static bool report(school *s, double error) {
    double share = compare(s);
    if (s->points < POINTS_MAX) {
        s->curve[s->points].games = s->games;
        s->curve[s->points].error = error;
        s->curve[s->points++].share = share;
    }
    rz_net_copy(&s->last, &s->net);
    cmd_erase_bar();
    printf("%10u %s  %8.0f s  %s %.4f  %.2f %s\n", s->games, cmd_translate(N_("games")), s->seconds,
           cmd_translate(N_("error")), error, share,
           cmd_translate(N_("× its share against the last")));
    fflush(stdout);
    return save(s);
}

static void show_progress(const school *s, double done, double error) {
    if (cmd_print_bar(done))
        fprintf(stderr, "%u  %.4f ", s->games, error);
}

static bool run(school *s) {
    double start = cmd_seconds(), before = s->seconds, saved = start;
    double done = s->seconds / s->planned, errors = 0;
    int reports = (int)(done * REPORTS), times = 0; /* errors of so many times since the last */
    bool ok = save(s); /* a folder that can not be written is better known now */
    while (ok && done < 1 && !stop) {
        s->rate = rate_at(done) / (s->on_card ? CARD_PART : 1);
        errors += hold_lessons(s);
        times++;
        if (s->card.failed) {
            cmd_fail_device(s->args, &s->card);
            save(s); /* what was learnt before */
            return false;
        }
        s->seconds = before + cmd_seconds() - start;
        done = fmin(s->seconds / s->planned, 1);
        show_progress(s, done, errors / times);
        if (done * REPORTS >= reports + 1) {
            ok = report(s, errors / times);
            reports = (int)(done * REPORTS);
            errors = times = 0;
        } else if (cmd_seconds() - saved >= SAVE_SECONDS) {
            ok = save(s);
            saved = cmd_seconds();
        }
    }
    cmd_erase_bar();
    bool early = done < 1;
    ok = ok && (!early || save(s));
    if (ok)
        print_status(
            s, early ? N_("Stopped after {games} games; “--resume {folder}” goes on.")
                     : N_("Learnt from {games} games: {folder}/{file}.net; “--nets {folder}” plays "
                          "by it."));
    return ok;
}

static bool read_hours(school *s) {
    const char *value = s->args->value[OPT_HOURS];
    char *end;
    s->hours = value ? strtod(value, &end) : 1;
    if (!value || (*value && !*end && s->hours > 0 && s->hours <= HOURS_MAX))
        return true;
    char most[16];
    snprintf(most, sizeof most, "%d", HOURS_MAX);
    cmd_fail(CMD_USAGE, s->args->command,
             N_("--hours takes a number above 0, at most {max}, not “{value}”"), "max", most,
             "value", value, NULL);
    return false;
}

static bool make_pace(school *s) {
    if (s->pace.first)
        return true;
    bool ok = rz_net_new(&s->pace, s->course->shape, 1);
    if (ok)
        rz_net_clear(&s->pace);
    return ok;
}

static bool make_pupils(school *s) {
    bool ok = rz_net_new(&s->last, s->course->shape, 1) && make_pace(s);
    for (int i = 0; ok && i < s->jobs; i++)
        ok = rz_net_new(&s->pupils[i], s->course->shape, 1);
    if (ok)
        rz_net_copy(&s->last, &s->net);
    return ok || no_memory(s);
}

static bool open_card(school *s) {
    static gpu_school on_card;
    bool wanted;
    if (!cmd_read_device(s->args, &wanted))
        return false;
    if (!wanted)
        return true;
    if (!gpu_is_taught(s->course->game)) {
        cmd_fail(CMD_USAGE, s->args->command, N_("--device gpu teaches loot alone, not {game}"),
                 "game", s->course->game->name, NULL);
        return false;
    }
    s->on_card = &on_card;
    return cmd_open_device(s->args, &s->card) &&
           (gpu_school_begin(&on_card, &s->card, s->course, s->seed) ||
            cmd_fail_device(s->args, &s->card));
}

static void close_card(school *s) {
    if (s->on_card && s->on_card->device)
        gpu_school_end(s->on_card);
    gpu_close(&s->card);
}

static int open_school(school *s) {
    long jobs, cores = sysconf(_SC_NPROCESSORS_ONLN);
    const rz_game *game = cmd_read_game(s->args);
    const char *folder = s->args->value[OPT_RESUME];
    char path[PATH_SIZE];
    if (!game || !read_hours(s) || !cmd_read_seed(s->args, s->seed) ||
        !cmd_read_number(s->args, OPT_JOBS, 1, PUPILS_MAX, cores > 0 ? cores : 1, &jobs))
        return cmd_last_status();
    s->jobs = (int)jobs;
    if (!(s->course = rz_course_of(game)))
        return cmd_fail(CMD_USAGE, s->args->command, N_("there is nothing to learn of {game}"),
                        "game", game->name, NULL);
    if (!open_card(s))
        return cmd_last_status();
    int n = snprintf(s->folder, sizeof s->folder, "%s%s", folder ? folder : "learn-",
                     folder ? "" : game->name);
    if (n >= (int)sizeof s->folder)
        return cmd_fail(CMD_FAILURE, s->args->command, N_("can not write {file}: {reason}"), "file",
                        s->folder, "reason", strerror(ENAMETOOLONG), NULL);
    if (!enter(s))
        return CMD_FAILURE;
    if (!folder && find_net(s, path))
        return cmd_fail(CMD_USAGE, s->args->command,
                        N_("there is a net already: {file}; --resume {folder} goes on with it"),
                        "file", path, "folder", s->folder, NULL);
    if (!load(s) || !make_pupils(s))
        return CMD_FAILURE;
    plan(s);
    return CMD_OK;
}

int cmd_learn(const cmd_args *args) {
    static school s;
    s.args = args;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    int status = open_school(&s);
    if (status == CMD_OK && !run(&s))
        status = CMD_FAILURE;
    close_card(&s);
    rz_net_free(&s.net);
    rz_net_free(&s.last);
    rz_net_free(&s.pace);
    for (int i = 0; i < s.jobs; i++)
        rz_net_free(&s.pupils[i]);
    return cmd_close_stdout(args, status);
}
