/* SPDX-License-Identifier: MIT */
#include "support/synthetic_machine.h"

#include "stats/stats.h"

#include <math.h>

#define READING_NS 25
#define START_NS   2e6 /* start of a process */
#define SLICE_NS   3e6 /* mean time slice of the scheduler, if others wait */
#define PERIOD_NS  1e8 /* of a quota */
#define STOLEN_NS  2e7 /* duration of one stop by a hypervisor */

/* Nanoseconds per iteration. */
static const double costs[BRES_PROBE_WORKS] = { 1, 5, 100 };

double bres_test_machine_normal(bres__random *random)
{
    const double radius = sqrt(-2 * log(1 - bres__random_unit(random)));

    return radius * cos(6.283185307179586 * bres__random_unit(random));
}

void bres_test_machine_init(bres_test_machine *machine, uint64_t seed)
{
    *machine = (bres_test_machine){
        .random = bres__random_stream(20261123, seed),
        .now = 1000000000,
        .processors = 2,
        .noise = 0.0005,
    };
}

static double draw_heavy(bres__random *random)
{
    double squares = 0;

    for (int i = 0; i < 3; i++) {
        const double normal = bres_test_machine_normal(random);

        squares += normal * normal;
    }
    return bres_test_machine_normal(random) / sqrt(squares / 3) / sqrt(3);
}

/* The level of the next run, with standard deviation 1, after a run with this level. */
static double next_level(bres_test_machine *machine, double level)
{
    const double kept = machine->correlation;

    switch (machine->shift) {
    case BRES_TEST_SHIFT_MODES:
        return bres__random_unit(&machine->random) < 0.5 ? -1 : 1;
    case BRES_TEST_SHIFT_HEAVY:
        return draw_heavy(&machine->random);
    default:
        return kept * level + sqrt(1 - kept * kept) * bres_test_machine_normal(&machine->random);
    }
}

static double seconds_of(const bres_test_machine *machine)
{
    return (double)(machine->now - 1000000000) * 1e-9;
}

/* The current factor of all times. */
static double speed(const bres_test_machine *machine)
{
    const double now = seconds_of(machine);

    return exp(machine->drift * now / 60 +
               (machine->step != 0 && now >= machine->step_at ? machine->step : 0));
}

static bool is_contended(const bres_test_machine *machine)
{
    const double now = seconds_of(machine);

    return machine->spinners >= machine->processors &&
           (machine->busy_to == 0 || (now >= machine->busy_from && now < machine->busy_to));
}

/* Every spinner gets as large a share of the processors as our process. */
static void wait_for_others(bres_test_machine *machine)
{
    const double ours = (double)machine->processors / (machine->spinners + 1);
    const double wait = SLICE_NS * (1 / ours - 1) * (0.5 + bres__random_unit(&machine->random));

    machine->now += (uint64_t)wait;
    machine->waited += wait;
    machine->switches++;
}

/* The nanoseconds for which the whole machine or its cgroup stops; *counted receives the part that
 * counts as CPU time. */
static double stop_after(bres_test_machine *machine, double ran, double *counted)
{
    const double in_period = fmod((double)machine->now, PERIOD_NS);
    double stop = 0;

    *counted = 0;
    if (machine->quota > 0 && in_period > machine->quota * PERIOD_NS)
        stop = PERIOD_NS - in_period;
    if (machine->stolen > 0 && bres__random_unit(&machine->random) <
                                   ran / STOLEN_NS * machine->stolen / (1 - machine->stolen)) {
        *counted = STOLEN_NS;
        stop += STOLEN_NS;
    }
    return stop;
}

/* Advances the time until `need` nanoseconds of work are done. Returns the CPU time. */
static double work_for(bres_test_machine *machine, double need)
{
    double cpu = 0;

    while (need > 0) {
        const double ran = is_contended(machine) ? fmin(need, machine->until_switch) : need;
        double counted;

        machine->now += (uint64_t)ran;
        machine->now += (uint64_t)stop_after(machine, ran, &counted);
        cpu += ran + counted;
        need -= ran;
        machine->until_switch -= ran;
        if (machine->until_switch > 0)
            continue;
        if (is_contended(machine))
            wait_for_others(machine);
        machine->until_switch = SLICE_NS * (0.5 + bres__random_unit(&machine->random));
    }
    return cpu;
}

static uint64_t clock_now(void *user)
{
    bres_test_machine *machine = user;
    const uint64_t tick = machine->tick > 0 ? machine->tick : 1;

    machine->now += READING_NS;
    return machine->now / tick * tick;
}

static void clock_sleep(void *user, uint64_t nanoseconds)
{
    ((bres_test_machine *)user)->now += nanoseconds;
}

static void execute(bres_test_machine *machine, int work, double level, const bres__work_size *size,
                    bres__work_times *times)
{
    const double waited = machine->waited;
    const uint64_t switches = machine->switches;
    const uint64_t first = clock_now(machine);
    uint64_t last = first;

    times->count = 0;
    times->cpu = 0;
    while (times->count < size->blocks && times->count < BRES__WORK_BLOCKS_MAX &&
           !(size->max_time > 0 && (double)(last - first) * 1e-9 >= size->max_time)) {
        const double noise = fabs(machine->noise * bres_test_machine_normal(&machine->random));
        const double need =
            (double)size->iterations * costs[work] * speed(machine) * exp(level + noise);
        uint64_t now;

        times->cpu += work_for(machine, need) * 1e-9;
        now = clock_now(machine);
        times->blocks[times->count++] = (double)(now - last) * 1e-9;
        last = now;
    }
    times->wall = (double)(last - first) * 1e-9;
    times->wait = machine->no_counts ? NAN : (machine->waited - waited) * 1e-9;
    times->switches = machine->switches - switches;
}

static bres_status source_measure(void *user, bres_probe_work work, const bres__work_size *size,
                                  bres__work_times *times)
{
    execute(user, (int)work, 0, size, times);
    return BRES_OK;
}

static bres_status source_run(void *user, const bres__work_size sizes[BRES_PROBE_WORKS],
                              bres__work_times times[BRES_PROBE_WORKS])
{
    bres_test_machine *machine = user;

    if (machine->fails)
        return bres__error(BRES_ERROR_VALUE, "the run has failed");
    machine->runs++;
    machine->now += (uint64_t)START_NS;
    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        machine->levels[work] = next_level(machine, machine->levels[work]);
        execute(machine, work, machine->deviation[work] * machine->levels[work], &sizes[work],
                &times[work]);
    }
    return BRES_OK;
}

static void source_count(void *user, bres__probe_counters *counters)
{
    (void)user;
    *counters = (bres__probe_counters){ .steal = NAN, .cpu = NAN, .memory = NAN, .io = NAN };
}

void bres_test_machine_source(bres_test_machine *machine, bres__probe_source *source)
{
    *source = (bres__probe_source){
        .user = machine,
        .measure = source_measure,
        .run = source_run,
        .count = source_count,
    };
    bres_clock_init(&source->clock);
    source->clock.now = clock_now;
    source->clock.sleep = clock_sleep;
    source->clock.user = machine;
}

void bres_test_machine_run(bres_test_machine *machine, const bres__work_size *sizes,
                           double typical[BRES_PROBE_WORKS])
{
    double blocks[BRES_PROBE_WORKS][BRES__WORK_BLOCKS_MAX];
    bres__work_times times[BRES_PROBE_WORKS];

    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        times[work] = (bres__work_times){ .blocks = blocks[work] };
    source_run(machine, sizes, times);
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        typical[work] = bres__median(times[work].blocks, times[work].count);
}
