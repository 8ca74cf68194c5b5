/* SPDX-License-Identifier: MIT */
/*
 * One execution of a command, which is one sample.
 */
#ifndef BRES_TUNE_COMMAND_SAMPLE_H
#define BRES_TUNE_COMMAND_SAMPLE_H

#include "base/file/file.h"
#include "race/program/program.h"
#include "tune/tune.h"

/* How commands are executed. Zero-initialize it. */
typedef struct bres__command_executor {
    bres_tuner *tuner;
    bres__program_settings settings;
    bool writes_result;        /* commands measure themselves and write a result file */
    bres__scratch_dir scratch; /* holds the directory of the result file */
    char *directory;
    char *result; /* the result file; NULL: whole commands are timed */
} bres__command_executor;

/* Creates the scratch directory and the path of the result file, if commands write one. */
bres_status bres__command_executor_open(bres__command_executor *executor);
void bres__command_executor_close(bres__command_executor *executor);
/* Executes a command. *seconds: the time of the whole command, or the median time of the state in
 * its result file. *failed: why the configuration has failed, with the thread's error, or BRES_OK.
 * Returns the status of the run. */
bres_status bres__command_execute(const bres__command_executor *executor,
                                  const char *const *arguments, double *seconds,
                                  bres_status *failed);

#endif
