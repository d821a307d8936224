#include "cmd/server_options.h"

bool cmd_read_server_config(const cmd_args *args, serve_options *options) {
    cmd_reader reader;
    char line[4096], why[200];
    bool right = true;
    if (!args->value[OPT_CONFIG])
        return true;
    if (!cmd_open(&reader, args, args->value[OPT_CONFIG]))
        return false;
    while (right && cmd_read_line(&reader)) {
        snprintf(line, sizeof line, "%.*s", (int)reader.length, reader.line);
        right = serve_configure(options, line, why, sizeof why);
    }
    if (!right) {
        char number[24];
        snprintf(number, sizeof number, "%lu", reader.number);
        cmd_fail(CMD_USAGE, args->command, "{file}:{number}: {reason}", "file", reader.path,
                 "number", number, "reason", why, NULL);
    }
    bool ok = right && !reader.failed;
    cmd_close(&reader);
    return ok;
}

const char *cmd_default_store(void) {
    static char url[4200];
    char folder[4096];
    cmd_data_folder(folder, sizeof folder);
    snprintf(url, sizeof url, "sqlite:%s/server.db", folder);
    return url;
}
