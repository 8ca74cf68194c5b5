/* SPDX-License-Identifier: MIT */
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

/* A path below a root. */
typedef struct file_path {
    char text[PATH_MAX];
} file_path;

static bool path_vmake(file_path *path, const char *root, const char *format, va_list arguments)
{
    const size_t length = strlen(root);
    int rest;

    if (length >= sizeof(path->text))
        return false;
    memcpy(path->text, root, length);
    rest = bres__vformat(path->text + length, sizeof(path->text) - length, format, arguments);
    return rest >= 0 && (size_t)rest < sizeof(path->text) - length;
}

static bool path_make(file_path *path, const char *root, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool path_make(file_path *path, const char *root, const char *format, ...)
{
    va_list arguments;
    bool fits;

    va_start(arguments, format);
    fits = path_vmake(path, root, format, arguments);
    va_end(arguments);
    return fits;
}

static bres__fact_state state_of_errno(void)
{
    return errno == ENOENT || errno == ENOTDIR ? BRES__FACT_ABSENT : BRES__FACT_UNREADABLE;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Checks the bytes that were read. */
static bres__fact_state reading_check(bres__reading *reading, size_t size, bool prefix)
{
    if (size == 0)
        return BRES__FACT_EMPTY;
    if (size > BRES__SYSTEM_FILE_MAX) {
        if (!prefix)
            return BRES__FACT_TOO_LARGE;
        size = BRES__SYSTEM_FILE_MAX;
    }
    if (memchr(reading->data, '\0', size) != NULL)
        return BRES__FACT_MALFORMED;
    while (size > 0 && is_blank(reading->data[size - 1]))
        size--;
    reading->data[size] = '\0';
    reading->length = size;
    return BRES__FACT_KNOWN;
}

/* A caller's root may contain a FIFO; O_NONBLOCK keeps its opening from blocking. */
static int file_open(const char *path)
{
    return bres__open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
}

static bool file_read(const char *path, bres__reading *reading, bool prefix)
{
    char beyond;
    ssize_t size;
    int fd = file_open(path);

    if (fd < 0) {
        reading->state = state_of_errno();
        return false;
    }
    size = bres__read_full(fd, reading->data, BRES__SYSTEM_FILE_MAX);
    if (size == BRES__SYSTEM_FILE_MAX && !prefix && bres__read_full(fd, &beyond, 1) != 0)
        size++;
    reading->state = size >= 0 ? reading_check(reading, (size_t)size, prefix) : state_of_errno();
    bres__close(fd);
    return reading->state == BRES__FACT_KNOWN;
}

static void reading_clear(bres__reading *reading)
{
    reading->state = BRES__FACT_UNREADABLE;
    reading->length = 0;
    reading->data[0] = '\0';
}

bool bres__system_read(const char *root, bres__reading *reading, const char *format, ...)
{
    file_path path;
    va_list arguments;
    bool fits;

    reading_clear(reading);
    va_start(arguments, format);
    fits = path_vmake(&path, root, format, arguments);
    va_end(arguments);
    return fits && file_read(path.text, reading, false);
}

bool bres__system_read_prefix(const char *root, bres__reading *reading, const char *path)
{
    file_path full;

    reading_clear(reading);
    return path_make(&full, root, "%s", path) && file_read(full.text, reading, true);
}

bres_status bres__system_read_large(const char *root, const char *path, size_t max,
                                    bres__buffer *buffer, bres__fact_state *state)
{
    bres__error_record record;
    bres_status status;
    file_path full;
    int fd;

    *buffer = (bres__buffer){ .data = NULL };
    *state = BRES__FACT_UNREADABLE;
    if (!path_make(&full, root, "%s", path))
        return BRES_OK;
    fd = file_open(full.text);
    if (fd < 0) {
        *state = state_of_errno();
        return BRES_OK;
    }
    bres__error_save(&record);
    status = bres__read_fd(fd, path, max, buffer);
    bres__close(fd);
    if (status == BRES_ERROR_MEMORY)
        return status;
    bres__error_restore(&record);
    if (status == BRES_ERROR_LIMIT)
        *state = BRES__FACT_TOO_LARGE;
    if (status == BRES_OK)
        *state = buffer->size > 0 ? BRES__FACT_KNOWN : BRES__FACT_EMPTY;
    return BRES_OK;
}

bool bres__system_exists(const char *root, const char *path)
{
    file_path full;
    struct stat found;

    return path_make(&full, root, "%s", path) && bres__stat(full.text, &found) == 0;
}

typedef struct listing {
    bool (*entry)(void *context, const char *name);
    void *context;
} listing;

static bool list_entry(void *context, const char *name)
{
    const listing *list = context;

    return name[0] == '.' || list->entry(list->context, name);
}

bres__fact_state bres__system_list(const char *root, const char *path,
                                   bool (*entry)(void *context, const char *name), void *context)
{
    listing list = { .entry = entry, .context = context };
    bres__fact_state state = BRES__FACT_KNOWN;
    file_path full;
    int fd;

    if (!path_make(&full, root, "%s", path))
        return BRES__FACT_UNREADABLE;
    fd = bres__open(full.text, O_RDONLY | O_DIRECTORY, 0);
    if (fd < 0)
        return state_of_errno();
    if (bres__list_directory(fd, list_entry, &list) != 0)
        state = state_of_errno();
    bres__close(fd);
    return state;
}

const char *bres__line_find(const char *text, const char *key, size_t *length)
{
    const size_t key_length = strlen(key);

    while (text != NULL) {
        const char *rest = text + key_length;
        const char *end = strchr(text, '\n');

        if (strncmp(text, key, key_length) == 0 &&
            (*rest == ' ' || *rest == '\t' || *rest == ':')) {
            rest += strspn(rest, " \t:");
            *length = strcspn(rest, "\n");
            while (*length > 0 && is_blank(rest[*length - 1]))
                (*length)--;
            return rest;
        }
        text = end != NULL ? end + 1 : NULL;
    }
    *length = 0;
    return NULL;
}

bool bres__text_integer(const char *text, size_t length, int64_t least, int64_t *value)
{
    return bres__parse_int64(text, length, value) == BRES__PARSE_OK && *value >= least;
}
