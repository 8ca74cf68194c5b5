/* SPDX-License-Identifier: MIT */
/*
 * The probe determines the smallest difference in run time that this machine can show at present.
 * It measures work of its own, first in this process (the idle test), then in many processes (the
 * race of a program against itself).
 * benchresult-probe(3) describes the method, the thresholds and the limits.
 *
 * A fraction of 0.01 is 1 %. Times are in seconds. An unknown value is NaN. Since 0.1.
 */
#ifndef BENCHRESULT_PROBE_H
#define BENCHRESULT_PROBE_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The work that the probe measures. Values are never renumbered. */
typedef enum bres_probe_work {
    BRES_PROBE_SPIN = 0,        /* dependent integer operations, without memory */
    BRES_PROBE_MEMORY = 1,      /* dependent loads from an array twice as large as the level 2
                                   cache */
    BRES_PROBE_SYSTEM_CALLS = 2 /* a short system call */
} bres_probe_work;

/* The number of kinds of work. */
#define BRES_PROBE_WORKS 3

/* Returns the name of a kind of work: "spin", "memory" or "system calls". Static. */
BRES_API const char *bres_probe_work_name(bres_probe_work work);

/* The class of a machine: the smallest of the changes 1, 2, 5, 10, 20 and 50 % that measurements on
 * this machine can detect. If detectable_effect is known, the machine is fit for this change and
 * for larger changes. If detectable_effect is unknown, a class says only for which change the
 * machine is not fit. A larger class is a worse machine. Values are never renumbered. */
typedef enum bres_probe_class {
    BRES_PROBE_UNKNOWN = 0, /* the probe had too little time, or too coarse a clock */
    BRES_PROBE_FIT_1 = 1,   /* fit for 1 % */
    BRES_PROBE_FIT_2 = 2,   /* not fit for 1 %; fit for 2 % if detectable_effect is known */
    BRES_PROBE_FIT_5 = 3,   /* not fit for 2 %; fit for 5 % if detectable_effect is known */
    BRES_PROBE_FIT_10 = 4,  /* not fit for 5 %; fit for 10 % if detectable_effect is known */
    BRES_PROBE_FIT_20 = 5,  /* not fit for 10 %; fit for 20 % if detectable_effect is known */
    BRES_PROBE_FIT_50 = 6,  /* not fit for 20 %; fit for 50 % if detectable_effect is known */
    BRES_PROBE_UNFIT = 7    /* not fit for 50 % */
} bres_probe_class;

/* Returns the name of a class: "not known", "fit for 1 %" (FIT_1), "not fit for 1 %" (FIT_2), "not
 * fit for 2 %" (FIT_5), ..., "not fit for 50 %" (UNFIT). The name holds even if detectable_effect
 * is unknown. Static. */
BRES_API const char *bres_probe_class_name(bres_probe_class fitness);

/* Findings. With a critical finding, a machine is not fit for 1 %. */
/* Critical: the probe waited for a CPU for more than 0.2 % of its CPU time. */
#define BRES_PROBE_WAITED       UINT32_C(1)
/* Critical: the median spin block of the idle test takes more than 0.3 % longer than the fastest
 * block. */
#define BRES_PROBE_SLOWED       UINT32_C(2)
/* Critical: the probe lost more than 1 % of the time to a cgroup limit, a hypervisor, or waiting.
 */
#define BRES_PROBE_LOST         UINT32_C(4)
/* Critical: the speed changed by more than 1 %. */
#define BRES_PROBE_DRIFTED      UINT32_C(8)
/* The steal time is above 0.1 %. */
#define BRES_PROBE_STOLEN       UINT32_C(16)
/* The clock is too coarse for the probe. */
#define BRES_PROBE_COARSE_CLOCK UINT32_C(32)
/* max_time was too short for enough runs. */
#define BRES_PROBE_TOO_SHORT    UINT32_C(64)
/* All critical findings. */
#define BRES_PROBE_CRITICAL     UINT32_C(15)

/* Runs only the idle test, which cannot show that a machine is fit for any change. With a critical
 * finding, the class says for which change the machine is not fit. Otherwise the class is UNKNOWN.
 */
