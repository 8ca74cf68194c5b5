/* SPDX-License-Identifier: MIT */
#include "judge/verdict/judgement.h"
#include "judge/verdict/print.h"
#include "judge/verdict/time_sanity.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#define OUTPUT_MAX      ((size_t)64 << 10)
/* Share of the time of a case from which on an exchange is noted. */
#define EXCHANGE_SHARE  0.01
#define CASE_FIRST_SIZE (offsetof(bres_judged_case, state) + sizeof(void *))

_Static_assert(sizeof(bres_judged_case) == CASE_FIRST_SIZE, "no padding at the end");

bres_status bres__judgement_fail(bres_judgement *judgement, bres_judge_status status,
                                 const char *format, ...)
{
    char message[1024];
    bres__text visible = { 0 };
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof message, format, arguments);
    va_end(arguments);
    bres__put_untrusted(&visible, message);
    judgement->message = bres__text_steal(&visible);
    if (judgement->message == NULL)
        return bres__error_memory();
    judgement->status = status;
    judgement->has_failed = true;
    return BRES_OK;
}

bres_status bres__judgement_note(bres_judgement *judgement, const char *format, ...)
{
    void *notes = judgement->notes;
    bres__text text = { 0 };
    bool is_known = false;
    va_list arguments;
    char *note;

    va_start(arguments, format);
    bres__text_vprintf(&text, format, arguments);
    va_end(arguments);
    for (size_t i = 0; !text.failed && i < judgement->note_count; i++)
        is_known = is_known || strcmp(judgement->notes[i], text.data) == 0;
    note = text.failed || is_known ? NULL : bres__arena_strdup(&judgement->arena, text.data);
    bres__text_free(&text);
    if (is_known)
        return BRES_OK;
    if (note == NULL || !bres__array_reserve(&notes, &judgement->note_capacity,
                                             judgement->note_count + 1, sizeof *judgement->notes))
        return bres__error_memory();
    judgement->notes = notes;
    judgement->notes[judgement->note_count++] = note;
    return BRES_OK;
}

bres_status bres__judgement_add_case(bres_judgement *judgement, const bres_problem_case *test_case,
                                     uint64_t test_id, size_t *index)
{
    void *cases = judgement->cases;

    if (!bres__array_reserve(&cases, &judgement->case_capacity, judgement->case_count + 1,
                             sizeof *judgement->cases))
        return bres__error_memory();
    judgement->cases = cases;
    *index = judgement->case_count++;
    judgement->cases[*index] = (bres__judged){
        .test_case = *test_case,
        .test_id = test_id,
        .status = BRES_JUDGE_RUNTIME_ERROR,
    };
    return BRES_OK;
}

void bres__judgement_add_output(bres_judgement *judgement, const char *printer, const char *output)
{
    const size_t room = OUTPUT_MAX - judgement->output.length;
    const size_t length = strlen(output);

    bres__text_append(&judgement->output, output, length < room ? length : room);
    judgement->printer = printer;
}

void bres__judged_average(bres__judged *judged)
{
    double seconds = 0;
    double wall = 0;

    for (size_t i = 0; i < judged->count; i++) {
        seconds += judged->samples[i].seconds;
        wall += judged->samples[i].wall;
    }
    if (judged->count == 0)
        return;
    judged->runtime = seconds / (double)judged->count;
    judged->wall = wall / (double)judged->count;
    if (judged->runtime <= 0)
        return;
    judged->gflops = (double)judged->flops / judged->runtime / 1e9;
    judged->bandwidth = (double)judged->bytes / judged->runtime;
}

static bres_status note_floor(bres_judgement *judgement, const bres__judged *judged)
{
    const bres__judge_metadata *metadata = &judgement->metadata;
    const double floor = bres__least_seconds(judged->flops, judged->bytes, metadata->peak_flops,
                                             metadata->peak_bandwidth);

    if (judged->runtime <= 0)
        return bres__judgement_note(
            judgement, "case '%s' is too short for the clock and is not in the averages",
            judged->test_case.name);
    if (judged->runtime >= floor)
        return BRES_OK;
    return bres__judgement_note(judgement,
                                "suspicious: case '%s' took %.3g s, but this machine needs at "
                                "least %.3g s for its work",
                                judged->test_case.name, judged->runtime, floor);
}

static bres_status note_waiting(bres_judgement *judgement, const bres__judged *judged)
{
    if (judgement->metadata.options.backend != BRES_BACKEND_CPU || !bres__has_waited(judged))
        return BRES_OK;
    return bres__judgement_note(judgement,
                                "case '%s': the time may differ from that on an idle system: "
                                "%.0f %% of the wall time was waiting for a processor, which the "
                                "judge has subtracted",
                                judged->test_case.name, 100 * (1 - judged->runtime / judged->wall));
}

static bres_status note_exchange(bres_judgement *judgement, const bres__judged *judged)
{
    const double share = bres__exchange_share(judged);

    if (share <= EXCHANGE_SHARE)
        return BRES_OK;
    return bres__judgement_note(judgement,
                                "case '%s': an exchange with the process of the solution is about "
                                "%.1f %% of the time",
                                judged->test_case.name, 100 * share);
}

