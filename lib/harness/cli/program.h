/* SPDX-License-Identifier: MIT */
/*
 * The parts of a benchmark program, bres_main(): what stands around the measurements.
 */
#ifndef BRES_HARNESS_CLI_PROGRAM_H
#define BRES_HARNESS_CLI_PROGRAM_H

#include "harness/harness.h"
#include "measure/clock_facts.h"
#include "nvbench/journal.h"

#include <sys/types.h>
#include <time.h>

/* --- Signals ---------------------------------------------------------------------------------- */

/*
 * From install to restore, the first SIGINT or SIGTERM is only noted, a second one ends the process
 * at once; SIGPIPE is ignored. A signal that the process ignored before stays ignored. There is one
 * set of handlers in a process, so this is for its main thread, not for a library's caller.
 */
void bres__signals_install(void);
void bres__signals_restore(void);
/* The first signal that was caught since the install; 0: none, also after the restore. */
int bres__signals_caught(void);
/*
 * As fork(). Signals that the parent catches are sent on to the child, where any number of them is
 * only noted: the parent decides, and the child may hear of one twice. SIGPIPE is in the child what
 * it was before.
 */
pid_t bres__signals_fork(void);
/* Stops sending: before the child is waited for, so that its number cannot be another's yet. */
void bres__signals_forget_child(void);

/* --- The progress line ------------------------------------------------------------------------ */

/* A line on a terminal that is drawn over again. */
typedef struct bres__progress {
    int fd; /* of the terminal; -1: there is none, and nothing is drawn */
    const bres_clock *clock;
    size_t count;   /* states in all */
    size_t index;   /* of the running one, from 1 */
    size_t ended;   /* states that have ended since the start */
    size_t to_run;  /* states that are to end */
    uint64_t start; /* times in nanoseconds */
    uint64_t drawn;
    bool visible;
    int64_t samples;
    double noise;    /* relative; negative: unknown */
    bres__text name; /* of the running state */
} bres__progress;

/* Draws on `fd` when it is a terminal that can. */
void bres__progress_open(bres__progress *progress, int fd);
void bres__progress_free(bres__progress *progress);
/* Starts the time that estimates are made from; `count` states in all, of which `to_run` run. */
void bres__progress_start(bres__progress *progress, const bres_clock *clock, size_t count,
                          size_t to_run);
/* The next state, of this index from 1; it has ended. */
void bres__progress_begin_state(bres__progress *progress, size_t index, const char *name);
void bres__progress_end_state(bres__progress *progress);
void bres__progress_update(bres__progress *progress, int64_t samples, double noise);
/* Takes the line away, before something else is written. */
void bres__progress_clear(bres__progress *progress);
/* Appends the line as a terminal of so many columns gets it. */
void bres__progress_put(const bres__progress *progress, bres__text *text, uint64_t now,
                        size_t columns);

/* --- The log ---------------------------------------------------------------------------------- */

typedef enum bres__log_tag {
    BRES__LOG_RUN,
    BRES__LOG_PASS,
    BRES__LOG_SKIP,
    BRES__LOG_FAIL,
    BRES__LOG_WARN,
    BRES__LOG_INFO
} bres__log_tag;

/* A line for each event. Where there is a progress line, Run and Pass are left out, but a Run line
 * comes before the first other line about its state. */
typedef struct bres__log {
    int fd;
    bool quiet;
    bool color;
    bres__progress progress;
    bres__text run; /* the Run line that was left out so far */
} bres__log;

