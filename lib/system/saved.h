/* SPDX-License-Identifier: MIT */
/*
 * Probe results saved in a file of the user, with one record for each combination of processor,
 * kernel and governor.
 */
#ifndef BRES_SYSTEM_SAVED_H
#define BRES_SYSTEM_SAVED_H

#include "base/base.h"

#define BRES__SAVED_DATE_SIZE 32

typedef struct bres__machine bres__machine;

/* The numbers are fractions. All zero: no record. */
typedef struct bres__saved {
    double run_variation; /* above 0, and at most 1; 0: no record */
    double detectable_effect;
    double one_run_effect;
    char date[BRES__SAVED_DATE_SIZE]; /* ISO 8601, in UTC */
} bres__saved;

/* The file: $XDG_STATE_HOME/benchresult/machine.json, by default
 * ~/.local/state/benchresult/machine.json. The caller frees *path with bres__free(). Errors:
 * BRES_ERROR_NO_FILE if neither XDG_STATE_HOME nor HOME is an absolute path. */
bres_status bres__saved_path(char **path);
/* Reads the record of a machine. *saved is zero if the file or the record is missing, or if the
 * machine's processor or kernel is unknown. Errors: those of bres_saved_probe_load(). */
bres_status bres__saved_load(const char *path, const bres__machine *machine, bres__saved *saved);
/* Replaces the record of a machine, and keeps all other records. Errors: those of
 * bres_probe_save(). */
bres_status bres__saved_store(const char *path, const bres__machine *machine,
                              const bres__saved *saved);

/* Loads the record of a machine into machine->saved, for the metadata of a run. Calls `report` with
 * a warning if the file cannot be used. Errors: BRES_ERROR_MEMORY. */
bres_status bres__saved_recall(bres__machine *machine,
                               void (*report)(void *context, const char *message), void *context);
/* Writes the members "run_variation" and "run_variation_date"; writes nothing without a record. */
void bres__saved_put(bres__json_writer *json, const bres__saved *saved);

#endif
