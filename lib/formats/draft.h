/* SPDX-License-Identifier: MIT */
/*
 * A draft: the data that a reader collects before they become a result. A draft stores axis values
 * as texts, because the type of an axis depends on all of its values.
 *
 * Readers need not check each call: if memory runs out, a call does nothing, and the end of the
 * import reports the error. Texts are copied and must be UTF-8; NULL stands for an empty text.
 */
#ifndef BRES_FORMATS_DRAFT_H
#define BRES_FORMATS_DRAFT_H

#include "base/arena.h"
#include "base/json/json.h"
#include "base/text/index.h"
#include "base/text/text.h"

#include <benchresult/base.h>

typedef enum bres__axis_kind {
    BRES__AXIS_TYPED, /* int64 if all values are integers, else float64 if all are numbers */
    BRES__AXIS_TEXT   /* string */
} bres__axis_kind;

/* Whether lower or higher values of a measure are better. */
typedef enum bres__better {
    BRES__BETTER_UNKNOWN,
    BRES__BETTER_LOWER,
    BRES__BETTER_HIGHER
} bres__better;

/* A measure other than the sample times: an aggregate, a counter or a rate. */
typedef struct bres__measure {
    const char *tag;  /* "bres/import/..."; the last part of the tag is the column header */
    const char *hint; /* display format such as "duration"; NULL: a plain number */
    const char *unit; /* field `unit` of the summary; NULL: omitted */
    bres__better better;
} bres__measure;

/* Numbers of a state, in the arena of the draft. */
typedef struct bres__draft_list {
    double *values;
    size_t count;
    size_t capacity;
} bres__draft_list;

/* The values of one measure of a state, in the order of the samples. */
typedef struct bres__series {
    bres__measure measure;
    bres__draft_list list;
    double median; /* set by bres__draft_prepare() */
    struct bres__series *next;
} bres__series;

typedef struct bres__draft_axis {
    const char *axis;
    const char *text;
    bres__axis_kind kind;
    size_t number; /* the highest N of AXIS#N that was tried; 1: none */
    struct bres__draft_axis *next;
} bres__draft_axis;

typedef struct bres__draft bres__draft;

/* One state. */
typedef struct bres__draft_state {
    bres__draft *draft;
    const char *name; /* name in the source; NULL: made from the axes */
    const char *skip_reason;
    bres__draft_axis *axes;  /* in order */
    bres__draft_axis **last; /* link for the next axis */
    size_t axis_count;
    bres__draft_list times;      /* by sample: seconds of one execution */
    bres__draft_list executions; /* by sample */
    double median;               /* of the times; set by bres__draft_prepare() */
    double block_size;    /* executions per sample; 0: they differ; set by bres__draft_prepare() */
    size_t expected;      /* number of samples that the reader expects to add; 0: unknown */
    bres__series *series; /* in order */
    bres__series **last_series;
    size_t series_count;
    bres__series *expected_series; /* likely series of the next value; NULL: unknown */
    bres__text extra;              /* members of the extra JSON, separated by commas */
    const char *extra_json;        /* whole extra JSON; NULL: none; set by bres__draft_prepare() */
    int64_t elements;
    int64_t bytes;
    uint32_t run;
    bool has_run;
    struct bres__draft_state *next_made; /* list of all states, for freeing them */
} bres__draft_state;

/* A member of the extra JSON of a benchmark. */
typedef struct bres__draft_member {
    const char *key;
    const char *json;
    struct bres__draft_member *next;
} bres__draft_member;

/* One benchmark. */
typedef struct bres__draft_bench {
    const char *name;
    bres__draft_state **states; /* added states; bres__free() */
    size_t count;
    size_t capacity;
    bres__draft_member *extra; /* in order */
    bres__draft_member *last_extra;
} bres__draft_bench;

/* A map from name to axis or series, for one state that has many of them. */
typedef struct bres__draft_names {
    const bres__draft_state *state; /* NULL: none */
    bres__map places;
} bres__draft_names;

/* All zero is empty. */
struct bres__draft {
    bres__arena arena;
    bres__index bench_names;
    bres__draft_bench *benches; /* by position in bench_names */
    size_t bench_capacity;
    size_t state_count;
    bres__draft_state *made;
    bres__draft_names axes;
    bres__draft_names series;
    bres__text provenance;     /* members of meta.benchresult.import */
    bres__text host;           /* members of meta.benchresult.import.host */
    bres__text config;         /* members of meta.benchresult.import.config */
    bres__text meta;           /* further members of meta.benchresult */
    bres__text warnings;       /* strings, separated by commas */
    bres__index warning_texts; /* messages so far */
    bool failed;               /* out of memory */
};

