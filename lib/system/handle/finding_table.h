/* SPDX-License-Identifier: MIT */
/*
 * The table of findings about a machine.
 */
#ifndef BRES_SYSTEM_FINDING_TABLE_H
#define BRES_SYSTEM_FINDING_TABLE_H

#include "system/system.h"

#include <benchresult/system.h>

/* A fact that disturbs measurements. */
typedef struct bres__finding_row {
    bres__fact_id id;
    bres_severity severity;
    /* Whether the value of the fact disturbs measurements. */
    bool (*holds)(const bres__machine *machine, bres__fact_id id);
    const char *meaning; /* follows the value of the fact */
    const char *fix;     /* "{file}" stands for the file of the fact; NULL: no command */
} bres__finding_row;

/* A counter whose growth disturbs measurements. */
typedef struct bres__counter_row {
    bres__fact_id id;
    bres_severity severity;
    double share; /* growth up to this fraction of the elapsed time is not reported */
    /* The message: "BEFORE growth BETWEEN elapsed sAFTER: MEANING". */
    const char *before;
    const char *between;
    const char *after;
    const char *meaning;
} bres__counter_row;

/* The rows; NULL after the last one. */
const bres__finding_row *bres__finding_row_at(size_t index);
const bres__counter_row *bres__counter_row_at(size_t index);

#endif
