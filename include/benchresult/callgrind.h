/* SPDX-License-Identifier: MIT */
/*
 * Instruction counts: run code under valgrind's tool callgrind, read its profiles, and compare
 * counts by function.
 *
 * Instruction counts hardly depend on the load of the machine: the same code executes the same
 * instructions on an idle and on a busy machine. The functions that collect counts need valgrind
 * 3.15 or later at run time; the other functions do not.
 *
 * Errors: every function that returns bres_status returns BRES_ERROR_ARGUMENT if a required pointer
 * is NULL or an argument is out of range, and BRES_ERROR_MEMORY if an allocation fails. After an
 * error, out-parameters are NULL or 0. For a NULL handle, getters return 0, NULL or false.
 *
 * Threads: objects never change after their creation, and any number of threads may read them.
 * Since 0.1.
 */
#ifndef BENCHRESULT_CALLGRIND_H
#define BENCHRESULT_CALLGRIND_H

#include <benchresult/build.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A list of functions and their counts. Functions with an out-parameter `counts` make a new list,
 * which the caller owns. */
typedef struct bres_counts bres_counts;

/* A function and its count. */
typedef struct bres_count {
    int64_t count;    /* number of events; may be negative in a difference */
    const char *name; /* such as "sort.c:partition [/usr/lib/libsort.so]" */
} bres_count;

/* Makes a list that holds copies of the entries, in the same order. If `is_inclusive` is true, the
 * count of a function includes the functions that it calls, and the sum of the counts has no
 * meaning. */
BRES_API bres_status bres_counts_new(const bres_count *entries, size_t count, bool is_inclusive,
                                     bres_counts **counts);
/* Frees a list. NULL is ignored. */
BRES_API void bres_counts_free(bres_counts *counts);

/* Returns the number of entries. */
BRES_API size_t bres_counts_size(const bres_counts *counts);
/* Returns an entry, borrowed; NULL if the index is out of range. */
BRES_API const bres_count *bres_counts_at(const bres_counts *counts, size_t index);
/* Returns whether the counts are inclusive. */
BRES_API bool bres_counts_is_inclusive(const bres_counts *counts);
/* Adds up all counts. BRES_ERROR_VALUE if the sum does not fit in int64. */
BRES_API bres_status bres_counts_sum(const bres_counts *counts, int64_t *sum);

/* Adds two lists by name. Entries with the same name are added up, and entries with a count of 0
 * are dropped. The largest count comes first; equal counts are in descending order of names.
 * Errors: BRES_ERROR_CONFLICT if only one list has inclusive counts; BRES_ERROR_VALUE if a count
 * does not fit in int64. */
BRES_API bres_status bres_counts_add(const bres_counts *a, const bres_counts *b,
                                     bres_counts **counts);
/* Subtracts `b` from `a` by name: the change from `b` to `a`. Order and errors as for
 * bres_counts_add(). */
BRES_API bres_status bres_counts_subtract(const bres_counts *a, const bres_counts *b,
                                          bres_counts **counts);
/* Multiplies each count by `factor` and rounds the product towards 0. Order as for
 * bres_counts_add(). BRES_ERROR_VALUE if the factor is not finite or a count does not fit in
 * int64. */
BRES_API bres_status bres_counts_scale(const bres_counts *a, double factor, bres_counts **counts);

/* Renames an entry. *renamed is `name` before the call; the callback may set *renamed to another
 * text, which is copied at once. A status other than BRES_OK ends the transformation. */
typedef bres_status (*bres_counts_rename_fn)(void *user, const char *name, const char **renamed);
/* Renames the entries. Order and errors as for bres_counts_add(). Errors: also any status of the
 * callback. */
BRES_API bres_status bres_counts_transform(const bres_counts *a, bres_counts_rename_fn rename,
                                           void *user, bres_counts **counts);
/* Sets *keep to whether the entry stays in the list. A status other than BRES_OK ends the
 * filtering. */
