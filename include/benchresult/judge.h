/* SPDX-License-Identifier: MIT */
/*
 * The judge: whether a submitted function is right, and how fast it is really.
 *
 * A solution is a shared object with the symbol `solution`, or a source file that the judge
 * compiles. It is loaded in a process of its own, with limits, and called there; the process that
 * calls bres_judge() draws the inputs, verifies every output, watches the clock and decides.
 * benchresult-judge(3) describes what is defended against, and what cannot be.
 *
 * The verdict is a result: a benchmark of the problem's name with one state for each case that was
 * timed, which summaries, comparisons and merges take as any other.
 *
 * Threads: several judgements may be made at once, by different threads; timings then disturb each
 * other. The caller must not collect child processes that it has not made (as by wait()).
 */
#ifndef BENCHRESULT_JUDGE_H
#define BENCHRESULT_JUDGE_H

#include <benchresult/model.h>
#include <benchresult/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_judgement bres_judgement;

/* What came of a solution, or of one case. The names in comments are bres_judge_status_name().
 * Values are never renumbered. */
typedef enum bres_judge_status {
    BRES_JUDGE_BENCHMARKED = 0,         /* accepted: every case was right, and timed */
    BRES_JUDGE_CHECKED = 1,             /* accepted: every case was right; none was timed */
    BRES_JUDGE_COMPILE_ERROR = 2,       /* no shared object, or no such function in it */
    BRES_JUDGE_TIME_LIMIT_EXCEEDED = 3, /* killed at the deadline */
    BRES_JUDGE_RUNTIME_ERROR = 4,       /* its process ended, or the GPU failed */
    BRES_JUDGE_WRONG_ANSWER = 5,        /* an output is wrong, or was not written */
    BRES_JUDGE_GUARD_VIOLATION = 6,     /* wrote outside of an array */
    BRES_JUDGE_INPUT_MODIFIED = 7,      /* wrote an input */
    BRES_JUDGE_ASYNC_WORK = 8,          /* goes on working after it has returned */
    BRES_JUDGE_CLOCK_MISMATCH = 9,      /* its times are not those of the judge's own clock */
    BRES_JUDGE_CHANNEL_FORGED = 10,     /* messages that the judge's process has not sent */
    BRES_JUDGE_SKIPPED_OOM = 11         /* of a case: no memory for its arrays; not judged */
} bres_judge_status;

/* "BENCHMARKED" and so on; "unknown status" for other numbers. Static. */
BRES_API const char *bres_judge_status_name(bres_judge_status status);

/* Where a solution runs. Values are never renumbered. */
typedef enum bres_backend {
    BRES_BACKEND_CPU = 0, /* its pointers are host pointers; timed by the monotonic clock */
    BRES_BACKEND_CUDA = 1 /* device pointers; timed by events */
} bres_backend;

/* Values are never renumbered. */
typedef enum bres_judge_event_kind {
    BRES_JUDGE_EVENT_COMPILING = 0,
    BRES_JUDGE_EVENT_CHECKING = 1,     /* once, before the first case is checked */
    BRES_JUDGE_EVENT_TEST_RESULT = 2,  /* a case is right */
    BRES_JUDGE_EVENT_CHECKED = 3,      /* all cases are */
    BRES_JUDGE_EVENT_BENCHMARKING = 4, /* once, before the first case is timed */
    BRES_JUDGE_EVENT_SAMPLE = 5,       /* one call has been timed and verified */
    BRES_JUDGE_EVENT_CASE_RESULT = 6,  /* a case has been timed */
    BRES_JUDGE_EVENT_END = 7           /* the verdict */
} bres_judge_event_kind;

/* Valid during the call that is given it. A value that the event does not have is 0, NULL or "". */
typedef struct bres_judge_event {
    size_t size;
    bres_judge_event_kind kind;
    bres_judge_status status; /* of the end */
    uint64_t test_id;         /* of the case, counted from 1 */
    const char *name;         /* of the case */
    uint64_t passed_tests;
    uint64_t total_tests;
    uint64_t sample; /* counted from 1 */
    double runtime;  /* seconds: of the sample, or the mean of the case, or of all cases */
    double gflops;   /* likewise; 0: unknown */
    const char *message;
} bres_judge_event;

