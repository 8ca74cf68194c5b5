/* SPDX-License-Identifier: MIT */
#include "measure/beside.h"
#include "measure/seconds.h"
#include "model/model.h"
#include "stats/stats.h"

#include <unistd.h>

/* Number of empty samples; their median is the cost of one. */
#define COST_SAMPLES   21u
/* Number of first samples that always have readings; afterwards, readings take at most
 * 1/OBSERVED_PART of the time. */
#define OBSERVED_FIRST 64u
#define OBSERVED_PART  4u

static double beside_seconds(const bres__beside *beside)
{
    return beside->end > beside->begin ? bres__seconds(beside->end - beside->begin) : 0;
}

/* An empty sample reads its own clock twice between the readings. */
static void beside_measure_cost(bres__beside *beside, const bres_clock *wall)
{
    const uint64_t start = wall->now(wall->user);
    double costs[COST_SAMPLES];
    bres_clock own;
    uint64_t end;

    bres__clock_of_kind(&own, wall, beside->times.kind);
    for (unsigned i = 0; i < COST_SAMPLES; i++) {
        bres__beside_begin(beside);
        own.now(own.user);
        own.now(own.user);
        bres__beside_end(beside);
        costs[i] = beside_seconds(beside);
    }
    end = wall->now(wall->user);
    beside->cost = bres__median(costs, COST_SAMPLES);
    beside->price = end > start ? (end - start) / COST_SAMPLES : 0;
}

void bres__beside_open(bres__beside *beside, const bres_clock *wall, uint32_t clock_kind,
                       unsigned flags)
{
    *beside = (bres__beside){
        .flags = flags,
        .times.kind = clock_kind,
        .times.other_kind = clock_kind == BRES_CLOCK_WALL ? BRES_CLOCK_THREAD : BRES_CLOCK_WALL,
        .has_counts = true,
        .is_open = true,
    };
    bres__clock_of_kind(&beside->clock, wall, beside->times.other_kind);
    beside_measure_cost(beside, wall);
    beside->migrations = (flags & BRES__BESIDE_MIGRATIONS) != 0 ? bres__migrations_open() : -1;
    bres__beside_restart(beside);
}

void bres__beside_close(bres__beside *beside)
{
    bres__free(beside->times.other);
    if (beside->is_open && beside->migrations >= 0)
        close(beside->migrations);
}

void bres__beside_restart(bres__beside *beside)
{
    beside->times.count = 0;
    beside->observed = 0;
    beside->elapsed = 0;
    beside->spent = 0;
    beside->totals = (bres__os_counts){ 0 };
    beside->preempted = 0;
    if (!bres__migrations_read(beside->migrations, &beside->migrations_begin))
        beside->migrations_begin = 0;
}

bool bres__beside_reserve(bres__beside *beside)
{
    return BRES__RESERVE(&beside->times.other, &beside->capacity, beside->times.count + 1);
}

static uint64_t beside_read_clock(const bres__beside *beside)
{
    return (beside->flags & BRES__BESIDE_CLOCK) != 0 ? beside->clock.now(beside->clock.user) : 0;
}

/* Reads the counts outside of the readings of the other clock, because the counts cost more. */
void bres__beside_begin(bres__beside *beside)
{
    beside->observes =
        beside->observed < OBSERVED_FIRST || beside->spent <= beside->elapsed / OBSERVED_PART;
    if (!beside->observes)
        return;
    if (beside->has_counts)
        beside->has_counts = bres__os_counts_read(&beside->counts_begin);
    beside->begin = beside_read_clock(beside);
}

void bres__beside_end(bres__beside *beside)
{
    if (!beside->observes)
        return;
    beside->end = beside_read_clock(beside);
    if (beside->has_counts)
        beside->has_counts = bres__os_counts_read(&beside->counts_end);
    beside->spent += beside->price;
}

static void beside_count(bres__beside *beside)
{
    const bres__os_counts *begin = &beside->counts_begin;
    const bres__os_counts *end = &beside->counts_end;
    bres__os_counts *totals = &beside->totals;

    totals->involuntary_switches += end->involuntary_switches - begin->involuntary_switches;
    totals->voluntary_switches += end->voluntary_switches - begin->voluntary_switches;
    totals->page_faults += end->page_faults - begin->page_faults;
    beside->preempted += end->involuntary_switches != begin->involuntary_switches;
}

