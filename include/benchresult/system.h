/* SPDX-License-Identifier: MIT */
/*
 * The machine: facts that /proc, /sys and the GPU's management library report without administrator
 * rights, and findings about their effect on measurements. No function changes a setting.
 *
 * A fact is unknown if its file is absent, empty, unreadable, too large or malformed; this is never
 * an error. Serial numbers, and the names of users and of the host, are not among the facts.
 *
 * Ownership: a handle owns its facts, findings and texts. They are valid until the next
 * bres_machine_update() or bres_machine_read_gpu(), or until the handle is freed.
 *
 * Thread safety: any number of threads may read a machine while it does not change. Since 0.1.
 */
#ifndef BENCHRESULT_SYSTEM_H
#define BENCHRESULT_SYSTEM_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One reading of a machine; after bres_machine_update(), the first and the latest reading. */
typedef struct bres_machine bres_machine;

/*
 * Reads the machine. Looks up all files below the directory `root` instead of below "/". NULL: the
 * directory that the environment variable BENCHRESULT_SYSTEM_ROOT names or, without it, "/". Takes
 * about a millisecond. The caller owns *machine and frees it with bres_machine_free().
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_machine_read(const char *root, bres_machine **machine);
/* Adds a GPU, with its facts and findings. A missing management library is a finding.
 * Errors: BRES_ERROR_NO_DEVICE without a driver; BRES_ERROR_ARGUMENT for an unknown device, or a
 * device that was added before; BRES_ERROR_MEMORY. */
BRES_API bres_status bres_machine_read_gpu(bres_machine *machine, int device);
/* Reads the machine and its GPUs again. The facts then have their current values, and the findings
 * include changes since the first reading. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY; after an
 * error, the machine is unchanged. */
BRES_API bres_status bres_machine_update(bres_machine *machine);
/* Frees a machine. NULL is ignored. */
BRES_API void bres_machine_free(bres_machine *machine);

/* How a fact behaves over time. Values are never renumbered. */
typedef enum bres_fact_kind {
    BRES_FACT_SETTING = 0, /* normally stays the same during a run */
    BRES_FACT_GAUGE = 1,   /* changes all the time */
    BRES_FACT_COUNTER = 2  /* only grows; findings use the difference between two readings */
} bres_fact_kind;

/* A fact. Frequencies are in hertz, sizes in bytes, times in seconds, pressures in percent. The
 * struct may grow at its end. */
typedef struct bres_machine_fact {
    const char *key;   /* as in meta.benchresult.host of a result, such as "governor", or "gpu0/ecc"
                          for a GPU */
    const char *name;  /* for messages, such as "the governor of CPU frequencies" */
    const char *file;  /* the file that the fact comes from, or the first of several files; NULL:
                          no file */
    const char *value; /* the value as text; NULL: unknown */
    const char *unknown; /* why the value is unknown, such as "absent"; NULL: the value is known */
    uint32_t kind;       /* a bres_fact_kind */
    uint32_t is_number;  /* not 0: `number` has the value */
    double number;       /* the value if is_number is not 0 */
} bres_machine_fact;

/* Returns the number of facts, known and unknown; 0 for NULL. */
BRES_API size_t bres_machine_fact_count(const bres_machine *machine);
/* Returns the fact at an index. Borrowed. NULL for an index out of range. */
BRES_API const bres_machine_fact *bres_machine_fact_at(const bres_machine *machine, size_t index);
/* Returns the fact with this key. Borrowed. NULL for an unknown key. */
BRES_API const bres_machine_fact *bres_machine_fact_find(const bres_machine *machine,
                                                         const char *key);

/* How much a finding disturbs measurements. Values are never renumbered. */
typedef enum bres_severity {
    BRES_SEVERITY_NOTE = 0,    /* worth knowing */
    BRES_SEVERITY_WARNING = 1, /* makes times longer, or makes them vary */
    BRES_SEVERITY_CRITICAL = 2 /* times measured at present do not hold later */
} bres_severity;

/* Returns "note", "warning" or "critical"; static. NULL for an unknown severity. */
BRES_API const char *bres_severity_name(bres_severity severity);

/* A finding. The struct may grow at its end. */
typedef struct bres_finding {
    uint32_t severity;   /* a bres_severity */
    uint32_t reserved;   /* 0 */
    const char *key;     /* key of the fact */
    const char *message; /* one sentence, with the value */
    const char *file;    /* the file that the fact comes from; NULL: no file */
    const char *fix;     /* the command that would fix the setting; NULL: no command */
} bres_finding;

/* Returns the number of findings; 0 for NULL. */
BRES_API size_t bres_machine_finding_count(const bres_machine *machine);
/* Returns the finding at an index; the most severe findings come first. Borrowed. NULL for an index
 * out of range. */
BRES_API const bres_finding *bres_machine_finding_at(const bres_machine *machine, size_t index);

/*
 * Chooses the CPUs on which other programs disturb a program least:
 * - the CPUs on which the calling process may run, one for each core;
 * - if some of these are isolated, only the isolated ones;
 * - of these, the cores that were idle for at least 90 % of the time between the two readings, but
 *   always the quietest core; without an update, all cores;
 * - if these are all cores of the machine, and more than one, all except the busiest core.
 *
 * Writes at most `capacity` CPU numbers to `cpus`, in ascending order. *count is the number of
 * chosen CPUs, which may be larger than `capacity`, or 0 if the CPUs are unknown.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_machine_quiet_cpus(const bres_machine *machine, int32_t *cpus,
                                             size_t capacity, size_t *count);

/* Writes the facts and the findings as a JSON object, with the keys "host" (as in
 * benchresult-json(5)), "gpus" and "findings". The caller owns *text and frees it with
 * bres_string_free(); *length (may be NULL) is its length in bytes. Errors: BRES_ERROR_ARGUMENT,
 * BRES_ERROR_MEMORY. */
BRES_API bres_status bres_machine_json(const bres_machine *machine, char **text, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
