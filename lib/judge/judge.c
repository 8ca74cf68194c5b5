/* SPDX-License-Identifier: MIT */
#include "judge/judge.h"
#include "judge/compile/compile.h"
#include "judge/compile/object.h"
#include "judge/confine/confine.h"
#include "judge/runner/caches.h"
#include "judge/verdict/peak.h"
#include "judge/verdict/print.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#define CACHE_MAX ((uint64_t)64 << 20)

/* The size from the options if given. Otherwise 0 if the processor can evict the arrays, or twice
 * the last-level cache, but at most CACHE_MAX (also if the cache size is unknown). */
static uint64_t cache_size_of(const bres_judge_options *options)
{
    long size = sysconf(_SC_LEVEL3_CACHE_SIZE);

    if (options->cache_size != 0 || bres__caches_can_evict())
        return options->cache_size;
    if (size <= 0)
        size = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return size <= 0 || (uint64_t)size > CACHE_MAX / 2 ? CACHE_MAX : 2 * (uint64_t)size;
}

static const char *keep_text(bres_judgement *judgement, const char *text)
{
    return bres__arena_strdup(&judgement->arena, text != NULL ? text : "");
}

static bres_status metadata_fill(bres__judge *judge, const char *solution)
{
    const bres_judge_options *options = judge->options;
    bres_judgement *judgement = judge->judgement;
    bres__judge_metadata *metadata = &judgement->metadata;

    metadata->problem = keep_text(judgement, judge->problem->name);
    metadata->title = keep_text(judgement, judge->problem->title);
    metadata->solution = keep_text(judgement, solution);
    if (metadata->problem == NULL || metadata->title == NULL || metadata->solution == NULL)
        return bres__error_memory();
    metadata->seed = options->seed;
    return options->has_seed == 0 ? bres__random_secret(&metadata->seed) : BRES_OK;
}

/* Each path must exist: a wrong name would look like a solution that cannot read its file. */
static bres_status allow_read_fill(bres_judgement *judgement, const char *const *paths)
{
    bres__judge_metadata *metadata = &judgement->metadata;
    size_t count = 0;

    while (paths != NULL && paths[count] != NULL)
        count++;
    metadata->allow_read =
        bres__arena_calloc(&judgement->arena, count + 1, sizeof *metadata->allow_read);
    if (metadata->allow_read == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        const int fd = bres__open(paths[i], O_PATH, 0);

        if (fd < 0)
            return bres__error_system("open", paths[i]);
        bres__close(fd);
        metadata->allow_read[i] = keep_text(judgement, paths[i]);
        if (metadata->allow_read[i] == NULL)
            return bres__error_memory();
        metadata->allow_read_count++;
    }
    return BRES_OK;
}

static bool is_timed(const bres__judge *judge)
{
    return judge->set != BRES_CASES_SAMPLE && (judge->options->flags & BRES_JUDGE_CHECK_ONLY) == 0;
}

/* Peak rates are measured for the CPU only. */
static bres_status peaks_find(bres__judge *judge)
{
    const bres_judge_options *options = judge->options;
    bres__judge_metadata *metadata = &judge->judgement->metadata;
    const bool measures = is_timed(judge) && options->backend == BRES_BACKEND_CPU &&
                          (options->peak_flops == 0 || options->peak_bandwidth == 0);
    double flops = 0;
    double bandwidth = 0;
    const bres_status status = measures ? bres__peaks_measure(&flops, &bandwidth) : BRES_OK;

    if (status != BRES_OK)
        return status;
    metadata->peak_flops = fmax(options->peak_flops == 0 ? flops : options->peak_flops, 0);
    metadata->peak_bandwidth =
        fmax(options->peak_bandwidth == 0 ? bandwidth : options->peak_bandwidth, 0);
    return BRES_OK;
}

static uint64_t count_cases(const bres__judge *judge)
{
    const size_t count = judge->problem->case_count(judge->problem, judge->set);

    return (judge->options->flags & BRES_JUDGE_FIRST_CASE) != 0 && count > 1 ? 1 : count;
}

static bres_status judge_begin(bres__judge *judge, const char *solution,
                               const bres_judge_options *options)
{
    bres_status status;

    judge->judgement = bres__calloc(1, sizeof *judge->judgement);
    if (judge->judgement == NULL)
        return bres__error_memory();
    judge->judgement->metadata.options = *options;
    judge->options = &judge->judgement->metadata.options;
    judge->set = BRES_CASES_CPU;
    if (judge->options->backend == BRES_BACKEND_CUDA)
        judge->set = BRES_CASES_CUDA;
    if ((judge->options->flags & BRES_JUDGE_SAMPLE_CASE) != 0)
        judge->set = BRES_CASES_SAMPLE;
    judge->cache_size = cache_size_of(options);
    judge->judgement->total = count_cases(judge);
    if (judge->judgement->total == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s' has no case to judge (expected at least 1 of this set)",
                           judge->problem->name);
    status = metadata_fill(judge, solution);
    if (status == BRES_OK)
        status = allow_read_fill(judge->judgement, options->allow_read);
    judge->draws.seed = judge->judgement->metadata.seed;
    return status;
}

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

    if (status != BRES_OK || !bres__judge_is_running(judge))
        return status;
    if (judgement->passed == 0)
        return bres__error(BRES_ERROR_MEMORY,
                           "problem '%s': not enough memory for the arrays of any case",
                           judge->problem->name);
    judgement->status = BRES_JUDGE_CHECKED;
    if (!is_timed(judge))
        return BRES_OK;
    status = peaks_find(judge);
    if (status == BRES_OK)
        status = bres__judge_benchmark(judge);
    if (status != BRES_OK || !bres__judge_is_running(judge))
        return status;
    if (has_timed(judgement))
        judgement->status = BRES_JUDGE_BENCHMARKED;
    return bres__judgement_average(judgement);
}

