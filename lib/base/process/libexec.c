/* SPDX-License-Identifier: MIT */
/*
 * Finds the helper programs of the library: in BENCHRESULT_LIBEXEC, else in ../libexec relative to
 * the shared library's directory, else in the installation directory. Only this file knows an
 * installation directory; the library in the build tree knows none.
 */
#include "base/alloc.h"
#include "base/error.h"
#include "base/process/spawn.h"
#include "base/text/text.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIBRARY_FILE     "libbenchresult.so"
#define LIBEXEC_VARIABLE "BENCHRESULT_LIBEXEC"

#ifndef BRES_LIBEXECDIR
#define BRES_LIBEXECDIR ""
#endif

/* Sets *path to the path of the shared library with this code and returns the length of its
 * directory. Returns -1 in a program linked with the static library, and for a relative path: the
 * working directory may have changed since the loader used it. */
static int libexec_library_directory(const char **path)
{
    static const char code[] = "";
    Dl_info info;
    const char *slash;

    if (dladdr(code, &info) == 0 || info.dli_fname == NULL || info.dli_fname[0] != '/')
        return -1;
    slash = strrchr(info.dli_fname, '/');
    if (strncmp(slash + 1, LIBRARY_FILE, strlen(LIBRARY_FILE)) != 0)
        return -1;
    *path = info.dli_fname;
    return (int)(slash - info.dli_fname);
}

/* *found is NULL if ../libexec beside the shared library lacks the program. */
static bres_status libexec_beside_library(const char *name, char **found)
{
    const char *library;
    const int length = libexec_library_directory(&library);
    bres__text text = { 0 };

    *found = NULL;
    if (length < 0)
        return BRES_OK;
    bres__text_printf(&text, "%.*s/../libexec/%s", length, library, name);
    *found = bres__text_steal(&text);
    if (*found == NULL)
        return bres__error_memory();
    if (access(*found, F_OK) != 0) {
        bres__free(*found);
        *found = NULL;
    }
    return BRES_OK;
}

static bres_status libexec_in(const char *directory, const char *name, char **found)
{
    bres__text text = { 0 };

    if (directory[0] == '\0')
        return bres__error(BRES_ERROR_NO_FILE,
                           "cannot find '%s': the library is not installed, and " LIBEXEC_VARIABLE
                           " is not set",
                           name);
    if (directory[0] != '/')
        return bres__error(BRES_ERROR_VALUE,
                           LIBEXEC_VARIABLE " is '%s' (expected an absolute path)", directory);
    bres__text_printf(&text, "%s/%s", directory, name);
    *found = bres__text_steal(&text);
    return *found != NULL ? BRES_OK : bres__error_memory();
}

/* Refuses a program that every user can replace. */
static bres_status libexec_check(char *found)
{
    char *slash = strrchr(found, '/');
    struct stat directory;
    int failed;

    if (access(found, X_OK) != 0)
        return bres__error_system("start", found);
    *slash = '\0';
    failed = stat(found, &directory);
    *slash = '/';
    if (failed)
        return bres__error_system("examine the directory of", found);
    if ((directory.st_mode & S_IWOTH) != 0)
        return bres__error(BRES_ERROR_IO,
                           "cannot start '%s': every user can write to its directory", found);
    return BRES_OK;
}

bres_status bres__libexec_find(const char *name, char **path)
{
    const char *directory = secure_getenv(LIBEXEC_VARIABLE);
    char *found = NULL;
    bres_status status = BRES_OK;

    *path = NULL;
    if (directory == NULL || directory[0] == '\0') {
        directory = BRES_LIBEXECDIR;
        status = libexec_beside_library(name, &found);
    }
    if (status == BRES_OK && found == NULL)
        status = libexec_in(directory, name, &found);
    if (status == BRES_OK)
        status = libexec_check(found);
    if (status != BRES_OK) {
        bres__free(found);
        return status;
    }
    *path = found;
    return BRES_OK;
}
