/* SPDX-License-Identifier: MIT */
#include "base/process/environment.h"

#include "base/alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* The index of a variable in `list`; `count` if it is missing. */
static size_t variable_find(char *const *list, size_t count, const char *variable)
{
    const size_t length = strcspn(variable, "=");
    size_t i = 0;

    while (i < count &&
           (strncmp(list[i], variable, length) != 0 || strcspn(list[i], "=") != length))
        i++;
    return i;
}

static size_t list_count(char *const *list)
{
    size_t count = 0;

    while (list != NULL && list[count] != NULL)
        count++;
    return count;
}

char **bres__environment_with(const char *const *variables)
{
    /* Neither list is modified; the type of an environment only lacks const. */
    char *const *added = (char *const *)(uintptr_t)variables;
    const size_t inherited = list_count(environ);
    const size_t room = inherited + list_count(added) + 1;
    char **list = bres__calloc(room, sizeof(*list));
    size_t count = inherited;

    if (list == NULL)
        return NULL;
    if (inherited > 0)
        memcpy(list, environ, inherited * sizeof(*list));
    for (; added != NULL && *added != NULL; added++) {
        const size_t index = variable_find(list, count, *added);

        list[index] = *added;
        if (index == count)
            count++;
    }
    return list;
}

static bool names_have(const char *const *names, const char *variable)
{
    const size_t length = strcspn(variable, "=");

    while (names != NULL && *names != NULL) {
        if (strncmp(*names, variable, length) == 0 && (*names)[length] == '\0')
            return true;
        names++;
    }
    return false;
}

char **bres__environment_only(const char *const *const *names, size_t count, const char *added)
{
    const size_t inherited = list_count(environ);
    char **list = bres__calloc(inherited + 2, sizeof(*list));
    size_t kept = 0;

    for (size_t i = 0; list != NULL && i < inherited; i++) {
        bool is_kept = false;

        for (size_t n = 0; n < count; n++)
            is_kept |= names_have(names[n], environ[i]);
        if (is_kept)
            list[kept++] = environ[i];
    }
    if (list != NULL)
        list[kept] = (char *)(uintptr_t)added;
    return list;
}
