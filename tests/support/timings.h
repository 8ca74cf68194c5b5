/* SPDX-License-Identifier: MIT */
/*
 * Measurements for tests.
 */
#ifndef BRES_TEST_TIMINGS_H
#define BRES_TEST_TIMINGS_H

#include <benchresult/measurement.h>

/* A measurement; a failure fails the test. */
bres_measurement *bres_test_timing(const bres_task_spec *spec, uint64_t number_per_run,
                                   const double *raw_times, size_t count);
/* A measurement with one block of one execution, of a task with one thread and these texts (NULL:
 * not given). */
bres_measurement *bres_test_time(const char *label, const char *sub_label, const char *description,
                                 double seconds);
/* Whether two measurements are bitwise equal, including their metadata. */
bool bres_test_timings_equal(const bres_measurement *a, const bres_measurement *b);
/* Frees the first `count` measurements. */
void bres_test_timings_free(bres_measurement **measurements, size_t count);
/* The table; free it with bres_string_free(). A failure fails the test. */
char *bres_test_timing_table(bres_measurement **measurements, size_t count, uint32_t flags,
                             uint32_t color);
/* Removes the blanks at the ends of the lines in place; returns `text`. */
char *bres_test_trim_lines(char *text);

#endif
