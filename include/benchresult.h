/* SPDX-License-Identifier: MIT */
/*
 * libbenchresult: load, hold, write, merge and show benchmark results.
 *
 * This header includes the public header of every room; a program may also include only the
 * ones that it uses.
 */
#ifndef BENCHRESULT_H
#define BENCHRESULT_H

#include <benchresult/base.h>
#include <benchresult/build.h>
#include <benchresult/callgrind.h>
#include <benchresult/compare.h>
#include <benchresult/criterion.h>
#include <benchresult/cuda.h>
#include <benchresult/filter.h>
#include <benchresult/formats.h>
#include <benchresult/harness.h>
#include <benchresult/judge.h>
#include <benchresult/measure.h>
#include <benchresult/measurement.h>
#include <benchresult/model.h>
#include <benchresult/nvbench.h>
#include <benchresult/probe.h>
#include <benchresult/problem.h>
#include <benchresult/race.h>
#include <benchresult/report.h>
#include <benchresult/system.h>
#include <benchresult/time.h>
#include <benchresult/timer.h>
#include <benchresult/tune.h>
#include <benchresult/tune_cache.h>

#endif
