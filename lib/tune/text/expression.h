/* SPDX-License-Identifier: MIT */
/*
 * Expressions that define which configurations belong to a space, such as
 * "TILE*UNROLL<=64 && MODE==fast". parse.c compiles the text to a program for a stack machine,
 * bind.c resolves the names in it, and evaluate.c runs it.
 */
#ifndef BRES_TUNE_TEXT_EXPRESSION_H
#define BRES_TUNE_TEXT_EXPRESSION_H

#include "base/base.h"
#include "harness/suite/suite.h"

/* Maximum number of values on the stack of a program. */
#define BRES__EXPRESSION_STACK 64

typedef enum bres__value_kind {
    BRES__VALUE_INTEGER,
    BRES__VALUE_REAL,
    BRES__VALUE_TEXT,
    BRES__VALUE_TRUTH
} bres__value_kind;

typedef struct bres__expression_value {
    bres__value_kind kind;
    int64_t integer; /* a truth value is 0 or 1 */
    double real;
    bres__slice text; /* borrowed */
} bres__expression_value;

typedef enum bres__step_kind {
    BRES__STEP_VALUE,     /* pushes `value` */
    BRES__STEP_NAME,      /* an unresolved name, in `value` */
    BRES__STEP_PARAMETER, /* pushes the value of the axis `index` */
    BRES__STEP_UNARY,     /* replaces the top value */
    BRES__STEP_BINARY,    /* replaces the two top values */
    BRES__STEP_AND,  /* keeps a false top value and jumps to the step `index`; removes a true one */
    BRES__STEP_OR,   /* keeps a true top value and jumps likewise; removes a false one */
    BRES__STEP_TRUTH /* makes the top value a truth value */
} bres__step_kind;

typedef struct bres__step {
    bres__step_kind kind;
    char operation[3]; /* of operators, as written */
    size_t at;         /* offset in the text, for messages */
    size_t index;
    bres__expression_value value;
} bres__step;

typedef struct bres__expression {
    char *text;
    bres__step *steps;
    size_t count;
    size_t capacity;
    bool bound;
} bres__expression;

/* Parses a text; free the expression in any case. BRES_ERROR_SYNTAX, with the column, for anything
 * that is not an expression; BRES_ERROR_LIMIT for too many levels. */
bres_status bres__expression_parse(bres__expression *expression, const char *text);
void bres__expression_free(bres__expression *expression);
/* Resolves the names: a parameter, true, false, or a value of a string parameter. BRES_ERROR_KEY
 * for any other name. */
bres_status bres__expression_bind(bres__expression *expression, const bres_bench *bench);
/* Whether a bound expression is true for the configuration with this index. BRES_ERROR_VALUE for an
 * overflow, a division by zero, and a value of the wrong kind. */
bres_status bres__expression_evaluate(const bres__expression *expression, const bres_bench *bench,
                                      uint64_t index, bool *holds);

/* Sets an error whose message (a printf format) is followed by the column in the text. */
bres_status bres__expression_error(const bres__expression *expression, size_t at,
                                   bres_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