/* Copies a text into the arena; NULL without memory. */
char *bres__draft_copy(bres__draft *draft, const char *text);
/* Creates a state. It belongs to a benchmark only after bres__draft_add(); a state that is never
 * added is dropped. Returns NULL without memory; the functions below ignore a NULL state. */
bres__draft_state *bres__draft_begin(bres__draft *draft);
/* Adds a complete state to the benchmark `bench`. The first state creates the benchmark. */
void bres__draft_add(bres__draft_state *state, const char *bench);

/* Moves the benchmarks and states of `from` into the draft. Other data, such as warnings and
 * provenance, stay in `from`. */
void bres__draft_take(bres__draft *draft, bres__draft *from);

/* Sets the name that the source gives the state. */
void bres__draft_name(bres__draft_state *state, const char *name);
/* Sets the value on an axis. A second value on the same axis goes to an axis "NAME#2". */
void bres__draft_axis_value(bres__draft_state *state, const char *axis, bres__axis_kind kind,
                            const char *text);
/* Adds a sample: the wall time of one execution in seconds, measured over `executions` of them. */
void bres__draft_sample(bres__draft_state *state, double seconds, double executions);
/* Adds a value of a measure. Values with one tag form a series, whose median is displayed. */
void bres__draft_value(bres__draft_state *state, const bres__measure *measure, double value);
/* Adds a value of "bres/import/counter/NAME", in the unit of the source. */
void bres__draft_counter(bres__draft_state *state, const char *name, const char *unit,
                         bres__better better, double value);
/* Adds a value of "bres/import/time/NAME" in seconds: an aggregate that the source computed. */
void bres__draft_time(bres__draft_state *state, const char *name, double seconds);
/* Sets the elements and bytes that one execution processes; 0: unknown. */
void bres__draft_work(bres__draft_state *state, int64_t elements, int64_t bytes);
/* Marks the state as failed or skipped. Its samples and values of measures are dropped. */
void bres__draft_skip(bres__draft_state *state, const char *reason);
/* Sets the run: the number of the process that measured. */
void bres__draft_run(bres__draft_state *state, uint32_t run);

/* Add "bres/import/KEY" to the extra JSON of the state or the benchmark. `json` must be valid JSON.
 * A missing benchmark is created. A second member KEY of a benchmark becomes "KEY#2". */
void bres__draft_extra(bres__draft_state *state, const char *key, const char *json, size_t length);
void bres__draft_bench_extra(bres__draft *draft, const char *bench, const char *key,
                             const char *json, size_t length);
/* Adds a member to meta.benchresult.import: `tool_version`, `format_version`, `time`. */
void bres__draft_provenance(bres__draft *draft, const char *key, const char *text);
/* The same for a valid JSON text. */
void bres__draft_provenance_json(bres__draft *draft, const char *key, const char *json,
                                 size_t length);
/* Adds a member, a valid JSON text, to meta.benchresult.import.host: a fact about the machine of
 * the source. BRES_IMPORT_OMIT_HOST omits these facts. */
void bres__draft_host(bres__draft *draft, const char *key, const char *json, size_t length);
/* The same for meta.benchresult.import.config: a fact about how the source was measured. */
void bres__draft_config(bres__draft *draft, const char *key, const char *json, size_t length);
/* Whether a NULL-terminated list has the key. An entry that ends in '*' matches every key with this
 * prefix. */
bool bres__draft_key_is_in(const char *key, const char *const *list);
/* Adds each member of `object`, a valid JSON text: keys in the list `host_keys` to the host, all
 * other keys to the configuration. */
void bres__draft_facts(bres__draft *draft, const bres__slice *object, const char *const *host_keys);
/* Adds a member to meta.benchresult, such as `revision`. */
void bres__draft_meta_json(bres__draft *draft, const char *key, const char *json, size_t length);

/* Computes the medians, the block size and the extra JSON of each state, with up to `threads`
 * threads (0: one per CPU). Call it once, when all states are complete. The extra JSON is stored in
 * `arena`. Sets *has_null if a list of values has null for a value that is not finite. */
bres_status bres__draft_prepare(bres__draft *draft, size_t threads, bres__arena *arena,
                                bool *has_null);
/* Makes an object in the arena from members separated by commas. *json is NULL without members. */
bres_status bres__draft_object(const bres__text *members, bres__arena *arena, const char **json);

void bres__draft_free(bres__draft *draft);

#endif
