/* SPDX-License-Identifier: MIT */
/*
 * A judgement from its beginning to its end.
 */
#include "judge/judge.h"
#include "judge/verdict/peak.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Streams of random numbers of a judgement's seed. */
enum { STREAM_CALLS = 0, STREAM_AGAIN };

#define CACHE_MAX ((uint64_t)64 << 20)

/* --- What is wrong with the solution ---------------------------------------------------------- */

bool bres__judge_goes_on(const bres__judge *judge)
{
    return !judge->judgement->has_failed;
}

bres_status bres__judge_fail(bres__judge *judge, bres_judge_status status, const char *format, ...)
{
    bres_judgement *judgement = judge->judgement;
    char message[1024];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof message, format, arguments);
    va_end(arguments);
    judgement->message = bres__strdup(message);
    if (judgement->message == NULL)
        return bres__error_memory();
    judgement->status = status;
    judgement->has_failed = true;
    return BRES_OK;
}

/* --- Beginning -------------------------------------------------------------------------------- */

/* Twice the last-level cache, or what is said to be it. */
static uint64_t cache_size_of(const bres_judge_options *options)
{
    long size = sysconf(_SC_LEVEL3_CACHE_SIZE);

    if (options->cache_size != 0)
        return options->cache_size;
    if (size <= 0)
        size = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return size <= 0 || (uint64_t)size > CACHE_MAX / 2 ? CACHE_MAX : 2 * (uint64_t)size;
}

static bres_status choose_seed(const bres_judge_options *options, uint64_t *seed)
{
    if (options->has_seed == 0)
        return bres__random_secret(seed);
    *seed = options->seed;
    return BRES_OK;
}

static const char *keep_text(bres_judgement *judgement, const char *text)
{
    return bres__arena_strdup(&judgement->arena, text != NULL ? text : "");
}

static bres_status facts_fill(bres__judge *judge, const char *solution)
{
    const bres_judge_options *options = &judge->options;
    bres_judgement *judgement = judge->judgement;
    bres__judge_facts *facts = &judgement->facts;

    facts->problem = keep_text(judgement, judge->problem->name);
    facts->title = keep_text(judgement, judge->problem->title);
    facts->solution = keep_text(judgement, solution);
    if (facts->problem == NULL || facts->title == NULL || facts->solution == NULL)
        return bres__error_memory();
    facts->backend = (bres_backend)options->backend;
    facts->type = judge->type;
    facts->device = options->device;
    facts->flags = options->flags;
    facts->min_samples = options->min_samples;
    facts->max_samples = options->max_samples;
    facts->target_cv = options->target_cv;
    facts->min_time = options->min_time;
    facts->long_time = options->long_time;
    facts->verify_fraction = options->verify_fraction;
    return choose_seed(options, &facts->seed);
}

static bool is_timed(const bres__judge *judge)
{
    return judge->set != BRES_CASES_SAMPLE && (judge->options.flags & BRES_JUDGE_CHECK_ONLY) == 0;
}

/* What the machine can do is known of the CPU alone. */
static bres_status peaks_find(bres__judge *judge)
{
    const bres_judge_options *options = &judge->options;
    bres__judge_facts *facts = &judge->judgement->facts;
    const bool measures = is_timed(judge) && options->backend == BRES_BACKEND_CPU &&
                          (options->peak_flops == 0 || options->peak_bandwidth == 0);
    double flops = 0;
    double bandwidth = 0;
    const bres_status status = measures ? bres__peaks_measure(&flops, &bandwidth) : BRES_OK;

    if (status != BRES_OK)
        return status;
    facts->peak_flops = options->peak_flops == 0 ? flops : options->peak_flops;
    facts->peak_bandwidth = options->peak_bandwidth == 0 ? bandwidth : options->peak_bandwidth;
    if (facts->peak_flops < 0)
        facts->peak_flops = 0;
    if (facts->peak_bandwidth < 0)
        facts->peak_bandwidth = 0;
    return BRES_OK;
}

static uint64_t count_cases(const bres__judge *judge)
{
    const size_t count = judge->problem->case_count(judge->problem, judge->set);

    return (judge->options.flags & BRES_JUDGE_FIRST_CASE) != 0 && count > 1 ? 1 : count;
}

