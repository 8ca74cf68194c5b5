/* SPDX-License-Identifier: MIT */
/*
 * Names: `(ID) name` defines an id, `(ID)` refers to it, and anything else is the name itself. A
 * definition that begins with a reference is composed of other names: `(1)'2'(3)`.
 */
#include "callgrind/parser/parser.h"

#include <inttypes.h>
#include <string.h>

/* Limit in bytes: names that are composed of composed names can grow exponentially. */
#define COMPOSED_MAX ((size_t)1 << 24)

/* Ids below this limit are stored in an array. callgrind counts ids up from 0. */
#define DENSE_MAX (UINT64_C(1) << 20)

/* Parses `(ID)` and moves *at past it; false if the text is not `(ID)`. */
static bool name_id(const char **at, uint64_t *id)
{
    const char *next = *at + 1;
    bool too_large;

    if (**at != '(' || !bres__parse_digits(&next, id, &too_large) || *next != ')')
        return false;
    *at = next + 1;
    return true;
}

static bool name_find(const bres__parser *parser, bres__id_space space, uint64_t id, uint32_t *text)
{
    const bres__ids *const ids = &parser->ids[space];
    const bres__profile_text *other;

    if (id < DENSE_MAX) {
        if (id >= ids->size || ids->texts[id] == 0)
            return false;
        *text = ids->texts[id] - 1;
        return true;
    }
    other = bres__map_get(&ids->others, (const char *)&id, sizeof(id));
    if (other == NULL)
        return false;
    *text = other->number;
    return true;
}

static bres_status name_define(bres__parser *parser, bres__id_space space, uint64_t id,
                               uint32_t text)
{
    bres__ids *const ids = &parser->ids[space];
    bres_profile *const profile = parser->profile;
    char *key;

    if (id < DENSE_MAX) {
        if (!bres__array_reserve_zeroed(&ids->texts, &ids->size, (size_t)id + 1,
                                        sizeof(*ids->texts)))
            return bres__error_memory();
        ids->texts[id] = text + 1;
        return BRES_OK;
    }
    key = bres__arena_copy(&profile->arena, (const char *)&id, sizeof(id));
    if (key == NULL || !bres__map_set(&ids->others, key, sizeof(id), profile->texts[text]))
        return bres__error_memory();
    return BRES_OK;
}

static bres_status name_add(bres__parser *parser, const char *data, size_t length, uint32_t *text)
{
    return bres__parser_place(parser, bres__profile_text_add(parser->profile, data, length, text));
}

/* Defines an undefined id as `(ID)?`, so that the log has only one warning for each id. */
static bres_status name_undefined(bres__parser *parser, bres__id_space space, uint64_t id,
                                  uint32_t *text)
{
    char data[32];
    const int length = bres__format(data, sizeof(data), "(%" PRIu64 ")?", id);
    bres_status status;

    bres__parser_warn(parser, "the name (%" PRIu64 ") has not been defined", id);
    status = name_add(parser, data, (size_t)length, text);
    return status == BRES_OK ? name_define(parser, space, id, *text) : status;
}

/* Replaces references by their names. Undefined references stay as they are. */
static bres_status name_compose(bres__parser *parser, bres__id_space space, const char *at,
                                const char *end, uint32_t *text)
{
    bres__text *composed = &parser->composed;

    bres__text_clear(composed);
    while (at < end) {
        const char *literal = at;
        uint32_t part;
        uint64_t id;

        if (name_id(&at, &id) && name_find(parser, space, id, &part)) {
            bres__text_puts(composed, parser->profile->texts[part]->data);
        } else {
            at = literal + 1;
            bres__text_putc(composed, *literal);
        }
        if (composed->length > COMPOSED_MAX)
            return bres__parser_place(parser, bres__error(BRES_ERROR_LIMIT,
                                                          "a name that is composed of others has "
                                                          "more than %zu bytes",
                                                          COMPOSED_MAX));
    }
    if (composed->failed)
        return bres__error_memory();
    return name_add(parser, composed->data, composed->length, text);
}

bres_status bres__parser_name(bres__parser *parser, bres__id_space space, const char *at,
                              uint32_t *text, bool *composed)
{
    const char *name = bres__skip_blanks(at);
    const char *end;
    const char *inner;
    uint64_t inner_id;
    uint64_t id;
    bres_status status;

    *composed = false;
    *text = parser->unknown;
    if (*name == '\n')
        return BRES_OK;
    if (!name_id(&name, &id))
        return name_add(parser, name, (size_t)(bres__line_end(name) - name), text);
    name = bres__skip_blanks(name);
    if (*name == '\n')
        return name_find(parser, space, id, text) ? BRES_OK
                                                  : name_undefined(parser, space, id, text);
    end = bres__line_end(name);
    inner = name;
    *composed = name_id(&inner, &inner_id);
    if (*composed)
        status = name_compose(parser, space, name, end, text);
    else
        status = name_add(parser, name, (size_t)(end - name), text);
    return status == BRES_OK ? name_define(parser, space, id, *text) : status;
}
