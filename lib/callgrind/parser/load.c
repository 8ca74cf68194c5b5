/* SPDX-License-Identifier: MIT */
/*
 * Profiles from files and from memory.
 */
#include "callgrind/parser/parser.h"

#include <fcntl.h>
#include <string.h>

/* Bytes that are read at once. The buffer grows for a longer line. */
#define LOAD_BLOCK ((size_t)1 << 18)

/* The first published layout ends after `log_user`. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_profile_options, log_user) + sizeof(void *))

_Static_assert(offsetof(bres_profile_options, max_memory) == sizeof(size_t) + 8, "part of the ABI");
_Static_assert(sizeof(bres_profile_options) == OPTIONS_FIRST_SIZE, "no padding at the end");

void bres_profile_options_init(bres_profile_options *options)
{
    if (options != NULL)
        *options = (bres_profile_options){
            .size = sizeof(*options),
            .max_memory = UINT64_C(1) << 30,
        };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_profile_options, flags, 0),
    BRES__OPTION_RESERVED(bres_profile_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_profile_options, OPTIONS_FIRST_SIZE, option_fields);

static bres_status load_options(const bres_profile_options *options, bres_profile_options *full)
{
    bres_profile_options_init(full);
    return bres__options_take(full, options, &options_type);
}

/* Prepares an empty parser with an empty profile. */
static bres_status load_begin(bres__parser *parser, const char *name,
                              const bres_profile_options *options)
{
    bres_profile_options full;
    bres_status status = load_options(options, &full);

    if (status != BRES_OK)
        return status;
    parser->profile = bres__calloc(1, sizeof(*parser->profile));
    if (parser->profile == NULL)
        return bres__error_memory();
    parser->profile->command = "";
    parser->profile->max_memory = full.max_memory;
    parser->name = name;
    parser->log = full.log;
    parser->log_user = full.log_user;
    parser->block = "";
    parser->position_count = 1;
    status = bres__profile_text_add(parser->profile, "", 0, &parser->no_object);
    if (status == BRES_OK)
        status = bres__profile_text_add(parser->profile, "???", 3, &parser->unknown);
    bres__parser_reset_position(parser);
    return status;
}

static bres_status load_no_data(const char *name)
{
    bres__error(BRES_ERROR_VALUE, "no data: the profile is empty");
    bres__error_set_file(name);
    return BRES_ERROR_VALUE;
}

/* Frees the data that only served for lookups during the parse. */
static void load_settle(bres_profile *profile)
{
    bres__costs_end(&profile->self);
    bres__costs_end(&profile->called);
    bres__pairs_end(&profile->homes);
    bres__pairs_end(&profile->functions);
    bres__pairs_end(&profile->sites);
    bres__pairs_end(&profile->edges);
    bres__map_free(&profile->text_map);
}

/* Ends the parse and hands the profile to the caller. */
static bres_status load_end(bres__parser *parser, bres_profile **profile)
{
    uint32_t event;
    const bres_status status = bres__parser_finish(parser);

    if (status != BRES_OK)
        return status;
    if (!bres__profile_find_event(parser->profile, "Ir", &event))
        bres__parser_warn(parser, "event Ir is missing: %.40s is used instead",
                          parser->profile->events[0]);
    bres__parser_warn_rest(parser);
    load_settle(parser->profile);
    *profile = parser->profile;
    parser->profile = NULL;
    return BRES_OK;
}

static void load_free(bres__parser *parser)
{
    if (parser == NULL)
        return;
    bres_profile_free(parser->profile);
    bres__parser_free(parser);
    bres__free(parser);
}

/* Parses the last line, which lacks a newline. `line` has room for a newline and the padding. */
static bres_status load_last_line(bres__parser *parser, char *line, size_t length)
{
    bres_status status;

    parser->cut = true;
    line[length] = '\n';
    memset(line + length + 1, 0, BRES__PARSER_PADDING);
    status = bres__parser_lines(parser, line, length + 1);
    parser->block = "";
    parser->line_start = parser->block;
    return status;
}

/* Room after the data in a buffer, for a newline and the padding. */
#define LOAD_ROOM (1 + BRES__PARSER_PADDING)

/* Data that have been read but not parsed. */
typedef struct load_buffer {
    char *data;
    size_t size;
    size_t capacity; /* without LOAD_ROOM */
} load_buffer;

/* Grows the buffer when a single line fills it. */
static bres_status buffer_grow(load_buffer *buffer, const bres__parser *parser)
{
    const uint64_t max = parser->profile->max_memory;
    char *data;
    size_t grown;

    if (buffer->capacity > (SIZE_MAX - LOAD_ROOM) / 2)
        return bres__error_memory();
    grown = buffer->capacity == 0 ? LOAD_BLOCK : buffer->capacity * 2;
    if (buffer->capacity != 0 && max != 0 && grown > max)
        return bres__parser_place(
            parser,
            bres__error(BRES_ERROR_LIMIT, "a line has more than %zu bytes", buffer->capacity));
    data = bres__realloc(buffer->data, grown + LOAD_ROOM);
    if (data == NULL)
        return bres__error_memory();
    buffer->data = data;
    buffer->capacity = grown;
    return BRES_OK;
}

