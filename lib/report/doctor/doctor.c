/* SPDX-License-Identifier: MIT */
/*
 * The report of a diagnosis: its entry point.
 */
#include "report/doctor/doctor.h"

#include <stddef.h>

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__doctor_##name,

/* The first published layout ends after `change`. */
#define FIRST_SIZE (offsetof(bres_diagnosis, change) + sizeof(double))

_Static_assert(sizeof(bres_diagnosis) == FIRST_SIZE, "no padding at the end");
_Static_assert(sizeof(bres_diagnosed_work) == 3 * sizeof(void *),
               "bres_diagnosed_work is published: it never grows");

void bres_diagnosis_init(bres_diagnosis *diagnosis)
{
    if (diagnosis != NULL)
        *diagnosis = (bres_diagnosis){ .size = sizeof *diagnosis };
}

static const bres__option_field fields[] = {
    BRES__OPTION_NOT_NULL(bres_diagnosis, machine),
    BRES__OPTION_REAL(bres_diagnosis, change, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type type = BRES__OPTIONS_TYPE(bres_diagnosis, FIRST_SIZE, fields);

static bres_status diagnosis_take(bres_diagnosis *full, const bres_diagnosis *diagnosis)
{
    bres_status status;

    bres_diagnosis_init(full);
    if (diagnosis == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_doctor_report: diagnosis is NULL");
    status = bres__options_take(full, diagnosis, &type);
    if (status == BRES_OK && full->works == NULL && full->work_count > 0)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_doctor_report: works is NULL");
    for (size_t i = 0; status == BRES_OK && i < full->work_count; i++) {
        if (full->works[i].name == NULL)
            status =
                bres__error(BRES_ERROR_ARGUMENT, "bres_doctor_report: work %zu has no name", i + 1);
    }
    return status == BRES_OK ? bres__format_check(BRES_REPORT_DOCTOR, full->format) : status;
}

bres_status bres_doctor_report(const bres_diagnosis *diagnosis, char **text, size_t *length)
{
    static bres_status (*const writers[])(const bres_diagnosis *,
                                          bres__text *) = { BRES__DOCTOR_FORMATS(WRITER) };
    bres_diagnosis full;
    bres__text made = { 0 };
    bres_status status = bres__report_begin("report of a diagnosis", text, length);

    if (status == BRES_OK)
        status = diagnosis_take(&full, diagnosis);
    if (status == BRES_OK)
        status = writers[full.format](&full, &made);
    if (status == BRES_OK)
        status = bres__report_finish(&made, text, length);
    bres__text_free(&made);
    return status;
}

const bres__probe_finding *bres__probe_finding_at(size_t index)
{
    static const bres__probe_finding rows[] = {
        { BRES_PROBE_WAITED, "waited", "the probe waited for a CPU: other programs used it" },
        { BRES_PROBE_SLOWED, "slowed",
          "most blocks of the spin work were slower than the fastest: the frequency changes, or "
          "another program shares the core" },
        { BRES_PROBE_LOST, "lost",
          "the probe made no progress for part of the time: a limit of the cgroup, a hypervisor "
          "or other programs stopped it" },
        { BRES_PROBE_DRIFTED, "drifted", "the speed changed during the probe" },
        { BRES_PROBE_STOLEN, "stolen", "the hypervisor gave the CPUs to other machines" },
        { BRES_PROBE_COARSE_CLOCK, "coarse clock", "the clock is too coarse for the probe" },
        { BRES_PROBE_TOO_SHORT, "too short",
          "the time was too short for enough runs; see --max-time" },
    };

    return index < sizeof(rows) / sizeof(rows[0]) ? &rows[index] : NULL;
}
