/* SPDX-License-Identifier: MIT */
/*
 * Instruction counts: callgrind's profiles read, made, and compared function by function.
 *
 * A count does not depend on the weather: the same code executes the same instructions on a busy
 * machine. Collecting needs valgrind at run time; everything else here does not.
 */
#ifndef BENCHRESULT_CALLGRIND_H
#define BENCHRESULT_CALLGRIND_H

#include <benchresult/build.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A list of functions and their counts (FunctionCounts). It does not change once made, so any
 * number of threads may read it; what the functions below make is new and owned by the caller. */
typedef struct bres_counts bres_counts;

typedef struct bres_count {
    int64_t count;    /* negative in a difference */
    const char *name; /* such as "sort.c:partition [/usr/lib/libsort.so]" */
} bres_count;

/* Makes a list; all is copied, in this order. `is_inclusive`: counts of a function include those of
 * the functions it calls, so that their sum says nothing. */
BRES_API bres_status bres_counts_new(const bres_count *entries, size_t count, bool is_inclusive,
                                     bres_counts **counts);
BRES_API void bres_counts_free(bres_counts *counts);

BRES_API size_t bres_counts_size(const bres_counts *counts);
/* Borrowed; NULL when the index is out of range. */
BRES_API const bres_count *bres_counts_at(const bres_counts *counts, size_t index);
BRES_API bool bres_counts_is_inclusive(const bres_counts *counts);
/* BRES_ERROR_VALUE when the sum does not fit in int64. */
BRES_API bres_status bres_counts_sum(const bres_counts *counts, int64_t *sum);

/*
 * Arithmetic. Entries of the same name are one, entries of 0 are left out, and what comes out is
 * sorted: the largest count first, of equal ones the later name. Errors of all: BRES_ERROR_CONFLICT
 * for an inclusive and an exclusive list, BRES_ERROR_VALUE for a count that does not fit in int64
 * or a factor that is not finite, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_counts_add(const bres_counts *a, const bres_counts *b,
                                     bres_counts **counts);
/* a - b: what changed from b to a. */
BRES_API bres_status bres_counts_subtract(const bres_counts *a, const bres_counts *b,
                                          bres_counts **counts);
/* Each count is rounded towards 0. */
BRES_API bres_status bres_counts_scale(const bres_counts *a, double factor, bres_counts **counts);

/* What an entry is called from now on: sets *renamed to a text that is copied at once; `name`
 * itself leaves it. A failure ends the transformation. */
typedef bres_status (*bres_counts_rename_fn)(void *user, const char *name, const char **renamed);
BRES_API bres_status bres_counts_transform(const bres_counts *a, bres_counts_rename_fn rename,
                                           void *user, bres_counts **counts);
/* Sets *keep. A failure ends the filtering. */
typedef bres_status (*bres_counts_keep_fn)(void *user, const bres_count *entry, bool *keep);
/* Those that are kept, zeros too, in their order. */
BRES_API bres_status bres_counts_filter(const bres_counts *a, bres_counts_keep_fn keep, void *user,
                                        bres_counts **counts);
/* Without the entries whose name contains one of the texts, which end with NULL; in their order. */
BRES_API bres_status bres_counts_denoise(const bres_counts *a, const char *const *noise,
                                         bres_counts **counts);
/* Texts for bres_counts_denoise(): the loader's work at the first call of a function, which depends
 * on what ran before. Static, ended by NULL. */
BRES_API const char *const *bres_counts_loader_noise(void);
/*
 * The same names wherever a program was built: a name that ends with ']' ends before its first
 * blank with '[' behind it, and begins with the last occurrence of one of the `roots`, such as
 * "/src/", which end with NULL (NULL: none). Roots are tried in their order, each once. Twice does
 * what once does.
 */
BRES_API bres_status bres_counts_standardize(const bres_counts *a, const char *const *roots,
                                             bres_counts **counts);

/* Values are never renumbered. */
typedef enum bres_counts_order {
    BRES_COUNTS_BY_COUNT = 0,    /* as arithmetic sorts */
    BRES_COUNTS_BY_NAME = 1,     /* by code point, ascending */
    BRES_COUNTS_BY_MAGNITUDE = 2 /* the largest change first, whatever its sign */
} bres_counts_order;

