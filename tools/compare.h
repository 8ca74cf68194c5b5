/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: declarations that its files share.
 */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "program.h"

#include <stddef.h>

/* Position of a path on the command line: before --ref and --cmp, after --ref, or after --cmp. */
enum compare_side { COMPARE_OPERANDS, COMPARE_REFERENCES, COMPARE_CANDIDATES, COMPARE_SIDES };

#define COMPARE_RULE_NOT_GIVEN UINT32_MAX

enum compare_color { COMPARE_COLOR_AUTO, COMPARE_COLOR_ALWAYS, COMPARE_COLOR_NEVER };

/* --run-variation */
struct compare_variation {
    double value; /* fraction */
    bool is_auto;
    bool is_given;
};

/* The options and operands. Texts are borrowed from the command line; NULL: not given. */
struct compare_arguments {
    bres__option_list paths[COMPARE_SIDES];
    enum compare_side side;       /* side of the next path */
    bres__option_list benchmarks; /* values of --benchmark */
    bres_filter *filter;
    bres_compare_options options;
    bres_compare_report_options report;
    bres_plot_options plot;
    const char *config;
    const char *output;
    const char *python; /* path of the script of --bulk-debug-python */
    const char *plot_output;
    const char *along_output;
    double min_effect;         /* fraction; negative: not given */
    double equivalence_margin; /* the same */
    struct compare_variation variation;
    uint32_t preset;     /* number of the preset, from 1; 0: not given */
    uint32_t rule;       /* a bres_rule, or COMPARE_RULE_NOT_GIVEN */
    uint32_t undecided;  /* an enum tool_undecided */
    uint32_t fail_on;    /* BRES_VERDICT_BIT()s */
    uint32_t load_flags; /* BRES_LOAD_* */
    uint32_t color;      /* an enum compare_color */
    uint32_t columns;    /* BRES_COLUMN_BIT()s; 0: the columns of the display */
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
    bres_result **results; /* one for each file; NULL before the file is loaded */
    size_t count;
};

/* Adds a file without a result. Takes ownership of `file`; NULL means that memory ran out. */
int compare_runs_add(struct compare_runs *runs, char *file);
/* Adds the files, and all results in the directories, that the paths name. */
int compare_runs_find(struct compare_runs *runs, const bres__option_list *paths);
/* Loads all files with tool_compared_load(). */
int compare_runs_load(struct compare_runs *runs, uint32_t flags,
                      const struct tool_outputs *outputs);
void compare_runs_free(struct compare_runs *runs);

/* A comparison loads the files of NVBench leniently in any case. */
#define COMPARE_OPTION_LENIENT(...)                                                                \
    {                                                                                              \
        .name = "lenient", .help = "drop malformed records of other tools' files, with warnings",  \
        .kind = BRES__OPTION_BITS, .value = BRES_LOAD_LENIENT, __VA_ARGS__                         \
    }

/* Two files, or two sets of files, that are compared with each other. */
struct compare_pair {
    struct compare_runs runs[2]; /* reference and candidate */
    const char *name;            /* the file name, a part of the candidate's path, if both operands
                                    are directories; otherwise NULL */
    bres_comparison *comparison;
};

struct compare_pairs {
    struct compare_pair *pairs;
    size_t count;
    bres_missing_file *missing; /* files that only one of the directories has; owns the names */
    size_t missing_count;
};

/* Finds the pairs for two operands, and prints a warning for each file without a partner. */
int compare_pairs_find(struct compare_pairs *pairs, const char *reference, const char *candidate);
/* Makes the only pair from the paths after --ref and --cmp: files, and all results in directories.
 */
int compare_pairs_of_runs(struct compare_pairs *pairs, const bres__option_list *references,
                          const bres__option_list *candidates);
void compare_pairs_free(struct compare_pairs *pairs);

/* Returns the exit status of a finished comparison; prints the reason unless it is TOOL_DONE. */
int compare_judge(const struct compare_arguments *arguments, const struct compare_pairs *pairs);

#endif