void bres__log_open(bres__log *log, int fd, bool quiet, bool color);
void bres__log_free(bres__log *log);
/* A state begins, of this index from 1; it has ended, measured or skipped. */
void bres__log_begin_state(bres__log *log, size_t index, const bres_state *state);
void bres__log_end_state(bres__log *log, const bres_state *state, bool failed);
void bres__log_line(bres__log *log, bres__log_tag tag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- A state in a process of its own ---------------------------------------------------------- */

/* What the child does: makes the record that is sent back, and says whether it is that of a state
 * that has failed. */
typedef bres_status (*bres__isolate_fn)(void *context, const bres__measure_hooks *hooks,
                                        bres__text *record, bool *failed);

#define BRES__ISOLATE_REASON 2048

/* What came back. All zero is a valid start. */
typedef struct bres__isolated {
    bres__text record;                 /* empty: there is none, */
    char reason[BRES__ISOLATE_REASON]; /* for this reason */
    bool cut;                          /* a signal ended the measurement */
    bool failed;
} bres__isolated;

/*
 * Runs `fn` in a child. Its progress and messages arrive at `hooks` of the parent. That the child
 * fails, crashes, or exits is no error of this function.
 * Errors: BRES_ERROR_IO when there can be no child, BRES_ERROR_MEMORY. Free the result in any case.
 */
bres_status bres__isolate(bres__isolate_fn fn, void *context, const bres__measure_hooks *hooks,
                          bres__isolated *isolated);
void bres__isolated_free(bres__isolated *isolated);

/* --- The states of a plan, before they are measured --------------------------------------------
 */

typedef struct bres__outline {
    bres_result *result; /* benchmarks, and states with axis values only */
    bres_state **states; /* by place in the plan */
    bool *done;          /* by place in the plan: need not be run */
    size_t count;
    size_t done_count;
} bres__outline;

/* All zero is a valid start; free it in any case. */
bres_status bres__outline_make(bres__outline *outline, const bres__plan *plan);
void bres__outline_free(bres__outline *outline);
/* Marks the states that a result of the same benchmarks has: same benchmark, axis values and run.
 * Of planned states that are alike so many are marked as it has. Once for an outline.
 * BRES_ERROR_CONFLICT when it has a state that is not planned. */
bres_status bres__outline_mark_done(bres__outline *outline, const bres_result *result);

/* --- Carrying out a plan ---------------------------------------------------------------------- */

typedef struct bres__runner {
    const bres__plan *plan;
    const bres__outline *outline; /* of the plan */
    bres_result *result;          /* takes the states; has the plan's benchmarks already */
    bres__journal *journal;       /* NULL: none */
    bres__log *log;
    const bres_clock *clock;
    bres__gpus *gpus; /* of the benchmarks for GPUs; NULL: there is no such benchmark */
    bool isolate;
    size_t journaled; /* states that this run has put into the journal */
    bool cut; /* a signal ended the state that was running, or kept the next from being run */
} bres__runner;

/*
 * Runs what is not done yet, one state after the other; each is in the journal before the next one
 * starts. Ends early, without an error, after a signal: a state that it has cut short is in the
 * result, but not in the journal. A state that fails, or whose child does, is skipped with the
 * reason, and the others go on.
 */
bres_status bres__runner_run(bres__runner *runner);

/* --- Outputs ---------------------------------------------------------------------------------- */

typedef struct bres__outputs {
    bres__output_request *requests; /* those of the command line, and the default one */
    size_t count;
    const char *journaled; /* the output that has a journal: the first JSON file; NULL: none */
    char *journal;         /* path of the journal */
} bres__outputs;

/* Finds out whether each output can be written, and makes missing directories. Free the outputs in
 * any case. Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO; BRES_ERROR_CONFLICT for two outputs to one
 * place; BRES_ERROR_MEMORY. */
bres_status bres__outputs_open(bres__outputs *outputs, const bres__invocation *invocation);
void bres__outputs_free(bres__outputs *outputs);
/* Writes the outputs to files, or those to the standard streams, in their order. Goes on after a
 * failure, and returns the first. A reader that has gone is no failure. */
bres_status bres__outputs_write_files(const bres__outputs *outputs, bres_result *result);
bres_status bres__outputs_write_streams(const bres__outputs *outputs, bres_result *result);
/* Writes a text to the standard output. */
bres_status bres__outputs_print(const bres__text *text);

/* --- Facts about a run ------------------------------------------------------------------------ */

typedef struct bres__facts {
    int argc;
    char *const *argv;
    const bres__invocation *invocation;
    const bres__gpus *gpus; /* NULL: none was looked for */
    bres__clock_facts clock;
    struct timespec start; /* by the calendar's clock */
    struct timespec end;   /* 0: not yet */
    size_t resumed;        /* states that come from a journal */
    bool interrupted;
} bres__facts;

/* Sets the `meta` section of the result. */
bres_status bres__facts_put(const bres__facts *facts, bres_result *result);

#endif