/* Parses the whole lines of the buffer, and keeps the rest. The bytes before `searched` do not
 * contain a newline. */
static bres_status buffer_parse(load_buffer *buffer, size_t searched, bres__parser *parser)
{
    const char *last = memrchr(buffer->data + searched, '\n', buffer->size - searched);
    const size_t whole = last == NULL ? 0 : (size_t)(last + 1 - buffer->data);
    const bres_status status = bres__parser_lines(parser, buffer->data, whole);

    buffer->size -= whole;
    memmove(buffer->data, buffer->data + whole, buffer->size);
    return status;
}

static bres_status load_stream(bres__parser *parser, int fd)
{
    load_buffer buffer = { 0 };
    bres_status status = BRES_OK;
    bool any = false;
    bool more = true;

    while (status == BRES_OK && more) {
        size_t searched = buffer.size;
        ssize_t got;

        if (buffer.size == buffer.capacity)
            status = buffer_grow(&buffer, parser);
        if (status != BRES_OK)
            break;
        got = bres__read_full(fd, buffer.data + buffer.size, buffer.capacity - buffer.size);
        if (got < 0) {
            status = bres__error_system("read", parser->name);
            break;
        }
        more = (size_t)got == buffer.capacity - buffer.size;
        any = any || got > 0;
        buffer.size += (size_t)got;
        memset(buffer.data + buffer.size, 0, LOAD_ROOM);
        status = buffer_parse(&buffer, searched, parser);
    }
    if (status == BRES_OK && buffer.size != 0)
        status = load_last_line(parser, buffer.data, buffer.size);
    if (status == BRES_OK && !any)
        status = load_no_data(parser->name);
    bres__free(buffer.data);
    return status;
}

bres_status bres_profile_load(const char *path, const bres_profile_options *options,
                              bres_profile **profile)
{
    bres__parser *parser;
    bres_status status;
    int fd = -1;

    if (profile == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_load: profile is NULL");
    *profile = NULL;
    if (path == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_load: path is NULL");
    parser = bres__calloc(1, sizeof(*parser));
    if (parser == NULL)
        return bres__error_memory();
    status = load_begin(parser, path, options);
    if (status != BRES_OK)
        goto out;
    fd = bres__open(path, O_RDONLY | O_NOCTTY, 0);
    if (fd < 0) {
        status = bres__error_system("open", path);
        goto out;
    }
    status = load_stream(parser, fd);
    if (status == BRES_OK)
        status = load_end(parser, profile);
out:
    if (fd >= 0)
        bres__close(fd);
    load_free(parser);
    return status;
}

/* The end of the last line that is followed by enough bytes of padding; 0: no such line. */
static size_t padded_lines(const char *data, size_t size)
{
    const char *last;

    if (size < LOAD_ROOM)
        return 0;
    last = memrchr(data, '\n', size - BRES__PARSER_PADDING);
    return last == NULL ? 0 : (size_t)(last + 1 - data);
}

/* Parses the last lines from a copy, which has room for the padding. */
static bres_status load_text(bres__parser *parser, const char *data, size_t size)
{
    const size_t padded = padded_lines(data, size);
    load_buffer rest = { .size = size - padded, .capacity = size - padded };
    bres_status status = bres__parser_lines(parser, data, padded);

    if (status != BRES_OK)
        return status;
    rest.data = bres__malloc(rest.capacity + LOAD_ROOM);
    if (rest.data == NULL)
        return bres__error_memory();
    memcpy(rest.data, data + padded, rest.size);
    memset(rest.data + rest.size, 0, LOAD_ROOM);
    status = buffer_parse(&rest, 0, parser);
    if (status == BRES_OK && rest.size != 0)
        status = load_last_line(parser, rest.data, rest.size);
    bres__free(rest.data);
    return status;
}

bres_status bres_profile_parse(const char *data, size_t size, const char *name,
                               const bres_profile_options *options, bres_profile **profile)
{
    bres__parser *parser;
    bres_status status;

    if (profile == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_parse: profile is NULL");
    *profile = NULL;
    if (data == NULL && size != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_parse: data is NULL, size is %zu",
                           size);
    parser = bres__calloc(1, sizeof(*parser));
    if (parser == NULL)
        return bres__error_memory();
    status = load_begin(parser, name, options);
    if (status == BRES_OK)
        status = size == 0 ? load_no_data(name) : load_text(parser, data, size);
    if (status == BRES_OK)
        status = load_end(parser, profile);
    load_free(parser);
    return status;
}
