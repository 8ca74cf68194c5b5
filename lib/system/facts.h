/* SPDX-License-Identifier: MIT */
/*
 * The table of facts, for the files of this room.
 */
#ifndef BRES_SYSTEM_FACTS_H
#define BRES_SYSTEM_FACTS_H

#include "system/cpu_list.h"
#include "system/file.h"
#include "system/system.h"

/* How a fact is read. A path of BRES__READ_CPU_... is below the directory of each online CPU. */
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
    BRES__READ_OTHER    /* by a function of its own */
} bres__fact_reader;

typedef struct bres__fact_row {
    bres__fact_info shown;
    bres__fact_reader reader;
} bres__fact_row;

const bres__fact_row *bres__fact_row_of(bres__fact_id id);

/* Whether this process was started without address space randomization. */
#define BRES__PERSONALITY_PATH "/proc/self/personality"

/* Files have frequencies in kilohertz. */
#define BRES__KILOHERTZ 1000

/* The machine that is being filled. */
typedef struct bres__probe {
    const char *root;
    bres__machine *machine;
    bres__cpu_list online;
    bres__reading reading; /* scratch of the functions that read a file */
} bres__probe;

/* These set a fact. A text that is not printable UTF-8 is malformed. */
void bres__probe_set_text(bres__probe *probe, bres__fact_id id, const char *text, size_t length);
void bres__probe_set_string(bres__probe *probe, bres__fact_id id, const char *text);
void bres__probe_set_integer(bres__probe *probe, bres__fact_id id, int64_t value);
void bres__probe_set_real(bres__probe *probe, bres__fact_id id, double value);
void bres__probe_set_unknown(bres__probe *probe, bres__fact_id id, bres__fact_state state);
/* Reads a file into `probe->reading`. Returns false, and sets the fact to the reason, if this is
 * not possible. */
bool bres__probe_read(bres__probe *probe, bres__fact_id id, const char *path);

/* The facts of one file each; they set every fact that they are about. */
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
