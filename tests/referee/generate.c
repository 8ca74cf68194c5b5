/* SPDX-License-Identifier: MIT */
/*
 * Writes pairs of results with known true changes, for tools that compare results:
 *
 *     generate DIRECTORY [FILES [SCENARIO...]]
 *
 * For each scenario, or for those named, and each of FILES (5) pairs, it writes
 * DIRECTORY/SCENARIO/N-reference.json and N-candidate.json with their sidecars, and N-truth.csv
 * with a line per row: its name and the true change. DIRECTORY/scenarios.csv lists the scenarios.
 * Machines whose mathematical functions round alike write the same files.
 */
#include "referee/scenarios.h"
#include "truth/common/noise.h"

#include <benchresult.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define ROWS              100
#define FILES             5
#define SEED              UINT64_C(20261123)
#define FIRST_START       1700000000 /* seconds since 1970 */
#define SECONDS_PER_RUN   60
#define CORRELATION       0.9
#define MODES_APART       0.06
#define RARE_STEPS        32
#define TIME_MIN          1e-5
#define TIME_MAX          1e-2
#define RUNS_PER_SIDE_MAX 15
#define SAMPLES_MAX       300

/* A member of the metadata. */
#define VERSION                                                                                    \
    "\"version\": {\"json\": {\"major\": 1, \"minor\": 0, \"patch\": 0, \"string\": \"1.0.0\"}}"

/* A pair of results under construction. */
typedef struct generator {
    const referee_scenario *scenario;
    bres__random random;
    double change[ROWS];
    double center[ROWS];
    double shift[2][RUNS_PER_SIDE_MAX][ROWS]; /* factors */
} generator;

static void must(bres_status status)
{
    if (status == BRES_OK)
        return;
    fprintf(stderr, "generate: %s\n", bres_last_error());
    exit(2);
}

static void directory_make(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return;
    fprintf(stderr, "generate: cannot create the directory '%s': %s\n", path, strerror(errno));
    exit(2);
}

static FILE *file_open(const char *path)
{
    FILE *file = fopen(path, "w");

    if (file != NULL)
        return file;
    fprintf(stderr, "generate: cannot write '%s': %s\n", path, strerror(errno));
    exit(2);
}

static void file_close(FILE *file, const char *path)
{
    if (ferror(file) == 0 && fclose(file) == 0)
        return;
    fprintf(stderr, "generate: cannot write '%s'\n", path);
    exit(2);
}

/* The position of a run among all runs of both sides, in the order of time. */
static size_t run_place(const referee_scenario *scenario, int side, size_t run)
{
    const size_t both =
        scenario->runs[0] < scenario->runs[1] ? scenario->runs[0] : scenario->runs[1];

    if (scenario->in_blocks)
        return side == 0 ? run : scenario->runs[0] + run;
    return run < both ? 2 * run + (size_t)side : both + run;
}

/* The logarithm of the factor of a run; `last` is that of the previous run in time. */
static double shift_draw(generator *self, int side, double last)
{
    const referee_scenario *scenario = self->scenario;
    const double normal = truth_normal(&self->random);

    switch (scenario->shift_kind) {
    case REFEREE_SHIFT_TWO_MODES:
        return normal < 0 ? -scenario->shift : scenario->shift;
    case REFEREE_SHIFT_AUTOCORRELATED:
        return CORRELATION * last + scenario->shift * sqrt(1 - CORRELATION * CORRELATION) * normal;
    case REFEREE_SHIFT_THREEFOLD:
        return (side == 0 ? 3 : 1) * scenario->shift * normal;
    case REFEREE_SHIFT_NORMAL:
        break;
    }
    return scenario->shift * normal;
}

