/* SPDX-License-Identifier: MIT */
/*
 * The tree of a condition, shared by its parser (where.c) and its evaluation (where_select.c).
 */
#ifndef BRES_REPORT_PIVOT_WHERE_NODE_H
#define BRES_REPORT_PIVOT_WHERE_NODE_H

#include "model/pattern.h"
#include "report/pivot/where.h"

typedef enum bres__where_kind {
    WHERE_ALL,
    WHERE_AND,
    WHERE_OR,
    WHERE_NOT,
    WHERE_TEXT,  /* the value of the key is this text */
    WHERE_REGEX, /* the value of the key matches */
    WHERE_NUMBER /* the value of the key is a number in this relation */
} bres__where_kind;

/* Integers of any size are compared exactly, by their digits, because a double does not distinguish
 * large integers. */
typedef struct bres__where_number {
    bool is_integer;
    bool is_negative;
    bres__slice digits; /* of the integer in the text, without leading zeros */
    double real;
} bres__where_number;

struct bres__where_regex {
    regex_t compiled;
    bres__where_regex *next;
};

/* Relations of two numbers: the first one is smaller, equal or larger. */
#define IS_LESS  1u
#define IS_EQUAL 2u
#define IS_MORE  4u

struct bres__where_node {
    bres__where_kind kind;
    const bres__where_node *left; /* also of WHERE_NOT */
    const bres__where_node *right;
    bres__pivot_key key;
    const char *text;
    const bres__where_regex *regex;
    bres__where_number number;
    unsigned relations;
};

/* Reads a number, which refers to the text. Returns false if the text is not a number. */
bool bres__where_read_number(const char *text, size_t length, bres__where_number *number);

#endif
