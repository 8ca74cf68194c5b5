/* SPDX-License-Identifier: MIT */
/*
 * Keys: named properties of a state. A table places and selects states by keys.
 */
#ifndef BRES_REPORT_PIVOT_KEY_H
#define BRES_REPORT_PIVOT_KEY_H

#include "base/base.h"

#include <benchresult/model.h>

typedef enum bres__key_kind {
    BRES__KEY_BENCHMARK,
    BRES__KEY_DEVICE,
    BRES__KEY_FILE,
    BRES__KEY_AXIS,
    BRES__KEY_META /* of the benchmark if it was imported with this key, else of the result */
} bres__key_kind;

typedef struct bres__pivot_key {
    bres__key_kind kind;
    const char *name;   /* as tables and messages show it */
    const char *axis;   /* BRES__KEY_AXIS */
    const char **texts; /* BRES__KEY_FILE, BRES__KEY_META: by result; NULL: missing in the result */
} bres__pivot_key;

/* Resolves the name of a key. The name and the texts of *key are in the arena. Errors:
 * BRES_ERROR_KEY if no result has this key; BRES_ERROR_MEMORY. */
bres_status bres__pivot_key_make(bres_result *const *results, size_t count, bres__slice name,
                                 bres__arena *arena, bres__pivot_key *key);
/* Replaces `text`, unless it has failed, with the value that a state of this result has. If the
 * state has no value, returns false, and `text` is "". */
bool bres__pivot_key_get(const bres__pivot_key *key, size_t result, const bres_state *state,
                         bres__text *text);

/* The key of an axis: its name, or "axis:NAME" if a fixed key has this name. */
const char *bres__pivot_axis_key(const char *axis);

/* For the error about an unknown key. */

/* Sets BRES_ERROR_KEY with the names of all keys, or BRES_ERROR_MEMORY. */
bres_status bres__pivot_key_unknown(bres_result *const *results, size_t count, const char *name);
/* The prefix of the members of a benchmark that are keys. */
#define BRES__PIVOT_IMPORT_PREFIX "bres/import/"
/* Paths of objects in the meta section whose members are keys: "" for the section, others with a
 * dot at the end. NULL ends the list. */
extern const char *const bres__pivot_meta_places[];
/* Finds the value at a path of member names separated by dots; its data is NULL if it is missing.
 */
bres_status bres__pivot_meta_value(const char *meta, const char *path, bres__arena *arena,
                                   bres__slice *value);

#endif
