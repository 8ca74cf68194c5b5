/* SPDX-License-Identifier: MIT */
/*
 * Warnings of rows, kept until all threads are done and then reported in the order of the rows.
 */
#ifndef BRES_COMPARE_EVIDENCE_WARNING_H
#define BRES_COMPARE_EVIDENCE_WARNING_H

#include "base/base.h"

typedef struct bres__warning_list {
    struct bres__row_warning *warnings;
    size_t count;
    size_t capacity;
    bres__arena texts;
    size_t row; /* the row being decided */
} bres__warning_list;

/* Adds a warning for the row being decided. `list` may be NULL: the caller wants none. */
bres_status bres__warn(bres__warning_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a warning about a file that does not exist. Only the first of these warnings is reported,
 * with the number of the other files. */
bres_status bres__warn_missing(bres__warning_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Moves all warnings of `from` to the end of `list`. */
bres_status bres__warnings_join(bres__warning_list *list, bres__warning_list *from);
/* Passes the warnings of the rows below `end` to the handler, in the order of the rows, without
 * repeated messages. */
bres_status bres__warnings_report(bres__warning_list *list, size_t end, bres_log_fn log,
                                  void *log_user);
void bres__warnings_free(bres__warning_list *list);

#endif
