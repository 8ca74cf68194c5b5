/* SPDX-License-Identifier: MIT */
/*
 * The functions that a shared object exports.
 */
#ifndef BRES_JUDGE_COMPILE_SYMBOL_H
#define BRES_JUDGE_COMPILE_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether an ELF file of this machine's word size exports a function, directly or as an indirect
 * function. The file is untrusted: false if it is damaged. */
bool bres__object_exports(const char *data, size_t size, const char *name);

#endif
