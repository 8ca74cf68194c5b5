/* SPDX-License-Identifier: MIT */
/*
 * What tests of collecting share: counts by name, an empty directory for temporary files, and
 * programs that stand in for valgrind.
 */
#ifndef BRES_TEST_COUNTED_H
#define BRES_TEST_COUNTED_H

#include <benchresult/callgrind.h>

/* The count of a function, whatever its file and object; 0 when it is not there. */
int64_t bres_test_count_of(const bres_counts *counts, const char *function);

/* Makes temporary files in a directory of this test until the end, which demands that none is
 * left. */
void bres_test_tmpdir_begin(void);
void bres_test_tmpdir_end(void);
/* The end without demands. */
void bres_test_tmpdir_leave(void);

/* Makes a program that says it is a valgrind and, instead of running another, executes the lines of
 * a shell script. In these $file is the profile that is to be written. The path is as those of
 * bres_test_directory(). */
const char *bres_test_fake_valgrind(const char *version, const char *script);
/* Lines of such a script that write a profile: the parts of two statements and a baseline, in which
 * f has 100, 100 and 10 instructions. */
extern const char bres_test_fake_profile[];

#endif
