/* SPDX-License-Identifier: MIT */
/*
 * The cursor over a JSON text: lists, objects and whole values.
 */
#include "base/json/cursor.h"

#include "base/error.h"

#define DEFAULT_MAX_DEPTH  256
#define DEFAULT_MAX_STRING (UINT64_C(16) << 20)

const char *bres__json_kind_name(bres__json_kind kind)
{
    static const char *const names[] = {
        [BRES__JSON_MISSING] = "nothing",  [BRES__JSON_NULL] = "null",
        [BRES__JSON_FALSE] = "false",      [BRES__JSON_TRUE] = "true",
        [BRES__JSON_INTEGER] = "a number", [BRES__JSON_REAL] = "a number",
        [BRES__JSON_STRING] = "a string",  [BRES__JSON_ARRAY] = "a list",
        [BRES__JSON_OBJECT] = "an object",
    };

    return names[kind];
}

bres__cursor bres__json_cursor(const char *text, size_t length)
{
    return (bres__cursor){
        .start = text,
        .next = text,
        .end = length == 0 ? text : text + length, /* NULL + 0 is undefined */
        .max_string = DEFAULT_MAX_STRING,
        .max_depth = DEFAULT_MAX_DEPTH,
    };
}

bres__cursor bres__json_unchecked_cursor(const char *text, size_t length)
{
    bres__cursor cursor = bres__json_cursor(text, length);

    cursor.max_depth = BRES__JSON_MAX_DEPTH;
    cursor.max_string = UINT64_MAX;
    return cursor;
}

bres_status bres__json_syntax_error(const bres__cursor *cursor, const char *at, const char *what)
{
    bres__error(BRES_ERROR_SYNTAX, "not JSON: %s", at < cursor->end ? what : "the text ends early");
    bres__error_set_offset(at - cursor->start);
    return BRES_ERROR_SYNTAX;
}

bres_status bres__json_limit_error(const bres__cursor *cursor, const char *at, const char *what,
                                   uint64_t limit)
{
    bres__error(BRES_ERROR_LIMIT, "%s (the limit is %llu)", what, (unsigned long long)limit);
    bres__error_set_offset(at - cursor->start);
    return BRES_ERROR_LIMIT;
}

bres__json_kind bres__json_peek(bres__cursor *cursor)
{
    bres__json_skip_blanks(cursor);
    return bres__json_kind_of(cursor);
}

bres_status bres__json_enter(bres__cursor *cursor, char bracket)
{
    bres__json_skip_blanks(cursor);
    if (bres__json_byte(cursor) != bracket)
        return bres__json_syntax_error(cursor, cursor->next,
                                       bracket == '{' ? "expected an object" : "expected a list");
    if (cursor->depth >= cursor->max_depth)
        return bres__json_limit_error(cursor, cursor->next, "too many nested lists and objects",
                                      cursor->max_depth);
    cursor->depth++;
    cursor->next++;
    return BRES_OK;
}

