/* SPDX-License-Identifier: MIT */
/*
 * What it costs to have a solution judged: an honest matrix multiplication, against loops written
 * by hand that call it as often for the same sizes, in the process itself.
 */
#include <benchresult.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PROBLEM       "matrix-multiplication"
#define ARRAYS        3
#define SOLUTION_PATH "/../solutions/product_unrolled.so"

typedef void (*solution_fn)(const float *a, const float *b, float *c, size_t m, size_t n, size_t k);

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void die(const char *message)
{
    fprintf(stderr, "bench_judge: %s\n", message);
    exit(2);
}

/* The solutions are beside the directory of this program. */
static const char *solution_path(void)
{
    static char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - sizeof(SOLUTION_PATH));

    if (length <= 0)
        die("cannot find the solution");
    path[length] = '\0';
    strcpy(strrchr(path, '/'), SOLUTION_PATH);
    return path;
}

typedef struct loop {
    const bres_problem *problem;
    bres_problem_case test_case;
    solution_fn solution;
    float *arrays[ARRAYS];
    float *expected;
} loop;

static void loop_begin(loop *self, const bres_problem *problem, size_t index, solution_fn solution)
{
    *self = (loop){ .problem = problem, .solution = solution };
    if (bres_problem_make_case(problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, index, 1,
                               &self->test_case) != BRES_OK)
        die(bres_last_error());
    for (size_t i = 0; i < ARRAYS; i++) {
        const size_t count = problem->element_count(problem, &self->test_case, i);

        self->arrays[i] = calloc(count + 1, sizeof(float));
        if (i == ARRAYS - 1)
            self->expected = calloc(count + 1, sizeof(float));
        if (self->arrays[i] == NULL)
            die("out of memory");
    }
    if (self->expected == NULL)
        die("out of memory");
}

static void loop_end(loop *self)
{
    for (size_t i = 0; i < ARRAYS; i++)
        free(self->arrays[i]);
    free(self->expected);
}

static void loop_verify(const loop *self)
{
    const void *const inputs[] = { self->arrays[0], self->arrays[1] };
    void *const outputs[] = { self->expected };
    const bres_tolerance tolerance =
        self->problem->tolerance(self->problem, &self->test_case, ARRAYS - 1);
    bres_verification verification;

    bres_verification_init(&verification);
    if (self->problem->reference(self->problem, &self->test_case, inputs, outputs) != BRES_OK ||
        bres_verify("output", BRES_TYPE_FLOAT32, self->expected, self->arrays[ARRAYS - 1],
                    self->problem->element_count(self->problem, &self->test_case, ARRAYS - 1),
                    &tolerance, &verification) != BRES_OK ||
        verification.wrong > 0)
        die("the loop by hand is wrong");
}

static void loop_call(const loop *self)
{
    const uint64_t *dims = self->test_case.dims;

    self->solution(self->arrays[0], self->arrays[1], self->arrays[2], dims[0], dims[1], dims[2]);
}

/* Seconds of all calls, with new inputs for each, verified or not. */
static double loop_run(loop *self, uint64_t calls, bool verified)
{
    const double begin = now();

    for (uint64_t call = 0; call < calls; call++) {
        for (size_t i = 0; i < ARRAYS - 1; i++)
            bres_problem_fill(self->problem, &self->test_case, i, call, self->arrays[i]);
        loop_call(self);
        if (verified)
            loop_verify(self);
    }
    return now() - begin;
}

/* The moments of the last events of two kinds. */
typedef struct moments {
    double benchmarking;
    double end;
} moments;

static void event_note(void *user, const bres_judge_event *event)
{
    moments *noted = user;

    if (event->kind == BRES_JUDGE_EVENT_BENCHMARKING)
        noted->benchmarking = now();
    else if (event->kind == BRES_JUDGE_EVENT_END)
        noted->end = now();
}

static bres_judgement *judge(const bres_problem *problem, const char *path, moments *noted)
{
    bres_judge_options options;
    bres_judgement *judgement;

    bres_judge_options_init(&options);
    options.event = event_note;
    options.event_user = noted;
    if (bres_judge(problem, path, &options, &judgement) != BRES_OK)
        die(bres_last_error());
    if (!bres_judgement_is_accepted(judgement))
        die(bres_judgement_message(judgement));
    return judgement;
}

int main(void)
{
    const char *path = solution_path();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library == NULL ? NULL : dlsym(library, "solution");
    const bres_problem *problem;
    bres_judgement *judgement;
    solution_fn solution;
    moments noted = { 0, 0 };
    double plain = 0;
    double verified = 0;
    double inside = 0;
    double trips = 0;
    uint64_t samples = 0;
    double begin;

    if (symbol == NULL)
        die("the solution cannot be loaded");
    memcpy(&solution, &symbol, sizeof(symbol));
    if (bres_problem_find(PROBLEM, &problem) != BRES_OK)
        die(bres_last_error());
    begin = now();
    judgement = judge(problem, path, &noted);
    for (size_t i = 0; i < bres_judgement_case_count(judgement); i++) {
        bres_judged_case judged;
        loop by_hand;

        bres_judged_case_init(&judged);
        bres_judgement_case_at(judgement, i, &judged);
        if (judged.samples == 0)
            continue;
        loop_begin(&by_hand, problem, i, solution);
        plain += loop_run(&by_hand, judged.samples, false);
        verified += loop_run(&by_hand, judged.samples, true);
        loop_end(&by_hand);
        samples += judged.samples;
        inside += judged.runtime * (double)judged.samples;
        trips += (judged.wall - judged.runtime) * (double)judged.samples;
    }
    printf("judging %s: %.2f s, of which %.2f s to check it and %.2f s for %llu samples\n", PROBLEM,
           noted.end - begin, noted.benchmarking - begin, noted.end - noted.benchmarking,
           (unsigned long long)samples);
    printf("as many calls by hand: %.2f s, and %.2f s when each is verified\n", plain, verified);
    printf("a sample: %.2f ms in the call, %.1f us for the way there and back, %.2f ms for the "
           "rest\n",
           inside / (double)samples * 1e3, trips / (double)samples * 1e6,
           (noted.end - noted.benchmarking - inside - trips) / (double)samples * 1e3);
    bres_judgement_free(judgement);
    dlclose(library);
    return 0;
}
