/* SPDX-License-Identifier: MIT */
/* A suite without a test. */
#include <criterion/criterion.h>

TestSuite(selftest);
