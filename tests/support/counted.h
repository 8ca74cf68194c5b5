/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of collecting counts: counts by name, an empty directory for temporary files,
 * and programs that stand in for valgrind.
 */
#ifndef BRES_TEST_COUNTED_H
#define BRES_TEST_COUNTED_H

#include <benchresult/callgrind.h>

/* The count of a function, in any file and object; 0 if the function is missing. */
int64_t bres_test_count_of(const bres_counts *counts, const char *function);

/* Sets TMPDIR to a directory of this test. The end fails the test if a temporary file is left. */
void bres_test_tmpdir_begin(void);
void bres_test_tmpdir_end(void);
/* The end without this check. */
void bres_test_tmpdir_leave(void);

/* Makes a program that reports this version of valgrind and, instead of running a program, executes
 * the lines of a shell script, in which $file is the path for the profile. Returns its path, valid
 * until the next call. */
const char *bres_test_fake_valgrind(const char *version, const char *script);
/* Lines of such a script that write a profile with the parts of two statements and a baseline, in
 * which f has 100, 100 and 10 instructions. */
extern const char bres_test_fake_profile[];

#endif
