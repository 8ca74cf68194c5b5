/* SPDX-License-Identifier: MIT */
/*
 * What the files of this folder share: records of a file, and names of benchmarks.
 */
#ifndef BRES_FORMATS_GOOGLE_BENCHMARK_H
#define BRES_FORMATS_GOOGLE_BENCHMARK_H

#include "formats/formats.h"

/* A member that no rule knows: a counter if it is a number. */
typedef struct bres__google_counter {
    const char *key;
    double value;
    struct bres__google_counter *next;
} bres__google_counter;

/* What most records lack: members of aggregates, and of records without a time. */
typedef struct bres__google_rare {
    const char *aggregate_name;
    const char *aggregate_unit;
    const char *error_message;
    const char *skip_message;
    const char *big_o;
    double real_coefficient;
    double cpu_coefficient;
    double rms;
} bres__google_rare;

/* One record of `benchmarks`. A text that is missing is NULL, a number is NaN; the run name and the
 * name of an aggregate are there in any case. What the order of the records depends on comes
 * first. Files can have millions: their memory is most of what an import needs. */
typedef struct bres__google_record {
    const char *run_name;
    double family;
    double instance;
    double repetition;
    size_t index;      /* in the file */
    bool is_aggregate; /* of repetitions */
    bool failed;
    bool skipped;
    uint32_t state;                /* its number, by the first record; bres__google_groups_make() */
    const bres__google_rare *rare; /* never NULL */
    const char *name;
    const char *run_type;
    const char *time_unit;
    const char *label;
    double repetitions;
    double threads;
    double iterations;
    double real_time;
    double cpu_time;
    bres__google_counter *counters; /* in order */
} bres__google_record;

typedef struct bres__google_records {
    bres__arena *arena;         /* of records, texts and counters */
    bres__google_record **list; /* bres__free() */
    size_t count;
    size_t capacity;
    bres__slice context; /* text of the object; no data: the file lacks it */
} bres__google_records;

/* A key that no record before has had at this place. */
#define BRES__GOOGLE_KEY_NEW SIZE_MAX

/* A member of a record. */
typedef struct bres__google_member {
    bres__slice before; /* text between the value before and this one */
    bres__slice key;    /* with a NUL after it */
    size_t known;       /* for the caller; BRES__GOOGLE_KEY_NEW at first */
    bres__slice text;   /* of the value; no bytes of a list or an object */
    bres__slice value;  /* the same, of a string its decoded content */
    bres__json_kind kind;
    bool is_number;
    double number;
    const char *string; /* for the caller: a copy of the content; NULL at first */
} bres__google_member;

/* The members of a record that is being read, and those of the record before. All zero at first. */
typedef struct bres__google_members {
    bres__json_walk walk; /* its status after the last member */
    bres__google_member list[48];
    size_t next;
} bres__google_members;

/* Begins the next record, which the cursor stands at. The text and the arena stay. */
void bres__google_members_begin(bres__google_members *members, bres__cursor *cursor,
                                bres__arena *arena);
/* Passes the next member; NULL if there is none, and after a failure. */
bres__google_member *bres__google_members_next(bres__google_members *members);

/* Reads one record after the other. */
typedef struct bres__google_reader {
    bres__import *import;
    bres__google_records *records;
    bool is_trial; /* fails instead of a warning; several threads try parts of one import */
    size_t index;  /* of the next record */
    bres__google_members members;
    bres__google_record *record; /* that is being read */
    bres__google_rare *rare;     /* of this record; NULL: it has none yet */
    bres__google_counter **last;
    uint32_t seen;   /* bits of its known members that were read */
    size_t expected; /* the known member that comes next, if the file has the usual order */
} bres__google_reader;

void bres__google_reader_init(bres__google_reader *reader, bres__import *import,
                              bres__google_records *records);
/* Whether records without a complexity have a member with this key that is not a counter. */
bool bres__google_has_member(const char *key);
/* Adds the record that the cursor stands at. */
bres_status bres__google_record_read(bres__google_reader *reader, bres__cursor *cursor);

/* Reads the whole file. In a lenient import a file that ends early has the records before that, and
 * a malformed record is dropped. The caller frees the list in any case. */
bres_status bres__google_records_read(bres__import *import, bres__google_records *records);

/* A name, cut into its parts: "FUNCTION/ARGUMENT/.../OPTION/.../threads:N". */
typedef struct bres__google_name {
    const char *text;
    size_t function;  /* bytes of the function */
    size_t arguments; /* bytes up to the end of the last argument */
    size_t options;   /* bytes up to the end of the last option before "threads:N" */
    size_t count;     /* number of arguments */
    bool has_threads; /* as an option */
    bool is_odd;      /* the last part "threads:N" is an argument: it has another number */
} bres__google_name;

/* Cuts a name as far as it can be known without its siblings. `threads` is the number of threads
 * that the record has beside the name; NaN: none. */
bres__google_name bres__google_name_cut(const char *text, double threads);
/* Cuts the names of one family alike; false if that is not possible. */
bool bres__google_names_agree(bres__google_name *names, size_t count);
/* The next argument; *at begins as the name's `function`. `name` is empty if it has none. */
bool bres__google_name_argument(const bres__google_name *cut, size_t *at, bres__slice *name,
                                bres__slice *value);

/* The number of threads in a name that ends with "threads:N"; NaN: the name has none. */
double bres__google_name_threads(const char *text);
/* The number of threads of a record: the member or, in files that lack it, the one in its name. */
double bres__google_record_threads(const bres__google_record *record);

/* The records of one state, which follow each other. */
typedef struct bres__google_group {
    bres__google_record *const *records;
    size_t count;
} bres__google_group;

/* Sorts the records and makes the groups: the records of a name, a family and an instance, and each
 * complexity alone. Families follow each other. bres__free() the groups in any case. */
bres_status bres__google_groups_make(const bres__google_records *records,
                                     bres__google_group **groups, size_t *count);
/* Whether a record has the complexity that was fitted to a family. */
bool bres__google_is_complexity(const bres__google_record *record);
/* What a counter with this name is if it is a rate; NULL: it is another counter. */
const bres__measure *bres__google_rate(const char *counter);
/* Adds the values of all records of a state. A lenient import drops malformed records; *has_values
 * says whether a record is left. */
bres_status bres__google_group_put_values(bres__import *import, const bres__google_group *set,
                                          bres__draft_state *state, bool *has_values);
/* Adds a state to the benchmark `bench`, or the complexity of a family. `name` is the name of the
 * state; NULL: it stays whole. */
bres_status bres__google_group_read(bres__import *import, const bres__google_group *set,
                                    const bres__google_name *name, const char *bench);
/* Adds the states of all groups; families follow each other. */
bres_status bres__google_families_read(bres__import *import, const bres__google_group *groups,
                                       size_t count);

#endif
