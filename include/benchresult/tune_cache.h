/* SPDX-License-Identifier: MIT */
/*
 * The cache of tuners: one file with the answers of many tunings.
 *
 * A tuner with bres_tuner_options.cache looks up its answer before it measures, and stores the
 * answer at the end. A program that was tuned at installation looks up the answer at run time,
 * without a tuner:
 *
 *     bres_tuner_key_init(&key);
 *     bres_tuner_answer_init(&answer);
 *     key.kernel = "matmul";
 *     key.problem_size = size;
 *     key.problem_size_count = 3;
 *     if (bres_tuner_cache_find(cache, &key, &answer))
 *         bres_tuner_answer_int64(&answer, "TILE", &tile);
 *
 * An answer belongs to a kernel and its hash, a device and its driver, a problem size and a
 * parameter space. Storing an answer replaces only the answer with the same key. Several processes
 * can use the file at the same time. benchresult-tune_cache(3) describes the file.
 *
 * Any number of threads may call the functions with a const cache at the same time. While a thread
 * calls any other function of a cache, no other thread may use this cache. Since 0.1.
 */
#ifndef BENCHRESULT_TUNE_CACHE_H
#define BENCHRESULT_TUNE_CACHE_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An open cache. */
typedef struct bres_tuner_cache bres_tuner_cache;

/* The largest number of problem sizes of a key, and of bytes of all its texts and sizes. */
#define BRES_TUNER_KEY_SIZES_MAX UINT32_C(16)
#define BRES_TUNER_KEY_BYTES_MAX UINT32_C(4096)

/* The key of an answer: the kernel, device, space and problem size for which the answer holds.
 * Texts are UTF-8. Initialize with bres_tuner_key_init(). */
typedef struct bres_tuner_key {
    size_t size;             /* set by bres_tuner_key_init() */
    const char *kernel;      /* name of the kernel; required for a look-up */
    const char *kernel_hash; /* version of the kernel; default NULL: "" */
    const char *device;      /* default NULL: the device of the cache */
    const char *driver; /* default NULL: the driver of the cache or, if `device` is given, "" */
    const char *space;  /* parameter space; default NULL: any space in a look-up, "" in a store */
    const int64_t
        *problem_size;         /* sizes in an order of the caller, each at least 0; default NULL */
    size_t problem_size_count; /* number of sizes; default 0 */
} bres_tuner_key;

/* Writes size and defaults. NULL is ignored. */
BRES_API void bres_tuner_key_init(bres_tuner_key *key);

/* One parameter of an answer. The struct never grows. */
typedef struct bres_tuner_value {
    const char *name;   /* name of the parameter */
    bres_kind kind;     /* BRES_KIND_INT64, BRES_KIND_FLOAT64 or BRES_KIND_STRING */
    uint32_t reserved;  /* 0 */
    int64_t int64;      /* value of an int64 parameter; otherwise ignored */
    double float64;     /* value of a float64 parameter, finite; otherwise ignored */
    const char *string; /* value of a string parameter; otherwise ignored */
} bres_tuner_value;

/* The answer of a tuning: the fastest configuration. Initialize with bres_tuner_answer_init(). The
 * pointers that a look-up writes are borrowed until the next store or refresh of the cache. */
typedef struct bres_tuner_answer {
    size_t size;                    /* set by bres_tuner_answer_init() */
    const bres_tuner_value *values; /* parameters of the configuration */
    size_t value_count;             /* number of parameters */
    const uint64_t *order; /* indices in the space: the configuration, then others, fastest first */
    size_t order_count;    /* number of indices; 0: unknown */
    double seconds;        /* time of the configuration, as bres_trial_outcome; 0: unknown */
    uint64_t samples;      /* samples that the tuning has spent; 0: unknown */
    uint64_t remaining;    /* size of the reported set, as bres_tuner_best_count(): measured
                              configurations that are not proven slower; 0: unknown */
    uint32_t stop_reason;  /* a bres_tuner_stop; BRES_TUNER_RUNNING: unknown */
    uint32_t reserved;     /* 0 */
    uint64_t unmeasured;   /* number of configurations that have no samples and have not failed */
    uint64_t trial_samples;    /* option of the tuning; 0: unknown */
    double elapsed;            /* seconds that the tuning has taken; 0: unknown */
    double error_rate;         /* option of the tuning; 0: unknown */
    double equivalence_margin; /* option of the tuning */
} bres_tuner_answer;

/* Writes size and an empty answer. NULL is ignored. */
BRES_API void bres_tuner_answer_init(bres_tuner_answer *answer);
/* The value of an integer parameter; false if the answer has no integer parameter of this name. */
BRES_API bool bres_tuner_answer_int64(const bres_tuner_answer *answer, const char *name,
                                      int64_t *value);
/* The value of a floating-point or integer parameter; false if the answer has no number of this
 * name. */
