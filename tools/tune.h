/* SPDX-License-Identifier: MIT */
/*
 * benchresult tune: declarations that its files share.
 */
#ifndef TOOL_TUNE_H
#define TOOL_TUNE_H

#include "program.h"
#include "progress.h"

struct tune {
    bres__option_list parameters;  /* values of --param */
    bres__option_list constraints; /* values of --constraint */
    bres_tuner_options options;
    bres_tuner_command command; /* `arguments` NULL: not given */
    bres_tuner_key key;         /* key of the answer in the cache */
    int64_t problem_size[BRES_TUNER_KEY_SIZES_MAX];
    const char *output; /* file of the report; NULL: the standard output */
    uint32_t format;    /* a bres_format */
    bool lists;         /* list the commands instead of measuring them */
    uint32_t undecided; /* not 0: an undecided search fails */
    struct progress progress;
    bres_tuner *tuner;
};

extern const struct tool_program tune_program;
void tune_arguments_init(struct tune *tune);

/* Writes the table of configurations, sorted by rank. */
int tune_report(const struct tune *tune);

#endif
