/* learn: a net from play against itself. Pupils learn apart, one a core, and are put together again
 * after some games; the folder holds what came of it, a minute old at the most. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ai/nets.h"
#include "cmd/cmd.h"

enum {
    REPORTS = 16,     /* in the time that is given */
    ARENA_DEALS = 60, /* against the net of the report before */
    SAVE_SECONDS = 60,
    PUPILS_MAX = RZ_COPIES_MAX,
    POINTS_MAX = 4096, /* of the curve */
    FIRST_RATE_PERCENT = 2
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

/* Everybody learns for a while; the mean of all goes on. Returns the mean error. */
static double hold_lessons(school *s) {
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

/* ---- What is kept ---------------------------------------------------------------------------- */

static bool save_bytes(const school *s, const char *name, const void *bytes, size_t size) {
    char path[3200];
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

static bool save_progress(const school *s) {
    size_t room = 128 * (size_t)(s->points + 1), n = 0;
    char *text = malloc(room);
    if (!text)
        return false;
    n += (size_t)snprintf(text + n, room - n, "games %u seconds %.0f of %.0f\n", s->games,
                          s->seconds, s->planned);
    for (int i = 0; i < s->points; i++)
        n += (size_t)snprintf(text + n, room - n, "%.0f %.5f %.4f\n", s->curve[i].games,
                              s->curve[i].error, s->curve[i].share);
    bool ok = save_bytes(s, "progress.txt", text, n);
    free(text);
    return ok;
}

/* The error of the forecasts over the games played. */
static bool save_curve(const school *s) {
    enum { WIDE = 640, HIGH = 320, EDGE = 48 };
    size_t room = 1024 + 40 * (size_t)s->points, n = 0;
    char *svg = malloc(room);
    if (!svg || s->points == 0) {
        free(svg);
        return svg != NULL;
    }
    double high = 0, low = 99, games = s->curve[s->points - 1].games;
    for (int i = 0; i < s->points; i++) {
        high = fmax(high, s->curve[i].error);
        low = fmin(low, s->curve[i].error);
    }
    n += (size_t)snprintf(svg + n, room - n,
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                          "font-family=\"sans-serif\" font-size=\"12\">\n"
                          "<text x=\"%d\" y=\"20\">%s: error of the forecasts, %.0f games</text>\n"
                          "<text x=\"4\" y=\"%d\">%.3f</text><text x=\"4\" y=\"%d\">%.3f</text>\n"
                          "<polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" points=\"",
                          WIDE, HIGH, EDGE, s->course->game->name, games, EDGE, high, HIGH - EDGE,
                          low);
    for (int i = 0; i < s->points; i++)
        n += (size_t)snprintf(
            svg + n, room - n, "%.1f,%.1f ", EDGE + s->curve[i].games / games * (WIDE - 2 * EDGE),
            EDGE + (high - s->curve[i].error) / fmax(high - low, 1e-9) * (HIGH - 2 * EDGE));
    n += (size_t)snprintf(svg + n, room - n, "\"/>\n</svg>\n");
    bool ok = save_bytes(s, "curve.svg", svg, n);
    free(svg);
    return ok;
}

static bool save(const school *s) {
    return save_nets(s) && save_progress(s) && save_curve(s);
}

static bool find_net(const school *s, char *path, size_t size) {
    snprintf(path, size, "%s/%s.net", s->folder, s->course->game->name);
    return access(path, F_OK) == 0;
}

static void load_progress(school *s) {
    char path[3200];
    snprintf(path, sizeof path, "%s/progress.txt", s->folder);
    FILE *file = fopen(path, "r");
    if (file &&
        fscanf(file, "games %u seconds %lf of %lf", &s->games, &s->seconds, &s->planned) >= 2)
        while (s->points < POINTS_MAX &&
               fscanf(file, "%lf %lf %lf", &s->curve[s->points].games, &s->curve[s->points].error,
                      &s->curve[s->points].share) == 3)
            s->points++;
    if (file)
        fclose(file);
}

static bool load(school *s) {
    char path[3200];
    if (!find_net(s, path, sizeof path))
        return rz_net_new(&s->net, s->course->shape, 1);
    if (!cmd_read_net(s->args, s->course->shape, path, &s->net))
        return false;
    load_progress(s);
    snprintf(path, sizeof path, "%s/pace.net", s->folder);
    return s->course->momentum <= 0 || access(path, F_OK) != 0 ||
           cmd_read_net(s->args, s->course->shape, path, &s->pace);
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
    printf("%10u %s  %8.0f s  %s %.4f  %s %.3f\n", s->games, cmd_translate(N_("games")), s->seconds,
           cmd_translate(N_("error")), error, cmd_translate(N_("against the last:")), share);
    fflush(stdout);
    return save(s);
}

static void show_progress(const school *s, double done, double error) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r[%.*s%.*s] %u  %.4f ", (int)(30 * done),
                "##############################", 30 - (int)(30 * done),
                "..............................", s->games, error);
}

