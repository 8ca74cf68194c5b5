/* SPDX-License-Identifier: MIT */
/*
 * Selects whether errors are exceptions or values, and the namespace of each style. Functions with
 * different return types must be different functions. Otherwise a program whose parts are compiled
 * in different styles would have two definitions of one function.
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