typedef bres_status (*bres_counts_keep_fn)(void *user, const bres_count *entry, bool *keep);
/* Keeps the entries for which the callback sets *keep, in the same order, including entries with a
 * count of 0. Errors: also any status of the callback. */
BRES_API bres_status bres_counts_filter(const bres_counts *a, bres_counts_keep_fn keep, void *user,
                                        bres_counts **counts);
/* Drops each entry whose name contains a text of `noise`, a list that ends with NULL. The other
 * entries keep their order. */
BRES_API bres_status bres_counts_denoise(const bres_counts *a, const char *const *noise,
                                         bres_counts **counts);
/* Returns the texts for bres_counts_denoise() that match functions of the dynamic loader. The
 * loader resolves a function at the first call, so the count of the loader depends on the code that
 * ran before. Static, with NULL at the end. */
BRES_API const char *const *bres_counts_loader_noise(void);
/*
 * Makes the names independent of the build directory. If a name ends with ']', the object is
 * removed: the text from the first blank before '[' to the end. Then, for each of the `roots` in
 * order, such as "/src/", the text before the last occurrence of the root is removed; the root
 * stays. The list ends with NULL and may be NULL. A second call changes nothing. Order and errors
 * as for bres_counts_add().
 */
BRES_API bres_status bres_counts_standardize(const bres_counts *a, const char *const *roots,
                                             bres_counts **counts);

/* The order of a list. Values are never renumbered. */
typedef enum bres_counts_order {
    BRES_COUNTS_BY_COUNT = 0,    /* as bres_counts_add() sorts */
    BRES_COUNTS_BY_NAME = 1,     /* by code point, ascending */
    BRES_COUNTS_BY_MAGNITUDE = 2 /* by absolute value, the largest first */
} bres_counts_order;

/* Sorts the entries. */
BRES_API bres_status bres_counts_sort(const bres_counts *a, bres_counts_order order,
                                      bres_counts **counts);

/* Flag of bres_counts_text(): all entries, instead of the first nine and the last nine. */
#define BRES_COUNTS_ALL_ROWS UINT32_C(1)

/* Formats the list as text, with a line for each entry and the total of an exclusive list. In a
 * line longer than `width` characters (0: 80), the middle of the name is omitted; a name keeps at
 * least 40 characters. The caller frees *text with bres_string_free(). BRES_ERROR_VALUE if the
 * total does not fit in int64. */
BRES_API bres_status bres_counts_text(const bres_counts *counts, uint32_t flags, size_t width,
                                      char **text);

/* The content of a file callgrind.out of valgrind 3.15 or later. */
typedef struct bres_profile bres_profile;

/* Selects all parts of a profile together. */
#define BRES_PROFILE_ALL_PARTS SIZE_MAX

/* Options for reading a profile. Initialize them with bres_profile_options_init(), then change
 * members. */
typedef struct bres_profile_options {
    size_t size;         /* set by bres_profile_options_init() */
    uint32_t flags;      /* 0 */
    uint32_t reserved;   /* 0 */
    uint64_t max_memory; /* bytes for functions, calls and names; default 1 GiB; 0: no limit */
    bres_log_fn log; /* receives at most 20 warnings and the number of further ones; default NULL */
    void *log_user;  /* for log; default NULL */
} bres_profile_options;

/* Sets the size of the struct and the defaults. */
BRES_API void bres_profile_options_init(bres_profile_options *options);

/*
 * Reads a profile as a stream. The memory grows with the number of functions and of calls between
 * them, not with the size of the file. A truncated file is read up to its end, with a warning.
 * `options` may be NULL. The caller owns *profile.
 * Errors: BRES_ERROR_NO_FILE; BRES_ERROR_IO; BRES_ERROR_SYNTAX if the file is not a profile (the
 * message names the line); BRES_ERROR_VALUE for an empty file or a count above 2^64-1;
 * BRES_ERROR_LIMIT above max_memory; BRES_ERROR_VERSION for an unknown version of the options.
 */
BRES_API bres_status bres_profile_load(const char *path, const bres_profile_options *options,
                                       bres_profile **profile);
