/* SPDX-License-Identifier: MIT */
/*
 * The report of a diagnosis.
 */
#ifndef BRES_REPORT_DOCTOR_DOCTOR_H
#define BRES_REPORT_DOCTOR_DOCTOR_H

#include "report/format.h"
#include "report/report.h"

/* Columns of a line. */
#define BRES__DOCTOR_WIDTH 80

/* Each appends the whole report in its format. */
#define BRES__DOCTOR_WRITER(value, name)                                                           \
    bres_status bres__doctor_##name(const bres_diagnosis *diagnosis, bres__text *text);
BRES__DOCTOR_FORMATS(BRES__DOCTOR_WRITER)

/* A finding of the probe. */
typedef struct bres__probe_finding {
    uint32_t bit;        /* BRES_PROBE_... */
    const char *key;     /* for programs */
    const char *message; /* what it means */
} bres__probe_finding;

/* The findings that the probe can have, by index; NULL after the last one. */
const bres__probe_finding *bres__probe_finding_at(size_t index);

/* Appends `lead`, then the words of a text, with line breaks: lines have at most
 * BRES__DOCTOR_WIDTH columns, and all but the first begin with `indent` blanks. A longer word is
 * divided. Control characters become visible. */
void bres__doctor_put_wrapped(bres__text *text, const char *lead, size_t indent, const char *words);

#endif
