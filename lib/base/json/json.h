/* SPDX-License-Identifier: MIT */
/*
 * JSON text: a strict cursor, helpers for small objects, and a writer. Builds no trees: values are
 * decoded in place or kept as text. The grammar is that of RFC 8259 plus the literals NaN, Infinity
 * and -Infinity.
 */
#ifndef BRES_BASE_JSON_JSON_H
#define BRES_BASE_JSON_JSON_H

#include "base/arena.h"
#include "base/text/text.h"

#include <benchresult/base.h>
#include <string.h>

/* The kind of a JSON value; MISSING stands for no value. */
typedef enum bres__json_kind {
    BRES__JSON_MISSING = 0,
    BRES__JSON_NULL,
    BRES__JSON_FALSE,
    BRES__JSON_TRUE,
    BRES__JSON_INTEGER, /* a number without fraction and exponent */
    BRES__JSON_REAL,    /* any other number, NaN and the infinities included */
    BRES__JSON_STRING,
    BRES__JSON_ARRAY,
    BRES__JSON_OBJECT
} bres__json_kind;

/* "null", "a number", "a list", ...: for messages. */
const char *bres__json_kind_name(bres__json_kind kind);

typedef struct bres__slice {
    const char *data;
    size_t length;
} bres__slice;

/* Inline, so that the compiler knows the length of a constant text. */
static inline bool bres__slice_is(const bres__slice *slice, const char *text)
{
    return slice->length == strlen(text) && memcmp(slice->data, text, slice->length) == 0;
}

/* The largest nesting depth that a cursor can allow. */
#define BRES__JSON_MAX_DEPTH 1024

/* A position in a text, and the limits for reading. */
typedef struct bres__cursor {
    const char *start; /* offsets count from here */
    const char *next;
    const char *end;
    uint64_t max_string;          /* bytes of a string literal, before decoding */
    uint32_t max_depth;           /* at most BRES__JSON_MAX_DEPTH */
    uint32_t depth;               /* containers that are open at `next` */
    bool refuses_lone_surrogates; /* BRES_ERROR_VALUE instead of U+FFFD */
} bres__cursor;

/* A cursor at the beginning of a text, with the default limits. */
bres__cursor bres__json_cursor(const char *text, size_t length);
/* A cursor for a text that is known to be valid; its only limit is BRES__JSON_MAX_DEPTH. */
bres__cursor bres__json_unchecked_cursor(const char *text, size_t length);

/* The functions below skip leading white space. They return BRES_OK, or BRES_ERROR_SYNTAX,
 * BRES_ERROR_LIMIT or BRES_ERROR_MEMORY with the offset in the error record, or BRES_ERROR_VALUE
 * for a string with U+0000, which a C string cannot hold. "Passes" means: moves the cursor past. */

/* The kind of the next value, from its first byte; MISSING when no value can begin there. */
bres__json_kind bres__json_peek(bres__cursor *cursor);
/* Checks and passes one value of any kind; *slice (may be NULL) is its text. */
bres_status bres__json_skip(bres__cursor *cursor, bres__slice *slice);
/* Passes a string; *slice is its content: a part of the input if the string has no escapes, else
 * decoded into the arena. Lone surrogates become U+FFFD, unless the cursor refuses them. */
bres_status bres__json_string(bres__cursor *cursor, bres__arena *arena, bres__slice *slice);
/* Passes a number, string or literal; *slice is its text or, for a string, its decoded content. */
bres_status bres__json_scalar(bres__cursor *cursor, bres__arena *arena, bres__json_kind *kind,
                              bres__slice *slice);

/* Passes the opening bracket of a list or an object. */
bres_status bres__json_enter(bres__cursor *cursor, char bracket);
/* Sets *more if the cursor is at the next element of a list; otherwise passes the closing bracket.
 * The caller sets *first to true before the first call. */
bres_status bres__json_next_element(bres__cursor *cursor, bool *first, bool *more);

/* An iteration over a list or an object at the cursor. */
typedef struct bres__json_walk {
    bres__cursor *cursor;
    bres__arena *arena; /* for decoded keys; NULL: a list */
    bres__slice key;    /* of the member whose value is at the cursor */
    bres_status status; /* the caller stores the status of reading each value here */
    bool first;         /* no element has been passed yet */
} bres__json_walk;

bres__json_walk bres__json_walk_list(bres__cursor *cursor);
bres__json_walk bres__json_walk_object(bres__cursor *cursor, bres__arena *arena);
/* Moves to the next value; false after the last value and after an error. */
bool bres__json_walk_next(bres__json_walk *walk);
/* The same, but also passes the value; *value is its text. */
bool bres__json_walk_pass(bres__json_walk *walk, bres__slice *value);
/* Checks that only white space is left. */
bres_status bres__json_finish(bres__cursor *cursor);

/*
 * The end, one past its last byte, of the value that begins at `begin`; NULL when the text ends
 * first. Considers only quotes and brackets: does not validate the value.
 */
const char *bres__json_span(const char *begin, const char *end);

/* The functions below, before bres__json_check_object(), require valid JSON. */

/* The kind of the value that is the whole text; distinguishes INTEGER and REAL. */
bres__json_kind bres__json_kind_at(const bres__slice *text);
/* Finds the last member `key` of an object; value->data is NULL if it has none. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__json_find(const bres__slice *object, const char *key, bres__slice *value);
/* The same for a NUL-terminated text. Returns false if the object lacks the member or memory runs
 * out. */
bool bres__json_member(const char *object, const char *key, bres__slice *slice);
/* Get a member's number; false, with *value unchanged, if it is missing or not such a number: an
 * integer in range, or any number. */
bool bres__json_member_int64(const char *object, const char *key, int64_t *value);
bool bres__json_member_float64(const char *object, const char *key, double *value);
/* Checks that a text is one JSON object, with the default limits. */
bres_status bres__json_check_object(const char *text);

/* Appends a quoted string with minimal escapes, as NVBench writes it. */
void bres__json_quote(bres__text *text, const char *string, size_t length);

/* Writes JSON into a text, indented by two blanks as NVBench does. */
typedef struct bres__json_writer {
    bres__text *text;
    uint32_t depth;
    bool empty;     /* the container has no element yet; initially true */
    bool after_key; /* the next value belongs to a key */
    bool compact;   /* no newlines and blanks */
    bool visible;   /* escape DEL and C1 controls, too: valid in JSON, but terminals obey them */
} bres__json_writer;

void bres__json_begin(bres__json_writer *writer, char bracket); /* '{' or '[' */
void bres__json_end(bres__json_writer *writer, char bracket);   /* '}' or ']' */
void bres__json_key(bres__json_writer *writer, const char *key);
void bres__json_write_string(bres__json_writer *writer, const char *string);
void bres__json_write_int64(bres__json_writer *writer, int64_t number);
void bres__json_write_float64(bres__json_writer *writer, double number);
void bres__json_write_literal(bres__json_writer *writer, const char *literal); /* null, true, 1.0 */
/* Writes a valid JSON text, reindented. */
void bres__json_write_raw(bres__json_writer *writer, const char *json, size_t length);
/* Writes the members of a valid object text, except the keys in `except`, a NULL-terminated list
 * (may be NULL). */
void bres__json_write_members(bres__json_writer *writer, const char *object,
                              const char *const *except);

#endif
