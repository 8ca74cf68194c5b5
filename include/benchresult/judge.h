/* SPDX-License-Identifier: MIT */
/*
 * The judge: decides whether a submitted function is correct, and measures how fast it is.
 *
 * A solution is a shared object with the symbol `solution`, or a source file that the judge
 * compiles. A separate process with limits loads and calls it. The process that calls bres_judge()
 * draws the inputs, measures the time, verifies the outputs and sets the status.
 * benchresult-judge(3) lists the defences and their limits.
 *
 * A judgement has a result: a benchmark with the problem's name and one state for each timed case.
 * Summaries, comparisons and merges accept it like any other result.
 *
 * Threads: different threads may judge at the same time, but disturb each other's timings. A
 * judgement never changes, so that any number of threads may read it. The program must not call
 * wait() while it judges, because wait() could reap a child process of the judge; use waitpid()
 * with the process ids of your own children. Functions that return bres_status set the error record
 * on failure; see benchresult/base.h. Since 0.1.
 */
#ifndef BENCHRESULT_JUDGE_H
#define BENCHRESULT_JUDGE_H

#include <benchresult/model.h>
#include <benchresult/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome for a solution and its cases. Free it with bres_judgement_free(). */
typedef struct bres_judgement bres_judgement;

/* The status of a solution or of one case. Values are never renumbered. */
typedef enum bres_judge_status {
    BRES_JUDGE_BENCHMARKED = 0,   /* accepted: the cases are correct, and at least one was timed */
    BRES_JUDGE_CHECKED = 1,       /* accepted: the cases are correct; none was timed */
    BRES_JUDGE_COMPILE_ERROR = 2, /* does not compile or load, or lacks `solution` */
    BRES_JUDGE_TIME_LIMIT_EXCEEDED = 3, /* killed at the deadline */
    BRES_JUDGE_RUNTIME_ERROR = 4,       /* the process ended during a call, or the GPU failed */
    BRES_JUDGE_WRONG_ANSWER = 5,        /* an output is wrong or was not written */
    BRES_JUDGE_GUARD_VIOLATION = 6,     /* wrote outside of an array */
    BRES_JUDGE_INPUT_MODIFIED = 7,      /* wrote to an input */
    BRES_JUDGE_ASYNC_WORK = 8,      /* left a process running, or used CPU time between its calls */
    BRES_JUDGE_CLOCK_MISMATCH = 9,  /* claims times that contradict the judge's clock */
    BRES_JUDGE_CHANNEL_FORGED = 10, /* forged messages of the helper program */
    BRES_JUDGE_SKIPPED_OOM = 11,    /* only for a case: not judged or not timed, because memory does
                                       not suffice for its arrays */
    BRES_JUDGE_NOT_MEASURED = 12    /* no fault, but a case could not be timed, mostly because the
                                       system was too busy */
} bres_judge_status;

/* The name of a status, without its prefix: "BENCHMARKED"; "unknown status" for other numbers.
 * Static. */
BRES_API const char *bres_judge_status_name(bres_judge_status status);

/* Where a solution runs. Values are never renumbered. */
typedef enum bres_backend {
    BRES_BACKEND_CPU = 0, /* on the CPU, with host pointers; timed by the monotonic clock */
    BRES_BACKEND_CUDA = 1 /* on a GPU, with device pointers; timed by events and the host's clock */
} bres_backend;

/* The kinds of events, in the order in which they occur. Values are never renumbered. */
typedef enum bres_judge_event_kind {
    BRES_JUDGE_EVENT_COMPILING = 0,    /* the compiler starts */
    BRES_JUDGE_EVENT_CHECKING = 1,     /* the check of the first case starts */
    BRES_JUDGE_EVENT_TEST_RESULT = 2,  /* a case is correct */
    BRES_JUDGE_EVENT_CHECKED = 3,      /* all cases are correct */
    BRES_JUDGE_EVENT_BENCHMARKING = 4, /* the timing of the first case starts */
    BRES_JUDGE_EVENT_SAMPLE = 5, /* an undisturbed sample was taken; with a verify_fraction of 1 it
                                    was verified. The judge may discard all samples and start again,
                                    or count disturbed samples too: see benchresult-judge(3) */
    BRES_JUDGE_EVENT_CASE_RESULT = 6, /* a case was timed */
    BRES_JUDGE_EVENT_END = 7          /* the judgement is complete */
} bres_judge_event_kind;

/* An event of a judgement, valid during the callback. A value that the event does not have is 0 or
 * "". */
typedef struct bres_judge_event {
    size_t size;                /* of this struct */
    bres_judge_event_kind kind; /* which event */
    bres_judge_status status;   /* END: the status of the solution */
    uint64_t test_id;           /* number of the case, from 1 */
    const char *name;           /* name of the case */
    uint64_t passed_tests;      /* cases that are correct so far */
    uint64_t total_tests;       /* all cases */
    uint64_t sample; /* SAMPLE: the sample, counted from 1; CASE_RESULT: the number of samples */
    double runtime; /* seconds; SAMPLE: of the sample; CASE_RESULT: mean of the case; END: geometric
                       mean of all timed cases */
    double gflops;  /* GFLOPS at `runtime`; 0: unknown */
    const char *message; /* END: bres_judgement_message() */
} bres_judge_event;

