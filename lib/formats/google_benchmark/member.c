/* SPDX-License-Identifier: MIT */
/*
 * Reads the members of records. The records of a file have the same keys in the same order, and
 * many equal values. A key with its separators, or a value, is not parsed again if its text equals
 * that of the previous record.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <string.h>

/* Whether `text` is at the cursor, followed by at least one byte. */
static bool cursor_is_at(const bres__cursor *cursor, const bres__slice *text)
{
    return (size_t)(cursor->end - cursor->next) > text->length &&
           memcmp(cursor->next, text->data, text->length) == 0;
}

/* Whether the previous record's value is at the cursor. A number must not have further digits. */
static bool value_repeats(const bres__cursor *cursor, const bres__google_member *member)
{
    return member->text.length > 0 && cursor_is_at(cursor, &member->text) &&
           (member->kind == BRES__JSON_STRING ||
            memchr("0123456789.eE+-", cursor->next[member->text.length], 15) == NULL);
}

/* Reads a value. A negative NaN, which occurs in files although JSON lacks it, is a number. */
static bres_status read_value(bres__google_member *member, bres__cursor *cursor, bres__arena *arena)
{
    bres_status status;

    member->string = NULL;
    member->is_number = false;
    member->kind = bres__json_peek(cursor);
    member->text = (bres__slice){ cursor->next, 0 };
    if (member->kind == BRES__JSON_OBJECT || member->kind == BRES__JSON_ARRAY)
        return bres__json_skip(cursor, &member->value);
    if (cursor->end - cursor->next >= 4 && memcmp(cursor->next, "-NaN", 4) == 0) {
        member->value = (bres__slice){ cursor->next + 1, 3 };
        member->kind = BRES__JSON_REAL;
        cursor->next += 4;
        status = BRES_OK;
    } else {
        status = bres__json_scalar(cursor, arena, &member->kind, &member->value);
    }
    if (status != BRES_OK)
        return status;
    member->text.length = (size_t)(cursor->next - member->text.data);
    member->is_number = (member->kind == BRES__JSON_INTEGER || member->kind == BRES__JSON_REAL) &&
                        bres__parse_float64(member->value.data, member->value.length,
                                            &member->number) == BRES__PARSE_OK;
    return BRES_OK;
}

/* Reads a key and the separators around it. */
static bool read_key(bres__google_member *member, bres__json_walk *walk)
{
    const char *begin = walk->cursor->next;

    if (!bres__json_walk_next(walk))
        return false;
    bres__json_peek(walk->cursor);
    *member = (bres__google_member){
        .before = { begin, (size_t)(walk->cursor->next - begin) },
        .key = { bres__arena_copy(walk->arena, walk->key.data, walk->key.length),
                 walk->key.length },
        .known = BRES__GOOGLE_KEY_NEW,
    };
    if (member->key.data == NULL)
        walk->status = bres__error_memory();
    return member->key.data != NULL;
}

void bres__google_members_begin(bres__google_members *members, bres__cursor *cursor,
                                bres__arena *arena)
{
    members->walk = bres__json_walk_object(cursor, arena);
    members->next = 0;
}

bres__google_member *bres__google_members_next(bres__google_members *members)
{
    bres__json_walk *walk = &members->walk;
    bres__cursor *cursor = walk->cursor;
    const size_t last = sizeof(members->list) / sizeof(*members->list) - 1;
    bres__google_member *member = &members->list[members->next < last ? members->next : last];

    if (walk->status == BRES_OK && member->before.length > 0 &&
        cursor_is_at(cursor, &member->before)) {
        cursor->next += member->before.length;
        walk->first = false;
    } else if (!read_key(member, walk)) {
        return NULL;
    }
    members->next++;
    if (value_repeats(cursor, member))
        cursor->next += member->text.length;
    else
        walk->status = read_value(member, cursor, walk->arena);
    return walk->status == BRES_OK ? member : NULL;
}
