/* SPDX-License-Identifier: MIT */
/*
 * The cost of judging a solution: an honest matrix multiplication, compared with a hand-written
 * loop that makes and verifies the same calls in this process.
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
#define CALLS_MAX     4096
#define SOLUTION_PATH "/../solutions/product_unrolled.so"

typedef void (*solution_fn)(const float *a, const float *b, float *c, size_t m, size_t n, size_t k);

static double seconds_of(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void die(const char *message)
{
    fprintf(stderr, "bench_judge: %s\n", message);
    exit(2);
}

/* The directory of the solutions is a sibling of this program's directory. */
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

static void loop_begin(loop *self, const bres_problem *problem, const bres_problem_case *test_case,
                       solution_fn solution)
{
    *self = (loop){ .problem = problem, .test_case = *test_case, .solution = solution };
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

static void loop_fill(const loop *self, uint64_t seed)
{
    for (size_t i = 0; i < ARRAYS - 1; i++)
        bres_problem_fill(self->problem, &self->test_case, i, seed, self->arrays[i]);
}

/* The cases of all calls; the judge verifies the output of each. */
static bres_problem_case calls[CALLS_MAX];
static size_t call_count;
static const bres_problem *judged_problem;

static bres_status reference_note(const bres_problem *problem, const bres_problem_case *test_case,
                                  const void *const *inputs, void *const *outputs)
{
    if (call_count == CALLS_MAX)
        die("too many calls");
    calls[call_count++] = *test_case;
    return judged_problem->reference(problem, test_case, inputs, outputs);
}

/* Seconds of the same calls in the hand-written loop. */
typedef struct by_hand {
    double wall;
    double cpu;
} by_hand;

static by_hand calls_make(solution_fn solution)
{
    by_hand made = { -seconds_of(CLOCK_MONOTONIC), -seconds_of(CLOCK_PROCESS_CPUTIME_ID) };
    loop self = { .problem = NULL };

    for (size_t call = 0; call < call_count; call++) {
        if (call == 0 || memcmp(&calls[call], &calls[call - 1], sizeof(*calls)) != 0) {
            loop_end(&self);
            loop_begin(&self, judged_problem, &calls[call], solution);
        }
        loop_fill(&self, call);
        loop_call(&self);
        loop_verify(&self);
    }
    loop_end(&self);
    made.wall += seconds_of(CLOCK_MONOTONIC);
    made.cpu += seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    return made;
}

/* The resources that the judge has used at a moment: before its first timed call, or at its end. */
typedef struct moment {
    double wall;
    double cpu;
    size_t calls;
} moment;

static moment moment_now(void)
{
    return (moment){ seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID),
                     call_count };
}

static void event_note(void *user, const bres_judge_event *event)
{
    if (event->kind == BRES_JUDGE_EVENT_BENCHMARKING)
        *(moment *)user = moment_now();
}

static bres_judgement *judge(const char *path, moment *timing)
{
    bres_problem problem = *judged_problem;
    bres_judge_options options;
    bres_judgement *judgement;

    problem.reference = reference_note;
    bres_judge_options_init(&options);
    options.event = event_note;
    options.event_user = timing;
    options.peak_flops = options.peak_bandwidth = -1;
    if (bres_judge(&problem, path, &options, &judgement) != BRES_OK)
        die(bres_last_error());
    if (!bres_judgement_is_accepted(judgement))
        die(bres_judgement_message(judgement));
    return judgement;
}

/* Prints the mean seconds inside a call, and of the round trip to the runner. */
static void samples_print(const bres_judgement *judgement)
{
    double inside = 0;
    double trips = 0;
    double samples = 0;

    for (size_t i = 0; i < bres_judgement_case_count(judgement); i++) {
        bres_judged_case judged;

        bres_judged_case_init(&judged);
        bres_judgement_case_at(judgement, i, &judged);
        inside += judged.runtime * (double)judged.samples;
        trips += (judged.wall - judged.runtime) * (double)judged.samples;
        samples += (double)judged.samples;
    }
    printf("a call: %.2f ms, and %.1f us for the way there and back\n", inside / samples * 1e3,
           trips / samples * 1e6);
}

int main(void)
{
    const char *path = solution_path();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library == NULL ? NULL : dlsym(library, "solution");
    const moment begin = moment_now();
    bres_judgement *judgement;
    solution_fn solution;
    moment timing = begin;
    moment end;
    by_hand hand;

    if (symbol == NULL)
        die("the solution cannot be loaded");
    memcpy(&solution, &symbol, sizeof(symbol));
    if (bres_problem_find(PROBLEM, &judged_problem) != BRES_OK)
        die(bres_last_error());
    judgement = judge(path, &timing);
    end = moment_now();
    hand = calls_make(solution);
    samples_print(judgement);
    printf("beside each of %zu timed calls: %.2f ms of CPU time of the judge\n",
           end.calls - timing.calls,
           (end.cpu - timing.cpu) / (double)(end.calls - timing.calls) * 1e3);
    printf("judging %s: %.2f s, of which %.2f s to check it\n", PROBLEM, end.wall - begin.wall,
           timing.wall - begin.wall);
    printf("the same %zu calls made and verified by hand: %.2f s, %.2f s of CPU time\n", call_count,
           hand.wall, hand.cpu);
    printf("the judge takes %.1f times as long\n", (end.wall - begin.wall) / hand.wall);
    bres_judgement_free(judgement);
    dlclose(library);
    return 0;
}