/* A callback for events, on the thread that called bres_judge(). */
typedef void (*bres_judge_event_fn)(void *user, const bres_judge_event *event);
/* Writes an event as one line of JSON with a newline. The member `status` is the kind of the event,
 * except for END: there it is the status of the solution. The caller frees *line with
 * bres_string_free(). Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_judge_event_json(const bres_judge_event *event, char **line);

#define BRES_JUDGE_CHECK_ONLY  UINT32_C(1) /* check without timing */
#define BRES_JUDGE_FIRST_CASE  UINT32_C(2) /* only the first case */
#define BRES_JUDGE_CV_OF_TIMES UINT32_C(4) /* target_cv applies to the times, not to the rates */
#define BRES_JUDGE_SAMPLE_CASE                                                                     \
    UINT32_C(8) /* check only the small case that the problem has as an example, and show its      \
                   arrays in the JSON of the judgement */

/* Options of bres_judge(). Initialize with bres_judge_options_init(), then change members. */
typedef struct bres_judge_options {
    size_t size;         /* set by bres_judge_options_init() */
    uint32_t flags;      /* BRES_JUDGE_* bits; default 0 */
    uint32_t backend;    /* a bres_backend; default BRES_BACKEND_CPU */
    uint32_t type;       /* a bres_data_type; default BRES_TYPE_ELEMENT: the first type that
                            the problem supports */
    int32_t device;      /* number of the GPU; default 0 */
    int64_t min_samples; /* samples of a case, at least 1; default 5 */
    int64_t max_samples; /* samples of a case, at least min_samples; default 20. The judge takes
                            more only if threads of the solution wait for a processor */
    double target_cv;    /* the samples of a case have converged if the standard deviation of their
                            rates divided by the mean is below this fraction; the judge then takes
                            no more samples than min_samples and min_time require; default 0.01 */
    double min_time;     /* smallest total seconds of the samples of a case; default 0.1 */
    double long_time;    /* seconds; a case whose last warm-up call takes at least this time gets
                            (min_samples + max_samples) / 2 samples, regardless of target_cv and
                            min_time; default 1 */
    double verify_fraction; /* probability that a sample is verified, 0 to 1; default 1. The judge
                               decides at random after each sample. It always verifies the first and
                               the last sample, every sample until the first undisturbed one, and
                               every sample after a disturbed one */
    double time_limit;      /* seconds for all calls of a case; default 0: the problem's limit */
    double compile_time_limit; /* seconds; default 60 */
    uint64_t memory_limit; /* bytes of address space in addition to the arrays; default 4 GiB; 0: no
                              limit. Ignored on a GPU and under a sanitizer */
    uint64_t file_size_limit; /* largest size in bytes of a file that the solution writes; default
                                 0: the solution cannot write to files */
    uint64_t cache_size;      /* bytes of memory that the judge walks through before each sample, to
                                 empty the caches; default 0: the judge only evicts the arrays. If
                                 the processor has no instruction for this, the default is twice
                                 the size of the last-level cache, at most 64 MiB */
    double peak_flops;     /* peak rate of the machine, operations per second; default 0: measured
                              on a CPU, unknown on a GPU; negative: unknown */
    double peak_bandwidth; /* peak rate of the machine, bytes per second; default 0: measured on a
                              CPU, unknown on a GPU; negative: unknown */
    uint64_t seed;     /* seed of the inputs of timed calls and of the sizes of check-only cases, if
                          has_seed is set */
    int32_t has_seed;  /* default 0: a secret seed from the system */
    uint32_t reserved; /* 0 */
    const char *compiler; /* default NULL: "cc", "c++" or "nvcc", by the ending of the file name */
    const char *const *compiler_flags; /* ended by NULL; default NULL: -O2. The judge always adds
                                          the flags for a shared object */
    /* Names of environment variables that the solution sees in addition to PATH, HOME, LANG and
     * LD_LIBRARY_PATH; ended by NULL; default NULL: no others. */
    const char *const *environment;
    bres_judge_event_fn event;          /* receives events; default NULL: no callback */
    void *event_user;                   /* first argument of `event` */
    bool (*is_interrupted)(void *user); /* called several times a second; true ends the judgement
                                           with BRES_ERROR_INTERRUPTED; default NULL: no callback */
    void *interrupt_user;               /* argument of `is_interrupted` */
    /* Files and directories that the compiler and the solution can read in addition to those of the
     * system; ended by NULL; default NULL: no others. */
    const char *const *allow_read;
} bres_judge_options;

/* Sets the size and the defaults; NULL is ignored. */
BRES_API void bres_judge_options_init(bres_judge_options *options);

