/* Where a server has its settings and its store: for the commands that are about one. */
#ifndef CMD_SERVER_OPTIONS_H
#define CMD_SERVER_OPTIONS_H

#include "cmd/cmd.h"
#include "serve/serve.h"

/* Those of the file that --config names, if it does. False: it was said what is wrong. */
bool cmd_read_server_config(const cmd_args *args, serve_options *options);

/* The store of whoever does not name one. */
const char *cmd_default_store(void);

#endif
