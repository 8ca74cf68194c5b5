/* SPDX-License-Identifier: MIT */
/*
 * The section `meta.benchresult.tune`.
 */
#ifndef BRES_TUNE_META_H
#define BRES_TUNE_META_H

#include "tune/tune.h"

/* Sets the meta section: the task of the search and, once it has stopped, its outcome. */
bres_status bres__tuner_put_meta(const bres_tuner *tuner, bres_result *result);
/* The tuner's part of the meta section of a result; false if it has none. */
bool bres__tuner_meta(const bres_result *result, bres__slice *meta);

#endif
