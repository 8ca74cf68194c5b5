/* SPDX-License-Identifier: MIT */
#ifndef BRES_FORMATS_WRITE_RUNS_H
#define BRES_FORMATS_WRITE_RUNS_H

#include "formats/write/write.h"

/* Adds the times of the runs, and the statistics. Free `written` even after a failure. */
bres_status bres__written_fill(bres__written *written);
void bres__written_free(bres__written *written);

#endif
