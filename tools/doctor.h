/* SPDX-License-Identifier: MIT */
/*
 * benchresult doctor: declarations that its files share.
 */
#ifndef TOOL_DOCTOR_H
#define TOOL_DOCTOR_H

#include "program.h"
#include "progress.h"

/* Steps that prepare a steadier setting. Each step is enabled unless an option disables it. */
struct doctor_setting {
    bool pin;
    bool environment;
    bool priority;
    bool randomization; /* leave address space randomization unchanged */
};

struct doctor {
    int64_t gpu; /* -1: none */
    double max_time;
    double change; /* the required change, a fraction; 0: none */
    bool saves;
    uint32_t format;    /* a bres_format */
    const char *output; /* NULL: the standard output */
    struct doctor_setting setting;
    char **command; /* NULL: examine the machine */
    struct progress progress;
};

extern const struct tool_program doctor_program;
void doctor_arguments_init(struct doctor *doctor);
/* Refuses combinations of options that contradict each other. */
int doctor_arguments_check(const struct doctor *doctor);

/* Prepares the setting and executes the command in this process. Returns only on failure, with the
 * exit status. */
int doctor_become(const struct doctor *doctor);

#endif