typedef void (*bres_judge_event_fn)(void *user, const bres_judge_event *event);
/* The event as one line of JSON with a newline, its kind or status in `status`. The caller frees
 * *line with bres_string_free(). BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_judge_event_json(const bres_judge_event *event, char **line);

#define BRES_JUDGE_CHECK_ONLY  UINT32_C(1) /* no timing */
#define BRES_JUDGE_FIRST_CASE  UINT32_C(2) /* the first case alone */
#define BRES_JUDGE_CV_OF_TIMES UINT32_C(4) /* converged when run times are, instead of rates */
#define BRES_JUDGE_SAMPLE_CASE                                                                     \
    UINT32_C(8) /* the sample case alone, checked; its inputs, outputs and                         \
                   what the solution prints are in the judgement */

/* Initialise with bres_judge_options_init(), then change what you need. */
typedef struct bres_judge_options {
    size_t size;               /* set by bres_judge_options_init() */
    uint32_t flags;            /* BRES_JUDGE_* bits; default 0 */
    uint32_t backend;          /* a bres_backend; default BRES_BACKEND_CPU */
    uint32_t type;             /* a bres_data_type; default BRES_TYPE_ELEMENT: the first that the
                                  problem can be judged in */
    int32_t device;            /* of a GPU; default 0 */
    int64_t min_samples;       /* default 5 */
    int64_t max_samples;       /* default 20 */
    double target_cv;          /* standard deviation over mean; default 0.01 */
    double min_time;           /* seconds that samples add up to before they may converge; 0.1 */
    double long_time;          /* seconds from which on a call is long: (min + max) / 2 samples and
                                  no test of convergence; default 1 */
    double verify_fraction;    /* of timed calls that are verified; default 1: all. Below 1 at least
                                  two, the first and the last, drawn after they were made */
    double time_limit;         /* seconds for a case; default 0: the problem's */
    double compile_time_limit; /* seconds; default 60 */
    uint64_t memory_limit;     /* bytes of address space beside the arrays; default 4 GiB; 0: none.
                                  Not on a GPU, nor under a sanitizer */
    uint64_t file_size_limit;  /* bytes of a file that the solution writes; default 0 */
    uint64_t cache_size;       /* bytes to stream through before each call; default 0: twice the
                                  last-level cache, at most 64 MiB */
    double peak_flops;         /* of the machine, per second; default 0: measured; negative: none */
    double peak_bandwidth;     /* bytes per second; likewise */
    uint64_t seed;             /* for the inputs of timed calls, */
    int32_t has_seed;          /* when this is set; default 0: a secret one of the system */
    uint32_t reserved;         /* 0 */
    const char *compiler;      /* default NULL: "cc", "c++" or "nvcc", by the name of the file */
    const char *const *compiler_flags; /* ended by NULL; default NULL: -O2 and what a shared object
                                          needs, which are given in any case */
    const char *const *environment;    /* names of variables that the solution sees beside PATH,
                                          HOME, LANG and LD_LIBRARY_PATH; ended by NULL; default
                                          NULL: none */
    bres_judge_event_fn event;         /* default NULL: nobody */
    void *event_user;
    bool (*is_interrupted)(void *user); /* asked several times a second: true ends the judgement
                                           with BRES_ERROR_INTERRUPTED; default NULL: nobody is */
    void *interrupt_user;
    bres_log_fn log; /* receives warnings; default NULL: nobody */
    void *log_user;
} bres_judge_options;

BRES_API void bres_judge_options_init(bres_judge_options *options);

