/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the writer: results from and to text, and directories as text.
 */
#ifndef BRES_TEST_WRITTEN_H
#define BRES_TEST_WRITTEN_H

#include <benchresult/nvbench.h>

/* Loads a text (strictly, without sidecars); the caller owns the result. */
bres_result *bres_test_load_strict(const char *text);
/* The output of bres_result_write_fd() for a result; free() it. */
char *bres_test_written(const bres_result *result);
/* bres_test_describe() of a result file that must load strictly; free() it. */
char *bres_test_describe_file(const char *path);
/* Compares this description with `description`, that of another result, except for the numbers of
 * sidecars. Replaces these numbers in `description`, too. */
void bres_test_same_file(const char *path, char *description, const char *what);
/* The files below a directory, one per line in the order of their names: path, size and a digest of
 * the content; directories end with a slash. free() it. */
char *bres_test_tree(const char *directory);
/* Replaces the numbers of sidecars in a text by "N", in place: 12.bin becomes N.bin. */
void bres_test_hide_numbers(char *text);

#endif