/* Runs the judgement of a shared object, and closes its descriptor. */
static bres_status judge_object(bres__judge *judge, int object)
{
    bres_status status;

    judge->object = object;
    status = judge_run(judge);
    judge->object = -1;
    bres__close(object);
    return status;
}

/* Judges a copy: a copy cannot change meanwhile, and the runner needs no access to the file. */
static bres_status judge_file(bres__judge *judge, const char *solution, int fd)
{
    bres__buffer content = { .data = NULL };
    int object = -1;
    bres_status status = bres__read_fd(fd, solution, BRES__OBJECT_MAX, &content);

    if (status == BRES_OK)
        status = bres__object_store(&content, &object);
    bres__free(content.data);
    return status == BRES_OK ? judge_object(judge, object) : status;
}

static bres_status judge_source(bres__judge *judge, const char *solution, int fd,
                                bres__source_kind kind)
{
    const bres__compile_job job = {
        .problem = judge->problem,
        .options = judge->options,
        .kind = kind,
        .source = solution,
        .fd = fd,
        .judgement = judge->judgement,
    };
    int object;
    bres_status status;

    bres__judgement_report_event(judge->judgement, BRES_JUDGE_EVENT_COMPILING, NULL);
    status = bres__compile(&job, &object);
    return object >= 0 ? judge_object(judge, object) : status;
}

static bres_status judge_solution(bres__judge *judge, const char *solution,
                                  const bres_judge_options *options, bres__source_kind kind)
{
    int fd;
    bres_status status = bres__solution_open(solution, &fd);

    if (status != BRES_OK)
        return status;
    status = judge_begin(judge, solution, options);
    if (status == BRES_OK)
        status = kind == BRES__SOURCE_OBJECT ? judge_file(judge, solution, fd)
                                             : judge_source(judge, solution, fd, kind);
    bres__close(fd);
    return status;
}

/* Whether the judge wants a defence for this backend and these options. A GPU's driver needs memory
 * and files without limits. */
static bool is_wanted(const bres__judge *judge, unsigned bit)
{
    const bool on_cpu = judge->options->backend == BRES_BACKEND_CPU;

    switch (bit) {
    case BRES__SANDBOX_MEMORY:
        return on_cpu && judge->options->memory_limit != 0;
    case BRES__SANDBOX_FILES:
        return on_cpu && judge->options->file_size_limit == 0;
    case BRES__SANDBOX_READING:
    case BRES__SANDBOX_PROC:
    case BRES__SANDBOX_USER:
    case BRES__SANDBOX_THREADS:
        return on_cpu;
    default:
        return true;
    }
}

static bres_status note_compiler(const bres__judge *judge)
{
    if (judge->judgement->metadata.command == NULL || bres__confine_is_supported())
        return BRES_OK;
    return bres__judgement_note(judge->judgement,
                                "the compiler ran without a limit of the files that it can read "
                                "and write: this system does not support it");
}

static bres_status note_sandbox(const bres__judge *judge)
{
    const bres__judge_metadata *metadata = &judge->judgement->metadata;
    bres_status status = note_compiler(judge);

    for (size_t i = 0; i < metadata->allow_read_count && status == BRES_OK; i++) {
        bres__text path = { 0 };

        bres__put_untrusted(&path, metadata->allow_read[i]);
        status = path.failed
                     ? bres__error_memory()
                     : bres__judgement_note(judge->judgement,
                                            "the solution was allowed to read '%s'", path.data);
        bres__text_free(&path);
    }
    for (size_t i = 0; i < BRES__SANDBOX_COUNT && status == BRES_OK; i++) {
        const bres__sandbox_defence *defence = &bres__sandbox_defences[i];

        if (metadata->has_sandbox && is_wanted(judge, defence->bit) &&
            (metadata->sandbox & defence->bit) == 0)
            status = bres__judgement_note(judge->judgement,
                                          "the solution ran without %s: this system does not "
                                          "support it",
                                          defence->name);
    }
    return status;
}

static void report_end(const bres__judge *judge)
{
    const bres_judgement *judgement = judge->judgement;

    bres__judgement_report_event(judge->judgement, BRES_JUDGE_EVENT_END,
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
    bres__judge judge = { .problem = problem, .object = -1 };
    bres_judge_options full;
    bres__source_kind kind = BRES__SOURCE_OBJECT;
    bres_status status;

    if (judgement != NULL)
        *judgement = NULL;
    if (problem == NULL || solution == NULL || judgement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_judge: problem, solution or judgement is NULL");
    status = bres_problem_check(problem);
    if (status == BRES_OK)
        status = bres__judge_options_load(options, problem, &full);
    if (status == BRES_OK)
        status = bres__source_kind_of(solution, &kind);
    if (status == BRES_OK)
        status = judge_solution(&judge, solution, &full, kind);
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
    report_end(&judge);
    *judgement = judge.judgement;
    return BRES_OK;
}
