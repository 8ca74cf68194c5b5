/* SPDX-License-Identifier: MIT */
/*
 * Templates of the paths of charts.
 */
#include "report/plot/path.h"

#include <string.h>
#include <strings.h>

static const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

const char *bres__path_ending(const char *path)
{
    const char *base = path_base(path);
    const char *point = strrchr(base, '.');

    return point != NULL && point != base ? point : base + strlen(base);
}

bool bres__plot_path_has_form(const char *path)
{
    const char *ending = bres__path_ending(path);

    return strcasecmp(ending, ".svg") == 0 || strcasecmp(ending, ".png") == 0 ||
           strcasecmp(ending, ".pdf") == 0;
}

static bool is_kept(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
}

/* Most bytes of a name in a file name. */
#define NAME_MAX_BYTES 80

/* Appends a name as part of a file name: each run of characters that are not kept becomes one `_`.
 */
static void put_name(bres__text *path, const char *name)
{
    const size_t start = path->length;
    bool replaced = false;

    for (; *name != '\0' && path->length < start + NAME_MAX_BYTES; name++) {
        if (is_kept(*name))
            bres__text_putc(path, *name);
        else if (!replaced)
            bres__text_putc(path, '_');
        replaced = !is_kept(*name);
    }
    if (path->failed)
        return;
    while (path->length > start && strchr("_-", path->data[path->length - 1]) != NULL)
        path->length--;
    if (path->length > start) {
        const size_t skip = strspn(path->data + start, "_-");

        memmove(path->data + start, path->data + start + skip, path->length - start - skip);
        path->length -= skip;
        path->data[path->length] = '\0';
    } else {
        bres__text_puts(path, "value");
    }
}

static bres_status put_field(bres__text *path, const char *template, const char *name,
                             size_t length, const bres__plot_fields *fields)
{
    if (length == 9 && memcmp(name, "benchmark", 9) == 0)
        put_name(path, fields->benchmark);
    else if (length == 6 && memcmp(name, "device", 6) == 0)
        put_name(path, fields->device);
    else if (length == 4 && memcmp(name, "axis", 4) == 0)
        put_name(path, fields->axis);
    else if (length == 4 && memcmp(name, "pair", 4) == 0)
        bres__text_printf(path, "%zu", fields->pair);
    else
        return bres__error(BRES_ERROR_ARGUMENT,
                           "unknown field '{%.*s}' in the path '%s' (expected {benchmark}, "
                           "{device}, {axis} or {pair})",
                           (int)length, name, template);
    return BRES_OK;
}

bres_status bres__plot_path_expand(bres__text *path, const char *template,
                                   const bres__plot_fields *fields)
{
    const char *next = template;

    while (*next != '\0') {
        const size_t plain = strcspn(next, "{}");
        const char *end;
        bres_status status;

        bres__text_append(path, next, plain);
        next += plain;
        if (*next == '\0')
            break;
        if (next[1] == next[0]) {
            bres__text_putc(path, *next);
            next += 2;
            continue;
        }
        end = *next == '{' ? strpbrk(next + 1, "{}") : NULL;
        if (end == NULL || *end != '}')
            return bres__error(BRES_ERROR_ARGUMENT,
                               "unmatched brace in the path '%s' (write {{ or }} for a brace)",
                               template);
        status = put_field(path, template, next + 1, (size_t)(end - next - 1), fields);
        if (status != BRES_OK)
            return status;
        next = end + 1;
    }
    return path->failed ? bres__error_memory() : BRES_OK;
}
