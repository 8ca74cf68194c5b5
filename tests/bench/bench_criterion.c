/* SPDX-License-Identifier: MIT */
/*
 * The cost of a sample for each stopping criterion, which is asked after each sample. The same run
 * also measures two ways to count values: a plain hash table, and the sorted array of NVBench's
 * entropy criterion.
 */
#include <benchresult/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS     3
#define FEW_LEVELS 50u

/* CPU time of this process, to minimize the influence of other processes. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void die(const char *message)
{
    fprintf(stderr, "bench_criterion: %s\n", message);
    exit(2);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

/* Times of around 100 us: with few distinct values, as from a coarse clock, or all distinct. */
static double *make_times(size_t count, bool few)
{
    double *times = allocate(count, sizeof *times);
    uint64_t state = 88172645463325252u;

    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        times[i] = 1e-4 + (few ? 1e-7 * (double)(state % FEW_LEVELS)
                               : 1e-5 * (double)(state >> 11) * 0x1p-53);
    }
    return times;
}

struct counted {
    double value;
    uint64_t count;
};

struct table {
    struct counted *entries;
    size_t capacity;
    size_t count;
};

static struct counted *hash_find(const struct table *table, double value)
{
    uint64_t bits;
    size_t place;

    memcpy(&bits, &value, sizeof bits);
    bits *= UINT64_C(0x9E3779B97F4A7C15);
    place = (size_t)(bits ^ bits >> 32) & (table->capacity - 1);
    while (table->entries[place].count != 0 && table->entries[place].value != value)
        place = (place + 1) & (table->capacity - 1);
    return &table->entries[place];
}

static void hash_grow(struct table *table)
{
    struct table grown = { .capacity = table->capacity == 0 ? 64 : table->capacity * 2 };

    grown.entries = allocate(grown.capacity, sizeof *grown.entries);
    grown.count = table->count;
    for (size_t i = 0; i < table->capacity; i++) {
        if (table->entries[i].count != 0)
            *hash_find(&grown, table->entries[i].value) = table->entries[i];
    }
    free(table->entries);
    *table = grown;
}

static void hash_add(struct table *table, double value)
{
    struct counted *entry;

    if (table->count * 2 >= table->capacity)
        hash_grow(table);
    entry = hash_find(table, value);
    table->count += entry->count == 0;
    entry->value = value;
    entry->count++;
}

static void sorted_add(struct table *table, double value)
{
    size_t low = 0;
    size_t high = table->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (table->entries[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < table->count && table->entries[low].value == value) {
        table->entries[low].count++;
        return;
    }
    if (table->count == table->capacity) {
        table->capacity = table->capacity == 0 ? 64 : table->capacity * 2;
        table->entries = realloc(table->entries, table->capacity * sizeof *table->entries);
        if (table->entries == NULL)
            die("out of memory");
    }
    memmove(table->entries + low + 1, table->entries + low,
            (table->count - low) * sizeof *table->entries);
    table->entries[low] = (struct counted){ value, 1 };
    table->count++;
}

static double time_table(void (*add)(struct table *, double), const double *times, size_t count)
{
    struct table table = { 0 };
    const double begin = now();

    for (size_t i = 0; i < count; i++)
        add(&table, times[i]);
    free(table.entries);
    return now() - begin;
}

/* The criteria, with limits that keep each of them running to the end. */
static const struct {
    const char *name;
    const char *parameter;
    const char *value;
} criteria[] = {
    { "stdrel", "max-noise", "0" },
    { "entropy", "max-angle", "-90" },
    { "sample-count", "target-samples", "1000000000" },
    { "cv", "cv-max-samples", "1000000000" },
    { "iqr", "iqr-max-time", "1e9" },
};

#define CRITERION_COUNT (sizeof criteria / sizeof *criteria)
#define WAY_COUNT       (CRITERION_COUNT + 2)
#define ENTROPY         1
/* The largest number of distinct values for the sorted array in the table: its time is
 * quadratic. */
#define SORTED_MAX      100000

static double time_criterion(bres_criterion *criterion, const double *times, size_t count)
{
    double begin;
    size_t finished = 0;

    if (bres_criterion_start(criterion) != BRES_OK)
        die(bres_last_error());
    begin = now();
    for (size_t i = 0; i < count; i++) {
        if (bres_criterion_add(criterion, times[i]) != BRES_OK)
            die(bres_last_error());
        finished += bres_criterion_is_finished(criterion);
    }
    return now() - begin + 0 * (double)finished;
}

/* The longest time of one sample. */
static double longest_add(bres_criterion *criterion, const double *times, size_t count)
{
    double longest = 0;
    double before;

    if (bres_criterion_start(criterion) != BRES_OK)
        die(bres_last_error());
    before = now();
    for (size_t i = 0; i < count; i++) {
        double after;

        if (bres_criterion_add(criterion, times[i]) != BRES_OK)
            die(bres_last_error());
        after = now();
        longest = after - before > longest ? after - before : longest;
        before = after;
    }
    return longest;
}

/* Seconds of each way, the best of several rounds; includes the sorted array on request. */
static void measure(bres_criterion *const *made, const double *times, size_t count, bool sorted,
                    double *best)
{
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t w = 0; w < WAY_COUNT; w++) {
            double seconds;

            if (w < CRITERION_COUNT)
                seconds = time_criterion(made[w], times, count);
            else if (w == CRITERION_COUNT)
                seconds = time_table(hash_add, times, count);
            else if (sorted && round == 0)
                seconds = time_table(sorted_add, times, count);
            else
                continue;
            if (round == 0 || seconds < best[w])
                best[w] = seconds;
        }
    }
}