BRES_API bres_status bres_counts_sort(const bres_counts *a, bres_counts_order order,
                                      bres_counts **counts);

/* All rows instead of the first and last nine. */
#define BRES_COUNTS_ALL_ROWS UINT32_C(1)

/* A line per entry, names cut to lines of `width` characters (0: 80; a name has at least 40), and
 * the total of an exclusive list. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_VALUE for a total that
 * does not fit in int64, BRES_ERROR_MEMORY. The caller frees *text with bres_string_free(). */
BRES_API bres_status bres_counts_text(const bres_counts *counts, uint32_t flags, size_t width,
                                      char **text);

/* A callgrind.out file, of Valgrind 3.15 or later. It does not change once loaded. */
typedef struct bres_profile bres_profile;

/* All parts of a profile together. */
#define BRES_PROFILE_ALL_PARTS SIZE_MAX

/* Initialise with bres_profile_options_init(), then change what you need. */
typedef struct bres_profile_options {
    size_t size;         /* set by bres_profile_options_init() */
    uint32_t flags;      /* 0 */
    uint32_t reserved;   /* 0 */
    uint64_t max_memory; /* bytes of functions, calls and names; default 1 GiB, 0: no limit */
    bres_log_fn log; /* hears of unknown lines, totals that do not add up, a missing end; default
                        NULL: nobody. After 20 messages it hears how many more there were. */
    void *log_user;
} bres_profile_options;

BRES_API void bres_profile_options_init(bres_profile_options *options);

/*
 * Reads a profile as a stream: memory grows with the number of functions and of calls between
 * them, not with the file. What was cut off is read as far as it goes, with a warning. `options`
 * may be NULL. The caller owns *profile.
 * Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_SYNTAX (with the line in the message),
 * BRES_ERROR_VALUE for an empty file ("no data") and for counts beyond 2^64-1, BRES_ERROR_LIMIT,
 * BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_profile_load(const char *path, const bres_profile_options *options,
                                       bres_profile **profile);
/* The same from memory; `name` stands for it in messages, and may be NULL. */
BRES_API bres_status bres_profile_parse(const char *data, size_t size, const char *name,
                                        const bres_profile_options *options,
                                        bres_profile **profile);
BRES_API void bres_profile_free(bres_profile *profile);

/* Parts, in file order: one for each dump and thread. */
BRES_API size_t bres_profile_part_count(const bres_profile *profile);
/* What triggered the dump, as the file says ("Client Request: baseline"); "" when it does not. NULL
 * when the index is out of range. */
BRES_API const char *bres_profile_part_trigger(const bres_profile *profile, size_t part);
/* The thread that the part is of; 0 when the file does not say. */
BRES_API int64_t bres_profile_part_thread(const bres_profile *profile, size_t part);
/* The command line that was profiled, and the process; "" and 0 when the file does not say. */
BRES_API const char *bres_profile_command(const bres_profile *profile);
BRES_API int64_t bres_profile_pid(const bres_profile *profile);
/* Events such as "Ir", in file order; of parts that differ those of all. */
BRES_API size_t bres_profile_event_count(const bres_profile *profile);
BRES_API const char *bres_profile_event_at(const bres_profile *profile, size_t index);

/* The sum of an event over all functions. `part` may be BRES_PROFILE_ALL_PARTS, `event` NULL for
 * "Ir", or the first event where there is none. Errors: BRES_ERROR_KEY for an unknown event,
 * BRES_ERROR_ARGUMENT, BRES_ERROR_VALUE beyond 2^64-1. */
BRES_API bres_status bres_profile_total(const bres_profile *profile, size_t part, const char *event,
                                        uint64_t *total);

/* How counts are made of costs. Values are never renumbered. */
typedef enum bres_inclusion {
    BRES_EXCLUSIVE = 0, /* what a function itself executes, inlined code with it */
    BRES_INCLUSIVE = 1, /* and what it calls; of functions that call each other in a circle each
                           has the count of the circle */
    BRES_EXCLUSIVE_ANNOTATE = 2, /* as callgrind_annotate has it: inlined code by its own file, and
                                    calls from before the part as the caller's own */
    BRES_INCLUSIVE_ANNOTATE = 3  /* likewise, recursion counted more than once */
} bres_inclusion;