/* Reads a profile from memory, like bres_profile_load(). `name` is the file name for messages, and
 * may be NULL. */
BRES_API bres_status bres_profile_parse(const char *data, size_t size, const char *name,
                                        const bres_profile_options *options,
                                        bres_profile **profile);
/* Frees a profile. NULL is ignored. */
BRES_API void bres_profile_free(bres_profile *profile);

/* Returns the number of parts, which are in file order. A profile has a part for each dump; if
 * valgrind separates threads, a part for each dump of each thread. */
BRES_API size_t bres_profile_part_count(const bres_profile *profile);
/* Returns the trigger of the dump, borrowed, such as "Client Request: baseline"; empty if the file
 * has none, NULL if the index is out of range. */
BRES_API const char *bres_profile_part_trigger(const bres_profile *profile, size_t part);
/* Returns the thread of the part; 0 if the file has none. */
BRES_API int64_t bres_profile_part_thread(const bres_profile *profile, size_t part);
/* Returns the profiled command line, borrowed; empty if the file has none. */
BRES_API const char *bres_profile_command(const bres_profile *profile);
/* Returns the id of the profiled process; 0 if the file has none. */
BRES_API int64_t bres_profile_pid(const bres_profile *profile);
/* Returns the number of events: the union if parts differ. */
BRES_API size_t bres_profile_event_count(const bres_profile *profile);
/* Returns the name of an event, borrowed, in file order; NULL if the index is out of range. "Ir" is
 * the number of executed instructions. */
BRES_API const char *bres_profile_event_at(const bres_profile *profile, size_t index);

/* Stores the sum of an event over all functions. `part` may be BRES_PROFILE_ALL_PARTS. If `event`
 * is NULL, it is "Ir", or the first event of a profile without "Ir". Errors: BRES_ERROR_KEY for an
 * unknown event; BRES_ERROR_VALUE for a sum above 2^64-1. */
BRES_API bres_status bres_profile_total(const bres_profile *profile, size_t part, const char *event,
                                        uint64_t *total);

/* The calls and the code that a count includes. Values are never renumbered. */
typedef enum bres_inclusion {
    BRES_EXCLUSIVE = 0, /* the function itself, including inlined code */
    BRES_INCLUSIVE = 1, /* the function and the functions that it calls; for functions that call
                           each other in a cycle, the cost of the whole cycle and its calls */
    BRES_EXCLUSIVE_ANNOTATE = 2, /* as callgrind_annotate: inlined code has separate entries; a call
                                    that began before the part counts as cost of the caller */
    BRES_INCLUSIVE_ANNOTATE = 3  /* as callgrind_annotate: the cost of all calls of a function;
                                    recursive calls count more than once */
} bres_inclusion;

/* Flag of bres_profile_counts(): merges the levels of a recursion, f, f'2 and so on, into one
 * function. */
#define BRES_PROFILE_MERGE_RECURSION UINT32_C(1)

/* Makes a list of the functions that have a count, the largest first. The names have the form
 * "file:function [object]", with "???" for an unknown file or function; an unknown object is
 * omitted. `part`, `event` and errors as for bres_profile_total(); BRES_ERROR_VALUE also if a count
 * does not fit in int64. */
BRES_API bres_status bres_profile_counts(const bres_profile *profile, size_t part,
                                         const char *event, bres_inclusion inclusion,
                                         uint32_t flags, bres_counts **counts);

/* The counts of a collection. The measured code is called the statement; its counts exist for each
 * repeat. The baseline is an empty function; all repeats share its counts. */
typedef struct bres_callgrind bres_callgrind;

/* Flag of the options: omits the baseline. */
#define BRES_CALLGRIND_NO_BASELINE UINT32_C(1)
/* Flag of the options: counts all threads, instead of only the thread that executes the function.
 */
#define BRES_CALLGRIND_ALL_THREADS UINT32_C(2)

