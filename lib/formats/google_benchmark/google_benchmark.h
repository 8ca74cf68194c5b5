/* SPDX-License-Identifier: MIT */
/*
 * What the files of this folder share: records of a file, and names of benchmarks.
 */
#ifndef BRES_FORMATS_GOOGLE_BENCHMARK_H
#define BRES_FORMATS_GOOGLE_BENCHMARK_H

#include "formats/formats.h"

/* A member that no rule knows: a counter if it is a number. */
typedef struct bres__google_counter {
    bres__slice key;
    double value;
    struct bres__google_counter *next;
} bres__google_counter;

/* One record of `benchmarks`. A text that is missing is NULL, a number is NaN. */
typedef struct bres__google_record {
    size_t index; /* in the file */
    const char *name;
    const char *run_name;
    const char *run_type;
    const char *aggregate_name;
    const char *aggregate_unit;
    const char *error_message;
    const char *skip_message;
    const char *time_unit;
    const char *big_o;
    const char *label;
    double family;
    double instance;
    double repetitions;
    double repetition;
    double threads;
    double iterations;
    double real_time;
    double cpu_time;
    double real_coefficient;
    double cpu_coefficient;
    double rms;
    bool is_aggregate; /* of repetitions */
    bool failed;
    bool skipped;
    bres__google_counter *counters; /* in order */
} bres__google_record;

typedef struct bres__google_records {
    bres__arena *arena;        /* of texts and counters */
    bres__google_record *list; /* bres__free() */
    size_t count;
    size_t capacity;
    bres__slice context; /* text of the object; no data: the file lacks it */
} bres__google_records;

/* Reads the whole file. In a lenient import a file that ends early has the records before that, and
 * a malformed record is dropped. The caller frees the list in any case. */
bres_status bres__google_records_read(bres__import *import, bres__google_records *records);

/* A name, cut into its parts: "FUNCTION/ARGUMENT/.../OPTION/...". */
typedef struct bres__google_name {
    const char *text;
    size_t function;  /* bytes of the function */
    size_t arguments; /* bytes up to the end of the last argument */
    size_t count;     /* number of arguments */
} bres__google_name;

/* Cuts a name as far as it can be known without its siblings. */
bres__google_name bres__google_name_cut(const char *text);
/* Cuts the names of one family alike; false if that is not possible. */
bool bres__google_names_agree(bres__google_name *names, size_t count);
/* The next argument; *at begins as the name's `function`. `name` is empty if it has none. */
bool bres__google_name_argument(const bres__google_name *cut, size_t *at, bres__slice *name,
                                bres__slice *value);

/* The records of one state, which follow each other. */
typedef struct bres__google_group {
    const bres__google_record *records;
    size_t count;
} bres__google_group;

/* Whether a record has the complexity that was fitted to a family. */
bool bres__google_is_complexity(const bres__google_record *record);
/* Adds a state to the benchmark `bench`, or the complexity of a family. `name` is the name of the
 * state; NULL: it stays whole. */
bres_status bres__google_group_read(bres__import *import, const bres__google_group *set,
                                    const bres__google_name *name, const char *bench);

#endif