/* The levels of a recursion, f, f'2, ..., are one function. */
#define BRES_PROFILE_MERGE_RECURSION UINT32_C(1)

/* The functions of a profile that have a count, the largest first: "file:function [object]", where
 * an unknown file or function is "???" and an unknown object left out. Errors: as
 * bres_profile_total(); BRES_ERROR_VALUE also for a count that does not fit in int64. */
BRES_API bres_status bres_profile_counts(const bres_profile *profile, size_t part,
                                         const char *event, bres_inclusion inclusion,
                                         uint32_t flags, bres_counts **counts);

/* What was counted: the executions of a statement, once or repeatedly, and of an empty one, the
 * baseline. It does not change once made. */
typedef struct bres_callgrind bres_callgrind;

/* No baseline is counted. */
#define BRES_CALLGRIND_NO_BASELINE UINT32_C(1)
/* All threads count, not only the one that executes. */
#define BRES_CALLGRIND_ALL_THREADS UINT32_C(2)

/* Asked several times a second while a program runs under valgrind: a number other than 0 is sent
 * to it as a signal. So whoever is told to end can end the program first, and what has been made
 * for it is removed. */
typedef int (*bres_callgrind_signal_fn)(void *user);

/* Initialise with bres_callgrind_options_init(), then change what you need. */
typedef struct bres_callgrind_options {
    size_t size;          /* set by bres_callgrind_options_init() */
    uint32_t flags;       /* BRES_CALLGRIND_* bits */
    uint32_t repeats;     /* default 1, at least 1 */
    uint64_t number;      /* executions that are counted together; default 100, at least 1 */
    uint64_t warmup;      /* executions before; default 10, at most `number` are made, at least 1 */
    int32_t num_threads;  /* for OMP_NUM_THREADS and BENCHRESULT_NUM_THREADS; default 1; 0: they
                             stay what they are */
    uint32_t reserved;    /* 0 */
    double timeout;       /* seconds; default 600; 0: no limit */
    const char *valgrind; /* program; default "valgrind", looked for in PATH */
    const char *keep_path; /* the profile is kept there, the parts in one file, of a command's
                              repeats the first; default NULL: not */
    bres_log_fn log;       /* hears of what is odd in the profile; default NULL: nobody */
    void *log_user;
    bres_callgrind_signal_fn signal; /* default NULL: none is sent */
    void *signal_user;
    const char *const *arguments;   /* of a task: the program that serves it and what it is given,
                                       ended by NULL; default NULL: the own program */
    const char *const *environment; /* "NAME=VALUE" beside the caller's own, ended by NULL; default
                                       NULL */
} bres_callgrind_options;

BRES_API void bres_callgrind_options_init(bres_callgrind_options *options);

/*
 * Counts a symbol of a shared object, `void symbol(void)`: a small program of this library loads it
 * under valgrind, calls the symbol `setup` (may be NULL) and the warm-up outside of what is
 * counted, and then the symbol `number` times. `options` may be NULL. The caller owns *callgrind.
 * Errors of all ways to collect: BRES_ERROR_UNSUPPORTED when valgrind is missing or older than
 * 3.15; BRES_ERROR_VALUE when it or what it runs failed, with its exit status and the last lines it
 * printed; BRES_ERROR_LIMIT for the timeout; BRES_ERROR_KEY for no such symbol or task;
 * BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY.
 * Temporary files are gone when they return. Thread-safe.
 */
BRES_API bres_status bres_callgrind_collect_symbol(const char *library, const char *symbol,
                                                   const char *setup,
                                                   const bres_callgrind_options *options,
                                                   bres_callgrind **callgrind);

/* A function of the own program, known by its name. Setup makes what `fn` needs and returns it: the
 * program is executed anew, and nothing in its memory crosses. The layout never changes. */