/* Draws the factors of all runs of a row, in the order of time. */
static void shifts_draw(generator *self, size_t row)
{
    const referee_scenario *scenario = self->scenario;
    const size_t total = scenario->runs[0] + scenario->runs[1];
    double last = scenario->shift * truth_normal(&self->random);

    for (size_t place = 0; place < total; place++) {
        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < scenario->runs[side]; run++) {
                double factor;

                if (run_place(scenario, side, run) != place)
                    continue;
                last = shift_draw(self, side, last);
                factor = exp(last);
                if (total > 2)
                    factor *= 1 + scenario->drift * (double)place / (double)(total - 1);
                if (side == 0 && run == 1)
                    factor *= 1 + scenario->odd_run;
                self->shift[side][run][row] = factor;
            }
        }
    }
}

static double sample_draw(generator *self, double center)
{
    const referee_scenario *scenario = self->scenario;
    double time = center * exp(scenario->noise * truth_normal(&self->random));
    const double chance = bres__random_unit(&self->random);

    if (scenario->noise_kind == REFEREE_NOISE_OUTLIERS && chance < 0.05)
        time *= 1 + bres__random_unit(&self->random);
    if (scenario->noise_kind == REFEREE_NOISE_TWO_MODES && chance < 0.5)
        time *= 1 + MODES_APART;
    return time;
}

/* The time that the clock shows; its step does not depend on the side. */
static double clock_read(generator *self, size_t row, double time)
{
    double step = self->scenario->step * self->center[row];

    if (!(step > 0))
        return time;
    if (bres__random_unit(&self->random) < self->scenario->rare_share)
        step /= RARE_STEPS;
    return fmax(1, round(time / step)) * step;
}

static void samples_draw(generator *self, int side, size_t run, size_t row, double *times)
{
    const referee_scenario *scenario = self->scenario;
    const double change = side == 1 ? 1 + self->change[row] : 1;
    const double center = self->center[row] * change * self->shift[side][run][row];
    const bool drifts = scenario->runs[0] + scenario->runs[1] == 2;

    for (size_t i = 0; i < scenario->samples; i++) {
        double time = sample_draw(self, center);

        if (drifts)
            time *= 1 + scenario->drift * (double)i / (double)scenario->samples;
        times[i] = clock_read(self, row, time);
    }
}

static void meta_put_run(const referee_scenario *scenario, int side, size_t run, FILE *meta)
{
    const time_t start = FIRST_START + (time_t)(SECONDS_PER_RUN * run_place(scenario, side, run));
    char text[32];
    struct tm parts;

    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&start, &parts));
    fprintf(meta, "{" VERSION ", \"benchresult\": {\"start\": \"%s\"}}", text);
}

/* Sets the start times of the runs in the metadata that the command reads. */
static void meta_set(const referee_scenario *scenario, int side, bres_result *result)
{
    char *text = NULL;
    size_t size = 0;
    FILE *meta = open_memstream(&text, &size);

    if (meta == NULL)
        must(BRES_ERROR_MEMORY);
    if (scenario->runs[side] == 1) {
        meta_put_run(scenario, side, 0, meta);
    } else {
        fputs("{" VERSION ", \"benchresult\": {\"merged\": [", meta);
        for (size_t run = 0; run < scenario->runs[side]; run++) {
            fputs(run > 0 ? ", " : "", meta);
            meta_put_run(scenario, side, run, meta);
        }
        fputs("]}}", meta);
    }
    file_close(meta, "the metadata");
    must(bres_result_set_meta_json(result, text));
    free(text);
}

static void state_add(generator *self, bres_subbench *bench, int side, size_t run, size_t row)
{
    double values[SAMPLES_MAX];
    bres_state *state;
    bres_times times;

    must(bres_subbench_add_state(bench, &state));
    must(bres_state_add_axis_int64(state, "Row", (int64_t)row));
    if (self->scenario->runs[side] > 1)
        must(bres_state_set_run(state, (uint32_t)run));
    samples_draw(self, side, run, row, values);
    bres_times_init(&times);
    times.count = self->scenario->samples;
    times.cpu = values;
    must(bres_state_add_cpu_only_summaries(state, &times));
}