void bres__beside_keep(bres__beside *beside, uint64_t block_size)
{
    const double seconds = beside_seconds(beside) - beside->cost;

    if (!beside->observes)
        return;
    beside->observed++;
    if ((beside->flags & BRES__BESIDE_CLOCK) != 0)
        beside->times.other[beside->times.count++] = seconds > 0 ? seconds / (double)block_size : 0;
    if (beside->has_counts)
        beside_count(beside);
}

#define HIDDEN(tag, name, description, hint)                                                       \
    {                                                                                              \
        tag, name, description, hint, BRES__HIDDEN                                                 \
    }

static const bres__summary_texts text_kind =
    HIDDEN("kind", "Clock", "The clock of the samples: wall, thread or process.", NULL);
static const bres__summary_texts text_other =
    HIDDEN("other/kind", "Other Clock", "The clock that was read beside the samples.", NULL);
static const bres__summary_texts text_median =
    HIDDEN("other/median", "Other Median", "Median of the times by the other clock.", "duration");
static const bres__summary_texts text_mean =
    HIDDEN("other/mean", "Other Mean", "Mean of the times by the other clock.", "duration");
static const bres__summary_texts text_observed = HIDDEN(
    "observed_samples", "Observed", "Samples beside which the system's counts were read.", NULL);
static const bres__summary_texts text_involuntary =
    HIDDEN("involuntary_switches", "Preemptions",
           "Context switches of the observed samples by which another thread took the CPU.", NULL);
static const bres__summary_texts text_voluntary =
    HIDDEN("voluntary_switches", "Waits",
           "Context switches of the observed samples because of a wait.", NULL);
static const bres__summary_texts text_faults =
    HIDDEN("page_faults", "Page Faults", "Page faults of the observed samples.", NULL);
static const bres__summary_texts text_preempted =
    HIDDEN("preempted_samples", "Preempted",
           "Observed samples in which another thread took the CPU.", NULL);
static const bres__summary_texts text_migrations =
    HIDDEN("migrations", "Migrations", "Moves to another CPU while the samples were taken.", NULL);

bres_status bres__add_clocks(const bres__clock_times *times, bres_state *state)
{
    bres__summaries set = bres__summaries_begin(state, "bres/clock/");
    bres__moments moments;

    bres__summaries_add_string(&set, &text_kind,
                               bres_clock_kind_name((bres_clock_kind)times->kind));
    if (times->count == 0)
        return bres__summaries_end(&set);
    bres__moments_of(times->other, times->count, &moments);
    bres__summaries_add_string(&set, &text_other,
                               bres_clock_kind_name((bres_clock_kind)times->other_kind));
    bres__summaries_add_float64(&set, &text_median, bres__median(times->other, times->count));
    bres__summaries_add_float64(&set, &text_mean, moments.mean);
    return bres__summaries_end(&set);
}

bres_status bres__beside_add_summaries(bres__beside *beside, bres_state *state)
{
    const bres__os_counts *totals = &beside->totals;
    bres_status status = bres__add_clocks(&beside->times, state);
    bres__summaries set;
    uint64_t migrations;

    if (status != BRES_OK || beside->observed == 0)
        return status;
    set = bres__summaries_begin(state, "bres/os/");
    if (beside->has_counts) {
        bres__summaries_add_int64(&set, &text_observed, (int64_t)beside->observed);
        bres__summaries_add_int64(&set, &text_involuntary, (int64_t)totals->involuntary_switches);
        bres__summaries_add_int64(&set, &text_voluntary, (int64_t)totals->voluntary_switches);
        bres__summaries_add_int64(&set, &text_faults, (int64_t)totals->page_faults);
        bres__summaries_add_int64(&set, &text_preempted, (int64_t)beside->preempted);
    }
    if (bres__migrations_read(beside->migrations, &migrations))
        bres__summaries_add_int64(&set, &text_migrations,
                                  (int64_t)(migrations - beside->migrations_begin));
    return bres__summaries_end(&set);
}
