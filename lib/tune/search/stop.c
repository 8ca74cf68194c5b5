/* SPDX-License-Identifier: MIT */
/*
 * The names of stop reasons.
 */
#include "tune/search/search.h"

const char *bres_tuner_stop_name(bres_tuner_stop reason)
{
    static const char *const names[] = {
        [BRES_TUNER_RUNNING] = "running",
        [BRES_TUNER_DECIDED] = "decided",
        [BRES_TUNER_TIED] = "tied",
        [BRES_TUNER_COMPLETE] = "complete",
        [BRES_TUNER_TIME_OVER] = "time-over",
        [BRES_TUNER_SAMPLES_OVER] = "samples-over",
        [BRES_TUNER_INTERRUPTED] = "interrupted",
        [BRES_TUNER_NONE_LEFT] = "none-left",
    };

    return (unsigned)reason < sizeof(names) / sizeof(*names) ? names[reason] : "unknown";
}
