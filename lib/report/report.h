/* SPDX-License-Identifier: MIT */
/*
 * Room report: what its parts, and the rooms above, make reports of.
 */
#ifndef BRES_REPORT_REPORT_H
#define BRES_REPORT_REPORT_H

#include "report/json.h"
#include "report/ordered_map.h"
#include "report/table.h"
#include "report/text.h"
#include "report/value.h"

#include <benchresult/report.h>

#endif
