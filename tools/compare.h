/* SPDX-License-Identifier: MIT */
/*
 * What the files of benchresult compare share.
 */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "tool.h"

#include <stdbool.h>
#include <stddef.h>

/* -b or -a with its value: their order matters. */
struct compare_filter {
    bool is_axis;
    const char *value;
};

/* Where a file on the command line belongs: those before any --ref or --cmp, those after --ref,
 * those after --cmp. */
enum compare_side { COMPARE_OPERANDS, COMPARE_REFERENCES, COMPARE_CANDIDATES, COMPARE_SIDES };

struct compare_paths {
    const char **paths;
    size_t count;
};

enum compare_color { COMPARE_COLOR_AUTO, COMPARE_COLOR_ALWAYS, COMPARE_COLOR_NEVER };

/* What the command line says. Texts are borrowed from it. */
struct compare_arguments {
    struct compare_paths paths[COMPARE_SIDES];
    struct compare_filter *filters;
    size_t filter_count;
    const char *preset; /* NULL: not given, as all texts below */
    const char *config;
    const char *reference_devices;
    const char *candidate_devices;
    const char *output;
    const char *python; /* where the script of --bulk-debug-python goes */
    const char *plot_output;
    const char *plot_along;
    const char *plot_along_output;
    double threshold_diff;       /* percent */
    double count_tolerance;      /* percent */
    double false_discovery_rate; /* percent; 0: not given */
    double min_effect;           /* percent; negative: not given */
    double equivalence_margin;   /* percent; negative: not given */
    uint32_t metric;             /* a bres_metric */
    uint32_t format;             /* a bres_format */
    uint32_t display;            /* a bres_display */
    uint32_t fail_on;            /* BRES_VERDICT_BIT()s */
    uint32_t load_flags;         /* BRES_LOAD_* */
    uint32_t compare_flags;      /* BRES_COMPARE_* */
    uint32_t color;              /* a compare_color */
    bool no_color;               /* pictures instead of colour */
    bool fail_on_missing;
    bool dump_config;
    bool plot;
    bool dark;
    bool help;
};

/* Reads the arguments; TOOL_DONE or, with a message, TOOL_REFUSED, as the functions below. */
int compare_parse(struct compare_arguments *arguments, char **words);
void compare_arguments_free(struct compare_arguments *arguments);
/* The options with their help. */
void compare_options_help(void);

/* A word that an option takes, and what it stands for; lists of them end with one without a name.
 */
struct compare_word {
    const char *name;
    uint32_t value;
};

/* Read the value of an option, whose name is for messages; TOOL_DONE or TOOL_REFUSED. */
int compare_take_word(const char *option, const struct compare_word *words, const char *name,
                      uint32_t *value);
/* Words with commas between them: their bits are added, so that an option that is given again takes
 * nothing back. */
int compare_take_words(const char *option, const struct compare_word *words, const char *names,
                       uint32_t *value);
/* A decimal number that is finite and not negative, so that a negative one can stand for none. */
int compare_take_percent(const char *option, const char *text, double *value);

/* The runs of one side. */
struct compare_runs {
    char **files;
    bres_result **results; /* as many, NULL where none has been loaded yet */
    size_t count;
};

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
int compare_pairs_of_runs(struct compare_pairs *pairs, const struct compare_paths *references,
                          const struct compare_paths *candidates);
void compare_pairs_free(struct compare_pairs *pairs);

/* A comparison that is being made. */
struct compare {
    struct compare_arguments arguments;
    bres_thresholds thresholds;
    const char *preset; /* that the thresholds started from */
    bres_filter *filter;
    struct compare_pairs pairs;
    bres_compared *compared; /* the same pairs, for reports */
    bres_plot_options plot;
};

/* Checks the arguments and makes of them what can be made before any file is read. */
int compare_prepare(struct compare *compare);

/* The exit status of a comparison that was done; prints why it is not TOOL_DONE. */
int compare_judge(const struct compare_arguments *arguments, const struct compare_pairs *pairs,
                  const bres_filter *filter);

#endif
