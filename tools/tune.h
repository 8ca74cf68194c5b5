/* SPDX-License-Identifier: MIT */
/*
 * benchresult tune: what its files share.
 */
#ifndef TOOL_TUNE_H
#define TOOL_TUNE_H

#include "program.h"
#include "progress.h"

struct tune {
    bres__option_list parameters;  /* texts */
    bres__option_list constraints; /* likewise */
    bres_tuner_options options;
    bres_tuner_command command; /* `arguments` NULL: not given */
    bres_tuner_key key;         /* in the cache */
    int64_t problem_size[BRES_TUNER_KEY_SIZES_MAX];
    const char *output; /* of the report; NULL: the standard output */
    uint32_t format;    /* a bres_format */
    bool lists;         /* commands, instead of measuring them */
    uint32_t undecided; /* whether an undecided search fails */
    struct progress progress;
    bres_tuner *tuner;
};

extern const struct tool_program tune_program;
void tune_arguments_init(struct tune *tune);

/* Writes the ranked table. */
int tune_report(const struct tune *tune);

#endif
