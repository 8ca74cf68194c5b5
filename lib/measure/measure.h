/* SPDX-License-Identifier: MIT */
/*
 * Room harness: the parts of a measurement on the CPU. execution.c times one execution,
 * stopwatch.c the part of it that a body brackets; warm_up.c, block_size.c and sampling.c are the
 * stages; measure_cpu.c calls them and makes summaries of what they give.
 */
#ifndef BRES_MEASURE_MEASURE_H
#define BRES_MEASURE_MEASURE_H

#include "harness/harness.h"
#include "stats/online.h"

/* --- One execution ---------------------------------------------------------------------------- */

/* Why an execution has no time. */
typedef enum bres__outcome {
    BRES__OUTCOME_TIMED, /* it has one */
    BRES__OUTCOME_BACKWARDS,
    BRES__OUTCOME_NOT_STARTED,
    BRES__OUTCOME_NOT_STOPPED,
    BRES__OUTCOME_STARTED_TWICE,
    BRES__OUTCOME_STOPPED_FIRST
} bres__outcome;

/* A clause such as "the stopwatch was never started". */
const char *bres__outcome_text(bres__outcome outcome);

typedef struct bres__execution {
    bres__outcome outcome;
    int64_t nanoseconds; /* negative when the clock has stepped backwards */
    uint64_t end;        /* the clock after it */
} bres__execution;

/* Executes a body, a batched one `count` times in a row. */
void bres__execute(const bres__cpu_body *body, const bres_clock *clock, uint64_t count,
                   bres__execution *execution);

/* As many executions in a row without a time end a measurement: they are no accident. */
#define BRES__REFUSED_MAX 64u

/* BRES_ERROR_VALUE that tells why the last of `refused` executions in a row had no time. */
bres_status bres__execution_error(unsigned refused, bres__outcome outcome);

/* What a body of the kind bres_cpu_timed_fn works on. */
struct bres_stopwatch {
    const bres_clock *clock;
    uint64_t started;
    int64_t nanoseconds; /* of the parts so far */
    bool running;
    bool measured;         /* a part is complete */
    bres__outcome misused; /* the first misuse; TIMED: none */
};

void bres__stopwatch_reset(bres_stopwatch *watch, const bres_clock *clock);
/* Says after an execution whether there is a time. */
bres__outcome bres__stopwatch_outcome(const bres_stopwatch *watch);

/* --- The stages ------------------------------------------------------------------------------- */

/* A measurement while it is taken. */
typedef struct bres__sampling {
    const bres__cpu_body *body;
    const bres__settings *settings;
    const bres_clock *clock;
    const bres__measure_hooks *hooks;
    bres_criterion *criterion;
    uint64_t block_size; /* executions that a sample stands for */
    double *samples;     /* seconds of one execution; bres__free() */
    size_t count;
    size_t capacity;
    double measured;       /* seconds of all samples, each by its block size */
    uint64_t elapsed;      /* nanoseconds since the first sample was begun, the sum of all steps
                              forwards of the clock */
    bool timed_out;        /* it ended because the time was over */
    uint64_t refused;      /* executions without a time */
    bres__outcome outcome; /* of the last of them */
    unsigned refused_in_a_row;
    uint64_t next_progress; /* when the hook is told again; as `elapsed` */
    bres__online told;      /* samples that its noise stands for */
    bres__failure failure;  /* that a callback has told */
} bres__sampling;

/* Nanoseconds between two calls of the progress hook. */
#define BRES__PROGRESS_INTERVAL UINT64_C(100000000)

bool bres__sampling_is_interrupted(const bres__sampling *sampling);
/* Executes before the first sample. *last is the time of the last warm-up, negative when there was
 * none or it had no time. */
void bres__warm_up(const bres__sampling *sampling, int64_t *last);
/* What share of a block its reading of the clock may cost, and by what factor blocks grow. */
typedef struct bres__block_rule {
    double max_overhead;
    uint64_t growth;
} bres__block_rule;

/* Finds the block size; one that is found is at least 1. With BRES_OK and 0 it was interrupted. */
bres_status bres__sampling_find_block_size(bres__sampling *sampling,
                                           const bres__clock_facts *facts);
/* The same by another rule. */
bres_status bres__sampling_find_block_size_by(bres__sampling *sampling,
                                              const bres__clock_facts *facts,
                                              const bres__block_rule *rule);
/* Takes samples until it is enough. */
bres_status bres__sampling_run(bres__sampling *sampling);
/* true: no further sample. The timeout, in nanoseconds, has ended it only when nothing else has. */
bool bres__sampling_is_finished(bres__sampling *sampling, uint64_t timeout);
/* Tells the progress hook, unless it has been told a moment ago. */
void bres__sampling_tell(bres__sampling *sampling);
/* Tells the log what is wrong with the samples. */
void bres__sampling_warn(const bres__sampling *sampling);
/* Adds how many executions a sample is made of. */
bres_status bres__add_block_size(uint64_t block_size, bres_state *state);
/* Adds what a batched measurement has beside the standard summaries. */
bres_status bres__sampling_add_batch_summaries(const bres__sampling *sampling, double clock_cost,
                                               bres_state *state);

/* The criterion of states that name none; the caller frees it. */
bres_status bres__criterion_default(bres_criterion **criterion);

/* Rounded; not above zero is 0, too many are UINT64_MAX. */
uint64_t bres__nanoseconds(double seconds);
static inline double bres__seconds(uint64_t nanoseconds)
{
    return (double)nanoseconds * 1e-9;
}

#endif
