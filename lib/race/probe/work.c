/* SPDX-License-Identifier: MIT */
#include "race/probe/work.h"

#include "system/file.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The walk visits each cache line of its memory once, in a random order that is always the same. */
#define LINE_BYTES     64u
#define LINE_WORDS     (LINE_BYTES / sizeof(uint32_t))
#define CACHE_DEFAULT  (UINT64_C(1) << 20)
#define CACHE_LEAST    (UINT64_C(1) << 16)
#define CACHE_MOST     (UINT64_C(1) << 25)
#define WALK_SEED      UINT64_C(20261123)
/* Constants of Knuth's linear congruential generator, in which each step depends on the previous
 * one. */
#define SPIN_FACTOR    UINT64_C(6364136223846793005)
#define SPIN_INCREMENT UINT64_C(1442695040888963407)

bool bres__work_times_open(bres__work_times *times)
{
    *times = (bres__work_times){ .blocks = bres__calloc(BRES__WORK_BLOCKS_MAX, sizeof(double)) };
    return times->blocks != NULL;
}

void bres__work_times_free(bres__work_times *times)
{
    bres__free(times->blocks);
    times->blocks = NULL;
}

/* Bytes of the level 2 cache. */
static uint64_t cache_size(void)
{
    long size = 0;

#ifdef _SC_LEVEL2_CACHE_SIZE
    size = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    if (size <= 0)
        return CACHE_DEFAULT;
    if ((uint64_t)size < CACHE_LEAST)
        return CACHE_LEAST;
    return (uint64_t)size > CACHE_MOST ? CACHE_MOST : (uint64_t)size;
}

/* One cycle through all lines (Sattolo 1986). */
static bres_status walk_open(bres__work *work)
{
    const uint32_t lines = (uint32_t)(2 * cache_size() / LINE_BYTES);
    bres__random random = { .state = WALK_SEED };
    uint32_t *next = bres__malloc(lines * LINE_BYTES);

    if (next == NULL)
        return bres__error_memory();
    for (uint32_t i = 0; i < lines; i++)
        next[i * LINE_WORDS] = i * LINE_WORDS;
    for (uint32_t i = lines - 1; i > 0; i--) {
        const uint32_t other = (uint32_t)bres__random_below(&random, i);
        const uint32_t line = next[i * LINE_WORDS];

        next[i * LINE_WORDS] = next[other * LINE_WORDS];
        next[other * LINE_WORDS] = line;
    }
    work->next = next;
    return BRES_OK;
}

bres_status bres__work_open(bres__work *work, bres_probe_work kind)
{
    *work = (bres__work){ .kind = kind };
    return kind == BRES_PROBE_MEMORY ? walk_open(work) : BRES_OK;
}

void bres__work_close(bres__work *work)
{
    bres__free(work->next);
    work->next = NULL;
}

static uint64_t spin(uint64_t state, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++) {
        state = state * SPIN_FACTOR + SPIN_INCREMENT;
        /* The compiler must not compute several steps at once. */
        __asm__ volatile("" : "+r"(state));
    }
    return state;
}

static uint64_t walk(const uint32_t *next, uint64_t state, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        state = next[state];
    return state;
}

static uint64_t call_system(uint64_t state, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++)
        state ^= (uint64_t)syscall(SYS_getppid);
    return state;
}

static void work_repeat(bres__work *work, uint64_t iterations)
{
    switch (work->kind) {
    case BRES_PROBE_SPIN:
        work->state = spin(work->state, iterations);
        break;
    case BRES_PROBE_MEMORY:
        work->state = walk(work->next, work->state, iterations);
        break;
    case BRES_PROBE_SYSTEM_CALLS:
        work->state = call_system(work->state, iterations);
        break;
    }
    __asm__ volatile("" : : "r"(work->state));
}

/* Reads a number of a line, and skips the blanks after it. */
static bool take_count(const char **text, int64_t *count)
{
    const size_t length = strcspn(*text, " ");
    const bool found = bres__text_integer(*text, length, 0, count);

    *text += length;
    *text += strspn(*text, " ");
    return found;
}

double bres__work_wait(const char *schedstat)
{
    int64_t run;
    int64_t wait;

    return take_count(&schedstat, &run) && take_count(&schedstat, &wait) && run > 0
               ? (double)wait * 1e-9
               : NAN;
}

static double thread_wait(void)
{
    bres__reading reading;

    return bres__system_read("", &reading, "/proc/thread-self/schedstat")
               ? bres__work_wait(reading.data)
               : NAN;
}

/* NaN: not known. */
static double thread_cpu(void)
{
    uint64_t cpu;

    return bres__cpu_clock_ns(CLOCK_THREAD_CPUTIME_ID, &cpu) ? (double)cpu * 1e-9 : NAN;
}

static uint64_t thread_switches(void)
{
    struct rusage usage;

    return getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

/* The CPU time is read next to the loop, because the other readings take time. */
void bres__work_execute(bres__work *work, const bres__work_size *size, bres__work_times *times)
{
    const uint64_t switches = thread_switches();
    const double wait = thread_wait();
    const double cpu = thread_cpu();
    bres_clock clock;
    uint64_t first;
    uint64_t last;

    bres_clock_init(&clock);
    times->count = 0;
    first = last = clock.now(clock.user);
    while (times->count < size->blocks && times->count < BRES__WORK_BLOCKS_MAX &&
           !(size->max_time > 0 && (double)(last - first) * 1e-9 >= size->max_time)) {
        uint64_t now;

        work_repeat(work, size->iterations);
        now = clock.now(clock.user);
        times->blocks[times->count++] = (double)(now - last) * 1e-9;
        last = now;
    }
    times->wall = (double)(last - first) * 1e-9;
    times->cpu = thread_cpu() - cpu;
    times->wait = thread_wait() - wait;
    times->switches = thread_switches() - switches;
}
