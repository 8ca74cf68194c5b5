/* SPDX-License-Identifier: MIT */
/*
 * Room system: facts about the machine from /proc and /sys, without administrator rights. The room
 * only reads files and changes nothing.
 *
 * facts.c has the table of facts, file.c reads files, machine.c fills the facts, passport.c
 * writes them into a result. The folder handle has the public machine and its findings.
 */
#ifndef BRES_SYSTEM_SYSTEM_H
#define BRES_SYSTEM_SYSTEM_H

#include "base/base.h"
#include "system/saved.h"

/* Size in bytes of all texts of a machine, and of one text with its NUL. */
#define BRES__MACHINE_TEXTS 8192
#define BRES__FACT_TEXT_MAX 512

typedef enum bres__fact_id {
    BRES__FACT_SYSTEM,
    BRES__FACT_RELEASE,
    BRES__FACT_MACHINE,
    BRES__FACT_PROCESSOR,
    BRES__FACT_PROCESSORS,
    BRES__FACT_MICROCODE,
    BRES__FACT_CPUS_ALLOWED,
    BRES__FACT_SMT,
    BRES__FACT_THREADS_PER_CORE,
    BRES__FACT_ISOLATED,
    BRES__FACT_NOHZ_FULL,
    BRES__FACT_NUMA_NODES,
    BRES__FACT_NUMA_BALANCING,
    BRES__FACT_ZONE_RECLAIM,
    BRES__FACT_SCALING_DRIVER,
    BRES__FACT_GOVERNOR,
    BRES__FACT_MIN_FREQUENCY,
    BRES__FACT_MAX_FREQUENCY,
    BRES__FACT_HIGHEST_FREQUENCY,
    BRES__FACT_TURBO,
    BRES__FACT_CPU_LIMIT,
    BRES__FACT_MEMORY_LIMIT,
    BRES__FACT_ASLR,
    BRES__FACT_HUGE_PAGES,
    BRES__FACT_SAME_PAGE_MERGING,
    BRES__FACT_SWAP,
    BRES__FACT_PERF_PARANOID,
    BRES__FACT_NMI_WATCHDOG,
    BRES__FACT_CLOCK_SOURCE,
    BRES__FACT_POWER_SOURCE,
    BRES__FACT_PLATFORM_PROFILE,
    BRES__FACT_HYPERVISOR,
    BRES__FACT_CONTAINER,
    BRES__FACT_MITIGATIONS,
    BRES__FACT_GPU_DRIVER,
    BRES__FACT_RUN_SETTING,
    BRES__FACT_RUNNING,
    BRES__FACT_FREQUENCY,
    BRES__FACT_TEMPERATURE,
    BRES__FACT_SWAP_USED,
    BRES__FACT_CPU_PRESSURE,
    BRES__FACT_MEMORY_PRESSURE,
    BRES__FACT_IO_PRESSURE,
    BRES__FACT_STEAL,
    BRES__FACT_CPU_WAIT,
    BRES__FACT_SWAPPED_PAGES,
    BRES__FACT_CPU_STALL,
    BRES__FACT_MEMORY_STALL,
    BRES__FACT_IO_STALL,
    BRES__FACT_THROTTLED_PERIODS,
    BRES__FACT_THROTTLED_TIME,
    BRES__FACT_THERMAL_THROTTLES,
    BRES__FACT_COUNT
} bres__fact_id;

/* Whether a fact is known, or why it is unknown. */
typedef enum bres__fact_state {
    BRES__FACT_ABSENT = 0, /* no such file */
    BRES__FACT_KNOWN,
    BRES__FACT_UNREADABLE, /* the system refused to read it */
    BRES__FACT_EMPTY,
    BRES__FACT_TOO_LARGE, /* more than the room reads */
    BRES__FACT_MALFORMED
} bres__fact_state;

/* "absent", "unreadable", ...; NULL for BRES__FACT_KNOWN. */
const char *bres__fact_state_name(bres__fact_state state);

