/* SPDX-License-Identifier: MIT */
/*
 * Reports that have to be equal to a file, to the byte.
 */
#ifndef BRES_TESTS_SUPPORT_EXPECTED_H
#define BRES_TESTS_SUPPORT_EXPECTED_H

/* Checks that the text is that of tests/report/expected/NAME. With BRES_TEST_UPDATE in the
 * environment, writes the file instead. */
void bres_test_expect_file(const char *name, const char *text);

#endif