BRES_API bool bres_tuner_answer_float64(const bres_tuner_answer *answer, const char *name,
                                        double *value);
/* The value of a parameter of texts; NULL if the answer has no text of this name. */
BRES_API const char *bres_tuner_answer_string(const bres_tuner_answer *answer, const char *name);

/* Opens an existing file and never writes to the file. BRES_ERROR_NO_FILE if the file does not
 * exist. */
#define BRES_TUNER_CACHE_READ_ONLY UINT32_C(1)

/* Initialize with bres_tuner_cache_options_init(). */
typedef struct bres_tuner_cache_options {
    size_t size;         /* set by bres_tuner_cache_options_init() */
    uint32_t flags;      /* BRES_TUNER_CACHE_* bits; default 0 */
    int32_t cuda_device; /* the GPU that is the device of the cache; default -1: the processor */
    double lock_timeout; /* seconds to wait for another process; default 5 */
    bres_log_fn log;     /* receives warnings; default NULL: no callback */
    void *log_user;      /* for log */
} bres_tuner_cache_options;

/* Writes size and defaults. NULL is ignored. */
BRES_API void bres_tuner_cache_options_init(bres_tuner_cache_options *options);

/*
 * Opens a cache and reads it; `options` may be NULL. The caller closes *cache. A missing file is an
 * empty cache; the first store creates the file. A file that cannot be written is opened for
 * look-ups, with a warning. Damaged entries are dropped, with a warning.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_IO (the file cannot be read, or is not a regular file),
 * BRES_ERROR_MEMORY, BRES_ERROR_NO_FILE (with BRES_TUNER_CACHE_READ_ONLY), BRES_ERROR_SYNTAX (the
 * file is not a cache), BRES_ERROR_VERSION (a newer library has written it), and those of
 * bres_cuda_device_query().
 */
BRES_API bres_status bres_tuner_cache_open(const char *path,
                                           const bres_tuner_cache_options *options,
                                           bres_tuner_cache **cache);
/* Closes a cache. NULL is ignored. */
BRES_API void bres_tuner_cache_close(bres_tuner_cache *cache);

/* Finds the answer of a key. Returns false, and leaves *answer unchanged, if the cache has no
 * answer for the key or the key is not valid. If several spaces have an answer, the function finds
 * the answer that was stored last. */
BRES_API bool bres_tuner_cache_find(const bres_tuner_cache *cache, const bres_tuner_key *key,
                                    bres_tuner_answer *answer);
/*
 * Finds the answer of the nearest problem size, for the same kernel, kernel hash, device, space and
 * number of sizes. The distance is the sum of |log(a + 1) - log(b + 1)| over the sizes a and b. At
 * the same distance, an answer for the same driver comes first, then the answer stored last.
 * *found, which may be NULL, receives the key, borrowed like the answer. Takes time proportional to
 * the number of entries. Returns false if the cache has no such answer.
 */
BRES_API bool bres_tuner_cache_find_nearest(const bres_tuner_cache *cache,
                                            const bres_tuner_key *key, bres_tuner_key *found,
                                            bres_tuner_answer *answer);
/*
 * Stores the answer of a key, and replaces an earlier answer of the same key. Waits up to
 * lock_timeout for other processes, and reads the answers that they have stored. When the function
 * returns, other processes find the answer. The cache keeps a copy.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_CONFLICT (another process has the file locked),
 * BRES_ERROR_IO (the file cannot be written; it is unchanged), BRES_ERROR_LIMIT (a key is too
 * long), BRES_ERROR_MEMORY, BRES_ERROR_STATE (the cache is read-only), and those of
 * bres_tuner_cache_open() if the file was replaced meanwhile.
 */
BRES_API bres_status bres_tuner_cache_store(bres_tuner_cache *cache, const bres_tuner_key *key,
                                            const bres_tuner_answer *answer);
/* Reads the answers that other processes have stored since the cache was last read. Takes little
 * time if they have stored nothing. Errors: those of bres_tuner_cache_open(); the cache is then
 * unchanged. */
BRES_API bres_status bres_tuner_cache_refresh(bres_tuner_cache *cache);

/* The number of answers; 0 for NULL. */
BRES_API size_t bres_tuner_cache_count(const bres_tuner_cache *cache);
/* An answer and its key, in the order in which the keys first occur in the file. `key` and `answer`
 * may be NULL. Returns false if the index is out of range. */
BRES_API bool bres_tuner_cache_at(const bres_tuner_cache *cache, size_t index, bres_tuner_key *key,
                                  bres_tuner_answer *answer);
/* The name of the device that a key without `device` means; "" if unknown. Borrowed. */
BRES_API const char *bres_tuner_cache_device(const bres_tuner_cache *cache);
/* The version of the driver of this device; "" for a processor, or if unknown. Borrowed. */
BRES_API const char *bres_tuner_cache_driver(const bres_tuner_cache *cache);

#ifdef __cplusplus
}
#endif

#endif