/*
 * Judges a solution: a shared object (.so) or a source file (.c, .cc, .cpp, .cxx, .cu). A rejected
 * solution is not an error: see bres_judgement_status(). `options` may be NULL. The caller owns
 * *judgement. The judge leaves no process, file or shared memory, even if the calling process is
 * killed. Errors: BRES_ERROR_ARGUMENT (options, an incomplete problem, or a solution that is not a
 * regular file), BRES_ERROR_NO_FILE (the solution, the compiler, or the library's helper program
 * that runs solutions), BRES_ERROR_NO_DEVICE, BRES_ERROR_CUDA, BRES_ERROR_UNSUPPORTED,
 * BRES_ERROR_IO, BRES_ERROR_INTERRUPTED, BRES_ERROR_MEMORY; those of the problem's own functions.
 */
BRES_API bres_status bres_judge(const bres_problem *problem, const char *solution,
                                const bres_judge_options *options, bres_judgement **judgement);
/* Frees a judgement and releases its result; NULL is ignored. */
BRES_API void bres_judgement_free(bres_judgement *judgement);

/* The status of the solution. */
BRES_API bres_judge_status bres_judgement_status(const bres_judgement *judgement);
/* Whether the status is BENCHMARKED or CHECKED. */
BRES_API bool bres_judgement_is_accepted(const bres_judgement *judgement);
/* The reason, with the case and the call, in one sentence without control characters; "" if
 * accepted. Borrowed. */
BRES_API const char *bres_judgement_message(const bres_judgement *judgement);
/* The number of correct cases. */
BRES_API uint64_t bres_judgement_passed_tests(const bres_judgement *judgement);
/* The total number of cases. */
BRES_API uint64_t bres_judgement_total_tests(const bres_judgement *judgement);
/* The geometric mean of the times of all timed cases, in seconds; false if no case was timed. */
BRES_API bool bres_judgement_average_runtime(const bres_judgement *judgement, double *seconds);
/* The geometric mean of the rates of all timed cases, in GFLOPS; false if no rate is known. */
BRES_API bool bres_judgement_average_gflops(const bres_judgement *judgement, double *gflops);
/* Describes the wrong output of a WRONG_ANSWER. NULL for another status, or if the solution did not
 * write the output. Borrowed. */
BRES_API const bres_verification *bres_judgement_verification(const bres_judgement *judgement);
/* The number of notes. A note is a fact that a reader should know and that is not a failure, such
 * as a defence that this system lacks, or a time that is too short for this machine. */
BRES_API size_t bres_judgement_note_count(const bres_judgement *judgement);
/* One note; NULL for an index out of range. Borrowed. */
BRES_API const char *bres_judgement_note_at(const bres_judgement *judgement, size_t index);
/* The first 64 KiB of the solution's output, or the messages of a compiler that failed. The text is
 * unchanged and may have control characters; bres_judgement_report() escapes control characters.
 * Borrowed. */
BRES_API const char *bres_judgement_output(const bres_judgement *judgement);

/* One case of a judgement. An unknown value is 0. */
typedef struct bres_judged_case {
    size_t size;              /* set by bres_judged_case_init() */
    const char *name;         /* name of the case; borrowed */
    bres_judge_status status; /* BENCHMARKED, CHECKED, SKIPPED_OOM, NOT_MEASURED or a failure */
    uint64_t test_id;         /* number of the case, from 1 */
    uint64_t samples;         /* number of samples; a sample is the time of one call, or the mean
                                 time of several calls */
    uint64_t verified;        /* samples whose outputs were verified */
    double runtime;           /* arithmetic mean of the samples, in seconds */
    double gflops;            /* billions of operations of the problem per second, at `runtime` */
    double bandwidth;         /* bytes of the problem per second, at `runtime` */
    double wall;              /* mean duration of a call by the judge's own clock, in seconds */
    const bres_state *state;  /* NULL for a case that was not timed; borrowed */
} bres_judged_case;

/* Sets the size, and all other members to 0 or ""; NULL is ignored. */
BRES_API void bres_judged_case_init(bres_judged_case *judged);
/* The number of cases that the judge has started. */
BRES_API size_t bres_judgement_case_count(const bres_judgement *judgement);
/* Fills one case; the caller must initialize `judged`. Errors: BRES_ERROR_ARGUMENT for an index out
 * of range, BRES_ERROR_VERSION. */
BRES_API bres_status bres_judgement_case_at(const bres_judgement *judgement, size_t index,
                                            bres_judged_case *judged);

/* The judgement as a result: a benchmark with the axes `Case` and `Type`, and for each timed case a
 * state with samples, the standard summaries and `bres/judge/...`. The rules and the outcome are in
 * `meta.benchresult.judge`. Borrowed; take a reference to keep it. */
BRES_API bres_result *bres_judgement_result(const bres_judgement *judgement);
/* Writes the judgement as Markdown. The caller frees *text with bres_string_free(). Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_judgement_report(const bres_judgement *judgement, char **text);
/* Writes the judgement as one line of JSON with a newline. The caller frees *text with
 * bres_string_free(). Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_judgement_json(const bres_judgement *judgement, char **text);

#ifdef __cplusplus
}
#endif

#endif
