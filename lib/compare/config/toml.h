/* SPDX-License-Identifier: MIT */
/*
 * A strict reader of TOML 1.0. Numbers, booleans and strings are kept; lists, dates and times are
 * checked and known by their kind alone, for no threshold is one.
 */
#ifndef BRES_COMPARE_CONFIG_TOML_H
#define BRES_COMPARE_CONFIG_TOML_H

#include "base/base.h"

typedef enum bres__toml_kind {
    BRES__TOML_TABLE,
    BRES__TOML_TABLE_LIST, /* [[name]]: its only child is the table that was begun last */
    BRES__TOML_LIST,
    BRES__TOML_STRING,
    BRES__TOML_INTEGER,
    BRES__TOML_FLOAT,
    BRES__TOML_BOOLEAN,
    BRES__TOML_TIME /* a date, a time, or both */
} bres__toml_kind;

typedef struct bres__toml bres__toml;

/* A value with its key. */
struct bres__toml {
    const char *key; /* "" for the root and the tables of a list */
    const char *at;  /* where it begins in the text */
    bres__toml_kind kind;
    unsigned section; /* of a table: the section that defined it; 0: none has, it was passed by */
    bool closed;      /* an inline table: nothing can be added */
    const char *string;
    int64_t integer;
    double real;
    bres__toml *first; /* children of a table, in the order of the text */
    bres__toml *last;
    bres__toml *next;
};

/*
 * Reads a text; *root lives in the arena and points into the text. Errors: BRES_ERROR_SYNTAX, with
 * the line in the message, the file `name` and the offset; BRES_ERROR_MEMORY.
 */
bres_status bres__toml_parse(const char *text, size_t length, const char *name, bres__arena *arena,
                             bres__toml **root);
/* The child with this key; NULL when there is none. */
const bres__toml *bres__toml_get(const bres__toml *table, const char *key);
/* "a table", "a string", ...: for messages. */
const char *bres__toml_kind_name(bres__toml_kind kind);

/* Parts of a dotted key, and lists and inline tables in each other. */
#define BRES__TOML_MAX_DEPTH 32u

typedef struct bres__toml_reader {
    const char *start;
    const char *next;
    const char *end;
    const char *name;
    bres__arena *arena;
    bres__toml *table;     /* where keys go: the root, the table of the last header, or inline */
    unsigned section;      /* of `table` */
    unsigned last_section; /* numbers given out */
    unsigned depth;
} bres__toml_reader;

/* The parts of a dotted key. */
typedef struct bres__toml_path {
    const char *at;
    const char *keys[BRES__TOML_MAX_DEPTH];
    size_t count;
} bres__toml_path;

/* BRES_ERROR_SYNTAX for the place `at`. */
bres_status bres__toml_error(const bres__toml_reader *reader, const char *at, const char *format,
                             ...) __attribute__((format(printf, 3, 4)));
/* The byte at the place, NUL at the end (a NUL in the text is no valid byte either). */
char bres__toml_peek(const bres__toml_reader *reader);
/* 0 to 15, or 16 for what is no hexadecimal digit. */
int bres__toml_hex_digit(char c);
/* Passes blanks. */
void bres__toml_blanks(bres__toml_reader *reader);
/* Passes blanks and a comment; what follows must be a newline, which is passed, or the end. */
bres_status bres__toml_line_end(bres__toml_reader *reader);
/* Passes blanks, comments and newlines. */
bres_status bres__toml_space(bres__toml_reader *reader);
/* Passes a string in any of the four forms, or only those of one line (for keys). */
bres_status bres__toml_string(bres__toml_reader *reader, bool one_line, const char **string);
/* Passes a dotted key. */
bres_status bres__toml_path_read(bres__toml_reader *reader, bres__toml_path *path);
/* Passes a value and puts it into *value. */
bres_status bres__toml_value(bres__toml_reader *reader, bres__toml *value);
/* The same for a number, a boolean or a time. */
bres_status bres__toml_scalar(bres__toml_reader *reader, bres__toml *value);
/* Passes `key = value` and adds it to reader->table. */
bres_status bres__toml_pair(bres__toml_reader *reader);

#endif