static bool run(school *s) {
    double start = cmd_seconds(), before = s->seconds, saved = start;
    double done = s->seconds / s->planned, errors = 0;
    int reports = (int)(done * REPORTS), times = 0; /* errors of so many times since the last */
    bool ok = save(s); /* a folder that can not be written is better known now */
    while (ok && done < 1 && !stop) {
        s->rate = rate_at(done);
        errors += hold_lessons(s);
        times++;
        s->seconds = before + cmd_seconds() - start;
        done = fmin(s->seconds / s->planned, 1);
        show_progress(s, done, errors / times);
        if (done * REPORTS >= reports + 1) {
            ok = report(s, errors / times);
            reports = (int)(done * REPORTS);
            errors = times = 0;
        } else if (stop || cmd_seconds() - saved >= SAVE_SECONDS) {
            ok = save(s);
            saved = cmd_seconds();
        }
    }
    return ok;
}

static bool read_hours(school *s) {
    const char *value = s->args->value[OPT_HOURS];
    char *end;
    s->hours = value ? strtod(value, &end) : 1;
    if (!value || (*value && !*end && s->hours > 0 && s->hours <= 10000))
        return true;
    cmd_fail(CMD_USAGE, s->args->command, N_("--hours takes a number above 0, not “{value}”"),
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
    else
        cmd_fail(CMD_FAILURE, s->args->command, N_("there is not enough memory"), NULL);
    return ok;
}

static int open_school(school *s) {
    long jobs, cores = sysconf(_SC_NPROCESSORS_ONLN);
    const rz_game *game = cmd_game(s->args);
    const char *folder = s->args->value[OPT_RESUME];
    char path[3200];
    if (!game || !read_hours(s) || !cmd_seed(s->args, s->seed) ||
        !cmd_number(s->args, OPT_JOBS, 1, PUPILS_MAX, cores > 0 ? cores : 1, &jobs))
        return CMD_USAGE;
    s->jobs = (int)jobs;
    s->course = rz_course_of(game);
    snprintf(s->folder, sizeof s->folder, "%s%s", folder ? folder : "learn-",
             folder ? "" : game->name);
    if (mkdir(s->folder, 0755) != 0 && errno != EEXIST)
        return cmd_fail(CMD_FAILURE, s->args->command, N_("can not write {file}: {reason}"), "file",
                        s->folder, "reason", strerror(errno), NULL);
    if (!folder && find_net(s, path, sizeof path))
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
    int status = open_school(&s);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (status == CMD_OK && !run(&s))
        status = CMD_FAILURE;
    rz_net_free(&s.net);
    rz_net_free(&s.last);
    rz_net_free(&s.pace);
    for (int i = 0; i < s.jobs; i++)
        rz_net_free(&s.pupils[i]);
    return cmd_close_stdout(args, status);
}
