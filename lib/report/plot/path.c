/* SPDX-License-Identifier: MIT */
/*
 * Where charts go.
 */
#include "report/plot/plot.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

/* --- Names ---------------------------------------------------------------------------------- */

static const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* The last point of the name and what follows; its end when there is none. A name that only begins
 * with a point has no ending. */
static const char *path_ending(const char *path)
{
    const char *base = path_base(path);
    const char *point = strrchr(base, '.');

    return point != NULL && point != base ? point : base + strlen(base);
}

bool bres__plot_path_has_form(const char *path)
{
    const char *ending = path_ending(path);

    return strcasecmp(ending, ".svg") == 0 || strcasecmp(ending, ".png") == 0 ||
           strcasecmp(ending, ".pdf") == 0;
}

/* --- Templates ------------------------------------------------------------------------------ */

static bool is_kept(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
}

/* Of a name that goes into a file name, which must not become too long. */
#define NAME_MAX_BYTES 80

/* Appends a name as part of a file name: each run of other characters becomes one `_`. */
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
                           "the path '%s' has an unknown field '{%.*s}': expected {benchmark}, "
                           "{device}, {axis} or {pair}",
                           template, (int)length, name);
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
                               "the path '%s' has a brace without its partner; {{ and }} stand for "
                               "braces",
                               template);
        status = put_field(path, template, next + 1, (size_t)(end - next - 1), fields);
        if (status != BRES_OK)
            return status;
        next = end + 1;
    }
    return path->failed ? bres__error_memory() : BRES_OK;
}

/* --- One name for each chart ---------------------------------------------------------------- */

/* Appends a path without "." and "..", without asking the file system. */
static void put_normalised(bres__text *text, const char *path)
{
    while (*path != '\0') {
        const size_t length = strcspn(path, "/");

        if (length == 2 && path[0] == '.' && path[1] == '.') {
            while (text->length > 0 && text->data[--text->length] != '/')
                ;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            bres__text_putc(text, '/');
            bres__text_append(text, path, length);
        }
        path += length;
        path += *path == '/';
    }
}

static bres_status put_absolute(bres__text *text, const char *path)
{
    char directory[4096];

    if (path[0] != '/') {
        if (getcwd(directory, sizeof directory) == NULL)
            return bres__error_system("find the working directory for", path);
        put_normalised(text, directory);
    }
    put_normalised(text, path);
    return text->failed ? bres__error_memory() : BRES_OK;
}

static bool is_used(const bres__plots *plots)
{
    return bres__map_get(&plots->used, plots->text.data, plots->text.length) != NULL;
}

static bool exists(const char *path)
{
    struct stat status;

    return bres__stat(path, &status) == 0;
}

/* The first free name of the form STEM-copy-N.ENDING. */
static bres_status find_copy(bres__plots *plots)
{
    char *wanted = bres__strdup(plots->text.data);
    const char *ending;

    if (wanted == NULL)
        return bres__error_memory();
    ending = path_ending(wanted);
    for (unsigned n = 1; !plots->text.failed; n++) {
        bres__text_clear(&plots->text);
        bres__text_append(&plots->text, wanted, (size_t)(ending - wanted));
        bres__text_printf(&plots->text, "-copy-%u%s", n, ending);
        if (!plots->text.failed && !is_used(plots) && !exists(plots->text.data))
            break;
    }
    bres__free(wanted);
    return plots->text.failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__plots_use(bres__plots *plots, const char *path, bool *copied)
{
    bres_status status;
    char *kept;

    bres__text_clear(&plots->text);
    status = put_absolute(&plots->text, path);
    *copied = status == BRES_OK && is_used(plots);
    if (*copied)
        status = find_copy(plots);
    if (status != BRES_OK)
        return status;
    kept = bres__arena_copy(&plots->names, plots->text.data, plots->text.length);
    if (kept == NULL || !bres__map_set(&plots->used, kept, plots->text.length, kept))
        return bres__error_memory();
    return BRES_OK;
}
