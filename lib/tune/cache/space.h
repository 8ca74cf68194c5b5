/* SPDX-License-Identifier: MIT */
/*
 * The space of a tuner, whose parameters are the axes of a benchmark, as a cache has it.
 */
#ifndef BRES_TUNE_CACHE_SPACE_H
#define BRES_TUNE_CACHE_SPACE_H

#include "base/hash/md5.h"
#include "harness/suite/suite.h"

#include <benchresult/tune_cache.h>

#define BRES__SPACE_DIGEST_SIZE (2 * BRES__MD5_SIZE + 1)

/* A digest of the parameters, of the indices of the configurations, and of the kind of the clock.
 */
void bres__space_digest(const bres_bench *bench, const uint64_t *indices, size_t count,
                        uint32_t clock_kind, char digest[BRES__SPACE_DIGEST_SIZE]);
/* The values of a configuration, in an arena. */
bres_status bres__space_values(const bres_bench *bench, uint64_t index, bres__arena *arena,
                               bres_tuner_value **values);
/* The index of the configuration with the values of an answer; false if there is none. */
bool bres__space_index(const bres_bench *bench, const bres_tuner_answer *answer, uint64_t *index);

#endif
