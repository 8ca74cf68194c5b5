/* SPDX-License-Identifier: MIT */
/*
 * Removes the parts of names that depend on where a program was built and installed.
 */
#include "callgrind/counts/counts.h"

#include <string.h>

typedef struct names_rules {
    const char *const *roots; /* NULL: none */
    bres__text text;          /* buffer for the last name */
} names_rules;

/* The length of a name without its object: a blank and a non-empty text in brackets at the end. */
static size_t names_without_object(const char *name)
{
    const size_t length = strlen(name);

    if (length == 0 || name[length - 1] != ']')
        return length;
    for (size_t i = 0; i + 3 < length; i++) {
        if (strchr(" \t\n\v\f\r", name[i]) != NULL && name[i + 1] == '[')
            return i;
    }
    return length;
}

/* The name from the last occurrence of `root` on; the whole name if it lacks `root`. */
static const char *names_from_last(const char *name, const char *root)
{
    const char *found = strstr(name, root);

    while (found != NULL) {
        name = found;
        found = strstr(found + 1, root);
    }
    return name;
}

static bres_status names_standardize(void *user, const char *name, const char **renamed)
{
    names_rules *const rules = user;

    bres__text_clear(&rules->text);
    bres__text_append(&rules->text, name, names_without_object(name));
    if (rules->text.failed)
        return bres__error_memory();
    *renamed = rules->text.length == 0 ? "" : rules->text.data;
    for (const char *const *root = rules->roots; root != NULL && *root != NULL; root++) {
        if ((*root)[0] != '\0')
            *renamed = names_from_last(*renamed, *root);
    }
    return BRES_OK;
}

bres_status bres_counts_standardize(const bres_counts *a, const char *const *roots,
                                    bres_counts **counts)
{
    names_rules rules = { .roots = roots };
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_standardize: counts is NULL");
    *counts = NULL;
    if (a == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_standardize: a is NULL");
    status = bres_counts_transform(a, names_standardize, &rules, counts);
    bres__text_free(&rules.text);
    return status;
}
