/* SPDX-License-Identifier: MIT */
/*
 * A reader for the part of TOML 1.0 that a configuration can use: tables, bare and dotted keys,
 * numbers, booleans, and strings of one line. Every entry lies on one line. The rest of TOML is
 * refused with an error that says so.
 */
#ifndef BRES_COMPARE_CONFIG_TOML_H
#define BRES_COMPARE_CONFIG_TOML_H

#include "base/base.h"

typedef enum bres__toml_kind {
    BRES__TOML_TABLE,
    BRES__TOML_STRING,
    BRES__TOML_INTEGER,
    BRES__TOML_FLOAT,
    BRES__TOML_BOOLEAN
} bres__toml_kind;

typedef struct bres__toml_entry bres__toml_entry;

/* A value, or a table with a header of its own. */
struct bres__toml_entry {
    const char *path; /* its keys from the root on: "same.center_relative" */
    const char *at;   /* where the value, or the name of the table, begins in the text */
    bres__toml_kind kind;
    const char *string;
    double number;       /* an integer or a float; of a boolean, 1 or 0 */
    size_t table_length; /* length of the part of the path that is the header; 0 for a table */
    bres__toml_entry *next;
};

/* The entries of a text, in its order. */
typedef struct bres__toml {
    const char *name; /* of the text, for errors */
    const char *text;
    size_t length;
    bres__arena *arena;
    bres__toml_entry *first;
    bres__toml_entry *last;
} bres__toml;

/* Reads toml->text; entries live in toml->arena. Errors: BRES_ERROR_SYNTAX, BRES_ERROR_MEMORY. */
bres_status bres__toml_read(bres__toml *toml);
/* The entry with a path; NULL: the text has none. */
const bres__toml_entry *bres__toml_get(const bres__toml *toml, const char *path);
/* "a table", "a string", ...: for messages. */
const char *bres__toml_kind_name(bres__toml_kind kind);
/* Sets an error at the position `at` of the text, with its line and column. `expected` may be
 * NULL. */
bres_status bres__toml_error(const bres__toml *toml, bres_status status, const char *at,
                             const char *expected, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
