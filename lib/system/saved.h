/* SPDX-License-Identifier: MIT */
/*
 * What a probe has found about machines, in a file of the user: a record for each processor, kernel
 * and governor.
 */
#ifndef BRES_SYSTEM_SAVED_H
#define BRES_SYSTEM_SAVED_H

#include "base/base.h"

#define BRES__SAVED_DATE_SIZE 32

typedef struct bres__machine bres__machine;

/* All zero is no record. Fractions. */
typedef struct bres__saved {
    double run_variation; /* above 0, and at most 1; 0: no record */
    double detectable_effect;
    double one_run_effect;
    char date[BRES__SAVED_DATE_SIZE]; /* ISO 8601, in UTC */
} bres__saved;

/* The file: $XDG_STATE_HOME/benchresult/machine.json, by default
 * ~/.local/state/benchresult/machine.json. bres__free() *path. Errors: BRES_ERROR_NO_FILE without a
 * directory for it. */
bres_status bres__saved_path(char **path);
/* Reads the record of a machine. No file, no record and a machine without a known processor or
 * kernel leave *saved zero. Errors: those of bres_saved_probe_load(). */
bres_status bres__saved_load(const char *path, const bres__machine *machine, bres__saved *saved);
/* Replaces the record of a machine, and keeps the others. Errors: those of bres_probe_save(). */
bres_status bres__saved_store(const char *path, const bres__machine *machine,
                              const bres__saved *saved);

/* Finds the record of a machine for the passport of a run. Reports a file that cannot be used as a
 * warning. Errors: BRES_ERROR_MEMORY. */
bres_status bres__saved_recall(bres__machine *machine,
                               void (*report)(void *context, const char *message), void *context);
/* Writes the members "run_variation" and "run_variation_date"; nothing without a record. */
void bres__saved_put(bres__json_writer *json, const bres__saved *saved);

#endif