static void print_row(size_t count, bool few, bool sorted, const double *best)
{
    printf("  %9zu %5s", count, few ? "few" : "all");
    for (size_t w = 0; w < WAY_COUNT; w++) {
        if (w < WAY_COUNT - 1 || sorted)
            printf(" %12.1f", best[w] / (double)count * 1e9);
        else
            printf(" %12s", "-");
    }
    putchar('\n');
}

/* Prints a row of the table; returns the time of entropy relative to that of the hash table. */
static double bench_row(bres_criterion *const *made, size_t count, bool few)
{
    const bool sorted = few || count <= SORTED_MAX;
    double *times = make_times(count, few);
    double best[WAY_COUNT];

    measure(made, times, count, sorted, best);
    print_row(count, few, sorted, best);
    free(times);
    return best[ENTROPY] / best[CRITERION_COUNT];
}

/* Measures the sorted array only once, because it takes about 20 s. */
static double sorted_against_entropy(bres_criterion *entropy, size_t count)
{
    double *times = make_times(count, false);
    const double seconds = time_criterion(entropy, times, count);
    const double sorted = time_table(sorted_add, times, count);

    free(times);
    return sorted / seconds;
}

static double longest_wait(bres_criterion *entropy, size_t count)
{
    double *times = make_times(count, false);
    const double longest = longest_add(entropy, times, count);

    free(times);
    return longest;
}

static void print_expected(const char *label, double value, const char *expected)
{
    printf("  %-44s %8.2f   %s\n", label, value, expected);
}

int main(void)
{
    static const size_t counts[] = { 1000, 100000, 1000000 };
    bres_criteria *registry = NULL;
    bres_criterion *made[CRITERION_COUNT] = { NULL };
    double against_hash = 0;

    if (bres_criteria_new(&registry) != BRES_OK)
        die(bres_last_error());
    for (size_t i = 0; i < CRITERION_COUNT; i++) {
        if (bres_criterion_new(registry, criteria[i].name, &made[i]) != BRES_OK ||
            bres_criterion_set_text(made[i], criteria[i].parameter, criteria[i].value) != BRES_OK)
            die(bres_last_error());
    }
    puts("criterion: ns for each sample, added and asked; few or all of the values different");
    printf("  %9s %5s", "samples", "");
    for (size_t i = 0; i < CRITERION_COUNT; i++)
        printf(" %12s", criteria[i].name);
    printf(" %12s %12s\n", "hash table", "sorted array");
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        bench_row(made, counts[c], true);
        against_hash = bench_row(made, counts[c], false);
    }
    print_expected("entropy / hash table, 1000000 different", against_hash, "expected <= 2");
    print_expected("sorted array / entropy, 400000 different",
                   sorted_against_entropy(made[ENTROPY], 400000), "expected >= 100");
    print_expected("longest wait of entropy for one sample, ms",
                   longest_wait(made[ENTROPY], 1000000) * 1e3, "moving all at once: some 20");
    for (size_t i = 0; i < CRITERION_COUNT; i++)
        bres_criterion_free(made[i]);
    bres_criteria_free(registry);
    return 0;
}
