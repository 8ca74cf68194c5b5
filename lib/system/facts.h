/* SPDX-License-Identifier: MIT */
/*
 * The table of facts, and the functions that read them. Private to lib/system.
 */
#ifndef BRES_SYSTEM_FACTS_H
#define BRES_SYSTEM_FACTS_H

#include "system/cpu_list.h"
#include "system/file.h"
#include "system/system.h"

/* How a fact is read. Paths for BRES__READ_CPU_... are relative to each online CPU's directory. */
typedef enum bres__fact_reader {
    BRES__READ_TEXT,
    BRES__READ_CHOICE,    /* the word in brackets: "always [madvise] never" */
    BRES__READ_INTEGER,   /* at least 0 */
    BRES__READ_SIGNED,    /* any integer */
    BRES__READ_FREQUENCY, /* kilohertz */
    BRES__READ_LIST,      /* a list such as 0-3,8, as text */
    BRES__READ_LENGTH,    /* the number of elements of such a list */
    BRES__READ_CPU_TEXT,
    BRES__READ_CPU_FREQUENCY,
    BRES__READ_CPU_SUM, /* the sum of integers */
    BRES__READ_OTHER    /* by a separate function */
} bres__fact_reader;

typedef struct bres__fact_row {
    bres__fact_info shown;
    bres__fact_reader reader;
} bres__fact_row;

const bres__fact_row *bres__fact_row_of(bres__fact_id id);

/* The file that shows whether this process was started without address space randomization. */
#define BRES__PERSONALITY_PATH "/proc/self/personality"

/* Hertz per kilohertz, the unit of the kernel's frequency files. */
#define BRES__KILOHERTZ 1000

/* Context while a machine is read. */
typedef struct bres__probe {
    const char *root;
    bres__machine *machine;
    bres__cpu_list online;
    bres__reading reading; /* scratch of the functions that read a file */
} bres__probe;

/* Set a fact. A text that is not printable UTF-8 makes the fact malformed. */
void bres__probe_set_text(bres__probe *probe, bres__fact_id id, const char *text, size_t length);
void bres__probe_set_string(bres__probe *probe, bres__fact_id id, const char *text);
void bres__probe_set_integer(bres__probe *probe, bres__fact_id id, int64_t value);
void bres__probe_set_real(bres__probe *probe, bres__fact_id id, double value);
void bres__probe_set_unknown(bres__probe *probe, bres__fact_id id, bres__fact_state state);
/* Reads a file into `probe->reading`. On failure returns false and sets the fact to the reason. */
bool bres__probe_read(bres__probe *probe, bres__fact_id id, const char *path);

/* Each function below sets every fact that it covers: to its value, or to unknown with the reason.
 * machine.c: one fact; does nothing for BRES__READ_OTHER */
void bres__probe_row(bres__probe *probe, bres__fact_id id);
/* cpu.c: the online CPUs */
void bres__probe_online(bres__probe *probe);
/* per_cpu.c */
void bres__probe_cpus(bres__probe *probe, bres__fact_id id);
/* cpu.c */
void bres__probe_cpuinfo(bres__probe *probe);
void bres__probe_allowed(bres__probe *probe);
void bres__probe_turbo(bres__probe *probe);
/* kernel.c */
void bres__probe_aslr(bres__probe *probe);
void bres__probe_mitigations(bres__probe *probe);
void bres__probe_gpu_driver(bres__probe *probe);
/* place.c */
void bres__probe_hypervisor(bres__probe *probe, bool flagged, bool has_flags);
void bres__probe_container(bres__probe *probe);
void bres__probe_power(bres__probe *probe);
/* load.c */
void bres__probe_load(bres__probe *probe);
/* memory.c */
void bres__probe_swap(bres__probe *probe);
/* heat.c */
void bres__probe_temperature(bres__probe *probe);
/* cgroup.c */
void bres__probe_cgroup(bres__probe *probe);

#endif
