#include "cmd/cmd.h"

#include <libintl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const cmd_languages[] = {"en", "de", "es", "hu", "it", NULL};

static const char *find_language(const char *name) {
    for (int i = 0; cmd_languages[i]; i++)
        if (!strncmp(name, cmd_languages[i], 2) && !strchr("abcdefghijklmnopqrstuvwxyz", name[2]))
            return cmd_languages[i];
        else if (!strcmp(name, cmd_languages[i]))
            return cmd_languages[i];
    return NULL;
}

/* What the environment asks for, by the order of precedence of POSIX and gettext. */
static const char *from_environment(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = "";
    for (int i = 0; i < 3 && !*locale; i++)
        locale = getenv(variables[i]) ? getenv(variables[i]) : "";
    if (!strcmp(locale, "C") || !strcmp(locale, "POSIX"))
        return "en";
    const char *list = getenv("LANGUAGE");
    for (const char *at = list; at && *at;) {
        if (find_language(at))
            return find_language(at);
        at = strchr(at, ':');
        at += at != NULL;
    }
    return *locale && find_language(locale) ? find_language(locale) : "en";
}

/* The catalogues lie in the build folder beside the program, or where they were installed. */
static void bind_catalogues(void) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 4);
    if (n > 0) {
        path[n] = '\0';
        char *slash = strrchr(path, '/');
        strcpy(slash, "/po");
        if (access(path, R_OK) == 0) {
            bindtextdomain("razzia", path);
            return;
        }
    }
    bindtextdomain("razzia", RZ_LOCALE_DIR);
}

bool cmd_set_language(const char *lang) {
    const char *chosen = lang ? find_language(lang) : from_environment();
    if (!chosen)
        return false;
    /* A bare system has no locale but this one; gettext needs one that is not "C", and then goes
     * by LANGUAGE. Numbers stay as programs write them. */
    if (!setlocale(LC_ALL, ""))
        setlocale(LC_ALL, "C.UTF-8");
    if (!strcmp(setlocale(LC_MESSAGES, NULL), "C") ||
        !strcmp(setlocale(LC_MESSAGES, NULL), "POSIX"))
        setlocale(LC_MESSAGES, "C.UTF-8");
    setlocale(LC_NUMERIC, "C");
    setenv("LANGUAGE", chosen, 1);
    bind_catalogues();
    bind_textdomain_codeset("razzia", "UTF-8");
    textdomain("razzia");
    return true;
}

const char *cmd_translate(const char *english) {
    return *english ? gettext(english) : english;
}