static bres_status judge_begin(bres__judge *judge, const char *solution)
{
    bres_status status;

    judge->judgement = bres__calloc(1, sizeof *judge->judgement);
    if (judge->judgement == NULL)
        return bres__error_memory();
    judge->type = (bres_data_type)judge->options.type;
    judge->set = BRES_CASES_CPU;
    if (judge->options.backend == BRES_BACKEND_CUDA)
        judge->set = BRES_CASES_CUDA;
    if ((judge->options.flags & BRES_JUDGE_SAMPLE_CASE) != 0)
        judge->set = BRES_CASES_SAMPLE;
    judge->cache_size = cache_size_of(&judge->options);
    judge->judgement->total = count_cases(judge);
    status = facts_fill(judge, solution);
    judge->random = bres__random_stream(judge->judgement->facts.seed, STREAM_CALLS);
    judge->again = bres__random_stream(judge->judgement->facts.seed, STREAM_AGAIN);
    return status;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static bool has_timed(const bres_judgement *judgement)
{
    bool found = false;

    for (size_t i = 0; i < judgement->case_count; i++)
        found |= judgement->cases[i].is_timed;
    return found;
}

static bres_status judge_run(bres__judge *judge)
{
    bres_judgement *judgement = judge->judgement;
    bres_status status = bres__judge_check(judge);

    if (status != BRES_OK || !bres__judge_goes_on(judge))
        return status;
    if (judgement->passed == 0 && judgement->total > 0)
        return bres__error(BRES_ERROR_MEMORY,
                           "problem '%s': there is no memory for the arrays of any case",
                           judge->problem->name);
    judgement->status = BRES_JUDGE_CHECKED;
    if (!is_timed(judge))
        return BRES_OK;
    status = peaks_find(judge);
    if (status == BRES_OK)
        status = bres__judge_benchmark(judge);
    if (status != BRES_OK || !bres__judge_goes_on(judge))
        return status;
    if (has_timed(judgement))
        judgement->status = BRES_JUDGE_BENCHMARKED;
    return bres__judgement_average(judgement);
}

/* To open a pipe waits for somebody who writes to it, and a device does what it likes. */
static bres_status check_file(const char *solution)
{
    struct stat file;

    if (stat(solution, &file) != 0)
        return bres__error_system("open", solution);
    if (!S_ISREG(file.st_mode))
        return bres__error(BRES_ERROR_ARGUMENT, "'%s' is no solution: it is no regular file",
                           solution);
    return BRES_OK;
}

/* An object is loaded by its whole path: a bare name would be looked for elsewhere. */
static bres_status judge_object(bres__judge *judge, const char *solution)
{
    char *path = realpath(solution, NULL);
    bres_status status;

    if (path == NULL)
        return bres__error_system("open", solution);
    judge->object = path;
    status = judge_run(judge);
    judge->object = NULL;
    free(path);
    return status;
}

static bres_status judge_source(bres__judge *judge, const char *solution, bres__source_kind kind)
{
    bres__compiled compiled = { .fd = -1 };
    bres_status status;

    bres__judge_tell(judge, BRES_JUDGE_EVENT_COMPILING, &(bres_judge_event){ .size = 0 });
    status = bres__compile(judge, solution, kind, &compiled);
    if (status == BRES_OK && bres__judge_goes_on(judge)) {
        judge->object = compiled.path;
        status = judge_run(judge);
        judge->object = NULL;
    }
    bres__compiled_free(&compiled);
    return status;
}

/* A driver needs memory and files as it likes. */
static bool is_asked(const bres__judge *judge, unsigned bit)
{
    const bool on_cpu = judge->options.backend == BRES_BACKEND_CPU;

    switch (bit) {
    case BRES__SANDBOX_MEMORY:
        return on_cpu && judge->options.memory_limit != 0;
    case BRES__SANDBOX_FILES:
        return on_cpu && judge->options.file_size_limit == 0;
    default:
        return true;
    }
}

static bres_status note_sandbox(const bres__judge *judge)
{
    static const unsigned wanted[] = { BRES__SANDBOX_FILTER,  BRES__SANDBOX_PRIVILEGES,
                                       BRES__SANDBOX_NETWORK, BRES__SANDBOX_PROCESSES,
                                       BRES__SANDBOX_MEMORY,  BRES__SANDBOX_FILES };
    const bres__judge_facts *facts = &judge->judgement->facts;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == BRES_OK; i++) {
        if (facts->has_sandbox && is_asked(judge, wanted[i]) && (facts->sandbox & wanted[i]) == 0)
            status = bres__judgement_note(judge->judgement,
                                          "the solution ran without %s: this system does not "
                                          "have it",
                                          bres__sandbox_name(wanted[i]));
    }
    return status;
}

static void tell_end(const bres__judge *judge)
{
    const bres_judgement *judgement = judge->judgement;

    bres__judge_tell(judge, BRES_JUDGE_EVENT_END,
                     &(bres_judge_event){
                         .status = judgement->status,
                         .runtime = judgement->average_runtime,
                         .gflops = judgement->average_gflops,
                         .message = judgement->message,
                     });
}

bres_status bres_judge(const bres_problem *problem, const char *solution,
                       const bres_judge_options *options, bres_judgement **judgement)
{
    bres__judge judge = { .problem = problem };
    bres__source_kind kind = BRES__SOURCE_OBJECT;
    bres_status status;

    if (judgement != NULL)
        *judgement = NULL;
    if (problem == NULL || solution == NULL || judgement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_judge: problem, solution or judgement is NULL");
    status = bres_problem_check(problem);
    if (status == BRES_OK)
        status = bres__judge_options_load(options, problem, &judge.options);
    if (status == BRES_OK)
        status = bres__source_kind_of(solution, &kind);
    if (status == BRES_OK)
        status = check_file(solution);
    if (status == BRES_OK)
        status = judge_begin(&judge, solution);
    if (status == BRES_OK)
        status = kind == BRES__SOURCE_OBJECT ? judge_object(&judge, solution)
                                             : judge_source(&judge, solution, kind);
    if (status == BRES_OK)
        status = note_sandbox(&judge);
    if (status == BRES_OK && judge.judgement->output.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        status = bres__judgement_make_result(judge.judgement);
    if (status != BRES_OK) {
        bres_judgement_free(judge.judgement);
        return status;
    }
    tell_end(&judge);
    *judgement = judge.judgement;
    return BRES_OK;
}
