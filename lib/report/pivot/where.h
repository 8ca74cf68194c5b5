/* SPDX-License-Identifier: MIT */
/*
 * Conditions on states, such as `pkg:/json/ AND size>1024`:
 *
 *     condition:  all { OR all }
 *     all:        one { [AND] one }
 *     one:        [NOT | -] ( `(` condition `)` | `*` | test )
 *     test:       KEY `:` match | KEY (`=` | `!=` | `<` | `<=` | `>` | `>=`) word
 *     match:      word | `/REGEX/` | `(` match { OR match } `)`
 *
 * A word with blanks or other characters of the grammar needs double quotes, in which \" is a quote
 * and \\ a backslash. In a regular expression \/ is a slash.
 */
#ifndef BRES_REPORT_PIVOT_WHERE_H
#define BRES_REPORT_PIVOT_WHERE_H

#include "report/pivot/key.h"

typedef struct bres__where_node bres__where_node;
typedef struct bres__where_regex bres__where_regex;

/* All zero: selects every state. */
typedef struct bres__where {
    bres__arena arena;
    const bres__where_node *root;
    bres__where_regex *regexes;
} bres__where;

/* Parses a condition. The caller frees it with bres__where_free(), also after a failure. Errors:
 * BRES_ERROR_ARGUMENT if it is malformed; those of bres__pivot_key_make(). */
bres_status bres__where_parse(bres_result *const *results, size_t count, const char *text,
                              bres__where *where);
/* Whether the condition holds for a state of this result. Overwrites `scratch`, and sets its
 * `failed` if out of memory. */
bool bres__where_selects(const bres__where *where, size_t result, const bres_state *state,
                         bres__text *scratch);
/* The key that a condition tests first; NULL: it does not test a key. */
const bres__pivot_key *bres__where_key(const bres__where *where);
void bres__where_free(bres__where *where);

#endif
