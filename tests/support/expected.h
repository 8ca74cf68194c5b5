/* SPDX-License-Identifier: MIT */
/*
 * Reports that must equal a file byte for byte.
 */
#ifndef BRES_TESTS_SUPPORT_EXPECTED_H
#define BRES_TESTS_SUPPORT_EXPECTED_H

/* Fails the test unless the text equals tests/report/expected/NAME. With BRES_TEST_UPDATE in the
 * environment, writes the file instead. */
void bres_test_expect_file(const char *name, const char *text);

#endif
