/* SPDX-License-Identifier: MIT */
/*
 * What the files of benchresult compare share.
 */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "program.h"

#include <stddef.h>

/* Where a file on the command line belongs: before any --ref or --cmp, after --ref, after --cmp. */
enum compare_side { COMPARE_OPERANDS, COMPARE_REFERENCES, COMPARE_CANDIDATES, COMPARE_SIDES };

#define COMPARE_RULE_NOT_GIVEN UINT32_MAX

enum compare_color { COMPARE_COLOR_AUTO, COMPARE_COLOR_ALWAYS, COMPARE_COLOR_NEVER };

/* --run-variation */
struct compare_variation {
    double value; /* fraction */
    bool is_auto;
    bool is_given;
};

/* What the command line says. Texts are borrowed from it; NULL: not given. */
struct compare_arguments {
    bres__option_list paths[COMPARE_SIDES];
    enum compare_side side;       /* of the next path */
    bres__option_list benchmarks; /* of --benchmark */
    bres_filter *filter;
    bres_compare_options options;
    bres_compare_report_options report;
    bres_plot_options plot;
    const char *config;
    const char *output;
    const char *python; /* where the script of --bulk-debug-python goes */
    const char *plot_output;
    const char *along_output;
    double min_effect;         /* fraction; negative: not given */
    double equivalence_margin; /* the same */
    struct compare_variation variation;
    uint32_t preset;     /* the number of its name from 1 on; 0: not given */
    uint32_t rule;       /* a bres_rule, or COMPARE_RULE_NOT_GIVEN */
    uint32_t undecided;  /* an enum tool_undecided */
    uint32_t fail_on;    /* BRES_VERDICT_BIT()s */
    uint32_t load_flags; /* BRES_LOAD_* */
    uint32_t color;      /* an enum compare_color */
    uint32_t columns;    /* 0: those of the display */
    bool no_color;       /* emoji instead of color */
    bool assume_normal;
    bool dump_config;
    bool draws_summary; /* --plot */
};

/* Takes --run-variation; the target is a struct compare_variation. */
bres_status compare_take_run_variation(bres__command *command, const bres__option *option,
                                       const char *value, void *target);

extern const struct tool_program compare_program;
void compare_arguments_init(struct compare_arguments *arguments);
void compare_arguments_free(struct compare_arguments *arguments);
/* The name of the preset; NULL: not given. */
const char *compare_preset_name(const struct compare_arguments *arguments);

/* The runs of one side. */
struct compare_runs {
    char **files;
    bres_result **results; /* as many, NULL where none has been loaded yet */
    size_t count;
};

/* Adds a file without a result. Takes the text over, which may be NULL: no memory. */
int compare_runs_add(struct compare_runs *runs, char *file);
/* Adds files, and all results of directories. */
int compare_runs_find(struct compare_runs *runs, const bres__option_list *paths);
/* Loads all files, as tool_compared_load(). */
int compare_runs_load(struct compare_runs *runs, uint32_t flags,
                      const struct tool_outputs *outputs);
void compare_runs_free(struct compare_runs *runs);

/* A comparison loads the files of NVBench leniently in any case. */
#define COMPARE_OPTION_LENIENT(...)                                                                \
    {                                                                                              \
        .name = "lenient", .help = "drop malformed records of other tools' files, with warnings",  \
        .kind = BRES__OPTION_BITS, .value = BRES_LOAD_LENIENT, __VA_ARGS__                         \
    }

/* What is compared with each other: two files, or two sets of them. */
struct compare_pair {
    struct compare_runs runs[2]; /* reference and candidate */
    const char *name;            /* in the candidate's file, when both operands are directories;
                                    else NULL */
    bres_comparison *comparison;
};

struct compare_pairs {
    struct compare_pair *pairs;
    size_t count;
    bres_missing_file *missing; /* files that only one of the directories has; names are ours */
    size_t missing_count;
};

/* Finds the pairs that the operands mean, and warns of files without a partner. */
int compare_pairs_find(struct compare_pairs *pairs, const char *reference, const char *candidate);
/* Makes the one pair of what stands behind --ref and --cmp: files, and all results of directories.
 */
int compare_pairs_of_runs(struct compare_pairs *pairs, const bres__option_list *references,
                          const bres__option_list *candidates);
void compare_pairs_free(struct compare_pairs *pairs);

/* The exit status of a comparison that was done; prints why it is not TOOL_DONE. */
int compare_judge(const struct compare_arguments *arguments, const struct compare_pairs *pairs);

#endif