/* Returns the number of a signal to send to the process under valgrind; 0 for no signal. The
 * library calls the callback several times a second. A program that receives a signal can thus
 * forward the signal to the process. */
typedef int (*bres_callgrind_signal_fn)(void *user);

/* Options for collecting counts. Initialize them with bres_callgrind_options_init(), then change
 * members. */
typedef struct bres_callgrind_options {
    size_t size;           /* set by bres_callgrind_options_init() */
    uint32_t flags;        /* BRES_CALLGRIND_* bits; default 0 */
    uint32_t repeats;      /* number of repeats; default 1, at least 1 */
    uint64_t number;       /* executions that are counted together; default 100, at least 1 */
    uint64_t warmup;       /* uncounted executions at the start, from 1 to `number`; default 10 */
    int32_t num_threads;   /* OMP_NUM_THREADS and BENCHRESULT_NUM_THREADS in the process; default 1;
                              0: unchanged */
    uint32_t reserved;     /* 0 */
    double timeout;        /* seconds after which the process is killed; default 600; 0: no limit */
    const char *valgrind;  /* program; default "valgrind", searched for in PATH */
    const char *keep_path; /* a file that keeps the profile; if a command is repeated, the
                              first profile; default NULL: the profile is not kept */
    bres_log_fn log;       /* receives warnings about the profile; default NULL: no callback */
    void *log_user;        /* for log; default NULL */
    bres_callgrind_signal_fn signal; /* default NULL: no callback */
    void *signal_user;               /* for signal; default NULL */
    const char *const *arguments;    /* program that serves the task, and its arguments, with NULL
                                        at the end; default NULL: the calling program */
    const char *const *environment;  /* additional variables, each "NAME=VALUE", with NULL at the
                                        end; default NULL: no variables */
} bres_callgrind_options;

/* Sets the size of the struct and the defaults. */
BRES_API void bres_callgrind_options_init(bres_callgrind_options *options);

/*
 * Counts the function `void symbol(void)` of a shared object in a separate process. The process
 * calls `setup`, a function of the same type (may be NULL), and the warm-up, which are not counted;
 * then it calls the function `number` times. `options` may be NULL. The caller owns *callgrind. The
 * function removes its temporary files before it returns. Thread-safe.
 * Errors: BRES_ERROR_UNSUPPORTED if valgrind is missing or older than 3.15; BRES_ERROR_VALUE if
 * valgrind or the program that it runs failed (the message has the exit status and the last lines
 * of the output); BRES_ERROR_LIMIT for the timeout; BRES_ERROR_KEY for an unknown symbol;
 * BRES_ERROR_NO_FILE; BRES_ERROR_IO; BRES_ERROR_VERSION for an unknown version of the options.
 */
BRES_API bres_status bres_callgrind_collect_symbol(const char *library, const char *symbol,
                                                   const char *setup,
                                                   const bres_callgrind_options *options,
                                                   bres_callgrind **callgrind);

/* A function of the calling program that can be counted. The struct never changes. */
typedef struct bres_callgrind_task {
    const char *name;                /* name of the task */
    void (*fn)(void *context);       /* the function to count */
    void *(*setup)(void);            /* returns the context; runs in the new process, which does not
                                        have the memory of the caller; NULL: the context is NULL */
    void (*teardown)(void *context); /* called at the end; may be NULL */
} bres_callgrind_task;

/* Runs a task if a collection started this process under valgrind. A program that counts its own
 * tasks calls this function first in main(). In any other process, the function returns -1, and
 * main() continues. Otherwise, the function returns an exit status, which main() must return at
 * once. `tasks` must stay valid until the program ends. */
BRES_API int bres_callgrind_serve(const bres_callgrind_task *tasks, size_t count);
/* Works like bres_callgrind_serve() for one task that contains the loop itself, such as a task of
 * an interpreter. `fn` must execute the code `number` times. `empty` is the same loop with an empty
 * body, for the baseline; if `empty` is NULL, the baseline is empty. `name` must not be empty. */
