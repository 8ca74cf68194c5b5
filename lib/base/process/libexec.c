/* SPDX-License-Identifier: MIT */
/*
 * Where the helper programs of the library are. This is the only file that knows a directory of the
 * installation; the build tree's library knows none.
 */
#include "base/alloc.h"
#include "base/error.h"
#include "base/process/spawn.h"
#include "base/text/text.h"

#include <stdlib.h>
#include <unistd.h>

#define LIBEXEC_VARIABLE "BENCHRESULT_LIBEXEC"

#ifndef BRES_LIBEXECDIR
#define BRES_LIBEXECDIR ""
#endif

bres_status bres__libexec_find(const char *name, char **path)
{
    const char *directory = secure_getenv(LIBEXEC_VARIABLE);
    bres__text text = { 0 };
    char *found;

    *path = NULL;
    if (directory == NULL || directory[0] == '\0')
        directory = BRES_LIBEXECDIR;
    if (directory[0] == '\0')
        return bres__error(BRES_ERROR_NO_FILE,
                           "cannot find '%s': the library is not installed, and " LIBEXEC_VARIABLE
                           " is not set",
                           name);
    bres__text_printf(&text, "%s/%s", directory, name);
    found = bres__text_steal(&text);
    if (found == NULL)
        return bres__error_memory();
    if (access(found, X_OK) != 0) {
        const bres_status status = bres__error_system("start", found);

        bres__free(found);
        return status;
    }
    *path = found;
    return BRES_OK;
}
