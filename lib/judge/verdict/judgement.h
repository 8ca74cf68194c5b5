/* SPDX-License-Identifier: MIT */
/*
 * The judgement: the cases, their samples, and the content of the verdict. The files in lib/judge
 * and lib/judge/compile fill it in; the files in this folder turn it into text, JSON and a result.
 *
 * Functions return the judge's own errors as bres_status. A fault of the solution is not such an
 * error: bres__judgement_fail() records it, and bres__judgement_is_running() is false from then on.
 */
#ifndef BRES_JUDGE_VERDICT_JUDGEMENT_H
#define BRES_JUDGE_VERDICT_JUDGEMENT_H

#include "base/base.h"
#include "judge/verdict/sandbox.h"

#include <benchresult/judge.h>
#include <benchresult/model.h>

/* The calls of one exchange. Times are in seconds; the mean if there are several calls. */
typedef struct bres__sample {
    double seconds;
    double wall;
    double least; /* `seconds` minus all waiting for a processor that it may include */
    bool is_disturbed;
    bool is_verified;
} bres__sample;

/* One case that was started. */
typedef struct bres__judged {
    bres_problem_case test_case;
    bres_judge_status status;
    uint64_t test_id; /* from 1 */
    bool is_timed;    /* it has all its samples */
    bres__sample *samples;
    size_t count;
    size_t capacity;
    uint64_t verified; /* samples whose outputs were verified */
    uint64_t warm_ups;
    size_t calls;         /* of a sample */
    double exchange_cost; /* in seconds, without the calls; 0 on a GPU */
    uint64_t flops;       /* of one call; 0: unknown */
    uint64_t bytes;       /* of one call; 0: unknown */
    double runtime;       /* mean of the samples, in seconds; 0: unknown */
    double wall;          /* mean of the samples, in seconds; 0: unknown */
    double gflops;        /* 0: unknown */
    double bandwidth;     /* 0: unknown */
    const bres_state *state;
} bres__judged;

/* The rules of the judgement. The texts are in the judgement's arena. The texts and callbacks of
 * `options` belong to the caller, and are valid until bres_judge() returns. */
typedef struct bres__judge_metadata {
    const char *problem;
    const char *title;
    const char *solution;    /* as given */
    const char *command;     /* of the compiler; NULL: nothing was compiled */
    const char **allow_read; /* additional readable files and directories */
    size_t allow_read_count;
    bres_judge_options options;
    uint64_t seed;
    unsigned sandbox;      /* BRES__SANDBOX_* */
    bool has_sandbox;      /* `sandbox` is known: a runner was started */
    double peak_flops;     /* 0: unknown */
    double peak_bandwidth; /* 0: unknown */
} bres__judge_metadata;

struct bres_judgement {
    bres__arena arena;
    bres_judge_status status;
    bool has_failed;
    char *message; /* NULL: "" */
    uint64_t passed;
    uint64_t total;
    bres__judged *cases;
    size_t case_count;
    size_t case_capacity;
    bres_verification verification;
    bool has_verification;
    const char **notes;
    size_t note_count;
    size_t note_capacity;
    bres__text output;
    const char *printer;    /* source of the output: "solution" or "compiler"; NULL: no output */
    bres__text sample;      /* JSON: the arrays of the sample case */
    double average_runtime; /* 0: none */
    double average_gflops;  /* 0: none */
    bres__judge_metadata metadata;
    bres_result *result;
};

/* Whether no fault of the solution has ended the judgement. */
static inline bool bres__judgement_is_running(const bres_judgement *judgement)
{
    return !judgement->has_failed;
}

/* Ends the judgement with a status and a message. Control characters of the message become
 * visible, because parts of it come from solutions and compilers. */
__attribute__((format(printf, 3, 4))) bres_status bres__judgement_fail(bres_judgement *judgement,
                                                                       bres_judge_status status,
                                                                       const char *format, ...);
/* Adds a note unless the judgement has the same note. */
__attribute__((format(printf, 2, 3))) bres_status bres__judgement_note(bres_judgement *judgement,
                                                                       const char *format, ...);
/* Adds a case when it starts; *index is its index in `cases`. */
bres_status bres__judgement_add_case(bres_judgement *judgement, const bres_problem_case *test_case,
                                     uint64_t test_id, size_t *index);
/* Appends output of a solution or a compiler, up to a total of 64 KiB. `printer` is the static name
 * of its source. */
void bres__judgement_add_output(bres_judgement *judgement, const char *printer, const char *output);
/* Sets the means of a case from its samples. */
void bres__judged_average(bres__judged *judged);
/* Sets the means over all cases, and adds notes about suspicious times. */
bres_status bres__judgement_average(bres_judgement *judgement);
/* Calls the event callback of the options, if any. `event` needs only the members that differ
 * between events of this kind; NULL if none differ. */
void bres__judgement_report_event(const bres_judgement *judgement, bres_judge_event_kind kind,
                                  const bres_judge_event *event);
/* Makes the result from the other members of the judgement. */
bres_status bres__judgement_make_result(bres_judgement *judgement);
/* Writes the rules and the outcome as members of an open object: for the result's `meta` and for
 * the verdict's JSON. */
void bres__judgement_put(bres__json_writer *json, const bres_judgement *judgement);
/* "cpu" or "cuda". */
const char *bres__backend_name(bres_backend backend);

#endif