/* Passes the comma between two elements of a container, or its closing bracket. */
static bres_status pass_separator(bres__cursor *cursor, char close, bool *first, bool *more)
{
    bres__json_skip_blanks(cursor);
    *more = false;
    if (bres__json_byte(cursor) == close) {
        cursor->depth--;
        cursor->next++;
        return BRES_OK;
    }
    if (!*first) {
        if (bres__json_byte(cursor) != ',')
            return bres__json_syntax_error(
                cursor, cursor->next, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
        cursor->next++;
        bres__json_skip_blanks(cursor);
    }
    *first = false;
    *more = true;
    return BRES_OK;
}

static bres_status pass_colon(bres__cursor *cursor)
{
    bres__json_skip_blanks(cursor);
    if (bres__json_byte(cursor) != ':')
        return bres__json_syntax_error(cursor, cursor->next, "expected ':'");
    cursor->next++;
    return BRES_OK;
}

bres_status bres__json_next_element(bres__cursor *cursor, bool *first, bool *more)
{
    return pass_separator(cursor, ']', first, more);
}

bres__json_walk bres__json_walk_list(bres__cursor *cursor)
{
    return bres__json_walk_object(cursor, NULL);
}

bres__json_walk bres__json_walk_object(bres__cursor *cursor, bres__arena *arena)
{
    return (bres__json_walk){
        .cursor = cursor,
        .arena = arena,
        .status = bres__json_enter(cursor, arena != NULL ? '{' : '['),
        .first = true,
    };
}

bool bres__json_walk_next(bres__json_walk *walk)
{
    bool more = false;

    if (walk->status == BRES_OK)
        walk->status =
            pass_separator(walk->cursor, walk->arena != NULL ? '}' : ']', &walk->first, &more);
    if (walk->status == BRES_OK && more && walk->arena != NULL) {
        walk->status = bres__json_string(walk->cursor, walk->arena, &walk->key);
        if (walk->status == BRES_OK)
            walk->status = pass_colon(walk->cursor);
    }
    return walk->status == BRES_OK && more;
}

/* One bit for each open container: whether it is an object. */
typedef struct nesting {
    uint64_t objects[BRES__JSON_MAX_DEPTH / 64];
} nesting;

static inline bool in_object(const nesting *open, uint32_t depth)
{
    return (open->objects[(depth - 1) / 64] >> ((depth - 1) % 64) & 1) != 0;
}

/* Moves to the next value of the innermost container: passes closing brackets, a comma and a key
 * with its colon. Sets *done if this closes every container deeper than `base`. */
static bres_status pass_to_value(bres__cursor *cursor, const nesting *open, uint32_t base,
                                 bool first, bool *done)
{
    while (cursor->depth > base) {
        bool object = in_object(open, cursor->depth);
        bool more;
        bres_status status = pass_separator(cursor, object ? '}' : ']', &first, &more);

        if (status != BRES_OK)
            return status;
        if (more) {
            bres__json_string_span span;

            *done = false;
            if (!object)
                return BRES_OK;
            if (bres__json_byte(cursor) != '"')
                return bres__json_syntax_error(cursor, cursor->next, "expected a key");
            status = bres__json_pass_string(cursor, &span);
            return status != BRES_OK ? status : pass_colon(cursor);
        }
        first = false;
    }
    *done = true;
    return BRES_OK;
}

bres_status bres__json_skip(bres__cursor *cursor, bres__slice *slice)
{
    nesting open;
    uint32_t base = cursor->depth;
    const char *begin;
    bool done = false;

    bres__json_skip_blanks(cursor);
    begin = cursor->next;
    while (!done) {
        bool entered = false;
        bres__json_kind kind = bres__json_peek(cursor);
        bres_status status;

        if (kind == BRES__JSON_OBJECT || kind == BRES__JSON_ARRAY) {
            status = bres__json_enter(cursor, *cursor->next);
            if (status == BRES_OK) {
                uint64_t bit = UINT64_C(1) << ((cursor->depth - 1) % 64);
                uint64_t *word = &open.objects[(cursor->depth - 1) / 64];

                *word = kind == BRES__JSON_OBJECT ? *word | bit : *word & ~bit;
                entered = true;
            }
        } else if (kind == BRES__JSON_STRING) {
            bres__json_string_span span;

            status = bres__json_pass_string(cursor, &span);
        } else {
            status = bres__json_pass_plain(cursor, &kind);
        }
        if (status == BRES_OK)
            status = pass_to_value(cursor, &open, base, entered, &done);
        if (status != BRES_OK)
            return status;
    }
    if (slice != NULL)
        *slice = (bres__slice){ begin, (size_t)(cursor->next - begin) };
    return BRES_OK;
}

bool bres__json_walk_pass(bres__json_walk *walk, bres__slice *value)
{
    if (!bres__json_walk_next(walk))
        return false;
    walk->status = bres__json_skip(walk->cursor, value);
    return walk->status == BRES_OK;
}

bres_status bres__json_finish(bres__cursor *cursor)
{
    bres__json_skip_blanks(cursor);
    if (cursor->next < cursor->end)
        return bres__json_syntax_error(cursor, cursor->next, "text after the document");
    return BRES_OK;
}