/*
 * Judges a solution: a shared object (.so), or a source file (.c, .cc, .cpp, .cxx, .cu). That it is
 * not accepted is no error: ask bres_judgement_status(). `options` may be NULL. The caller owns
 * *judgement. No process, file or shared memory is left when it returns, or when the calling
 * process is killed.
 * Errors: BRES_ERROR_ARGUMENT (options, a problem that is not complete, or a solution that is no
 * regular file), BRES_ERROR_NO_FILE (the solution, the compiler, or the helper program),
 * BRES_ERROR_NO_DEVICE, BRES_ERROR_CUDA, BRES_ERROR_UNSUPPORTED, BRES_ERROR_IO,
 * BRES_ERROR_INTERRUPTED, BRES_ERROR_MEMORY; those of the problem's own functions.
 */
BRES_API bres_status bres_judge(const bres_problem *problem, const char *solution,
                                const bres_judge_options *options, bres_judgement **judgement);
BRES_API void bres_judgement_free(bres_judgement *judgement);

BRES_API bres_judge_status bres_judgement_status(const bres_judgement *judgement);
/* BENCHMARKED or CHECKED. */
BRES_API bool bres_judgement_is_accepted(const bres_judgement *judgement);
/* One sentence: why, with the case and the call; "" when accepted. */
BRES_API const char *bres_judgement_message(const bres_judgement *judgement);
/* Cases that were right, and all. */
BRES_API uint64_t bres_judgement_passed_tests(const bres_judgement *judgement);
BRES_API uint64_t bres_judgement_total_tests(const bres_judgement *judgement);
/* Geometric means over the cases that were timed; false when there is none. */
BRES_API bool bres_judgement_average_runtime(const bres_judgement *judgement, double *seconds);
BRES_API bool bres_judgement_average_gflops(const bres_judgement *judgement, double *gflops);
/* The wrong output of a WRONG_ANSWER; NULL otherwise, and for outputs that were not written. */
BRES_API const bres_verification *bres_judgement_verification(const bres_judgement *judgement);
/* What a reader should know and is no failure: a defence that this system does not have, times
 * below what the machine can do. */
BRES_API size_t bres_judgement_note_count(const bres_judgement *judgement);
BRES_API const char *bres_judgement_note_at(const bres_judgement *judgement, size_t index);
/* The first 64 KiB that the solution has printed, or the compiler's messages when it failed. */
BRES_API const char *bres_judgement_output(const bres_judgement *judgement);

/* One case. A value that is not known is 0. */
typedef struct bres_judged_case {
    size_t size;              /* set by bres_judged_case_init() */
    const char *name;         /* borrowed */
    bres_judge_status status; /* BENCHMARKED, CHECKED, SKIPPED_OOM or what has failed */
    uint64_t test_id;         /* counted from 1 */
    uint64_t samples;
    uint64_t verified; /* samples that were verified */
    double runtime;    /* seconds, the arithmetic mean */
    double gflops;     /* operations over the mean time; 0 when they or the time are not known */
    double bandwidth;  /* bytes per second, likewise */
    double wall;       /* seconds from the parent's side of the channel, the mean */
    const bres_state *state; /* NULL for a case that was not timed; borrowed */
} bres_judged_case;

BRES_API void bres_judged_case_init(bres_judged_case *judged);
/* Cases that were begun. */
BRES_API size_t bres_judgement_case_count(const bres_judgement *judgement);
/* BRES_ERROR_ARGUMENT for an index out of range, BRES_ERROR_VERSION. */
BRES_API bres_status bres_judgement_case_at(const bres_judgement *judgement, size_t index,
                                            bres_judged_case *judged);

/* The verdict as a result, borrowed: a benchmark with an axis `Case` and an axis `Type`, and for
 * each case that was timed a state with the standard summaries, samples and `bres/judge/...`; what
 * concerns the whole is in `meta.benchresult.judge`. */
BRES_API bres_result *bres_judgement_result(const bres_judgement *judgement);
/* The verdict as Markdown, and as one line of JSON with a newline, like an event. The caller frees
 * *text with bres_string_free(). BRES_ERROR_MEMORY. */
BRES_API bres_status bres_judgement_report(const bres_judgement *judgement, char **text);
BRES_API bres_status bres_judgement_json(const bres_judgement *judgement, char **text);

#ifdef __cplusplus
}
#endif

#endif