#define BRES_PROBE_IDLE_ONLY UINT32_C(1)

/* How the probe runs. Initialize with bres_probe_options_init(), then change what you need. */
typedef struct bres_probe_options {
    size_t size;       /* set by bres_probe_options_init() */
    uint32_t flags;    /* BRES_PROBE_IDLE_ONLY; default 0 */
    uint32_t pairs;    /* number of pairs for detectable_effect; at least 2; default 10 */
    double max_time;   /* seconds, above 0; default 60; no run begins that would end later */
    double min_effect; /* the smallest change that matters, a fraction; added to detectable_effect
                          and one_run_effect; default 0.005 */
    double error_rate; /* significance level of both effects; above 0, below 1; default 0.01 */
    bool (*is_interrupted)(void *user); /* called between runs; true ends the probe with
                                           BRES_ERROR_INTERRUPTED; default NULL: no callback */
    void *interrupt_user;               /* for is_interrupted */
    /* Called between runs with the fraction of max_time that has passed, at most 1; default NULL:
     * no callback. */
    void (*progress)(void *user, double fraction);
    void *progress_user; /* for progress */
} bres_probe_options;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_probe_options_init(bres_probe_options *options);

/* The outcome of a probe. Borrowed from a bres_probe. */
typedef struct bres_probe_outcome {
    size_t size;       /* of this struct */
    uint32_t fitness;  /* a bres_probe_class */
    uint32_t findings; /* BRES_PROBE_WAITED, ... */
    double limit; /* the machine is not fit for smaller changes. The largest of detectable_effect
                     and, where they are critical findings, `waiting`, `lost` and the change by
                     drift; with any critical finding at least 0.02; NaN: unknown */
    double detectable_effect; /* the smallest change that `pairs` interleaved pairs detect */
    double one_run_effect;    /* the smallest change that one run per side can show */
    double run_variation;     /* standard deviation of the typical times of runs, a fraction, for
                                 run_variation of bres_thresholds. With few runs the estimate is
                                 uncertain, and the value is larger than the estimate */
    uint64_t pairs;           /* number of pairs for detectable_effect */
    uint64_t runs;            /* complete runs of the race */
    double seconds;           /* duration of the probe */
    double idle_seconds;      /* duration of the idle test */
    double block_seconds;     /* median duration of a spin block in the idle test */
    double clock_resolution;  /* the smallest step of the clock */
    double waiting;           /* time waiting for a CPU, as a fraction of the CPU time, in the idle
                                 test or in the race, whichever is larger */
    double lost;              /* fraction of the time without progress, in the idle test or in the
                                 race, whichever is larger */
    double steal;             /* steal time of all CPUs, as a fraction of the duration */
    double cpu_pressure;      /* fraction of the duration in which something waited for a CPU */
    double memory_pressure;   /* the same for memory */
    double io_pressure;       /* the same for I/O */
    uint64_t involuntary_switches; /* involuntary context switches in the idle test and the race */
    char message[256]; /* "on this machine, now, 10 pairs detect 1.3 %; one run per side detects
                          4 %"; or why the machine is not fit for 1 %, or why this is unknown */
} bres_probe_outcome;

/* A kind of work in the idle test: blocks of about 1 ms, one after the other. */
typedef struct bres_probe_idle {
    size_t size;                   /* of this struct */
    uint64_t blocks;               /* 0: not measured */
    double floor;                  /* seconds: duration of the fastest block */
    double median_ratio;           /* median / floor */
    double p99_ratio;              /* 99th percentile / floor */
    double slow_share;             /* share of the blocks above floor * 1.005 */
    double longest_gap;            /* seconds: the longest block minus the floor */
    double waiting;                /* time waiting for a CPU, as a fraction of the CPU time */
    double lost;                   /* fraction of the time without progress */
    uint64_t involuntary_switches; /* involuntary context switches */
} bres_probe_idle;

/* A kind of work in the race: each run is a process, and has one typical time, the median of its
 * blocks. */
