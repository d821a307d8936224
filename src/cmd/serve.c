/* serve: options from the command line and a file, then the server. */
#include "serve/serve.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/server_options.h"

static const cmd_args *the_args;

static void complain(const char *sentence) {
    cmd_fail(CMD_FAILURE, the_args->command, "{sentence}", "sentence", sentence, NULL);
}

/* What stands on the command line counts more than the file. */
static void take_arguments(const cmd_args *args, serve_options *options) {
    const struct {
        cmd_option_id id;
        const char **to;
    } taken[] = {
        {OPT_LISTEN, &options->listen},     {OPT_STORE, &options->store},
        {OPT_TLS_CERT, &options->tls_cert}, {OPT_TLS_KEY, &options->tls_key},
        {OPT_LOG, &options->log},           {OPT_WEB, &options->web},
        {OPT_ORIGIN, &options->origin},
    };
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (args->value[taken[i].id])
            *taken[i].to = args->value[taken[i].id];
}

/* The installed folder, or the one beside the program, or none. */
static const char *default_web(void) {
    static char beside[4096];
    if (access(RZ_DATA_DIR "/razzia/web/index.html", R_OK) == 0)
        return RZ_DATA_DIR "/razzia/web";
    ssize_t n = readlink("/proc/self/exe", beside, sizeof beside - 32);
    char *slash = n > 0 ? (beside[n] = '\0', strrchr(beside, '/')) : NULL;
    if (!slash)
        return NULL;
    strcpy(slash, "/web/index.html");
    bool there = access(beside, R_OK) == 0;
    *strrchr(beside, '/') = '\0';
    return there ? beside : NULL;
}

int cmd_serve(const cmd_args *args) {
    static serve_options options; /* its words last as long as the program */
    the_args = args;
    serve_defaults(&options);
    if (!cmd_read_server_config(args, &options))
        return cmd_last_status();
    take_arguments(args, &options);
    options.restored = args->value[OPT_RESTORED] != NULL;
    if (!options.tls_cert != !options.tls_key)
        return cmd_fail(CMD_USAGE, args->command,
                        N_("--tls-cert and --tls-key belong together; only one is given"), NULL);
    char why[200];
    if (!serve_check(&options, why, sizeof why))
        return cmd_fail(CMD_USAGE, args->command, "{sentence}", "sentence", why, NULL);
    for (int g = 0; rz_games[g]; g++) /* bots that need a net play where there is one */
        cmd_load_net_if_any(args, rz_games[g]);
    if (!options.store)
        options.store = cmd_default_store();
    if (!options.web)
        options.web = default_web();
    return serve_run(&options, complain) == 0 ? CMD_OK : CMD_FAILURE;
}
