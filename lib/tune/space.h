/* SPDX-License-Identifier: MIT */
/*
 * The space of a tuner: which combinations of values are configurations.
 */
#ifndef BRES_TUNE_SPACE_H
#define BRES_TUNE_SPACE_H

#include "tune/tune.h"

/* Asks the constraints for each index of the space. */
bres_status bres__space_make(bres_tuner *tuner);
/* A checksum of the indices that are configurations. */
uint32_t bres__space_fingerprint(const bres_tuner *tuner);
/* The configuration of this index; false if a constraint refused it. */
bool bres__space_find(const bres_tuner *tuner, uint64_t index, size_t *config);
/* The trial of a configuration, made at the first call. */
bres_status bres__tuner_trial(bres_tuner *tuner, size_t config, bres_trial **trial);

#endif
