/* SPDX-License-Identifier: MIT */
/*
 * The report of a diagnosis.
 */
#ifndef BRES_REPORT_DOCTOR_DOCTOR_H
#define BRES_REPORT_DOCTOR_DOCTOR_H

#include "report/format.h"
#include "report/report.h"
#include "report/wrap.h"

/* Each appends the whole report in its format. */
#define BRES__DOCTOR_WRITER(value, name)                                                           \
    bres_status bres__doctor_##name(const bres_diagnosis *diagnosis, bres__text *text);
BRES__DOCTOR_FORMATS(BRES__DOCTOR_WRITER)

/* A finding of the probe. */
typedef struct bres__probe_finding {
    uint32_t bit;        /* BRES_PROBE_... */
    const char *key;     /* for programs */
    const char *message; /* the meaning of the finding */
} bres__probe_finding;

/* The findings that the probe can have, by index; NULL after the last one. */
const bres__probe_finding *bres__probe_finding_at(size_t index);

#endif