typedef enum bres__fact_form {
    BRES__FORM_TEXT = 0,
    BRES__FORM_INTEGER,
    BRES__FORM_REAL
} bres__fact_form;

typedef struct bres__fact {
    bres__fact_state state;
    bres__fact_form form; /* of a known fact */
    uint32_t text;        /* offset of a text in the machine's `texts` */
    const char *path;     /* static: the source file if it is not bres__fact_info.path; else NULL */
    int64_t integer;
    double real;
} bres__fact;

/* May be copied by assignment. Frequencies are in hertz, sizes in bytes, times in seconds,
 * pressures in percent, temperatures in degrees Celsius. */
struct bres__machine {
    bres__fact facts[BRES__FACT_COUNT];
    char texts[BRES__MACHINE_TEXTS];
    size_t used;       /* bytes of `texts` in use */
    bres__saved saved; /* record of an earlier probe (bres__saved_recall()) */
};

typedef enum bres__fact_class {
    BRES__CLASS_SETTING, /* is expected to stay the same during a run */
    BRES__CLASS_GAUGE,   /* changes all the time */
    BRES__CLASS_COUNTER  /* only grows; only its growth is of interest */
} bres__fact_class;

/* A fact in messages and in results. */
typedef struct bres__fact_info {
    const char *key;  /* its name in `meta.benchresult.host` */
    const char *name; /* in messages */
    const char *path; /* the source file; a pattern, or the first of several files */
    const char *unit; /* unit of a number, in messages; NULL: no unit */
    bres__fact_class kind;
    bool identifies; /* runs with different values are hard to compare */
} bres__fact_info;

const bres__fact_info *bres__fact_describe(bres__fact_id id);

/* The directory that stands for "/": the value of BENCHRESULT_SYSTEM_ROOT, or "". */
const char *bres__system_root(void);
/* Reads all facts below `root`, each file up to a bound. Never fails: a fact that cannot be read is
 * unknown. Keeps the thread's error record. */
void bres__machine_read(const char *root, bres__machine *machine);
/* The seconds for which CPU limits have throttled the control group of this process and its
 * parents; 0 if unknown. */
double bres__cgroup_throttled(const char *root);
/* The text of a known fact; NULL if the fact is unknown or is a number. */
const char *bres__machine_text(const bres__machine *machine, bres__fact_id id);

/* The values of facts: value.c. */

/* Appends the value of a known fact. */
void bres__fact_put(bres__text *text, const bres__machine *machine, bres__fact_id id);
/* Like bres__fact_put(), with quotes around a text; "unknown (absent)" for an unknown fact. */
void bres__fact_put_quoted(bres__text *text, const bres__machine *machine, bres__fact_id id);
/* Whether the fact is a known number. *number is set in any case. */
bool bres__fact_number(const bres__machine *machine, bres__fact_id id, double *number);
/* Whether the fact is known and is this text. */
bool bres__fact_is(const bres__machine *machine, bres__fact_id id, const char *text);
/* The file that the fact comes from; NULL: no file. */
const char *bres__fact_path(const bres__machine *machine, bres__fact_id id);
/* Whether the fact has the same value in both machines, or is unknown in both for the same reason.
 */
bool bres__fact_equals(const bres__machine *one, const bres__machine *other, bres__fact_id id);
/* How much a counter grew; 0 if it is unknown, or if it fell because it was reset. */
double bres__machine_growth(const bres__machine *begin, const bres__machine *end, bres__fact_id id);

/* Writes "host", an object: the settings at the beginning, the gauges at the beginning and the end,
 * the growth of the counters, and the settings that changed. `end` is NULL if the run has not
 * ended. Omits the host name. */
void bres__machine_put(bres__json_writer *json, const bres__machine *begin,
                       const bres__machine *end);
/* Calls `report` with a sentence for each setting that changed and for each counter whose growth
 * disturbs measurements. Errors: BRES_ERROR_MEMORY. */
bres_status bres__machine_report_changes(const bres__machine *begin, const bres__machine *end,
                                         void (*report)(void *context, const char *message),
                                         void *context);

#endif
