/* SPDX-License-Identifier: MIT */
/*
 * Whether errors are exceptions or values, and the namespace that follows from it: functions that
 * return differently are different functions, or a program whose parts are compiled differently
 * would have two definitions of one.
 */
#ifndef BENCHRESULT_STYLE_HPP
#define BENCHRESULT_STYLE_HPP

#if !defined(BENCHRESULT_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define BENCHRESULT_NO_EXCEPTIONS
#endif

#if __has_include(<version>)
#include <version>
#endif

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
#define BENCHRESULT_STYLE throwing
#elif defined(__cpp_lib_expected)
#define BENCHRESULT_STYLE returning_std
#else
#define BENCHRESULT_STYLE returning
#endif

#endif
