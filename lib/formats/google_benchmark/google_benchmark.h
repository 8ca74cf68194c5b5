/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files of this folder: the records of a file, and names of benchmarks.
 */
#ifndef BRES_FORMATS_GOOGLE_BENCHMARK_H
#define BRES_FORMATS_GOOGLE_BENCHMARK_H

#include "formats/formats.h"

/* A number under an unknown key: a counter. */
typedef struct bres__google_counter {
    const char *key;
    double value;
    struct bres__google_counter *next;
} bres__google_counter;

/* Members that most records lack: of aggregates, complexities, failures and skips. */
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

/* One record of `benchmarks`. A missing text is NULL, and a missing number is NaN; the run name and
 * the name of an aggregate are always set. The sort keys come first. A file can have millions of
 * records, which take most of the memory of an import. */
typedef struct bres__google_record {
    const char *run_name;
    double family;
    double instance;
    double repetition;
    size_t index;      /* position in the file */
    bool is_aggregate; /* of repetitions */
    bool failed;
    bool skipped;
    uint32_t state;                /* state number, by first record; bres__google_groups_make() */
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
    bres__slice context; /* text of the object `context`; no data: the file lacks it */
} bres__google_records;

/* No earlier record had the key at this position. */
#define BRES__GOOGLE_KEY_NEW SIZE_MAX

/* A member of a record. */
typedef struct bres__google_member {
    bres__slice before; /* text between the previous value and this one */
    bres__slice key;    /* followed by a NUL */
    size_t known;       /* for the caller; initially BRES__GOOGLE_KEY_NEW */
    bres__slice text;   /* text of the value; empty for a list or an object */
    bres__slice value;  /* the same, but the decoded content of a string */
    bres__json_kind kind;
    bool is_number;
    double number;
    const char *string; /* for the caller: a copy of the content; initially NULL */
} bres__google_member;

/* The members of the current record, and then those of the previous one. Initially all zero. */
typedef struct bres__google_members {
    bres__json_walk walk; /* has the status after the last member */
    bres__google_member list[48];
    size_t next;
} bres__google_members;

/* Begins the record at the cursor. Text and arena must be those of the previous records. */
void bres__google_members_begin(bres__google_members *members, bres__cursor *cursor,
                                bres__arena *arena);
/* Reads the next member; NULL at the end of the record, and after a failure. */
bres__google_member *bres__google_members_next(bres__google_members *members);

/* A reader of consecutive records. */
typedef struct bres__google_reader {
    bres__import *import;
    bres__google_records *records;
    bool is_trial; /* fails instead of warning: several threads try parts of one import */
    size_t index;  /* of the next record */
    bres__google_members members;
    bres__google_record *record; /* the current record */
    bres__google_rare *rare;     /* of the current record; NULL: none yet */
    bres__google_counter **last;
    uint32_t seen;   /* bits of the known members that were read */
    size_t expected; /* the known member that comes next in the usual order */
} bres__google_reader;

void bres__google_reader_init(bres__google_reader *reader, bres__import *import,
                              bres__google_records *records);
/* Whether the key is a known member, not a counter, of records other than complexities. */
bool bres__google_has_member(const char *key);
/* Reads and adds the record at the cursor. */
bres_status bres__google_record_read(bres__google_reader *reader, bres__cursor *cursor);

/* Reads the whole file. A lenient import keeps the records of a truncated file, and drops malformed
 * records. The caller frees the list in any case. */
bres_status bres__google_records_read(bres__import *import, bres__google_records *records);

/* A name, split into its parts: "FUNCTION/ARGUMENT/.../OPTION/.../threads:N". */
typedef struct bres__google_name {
    const char *text;
    size_t function;  /* length of the function */
    size_t arguments; /* length up to the end of the last argument */
    size_t options;   /* length up to the end of the last option before "threads:N" */
    size_t count;     /* number of arguments */
    bool has_threads; /* has the option "threads:N" */
    bool is_odd;      /* the last part "threads:N" is an argument: N is another number */
} bres__google_name;

/* Splits a name as well as possible without the other names of its family. `threads` is the number
 * of threads in the record's member; NaN: none. */
bres__google_name bres__google_name_cut(const char *text, double threads);
/* Splits all names of one family in the same way; false if that is not possible. */
bool bres__google_names_agree(bres__google_name *names, size_t count);
/* Gets the next argument; false at the end. Initialize *at with the `function` of the name. `name`
 * is empty for an argument without a name. */
bool bres__google_name_argument(const bres__google_name *cut, size_t *at, bres__slice *name,
                                bres__slice *value);

/* The number of threads in a name that ends in "threads:N"; NaN: other names. */
double bres__google_name_threads(const char *text);
/* The number of threads of a record: the member or, in files that lack it, the one in its name. */
double bres__google_record_threads(const bres__google_record *record);

/* The records of one state, which are consecutive. */
typedef struct bres__google_group {
    bres__google_record *const *records;
    size_t count;
} bres__google_group;

/* Sorts the records, and groups them by run name, family and instance. Each complexity is a group
 * of its own. The groups of a family are consecutive. bres__free() the groups in any case. */
bres_status bres__google_groups_make(const bres__google_records *records,
                                     bres__google_group **groups, size_t *count);
/* Whether a record is a complexity, BigO or RMS, that was fitted to a family. */
bool bres__google_is_complexity(const bres__google_record *record);
/* The measure of the rate with this name; NULL: the counter is not a rate. */
const bres__measure *bres__google_rate(const char *counter);
/* Adds the values of all records of a state. A lenient import drops malformed records; *has_values
 * says whether any record remains. */
bres_status bres__google_group_put_values(bres__import *import, const bres__google_group *set,
                                          bres__draft_state *state, bool *has_values);
/* Adds a state, or the complexity of a family, to the benchmark `bench`. `name` is the split name
 * of the state; NULL: the whole name becomes the value of the axis "Name". */
bres_status bres__google_group_read(bres__import *import, const bres__google_group *set,
                                    const bres__google_name *name, const char *bench);
/* Adds the states of all groups. The groups of a family must be consecutive. */
bres_status bres__google_families_read(bres__import *import, const bres__google_group *groups,
                                       size_t count);

#endif