static void side_write(generator *self, int side, const char *path)
{
    bres_write_options options;
    int64_t numbers[ROWS];
    bres_result *result;
    bres_subbench *bench;

    for (size_t row = 0; row < ROWS; row++)
        numbers[row] = (int64_t)row;
    must(bres_result_new(&result));
    meta_set(self->scenario, side, result);
    must(bres_result_add_subbench(result, "rows", &bench));
    must(bres_subbench_add_int64_axis(bench, "Row", numbers, ROWS));
    for (size_t run = 0; run < self->scenario->runs[side]; run++) {
        for (size_t row = 0; row < ROWS; row++)
            state_add(self, bench, side, run, row);
    }
    bres_write_options_init(&options);
    must(bres_result_write(result, path, &options));
    bres_result_unref(result);
}

static void truth_write(const generator *self, const char *path)
{
    FILE *file = file_open(path);

    fputs("row,change\n", file);
    for (size_t row = 0; row < ROWS; row++)
        fprintf(file, "Row=%zu,%g\n", row, self->change[row]);
    file_close(file, path);
}

/* Half of the rows are unchanged, a quarter is slower, a quarter is faster. */
static double change_draw(bres__random *random, double change)
{
    switch (bres__random_below(random, 4)) {
    case 0:
        return change;
    case 1:
        return 1 / (1 + change) - 1;
    default:
        return 0;
    }
}

static void pair_write(generator *self, const char *folder, size_t number)
{
    static const char *const sides[2] = { "reference", "candidate" };
    char path[4096];

    for (size_t row = 0; row < ROWS; row++) {
        self->center[row] = TIME_MIN * pow(TIME_MAX / TIME_MIN, bres__random_unit(&self->random));
        self->change[row] = change_draw(&self->random, self->scenario->change);
        shifts_draw(self, row);
    }
    for (int side = 0; side < 2; side++) {
        snprintf(path, sizeof(path), "%s/%zu-%s.json", folder, number, sides[side]);
        side_write(self, side, path);
    }
    snprintf(path, sizeof(path), "%s/%zu-truth.csv", folder, number);
    truth_write(self, path);
}

/* Whether `names`, ended by NULL, contains the scenario; an empty list contains all. */
static bool scenario_is_wanted(const referee_scenario *scenario, char **names)
{
    if (*names == NULL)
        return true;
    while (*names != NULL && strcmp(*names, scenario->name) != 0)
        names++;
    return *names != NULL;
}

static void names_check(char **names)
{
    for (; *names != NULL; names++) {
        size_t i = 0;

        while (i < referee_scenario_count && strcmp(*names, referee_scenarios[i].name) != 0)
            i++;
        if (i == referee_scenario_count) {
            fprintf(stderr, "generate: unknown scenario '%s'\n", *names);
            exit(2);
        }
    }
}

static void scenario_write(generator *self, const char *directory, size_t files)
{
    char folder[2048];

    snprintf(folder, sizeof(folder), "%s/%s", directory, self->scenario->name);
    directory_make(folder);
    for (size_t number = 0; number < files; number++)
        pair_write(self, folder, number);
}

int main(int argc, char **argv)
{
    static generator self;
    const size_t files = argc > 2 ? strtoul(argv[2], NULL, 10) : FILES;
    char **const names = argv + (argc > 3 ? 3 : argc);
    char path[2048];
    FILE *list;

    if (argc < 2 || files == 0) {
        fprintf(stderr, "usage: generate DIRECTORY [FILES [SCENARIO...]]\n");
        return 2;
    }
    names_check(names);
    directory_make(argv[1]);
    snprintf(path, sizeof(path), "%s/scenarios.csv", argv[1]);
    list = file_open(path);
    fputs("name,text,files\n", list);
    for (size_t i = 0; i < referee_scenario_count; i++) {
        self.scenario = &referee_scenarios[i];
        self.random = bres__random_stream(SEED, i);
        if (!scenario_is_wanted(self.scenario, names))
            continue;
        fprintf(list, "%s,\"%s\",%zu\n", self.scenario->name, self.scenario->text, files);
        scenario_write(&self, argv[1], files);
    }
    file_close(list, path);
    return 0;
}