typedef struct bres_probe_race {
    size_t size;              /* of this struct */
    uint64_t runs;            /* 0: not measured */
    double time;              /* seconds: median of the typical times of the runs, for one block */
    double variation;         /* relative standard deviation of the typical times */
    double pair_variation;    /* standard deviation of the ratio of consecutive runs */
    double correlation;       /* correlation between consecutive runs */
    double drift;             /* change per minute (Theil-Sen), a fraction */
    double drift_p;           /* probability of such a drift by chance */
    double detectable_effect; /* as in the outcome, from this work alone */
    double one_run_effect;    /* as in the outcome, from this work alone */
} bres_probe_race;

/* A probe and its outcome. */
typedef struct bres_probe bres_probe;

/*
 * Probes this machine. Runs programs of the library, one at a time. The caller frees *probe with
 * bres_probe_free(). A value that the probe cannot determine within max_time is NaN; this is not an
 * error.
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_NO_FILE without the library's helper program;
 * BRES_ERROR_INTERRUPTED; BRES_ERROR_VALUE if a run fails; BRES_ERROR_IO; BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_probe_run(const bres_probe_options *options, bres_probe **probe);
/* Frees a probe. NULL is ignored. */
BRES_API void bres_probe_free(bres_probe *probe);

/* Returns the outcome. Borrowed. NULL if `probe` is NULL. */
BRES_API const bres_probe_outcome *bres_probe_outcome_of(const bres_probe *probe);
/* Returns the idle test with a kind of work (SPIN or MEMORY). Borrowed. NULL for other work. */
BRES_API const bres_probe_idle *bres_probe_idle_of(const bres_probe *probe, bres_probe_work work);
/* Returns the race with a kind of work. Borrowed. NULL for other work. */
BRES_API const bres_probe_race *bres_probe_race_of(const bres_probe *probe, bres_probe_work work);
/* Returns whether the machine is fit to measure `change` (a fraction): detectable_effect is known,
 * and `limit` is at most `change`. false for NULL. */
BRES_API bool bres_probe_is_fit(const bres_probe *probe, double change);

/* The record of a machine for later runs. All values are 0 without a record. */
typedef struct bres_saved_probe {
    size_t size;              /* set by bres_saved_probe_init() */
    double run_variation;     /* a fraction above 0, and at most 1 */
    double detectable_effect; /* as in the outcome */
    double one_run_effect;    /* as in the outcome */
    char date[32];            /* date of the probe: "2026-11-23T08:00:00Z" */
} bres_saved_probe;

/* Writes an empty record. NULL is ignored. */
BRES_API void bres_saved_probe_init(bres_saved_probe *saved);

/* Stores the path of the file that records probes: $XDG_STATE_HOME/benchresult/machine.json, by
 * default ~/.local/state/benchresult/machine.json. The caller frees *path with bres_string_free().
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_NO_FILE if neither XDG_STATE_HOME nor HOME is an absolute
 * path; BRES_ERROR_MEMORY. */
BRES_API bres_status bres_saved_probe_path(char **path);
/* Records the run variation of a probe in a file; if `path` is NULL, in the file of
 * bres_saved_probe_path(). Replaces the record of the same machine (processor, kernel and
 * governor), and keeps the records of other machines. Replaces the file atomically, and creates
 * missing directories.
 * Errors: BRES_ERROR_STATE if the run variation is unknown; BRES_ERROR_UNSUPPORTED if the processor
 * or the kernel is unknown; those of bres_saved_probe_load(); BRES_ERROR_IO. */
BRES_API bres_status bres_probe_save(const bres_probe *probe, const char *path);
/* Loads the record of this machine from a file; if `path` is NULL, from the file of
 * bres_saved_probe_path(). Without a file or a record, *saved stays empty. The caller initializes
 * *saved with bres_saved_probe_init(). Errors: BRES_ERROR_SYNTAX, BRES_ERROR_KIND and
 * BRES_ERROR_VALUE for a damaged file; BRES_ERROR_VERSION for a file of a newer version;
 * BRES_ERROR_NO_FILE as bres_saved_probe_path(); BRES_ERROR_LIMIT; BRES_ERROR_IO;
 * BRES_ERROR_MEMORY. */
BRES_API bres_status bres_saved_probe_load(const char *path, bres_saved_probe *saved);

#ifdef __cplusplus
}
#endif

#endif