typedef struct bres_callgrind_task {
    const char *name;
    void (*fn)(void *context);
    void *(*setup)(void);            /* may be NULL: the context is NULL */
    void (*teardown)(void *context); /* may be NULL */
} bres_callgrind_task;

/*
 * To be called first in main() by a program that collects from its own tasks. -1: go on. Any other
 * number is to be returned from main() at once: the program has been executed under valgrind to run
 * one of its tasks, and that is done. `tasks` is borrowed for as long as the program runs.
 */
BRES_API int bres_callgrind_serve(const bres_callgrind_task *tasks, size_t count);
/*
 * The same with one task that executes `number` times by itself, as an interpreter does: `empty` is
 * the same loop around nothing, for the baseline (NULL: nothing). A name may be anything that is
 * not empty.
 */
BRES_API int bres_callgrind_serve_batched(const char *name,
                                          void (*fn)(void *context, uint64_t number),
                                          void (*empty)(void *context, uint64_t number),
                                          void *context);
/* Counts the task of this name by executing the own program (/proc/self/exe) without arguments, or
 * another one, where the options say so. Errors: also BRES_ERROR_STATE when the own program runs
 * under valgrind already, or is to be executed and does not call bres_callgrind_serve(). */
BRES_API bres_status bres_callgrind_collect_task(const char *name,
                                                 const bres_callgrind_options *options,
                                                 bres_callgrind **callgrind);

/* Counts a whole command, whose arguments end with NULL; it reads what the caller reads and prints
 * where the caller prints. Its children are not counted. With `toggle` (may be NULL) only while a
 * function of this name runs, in which * and ? stand for any text and any character; BRES_ERROR_KEY
 * when none did. Number and baseline do not apply; repeats do. *exit_status (may be NULL) is the
 * command's, the last time, which is no error whatever it is; to be killed by a signal is one. */
BRES_API bres_status bres_callgrind_collect_command(const char *const *arguments,
                                                    const char *toggle,
                                                    const bres_callgrind_options *options,
                                                    int *exit_status, bres_callgrind **callgrind);
BRES_API void bres_callgrind_free(bres_callgrind *callgrind);

/* Makes one out of profiles that exist. `baseline` may be NULL. The counts are copied. */
BRES_API bres_status bres_callgrind_from_profile(const bres_profile *profile, uint64_t number,
                                                 const bres_profile *baseline,
                                                 bres_callgrind **callgrind);

BRES_API uint64_t bres_callgrind_number(const bres_callgrind *callgrind);
BRES_API size_t bres_callgrind_repeat_count(const bres_callgrind *callgrind);
/* The counts of all executions of a repeat together, baseline not subtracted; the levels of a
 * recursion are one function. Borrowed; NULL when the repeat is out of range. */
BRES_API const bres_counts *bres_callgrind_statement(const bres_callgrind *callgrind, size_t repeat,
                                                     bool inclusive);
/* The counts of the baseline; empty when there is none. Borrowed. */
BRES_API const bres_counts *bres_callgrind_baseline(const bres_callgrind *callgrind,
                                                    bool inclusive);
/* true when most instructions are of functions whose file is known. */
BRES_API bool bres_callgrind_has_debug_symbols(const bres_callgrind *callgrind);
/* Instructions of one execution: the statement's less the baseline's, by the number. */
BRES_API bres_status bres_callgrind_instructions(const bres_callgrind *callgrind, size_t repeat,
                                                 double *instructions);
/* What people read; `title` (may be NULL) comes first. The caller frees *text. */
BRES_API bres_status bres_callgrind_text(const bres_callgrind *callgrind, size_t repeat,
                                         const char *title, char **text);

/*
 * Adds a repeat's counts to a state that is being built: `bres/callgrind/instructions`, those of
 * one execution, which the comparison can judge by (BRES_METRIC_INSTRUCTIONS), and the hidden
 * `.../total`, `.../baseline` and `.../number`.
 */
BRES_API bres_status bres_callgrind_add_summaries(const bres_callgrind *callgrind, size_t repeat,
                                                  bres_state *state);

#ifdef __cplusplus
}
#endif

#endif
