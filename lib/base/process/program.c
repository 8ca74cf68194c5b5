/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/error.h"
#include "base/file/file.h"
#include "base/process/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* 0 if the path is an executable regular file, else an errno. */
static int program_refusal(const char *path)
{
    struct stat status;

    if (bres__stat(path, &status) != 0)
        return errno;
    if (!S_ISREG(status.st_mode))
        return EACCES;
    return access(path, X_OK) == 0 ? 0 : errno;
}

/* Whether a later directory may still have an executable file. */
static bool refusal_is_local(int refusal)
{
    return refusal == ENOENT || refusal == ENOTDIR || refusal == EACCES;
}

/* Searches the directories. *refusal is the errno for the last file that exists but cannot be
 * executed, else ENOENT. */
static char *program_search(const char *name, const char *directories, int *refusal)
{
    bres__text path = { 0 };
    const char *at = directories;
    int number;

    *refusal = ENOENT;
    for (;;) {
        const size_t length = strcspn(at, ":");

        bres__text_clear(&path);
        bres__text_append(&path, length > 0 ? at : ".", length > 0 ? length : 1);
        bres__text_putc(&path, '/');
        bres__text_puts(&path, name);
        number = path.failed ? ENOMEM : program_refusal(path.data);
        if (number != ENOENT && number != ENOTDIR)
            *refusal = number;
        if (!refusal_is_local(number) || at[length] == '\0')
            break;
        at += length + 1;
    }
    if (number == 0)
        return bres__text_steal(&path);
    bres__text_free(&path);
    return NULL;
}

bres_status bres__program_find(const char *name, char **path)
{
    const char *directories = getenv("PATH");
    int refusal;

    *path = NULL;
    if (strchr(name, '/') == NULL && name[0] != '\0') {
        *path = program_search(name, directories != NULL ? directories : "/bin:/usr/bin", &refusal);
    } else {
        refusal = program_refusal(name);
        if (refusal == 0)
            *path = bres__strdup(name);
    }
    if (*path != NULL)
        return BRES_OK;
    if (refusal == 0)
        return bres__error_memory();
    errno = refusal;
    return bres__error_system("start", name);
}
