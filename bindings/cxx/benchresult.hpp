/* SPDX-License-Identifier: MIT */
/*
 * libbenchresult for C++17 and later: the C functions as classes, ranges and callables.
 *
 * Names and meanings are those of the C headers, whose comments also apply here. The comments of
 * these headers state the differences.
 *
 * Owners (result, comparison, criterion, ...) are move-only and release their handles. Views
 * (state, summary, row, ...) are a pointer each and can be copied; they must not outlive their
 * owner. Where a C function returns NULL, the view is empty. An empty view converts to false, and
 * its getters return empty values, so that a chain of look-ups needs one check at its end.
 *
 * Texts are std::string_view into the library's memory, each followed by a NUL. Values that can be
 * absent are std::optional; lists are ranges with an index.
 *
 * Errors are exceptions of the class benchresult::error. With BENCHRESULT_NO_EXCEPTIONS defined, or
 * under -fno-exceptions, functions return outcome<T> instead: a value or an error. A program may
 * mix both styles, because each style has its own namespace.
 *
 * Callables are called through a pointer, without std::function and without an allocation. An
 * exception from a callable is caught before it reaches C, and rethrown unchanged after the C
 * function has returned; it ends a measurement. Without exceptions, a callable must not throw.
 */
#ifndef BENCHRESULT_HPP
#define BENCHRESULT_HPP

#include <benchresult/build.hpp>
#include <benchresult/callgrind.hpp>
#include <benchresult/compare.hpp>
#include <benchresult/criterion.hpp>
#include <benchresult/cuda.hpp>
#include <benchresult/error.hpp>
#include <benchresult/filter.hpp>
#include <benchresult/harness.hpp>
#include <benchresult/judge.hpp>
#include <benchresult/measure.hpp>
#include <benchresult/measurement.hpp>
#include <benchresult/model.hpp>
#include <benchresult/probe.hpp>
#include <benchresult/problem.hpp>
#include <benchresult/race.hpp>
#include <benchresult/report.hpp>
#include <benchresult/result.hpp>
#include <benchresult/system.hpp>
#include <benchresult/time.hpp>
#include <benchresult/timer.hpp>
#include <benchresult/tune.hpp>
#include <benchresult/tune_cache.hpp>

#endif
