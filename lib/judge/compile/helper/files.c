/* SPDX-License-Identifier: MIT */
#include "judge/compile/helper/files.h"

#include "base/base.h"
#include "judge/compile/limits.h"
#include "judge/confine/confine.h"
#include "judge/confine/user.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Removes the last component of a path; false if nothing would be left. */
static bool path_cut(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash == NULL || slash == path)
        return false;
    *slash = '\0';
    return true;
}

/* Allows reading the compiler, which may be installed outside the system's directories. Only
 * directories with these names are allowed, because their parent may be the home of a user. */
static void compiler_allow(const bres__confine *confine, const char *compiler)
{
    static const char *const parts[] = { "bin", "lib", "lib64", "libexec", "include" };
    char directory[PATH_MAX];

    bres__confine_allow(confine, compiler, BRES__CONFINE_READ);
    if (realpath(compiler, directory) == NULL || !path_cut(directory) ||
        strcmp(strrchr(directory, '/'), "/bin") != 0 || !path_cut(directory))
        return;
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        char part[PATH_MAX + 16];

        snprintf(part, sizeof(part), "%s/%s", directory, parts[i]);
        bres__confine_allow(confine, part, BRES__CONFINE_READ);
    }
}

void compile_files_confine(const char *compiler, const char *directory, char *const *readable,
                           char *const *end)
{
    const unsigned all = BRES__CONFINE_READ | BRES__CONFINE_WRITE | BRES__CONFINE_MAKE;
    bres__confine confine = bres__confine_begin(all | BRES__CONFINE_DEVICES);

    bres__confine_allow_system(&confine);
    bres__confine_allow_list(&confine, getenv("LD_LIBRARY_PATH"), BRES__CONFINE_READ);
    bres__confine_allow(&confine, directory, all);
    compiler_allow(&confine, compiler);
    for (; readable != end; readable++)
        bres__confine_allow(&confine, *readable, BRES__CONFINE_READ);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    bres__confine_enter(&confine);
}

void compile_user_drop(const char *directory)
{
    char path[PATH_MAX];

    if (geteuid() != 0)
        return;
    if (chown(directory, BRES__NOBODY, BRES__NOBODY) == 0 && bres__user_drop(true))
        return;
    bres__format(path, sizeof path, "%s/" BRES__COMPILE_AS_ROOT, directory);
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}
