/* SPDX-License-Identifier: MIT */
/*
 * The source that measures this machine: the idle test in this process, on one CPU, and each run in
 * a separate process, which the system may place on any CPU.
 */
#include "race/probe/probe.h"
#include "system/system.h"

#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <sys/wait.h>

/* A run that takes longer has failed. */
#define RUN_TIMEOUT_MS 600000
#define OUTPUT_MOST    (4u << 20)

struct bres__probe_machine {
    char *runner; /* path of the helper program */
    bres__work works[BRES_PROBE_WORKS];
    bool opened[BRES_PROBE_WORKS];
    bres__machine facts;
};

/* Pins this thread to the CPU that it runs on; `before` gets its previous CPUs. false: the system
 * refuses. */
static bool pin(cpu_set_t *before)
{
    const int cpu = sched_getcpu();
    cpu_set_t one;

    if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(*before), before) != 0)
        return false;
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    return sched_setaffinity(0, sizeof(one), &one) == 0;
}

static bres_status machine_measure(void *user, bres_probe_work kind, const bres__work_size *size,
                                   bres__work_times *times)
{
    bres__probe_machine *self = user;
    bres__work *work = &self->works[kind];
    cpu_set_t before;
    bool pinned;

    if (!self->opened[kind]) {
        const bres_status status = bres__work_open(work, kind);

        if (status != BRES_OK)
            return status;
        self->opened[kind] = true;
    }
    pinned = pin(&before);
    bres__work_execute(work, size, times);
    if (pinned)
        sched_setaffinity(0, sizeof(before), &before);
    return BRES_OK;
}

static bres_status times_read(const char *text, bres__work_times times[BRES_PROBE_WORKS])
{
    bool done = text != NULL;

    for (int work = 0; work < BRES_PROBE_WORKS && done; work++)
        done = bres__work_times_take(&text, &times[work]);
    if (done && *text == '\0')
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE, BRES__PROBE_RUNNER " printed no valid times");
}

static bres_status runner_run(const char *const *arguments,
                              bres__work_times times[BRES_PROBE_WORKS])
{
    const bres__spawn spawn = {
        .arguments = arguments,
        .input_kind = BRES__STREAM_NULL,
        .max_output = OUTPUT_MOST,
        .timeout_ms = RUN_TIMEOUT_MS,
    };
    bres__spawned spawned = { .pid = 0 };
    bres_status status = bres__spawn_run(&spawn, &spawned);

    if (status == BRES_OK &&
        !(WIFEXITED(spawned.wait_status) && WEXITSTATUS(spawned.wait_status) == 0))
        status = bres__spawned_error(&spawned, BRES__PROBE_RUNNER);
    if (status == BRES_OK)
        status = times_read(spawned.output.data, times);
    bres__spawned_free(&spawned);
    return status;
}

static bres_status machine_run(void *user, const bres__work_size sizes[BRES_PROBE_WORKS],
                               bres__work_times times[BRES_PROBE_WORKS])
{
    const bres__probe_machine *self = user;
    char texts[BRES_PROBE_WORKS][2 * BRES__NUMBER_SIZE];
    const char *arguments[BRES_PROBE_WORKS + 2] = { self->runner };

    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        bres__format(texts[work], sizeof(texts[work]), "%" PRIu64 ":%" PRIu64,
                     sizes[work].iterations, sizes[work].blocks);
        arguments[work + 1] = texts[work];
    }
    return runner_run(arguments, times);
}

static double counter_of(const bres__machine *machine, bres__fact_id id)
{
    const bres__fact *fact = &machine->facts[id];

    if (fact->state != BRES__FACT_KNOWN)
        return NAN;
    return fact->form == BRES__FORM_REAL ? fact->real : (double)fact->integer;
}

static void machine_count(void *user, bres__probe_counters *counters)
{
    bres__machine *facts = &((bres__probe_machine *)user)->facts;

    bres__machine_read(bres__system_root(), facts);
    *counters = (bres__probe_counters){
        .steal = counter_of(facts, BRES__FACT_STEAL),
        .cpu = counter_of(facts, BRES__FACT_CPU_STALL),
        .memory = counter_of(facts, BRES__FACT_MEMORY_STALL),
        .io = counter_of(facts, BRES__FACT_IO_STALL),
    };
}

bres_status bres__probe_machine_new(bres__probe_machine **machine, bres__probe_source *source)
{
    bres__probe_machine *made = bres__calloc(1, sizeof(*made));
    bres_status status;

    *machine = NULL;
    if (made == NULL)
        return bres__error_memory();
    status = bres__libexec_find(BRES__PROBE_RUNNER, &made->runner);
    if (status != BRES_OK) {
        bres__free(made);
        return status;
    }
    *source = (bres__probe_source){
        .user = made,
        .measure = machine_measure,
        .run = machine_run,
        .count = machine_count,
    };
    bres_clock_init(&source->clock);
    *machine = made;
    return BRES_OK;
}

void bres__probe_machine_free(bres__probe_machine *machine)
{
    if (machine == NULL)
        return;
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        bres__work_close(&machine->works[work]);
    bres__free(machine->runner);
    bres__free(machine);
}