BRES_API int bres_callgrind_serve_batched(const char *name,
                                          void (*fn)(void *context, uint64_t number),
                                          void (*empty)(void *context, uint64_t number),
                                          void *context);
/* Counts the task with this name. The function executes the calling program (/proc/self/exe) again
 * without arguments, or the program of the options. Ownership, threads and errors as for
 * bres_callgrind_collect_symbol(); BRES_ERROR_KEY for an unknown task; BRES_ERROR_STATE if the
 * calling program already runs under valgrind or does not call bres_callgrind_serve(). */
BRES_API bres_status bres_callgrind_collect_task(const char *name,
                                                 const bres_callgrind_options *options,
                                                 bres_callgrind **callgrind);

/*
 * Counts a whole command, whose `arguments` end with NULL. The command inherits the standard input
 * and the outputs of the caller; its child processes are not counted. With `toggle` (may be NULL),
 * only code that runs during a call of a function with this name counts; * matches any text and ?
 * any character. The options for number, warm-up and baseline do not apply. *exit_status (may be
 * NULL) receives the exit status of the last repeat. An exit status other than 0 is not an error; a
 * command that a signal kills is an error. Ownership, threads and errors as for
 * bres_callgrind_collect_symbol(); BRES_ERROR_KEY if no function with the name `toggle` was
 * executed.
 */
BRES_API bres_status bres_callgrind_collect_command(const char *const *arguments,
                                                    const char *toggle,
                                                    const bres_callgrind_options *options,
                                                    int *exit_status, bres_callgrind **callgrind);
/* Frees a collection. NULL is ignored. */
BRES_API void bres_callgrind_free(bres_callgrind *callgrind);

/* Makes a collection with one repeat from all parts of existing profiles; the counts are copied.
 * `baseline` may be NULL. The caller owns *callgrind. */
BRES_API bres_status bres_callgrind_from_profile(const bres_profile *profile, uint64_t number,
                                                 const bres_profile *baseline,
                                                 bres_callgrind **callgrind);

/* Returns the number of executions that were counted together; 1 for a command. */
BRES_API uint64_t bres_callgrind_number(const bres_callgrind *callgrind);
/* Returns the number of repeats. */
BRES_API size_t bres_callgrind_repeat_count(const bres_callgrind *callgrind);
/* Returns the counts of all executions of a repeat together, borrowed, without subtraction of the
 * baseline. The levels of a recursion are one function. NULL if the repeat is out of range. */
BRES_API const bres_counts *bres_callgrind_statement(const bres_callgrind *callgrind, size_t repeat,
                                                     bool inclusive);
/* Returns the counts of the baseline, which all repeats share, borrowed; empty without a
 * baseline. */
BRES_API const bres_counts *bres_callgrind_baseline(const bres_callgrind *callgrind,
                                                    bool inclusive);
/* Returns whether most instructions belong to functions with a known file. */
BRES_API bool bres_callgrind_has_debug_symbols(const bres_callgrind *callgrind);
/* Stores the instructions of one execution: the difference of the sums of the statement and the
 * baseline, divided by bres_callgrind_number(). */
BRES_API bres_status bres_callgrind_instructions(const bres_callgrind *callgrind, size_t repeat,
                                                 double *instructions);
/* Formats the sums with and without the functions of the loader as text, after `title` (may be
 * NULL). The caller frees *text with bres_string_free(). */
BRES_API bres_status bres_callgrind_text(const bres_callgrind *callgrind, size_t repeat,
                                         const char *title, char **text);

/* Adds summaries of a repeat to a state under construction: `bres/callgrind/instructions`, the
 * instructions of one execution, which a comparison can use (BRES_METRIC_INSTRUCTIONS), and the
 * hidden `bres/callgrind/total`, `bres/callgrind/baseline` and `bres/callgrind/number`. After an
 * error the state does not change. */
BRES_API bres_status bres_callgrind_add_summaries(const bres_callgrind *callgrind, size_t repeat,
                                                  bres_state *state);

#ifdef __cplusplus
}
#endif

#endif
