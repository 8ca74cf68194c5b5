/* SPDX-License-Identifier: MIT */
/*
 * A runner, between the files of judge/runner.h on the judge's side.
 */
#ifndef BRES_JUDGE_RUNNER_INSIDE_H
#define BRES_JUDGE_RUNNER_INSIDE_H

#include "judge/runner/census.h"
#include "judge/runner/runner.h"
#include "judge/runner/wire.h"

#include <sys/types.h>
#include <time.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)
/* For what the runner itself does, which is not charged to the solution. */
#define BRES__SERVICE_LIMIT (120 * BRES__NS_PER_SECOND)

/* One copy of all arrays, each between its guards, which is the judge's alone. */
typedef struct bres__runner_set {
    unsigned char *memory;
    uint64_t guard_seed; /* of the guards as they were drawn last */
} bres__runner_set;

struct bres__runner {
    bres__runner_options options;
    bres__runner_set *sets;
    size_t set_size;
    int lent_fd; /* the file that has a copy of a set for a call; -1: there is none, */
    unsigned char *lent;
    size_t *offsets; /* of each argument's array in a set */
    int channel;     /* -1 when it is closed, as the next two are */
    int leash;
    int output_fd;
    bres__text output;
    pid_t keeper;  /* 0: there is none */
    pid_t adopter; /* what the solution leaves behind becomes its child; 0: not known yet, */
    pid_t process; /* as here: the process that calls */
    unsigned sandbox;
    bool has_ended; /* the process */
    int wait_status;
    uint64_t ordered_ns;  /* when the last order was given, */
    uint64_t answered_ns; /* and when its answer came */
    uint64_t calls;
    uint64_t spent_ns; /* of the time limit */
    uint64_t idle_ns;  /* what an exchange takes without a call, from before it was loaded, */
    uint64_t idle_cpu; /* and of a processor */
    uint64_t call_cpu; /* its processor time when it was called, */
    bres__thread_list call_threads; /* and what each thread had then run */
    uint64_t rest_cpu;              /* its processor time when it had come to rest, */
    uint64_t rest_ns;               /* and the time then */
};

/* --- runner_sets.c -------------------------------------------------------------------------- */

/* Makes the memory of all sets. An outcome other than RETURNED is NO_MEMORY. */
bres_status bres__runner_sets_make(bres__runner *runner, bres__runner_report *report);
void bres__runner_sets_free(bres__runner *runner);
/* Copies a set to a new file in memory for the runner, and back. Nobody has seen the file before,
 * and what is still done with it after does not matter. BRES_ERROR_MEMORY, BRES_ERROR_IO. */
bres_status bres__runner_set_lend(bres__runner *runner, size_t set);
void bres__runner_set_take_back(bres__runner *runner, size_t set);
/* Draws the guards of a set anew, */
bres_status bres__runner_guards_draw(bres__runner *runner, size_t set);
/* and looks whether they are as they were drawn; the outcome is GUARD otherwise. */
void bres__runner_guards_check(const bres__runner *runner, size_t set, bres__runner_report *report);

/* --- runner_process.c ----------------------------------------------------------------------- */

/* Starts the processes; the outcome is not touched. */
bres_status bres__runner_process_start(bres__runner *runner, const char *program);
/* Ends them all. */
void bres__runner_process_end(bres__runner *runner);

/* --- runner_call.c -------------------------------------------------------------------------- */

/* Measures what an exchange costs without a call. The solution must not be loaded yet, for it could
 * make exchanges slow. */
bres_status bres__runner_idle_measure(bres__runner *runner, bres__runner_report *report);

/* --- runner_channel.c ----------------------------------------------------------------------- */

uint64_t bres__runner_now(void);

static inline uint64_t bres__ns_since(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

/* Puts an outcome and why. Returns BRES_OK. */
bres_status bres__runner_fail(bres__runner_report *report, bres__runner_outcome outcome,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Sends an order, with a descriptor unless that is -1. That nobody is there to take it shows when
 * the answer is waited for. */
bres_status bres__runner_order(const bres__runner *runner, const void *order, size_t size, int fd);
/* Waits for one answer to an order, on whose kind, nonce and number it insists, for at most
 * `limit_ns`. The outcome tells what has come of it. */
bres_status bres__runner_answer(bres__runner *runner, const bres__wire_message *order,
                                uint64_t limit_ns, bres__wire_message *answer,
                                bres__runner_report *report);
/* Both of them. */
bres_status bres__runner_exchange(bres__runner *runner, const bres__wire_message *order, int fd,
                                  uint64_t limit_ns, bres__wire_message *answer,
                                  bres__runner_report *report);
/* The outcome is FORGED when there is a message that nobody has asked for. */
void bres__runner_expect_silence(const bres__runner *runner, bres__runner_report *report);
/* Waits for the process that adopts to name itself. */
bres_status bres__runner_await_adopter(bres__runner *runner);
/* Takes what has been printed. */
void bres__runner_take_output(bres__runner *runner);

/* --- runner_rest.c -------------------------------------------------------------------------- */

/* The outcome of all of these is ASYNC when there is work that nobody has asked for, or DISTURBED
 * when there is processor time alone. */

/* The processor time of the process, or what it was when it is gone, which shows elsewhere. */
uint64_t bres__runner_cpu(const bres__runner *runner);
/* Before a call: whether it has worked while the judge was busy. */
void bres__runner_rest_check(const bres__runner *runner, bres__runner_report *report);
/* Processor time of the threads that are not the first, which has work of its own to prepare a
 * call; 0 where the system does not tell, or on a GPU, whose driver has threads. */
bres_status bres__runner_others(const bres__runner *runner, uint64_t *ns);
/* When it is prepared, before which that was `others`. */
bres_status bres__runner_others_check(const bres__runner *runner, uint64_t others,
                                      bres__runner_report *report);
/* After a call that was disturbed: waits for what has disturbed it, for a tenth of a second at
 * most, and begins to look again. */
bres_status bres__runner_rest_begin(bres__runner *runner);
/* Right after one, before which there were `threads`. A first call may leave a pool of threads. */
bres_status bres__runner_census_check(const bres__runner *runner, unsigned threads,
                                      bres__runner_report *report);
/* Waits, but not for long, until a process that has answered sleeps. What a thread has taken is in
 * the processor times of others only when it has been put to sleep, or up to the last tick: without
 * this wait, milliseconds that it has taken before would seem to be taken after. */
bres_status bres__runner_settle(const bres__runner *runner);
/* A process that ends while the solution has nothing to do was ended by what it has left behind. */
void bres__runner_end_is_late(bres__runner_report *report);
/* Waits for an answer of such a process. */
bres_status bres__runner_late_answer(bres__runner *runner, const bres__wire_message *order,
                                     bres__wire_message *answer, bres__runner_report *report);
/* Waits until it is at rest, and gives the times of the call that the kernel knows. `order` was
 * answered last. */
bres_status bres__runner_quiet_check(bres__runner *runner, const bres__wire_message *order,
                                     bres__runner_report *report);

#endif