static bres_status note_alike(bres_judgement *judgement, size_t index)
{
    const bres__judged *judged = &judgement->cases[index];

    for (size_t i = 0; i < index; i++) {
        const bres__judged *other = &judgement->cases[i];

        if (other->is_timed && bres__times_are_alike(judged, other))
            return bres__judgement_note(judgement,
                                        "suspicious: cases '%s' and '%s' took the same time, "
                                        "though one has at least four times the work",
                                        other->test_case.name, judged->test_case.name);
    }
    return BRES_OK;
}

bres_status bres__judgement_average(bres_judgement *judgement)
{
    size_t rates = 0;
    size_t times = 0;
    double rate_logs = 0;
    double time_logs = 0;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < judgement->case_count && status == BRES_OK; i++) {
        const bres__judged *judged = &judgement->cases[i];

        if (!judged->is_timed)
            continue;
        status = note_floor(judgement, judged);
        if (status == BRES_OK)
            status = note_waiting(judgement, judged);
        if (status == BRES_OK)
            status = note_exchange(judgement, judged);
        if (status == BRES_OK)
            status = note_alike(judgement, i);
        if (judged->runtime > 0) {
            time_logs += log(judged->runtime);
            times++;
        }
        if (judged->gflops > 0) {
            rate_logs += log(judged->gflops);
            rates++;
        }
    }
    if (times > 0)
        judgement->average_runtime = exp(time_logs / (double)times);
    if (rates > 0)
        judgement->average_gflops = exp(rate_logs / (double)rates);
    return status;
}

bres_judge_status bres_judgement_status(const bres_judgement *judgement)
{
    return judgement != NULL ? judgement->status : BRES_JUDGE_RUNTIME_ERROR;
}

bool bres_judgement_is_accepted(const bres_judgement *judgement)
{
    return judgement != NULL && !judgement->has_failed;
}

const char *bres_judgement_message(const bres_judgement *judgement)
{
    return judgement != NULL && judgement->message != NULL ? judgement->message : "";
}

uint64_t bres_judgement_passed_tests(const bres_judgement *judgement)
{
    return judgement != NULL ? judgement->passed : 0;
}

uint64_t bres_judgement_total_tests(const bres_judgement *judgement)
{
    return judgement != NULL ? judgement->total : 0;
}

static bool average_get(double average, double *value)
{
    if (average <= 0)
        return false;
    *value = average;
    return true;
}

bool bres_judgement_average_runtime(const bres_judgement *judgement, double *seconds)
{
    return judgement != NULL && seconds != NULL && average_get(judgement->average_runtime, seconds);
}

bool bres_judgement_average_gflops(const bres_judgement *judgement, double *gflops)
{
    return judgement != NULL && gflops != NULL && average_get(judgement->average_gflops, gflops);
}

const bres_verification *bres_judgement_verification(const bres_judgement *judgement)
{
    return judgement != NULL && judgement->has_verification ? &judgement->verification : NULL;
}

size_t bres_judgement_note_count(const bres_judgement *judgement)
{
    return judgement != NULL ? judgement->note_count : 0;
}

const char *bres_judgement_note_at(const bres_judgement *judgement, size_t index)
{
    return judgement != NULL && index < judgement->note_count ? judgement->notes[index] : NULL;
}

const char *bres_judgement_output(const bres_judgement *judgement)
{
    return judgement != NULL && judgement->output.data != NULL ? judgement->output.data : "";
}

size_t bres_judgement_case_count(const bres_judgement *judgement)
{
    return judgement != NULL ? judgement->case_count : 0;
}

bres_result *bres_judgement_result(const bres_judgement *judgement)
{
    return judgement != NULL ? judgement->result : NULL;
}

void bres_judged_case_init(bres_judged_case *judged)
{
    if (judged != NULL)
        *judged = (bres_judged_case){ .size = sizeof *judged, .name = "" };
}

bres_status bres_judgement_case_at(const bres_judgement *judgement, size_t index,
                                   bres_judged_case *judged)
{
    const bres__judged *found;
    bres_judged_case full;
    bres_status status;

    if (judgement == NULL || judged == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_judgement_case_at: judgement or judged is NULL");
    bres_judged_case_init(&full);
    status = bres__options_load(&full, sizeof full, judged, CASE_FIRST_SIZE, "bres_judged_case");
    if (status != BRES_OK)
        return status;
    if (index >= judgement->case_count)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_judgement_case_at: index %zu is out of range (%zu cases)", index,
                           judgement->case_count);
    found = &judgement->cases[index];
    full = (bres_judged_case){
        .size = judged->size,
        .name = found->test_case.name,
        .status = found->status,
        .test_id = found->test_id,
        .samples = found->count,
        .verified = found->verified,
        .runtime = found->runtime,
        .gflops = found->gflops,
        .bandwidth = found->bandwidth,
        .wall = found->wall,
        .state = found->state,
    };
    memcpy(judged, &full, judged->size < sizeof full ? judged->size : sizeof full);
    return BRES_OK;
}

void bres_judgement_free(bres_judgement *judgement)
{
    if (judgement == NULL)
        return;
    bres_result_unref(judgement->result);
    for (size_t i = 0; i < judgement->case_count; i++)
        bres__free(judgement->cases[i].samples);
    bres__text_free(&judgement->sample);
    bres__text_free(&judgement->output);
    bres__free(judgement->notes);
    bres__free(judgement->cases);
    bres__free(judgement->message);
    bres__arena_free(&judgement->arena);
    bres__free(judgement);
}
