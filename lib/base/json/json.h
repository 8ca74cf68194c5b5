/* SPDX-License-Identifier: MIT */
/*
 * JSON text: a strict cursor over it, helpers on small objects, and a writer. No trees: a value is
 * decoded where it stands, or kept as text. The grammar is RFC 8259 and the literals NaN, Infinity
 * and -Infinity.
 */
#ifndef BRES_BASE_JSON_JSON_H
#define BRES_BASE_JSON_JSON_H

#include "base/arena.h"
#include "base/text/text.h"

#include <benchresult/base.h>
#include <string.h>

/* What a JSON value is; MISSING is no value at all. */
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

/* Inline, so that the length of a constant text is known to the compiler. */
static inline bool bres__slice_is(const bres__slice *slice, const char *text)
{
    return slice->length == strlen(text) && memcmp(slice->data, text, slice->length) == 0;
}

/* Levels of nesting that a cursor can be told to allow. */
#define BRES__JSON_MAX_DEPTH 1024

/* A place in a text. */
typedef struct bres__cursor {
    const char *start; /* offsets count from here */
    const char *next;
    const char *end;
    uint64_t max_string;          /* bytes of a string as the text has it */
    uint32_t max_depth;           /* at most BRES__JSON_MAX_DEPTH */
    uint32_t depth;               /* containers that are open at `next` */
    bool refuses_lone_surrogates; /* BRES_ERROR_VALUE instead of U+FFFD */
} bres__cursor;

/* A cursor at the beginning of a text, with the default limits. */
bres__cursor bres__json_cursor(const char *text, size_t length);
/* A cursor for a text that has been checked: without limits but BRES__JSON_MAX_DEPTH. */
bres__cursor bres__json_unchecked_cursor(const char *text, size_t length);

/* The functions below return BRES_OK, or BRES_ERROR_SYNTAX, BRES_ERROR_LIMIT or BRES_ERROR_MEMORY
 * with the offset in the error record; BRES_ERROR_VALUE for a string with U+0000, which a C string
 * cannot hold. White space before what they read is skipped. */

/* The kind of the value that comes next, by its first byte; MISSING when no value can begin there.
 */
bres__json_kind bres__json_peek(bres__cursor *cursor);
/* Checks one value of any kind and passes it; *slice (may be NULL) is its text. */
bres_status bres__json_skip(bres__cursor *cursor, bres__slice *slice);
/* Passes a string; *slice is its content: a part of the input when it has no escapes, else
 * decoded into the arena. Lone surrogates become U+FFFD, unless the cursor refuses them. */
bres_status bres__json_string(bres__cursor *cursor, bres__arena *arena, bres__slice *slice);
/* Passes a number, a string, a literal: everything that is not a container; *slice is its text,
 * for a string its decoded content. */
bres_status bres__json_scalar(bres__cursor *cursor, bres__arena *arena, bres__json_kind *kind,
                              bres__slice *slice);

/* Passes the bracket that a list or an object begins with. */
bres_status bres__json_enter(bres__cursor *cursor, char bracket);
/* *more: an element stands at the cursor; otherwise the closing bracket has been passed. *first
 * starts as true. */
bres_status bres__json_next_element(bres__cursor *cursor, bool *first, bool *more);

/* A walk over a list or an object, which the cursor stands at. */
typedef struct bres__json_walk {
    bres__cursor *cursor;
    bres__arena *arena; /* decodes keys; NULL: a list */
    bres__slice key;    /* of the member whose value stands at the cursor */
    bres_status status; /* the caller writes what reading the value returned */
    bool first;         /* no element has been passed */
} bres__json_walk;

bres__json_walk bres__json_walk_list(bres__cursor *cursor);
bres__json_walk bres__json_walk_object(bres__cursor *cursor, bres__arena *arena);
/* Passes to the next value; false when there is none, and after a failure. */
bool bres__json_walk_next(bres__json_walk *walk);
/* The same, and passes the value, too; *value is its text. */
bool bres__json_walk_pass(bres__json_walk *walk, bres__slice *value);
/* Nothing but white space is left. */
bres_status bres__json_finish(bres__cursor *cursor);

/*
 * The end of the value that begins at `begin`, one past its last byte, by following quotes and
 * brackets alone; NULL when the text ends first. The text in between has not been checked.
 */
const char *bres__json_span(const char *begin, const char *end);

/* The functions below read texts that have been checked before. */

/* The kind of a value that is all of the text, numbers with their exact kind. */
bres__json_kind bres__json_kind_at(const bres__slice *text);
/* Finds the last member `key` of an object; value->data is NULL if it has none. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__json_find(const bres__slice *object, const char *key, bres__slice *value);
/* The same for a text that ends with NUL. false: the object lacks the member, or no memory. */
bool bres__json_member(const char *object, const char *key, bres__slice *slice);
/* Its number: an integer in range, or any number. */
bool bres__json_member_int64(const char *object, const char *key, int64_t *value);
bool bres__json_member_float64(const char *object, const char *key, double *value);
/* Checks that a text is one JSON object, with the default limits. */
bres_status bres__json_check_object(const char *text);

/* Appends a string with its quotes: minimal escapes, as NVBench writes them. */
void bres__json_quote(bres__text *text, const char *string, size_t length);

/* A writer of indented JSON (two blanks, as NVBench writes it) into a text. */
typedef struct bres__json_writer {
    bres__text *text;
    uint32_t depth;
    bool empty;     /* the container has no element yet: true at the beginning */
    bool after_key; /* the next value belongs to a key */
    bool compact;   /* no newlines and blanks */
    bool
        visible; /* escapes DEL and the C1 controls, too: JSON allows them, a terminal obeys them */
} bres__json_writer;

void bres__json_begin(bres__json_writer *writer, char bracket); /* '{' or '[' */
void bres__json_end(bres__json_writer *writer, char bracket);   /* '}' or ']' */
void bres__json_key(bres__json_writer *writer, const char *key);
void bres__json_write_string(bres__json_writer *writer, const char *string);
void bres__json_write_int64(bres__json_writer *writer, int64_t number);
void bres__json_write_float64(bres__json_writer *writer, double number);
void bres__json_write_literal(bres__json_writer *writer, const char *literal); /* null, true, 1.0 */
/* A valid JSON text, indented again. */
void bres__json_write_raw(bres__json_writer *writer, const char *json, size_t length);
/* Every member of a valid object text but those of the NULL-ended list `except` (may be NULL). */
void bres__json_write_members(bres__json_writer *writer, const char *object,
                              const char *const *except);

#endif
