/* SPDX-License-Identifier: MIT */
/*
 * Room judge: what the files share that make a judgement.
 *
 * A judgement is made in steps: the source is compiled, every case is checked by one call, every
 * case that is timed is called many times. Each call gets new inputs and poisoned outputs; the
 * judge keeps its own copy of what it gave. The first thing that is wrong ends it.
 *
 * Functions return the judge's own failures as bres_status. What the solution does wrong is no
 * failure: it is written into the judgement by bres__judge_fail(), and bres__judge_goes_on() is
 * false from then on.
 */
#ifndef BRES_JUDGE_JUDGE_H
#define BRES_JUDGE_JUDGE_H

#include "base/base.h"
#include "judge/runner/runner.h"

#include <benchresult/criterion.h>
#include <benchresult/judge.h>
#include <benchresult/model.h>

/* --- The judgement ---------------------------------------------------------------------------- */

/* One call that counts, or one that was slower and did not, for which it was made again. */
typedef struct bres__sample {
    uint64_t seed; /* of the inputs of the call that counts */
    double seconds;
    double wall;
    double cpu;
    double cpu_thread;
    double waited;
    double idle_wall;
    double processors; /* of the system */
    unsigned threads;
} bres__sample;

/* One case that was begun. */
typedef struct bres__judged {
    bres_problem_case test_case;
    bres_judge_status status;
    uint64_t test_id; /* counted from 1 */
    bool is_timed;    /* has all its samples */
    bres__sample *samples;
    size_t count;
    size_t capacity;
    size_t doubted;    /* samples beside these, which do not count for their processor time, */
    size_t delayed;    /* or because they lasted too long by the judge's own clock */
    uint64_t verified; /* of the samples */
    uint64_t warm_ups;
    uint64_t flops; /* of one call; 0: unknown, as all below */
    uint64_t bytes;
    double runtime; /* means over the samples */
    double wall;
    double gflops;
    double bandwidth;
    const bres_state *state;
} bres__judged;

/* How it was judged, for the reader of a verdict. */
typedef struct bres__judge_facts {
    const char *problem; /* in the arena, as all texts */
    const char *title;
    const char *solution; /* as given */
    const char *command;  /* of the compiler; NULL: nothing was compiled */
    bres_backend backend;
    bres_data_type type;
    int device;
    uint32_t flags; /* BRES_JUDGE_* */
    uint64_t seed;
    unsigned sandbox; /* BRES__SANDBOX_* */
    bool has_sandbox; /* a runner has been there to ask */
    int64_t min_samples;
    int64_t max_samples;
    double target_cv;
    double min_time;
    double long_time;
    double verify_fraction;
    double peak_flops; /* 0: unknown */
    double peak_bandwidth;
} bres__judge_facts;

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
    bres__text sample; /* JSON: the arrays of the sample case */
    double average_runtime;
    double average_gflops; /* 0: none, as above */
    bres__judge_facts facts;
    bres_result *result;
};

/* Adds a note, once. */
__attribute__((format(printf, 2, 3))) bres_status bres__judgement_note(bres_judgement *judgement,
                                                                       const char *format, ...);
/* Adds a case that is begun. */
bres_status bres__judgement_add_case(bres_judgement *judgement, const bres_problem_case *test_case,
                                     uint64_t test_id, size_t *index);
/* Appends what a solution has printed, as far as there is room. */
void bres__judgement_add_output(bres_judgement *judgement, const char *output);
/* Sets the means of a case from its samples. */
void bres__judged_average(bres__judged *judged);
/* Sets the means over all cases, and notes what they tell. */
bres_status bres__judgement_average(bres_judgement *judgement);
/* Makes the result, once everything else is there. */
bres_status bres__judgement_make_result(bres_judgement *judgement);
/* Members of an object that say how it was judged and what came of it: for the result's `meta` and
 * the verdict as JSON. */
void bres__judgement_put(bres__json_writer *json, const bres_judgement *judgement);
const char *bres__backend_name(bres_backend backend);
/* "restricted system calls" and so on, of one BRES__SANDBOX_* bit. */
const char *bres__sandbox_name(unsigned bit);

/* --- Judging ---------------------------------------------------------------------------------- */

typedef struct bres__judge {
    const bres_problem *problem;
    bres_judge_options options;
    bres_data_type type;
    bres_case_set set;
    const char *object; /* the shared object's path */
    bres_judgement *judgement;
    bres__random random; /* secret: what is drawn from it cannot be known before */
    bres__random again;  /* the same, for calls that are made again: others have the same inputs
                            when a judgement is repeated with its seed */
    uint64_t cache_size;
} bres__judge;

/* The options with their defaults, or BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION. */
bres_status bres__judge_options_load(const bres_judge_options *given, const bres_problem *problem,
                                     bres_judge_options *options);

bool bres__judge_goes_on(const bres__judge *judge);
/* Ends the judgement with a status and a sentence. */
__attribute__((format(printf, 3, 4))) bres_status bres__judge_fail(bres__judge *judge,
                                                                   bres_judge_status status,
                                                                   const char *format, ...);
/* Tells the caller; `event` needs only what differs between events. */
void bres__judge_tell(const bres__judge *judge, bres_judge_event_kind kind,
                      const bres_judge_event *event);

/* Checks every case, or those that the flags say. */
bres_status bres__judge_check(bres__judge *judge);
/* Times every case that is not only checked. */
bres_status bres__judge_benchmark(bres__judge *judge);

/* --- Sources ---------------------------------------------------------------------------------- */

typedef enum bres__source_kind {
    BRES__SOURCE_OBJECT = 0,
    BRES__SOURCE_C,
    BRES__SOURCE_CXX,
    BRES__SOURCE_CUDA
} bres__source_kind;

/* By the end of the name. BRES_ERROR_ARGUMENT for another one. */
bres_status bres__source_kind_of(const char *path, bres__source_kind *kind);

/* What the text of a source says of `solution`. */
typedef enum bres__signature {
    BRES__SIGNATURE_MISSING = 0,
    BRES__SIGNATURE_VARIADIC,
    BRES__SIGNATURE_FOUND
} bres__signature;

/* Finds the definition of `solution` in a source, whose comments and literals become blanks.
 * *parameters is the number of its parameters; `(void)` and `()` have one, as a text. */
bres__signature bres__source_signature(char *text, size_t length, size_t *parameters);

/* A shared object that was made. All zero is none. */
typedef struct bres__compiled {
    int fd;     /* a file in memory that ends with this process */
    char *path; /* of the file; NULL: none */
} bres__compiled;

/* Compiles a source, whose text is checked before; the messages of the compiler go to the output of
 * the judgement. */
bres_status bres__compile(bres__judge *judge, const char *source, bres__source_kind kind,
                          bres__compiled *compiled);
void bres__compiled_free(bres__compiled *compiled);

/* --- Poison ----------------------------------------------------------------------------------- */

/* Writes elements that no honest solution leaves: quiet NaN with random sign and payload, or random
 * bits in a type without NaN. */
void bres__poison_fill(bres_data_type type, void *elements, size_t count, uint64_t seed);
/* How many elements are still as bres__poison_fill() left them, bit by bit. */
size_t bres__poison_count(bres_data_type type, const void *elements, size_t count, uint64_t seed);
/* How many elements are still so in both of two arrays that were poisoned from different seeds. */
size_t bres__poison_count_both(bres_data_type type, const void *const elements[2], size_t count,
                               const uint64_t seeds[2]);
/* Whether the type has a NaN, so that one array tells. */
bool bres__poison_is_certain(bres_data_type type);

/* --- Arrays ----------------------------------------------------------------------------------- */

/* The arguments of one case, in the judge's own memory. */
typedef struct bres__arrays {
    const bres_problem *problem;
    const bres_problem_case *test_case;
    bres__argument *arguments; /* one for each parameter, as all below */
    size_t *counts;            /* elements of an array */
    void **own;                /* inputs as they were given, outputs as they came back */
    void **expected;           /* of outputs */
    const void **inputs;       /* for the reference: arrays and values */
    void **outputs;            /* for the reference: in `expected` */
    bool short_of_memory;      /* why it could not be made */
} bres__arrays;

bres_status bres__arrays_make(bres__arrays *arrays, const bres_problem *problem,
                              const bres_problem_case *test_case);
void bres__arrays_free(bres__arrays *arrays);
/* Makes the inputs of a seed. */
bres_status bres__arrays_fill(bres__arrays *arrays, uint64_t seed);
/* Gives them to a runner, and poisons its outputs. */
void bres__arrays_give(const bres__arrays *arrays, const bres__runner *runner, size_t set,
                       uint64_t poison);
/* Takes what the runner has left: the outputs. */
void bres__arrays_take(bres__arrays *arrays, const bres__runner *runner, size_t set);
/* The first parameter that must not be written and was; the number of parameters when none was.
 * *byte is its first byte that differs. */
size_t bres__arrays_modified(const bres__arrays *arrays, const bres__runner *runner, size_t set,
                             size_t *byte);
/* Elements of an output as it came back that are still poison, and those that are in both of two
 * copies of it from calls with different poison. */
size_t bres__arrays_untouched(const bres__arrays *arrays, size_t parameter, uint64_t poison);
size_t bres__arrays_untouched_both(const bres__arrays *arrays, size_t parameter,
                                   const void *const outputs[2], const uint64_t poisons[2]);
/* Computes what is expected of the inputs. */
bres_status bres__arrays_expect(bres__arrays *arrays);
/* Compares an output with what is expected. */
bres_status bres__arrays_verify(const bres__arrays *arrays, size_t parameter, const void *expected,
                                const void *actual, bres_verification *verification);

/* --- Calls ------------------------------------------------------------------------------------ */

/* A case with a process that calls the solution. */
typedef struct bres__case_run {
    bres__judge *judge;
    size_t index; /* of the case in the judgement */
    bres__arrays arrays;
    bres__runner *runner;
    size_t sets;
    size_t calls;     /* that count, */
    size_t disturbed; /* and beside these */
} bres__case_run;

/* One call. */
typedef struct bres__call {
    const char *what; /* "check", "warm-up", "sample", "repeat" */
    uint64_t number;  /* counted from 1; 0: there is one alone */
    bool keeps_seed;  /* which is given */
    bool is_again;    /* one has been made that did not count */
    size_t set;       /* drawn, as the two below */
    uint64_t seed;
    uint64_t poison;
    bres__runner_report report;
    bres__runner_report slowest; /* of this and those that did not count, and that it is made for */
} bres__call;

/* Starts; the run can be ended in any case. A case without memory is marked and has no runner. */
bres_status bres__case_begin(bres__case_run *run, bres__judge *judge, size_t index, size_t sets);
void bres__case_end(bres__case_run *run);
bres__judged *bres__case_judged(const bres__case_run *run);
/*
 * Makes inputs, calls, and takes and looks at all that needs no reference. A call that was
 * disturbed is made again, with inputs that the solution has not seen unless it keeps its seed.
 * Who brings that about wins nothing: its answer has to be right as any, it is kept when it was the
 * slowest, and too many are the solution's doing.
 */
bres_status bres__case_call(bres__case_run *run, bres__call *call);
/* When nothing has failed: a note about calls that were disturbed. */
bres_status bres__case_note_disturbed(const bres__case_run *run);
/* Verifies the outputs that the last call left, or copies of others. The inputs must be those of
 * the call. */
bres_status bres__case_verify(bres__case_run *run, const bres__call *call, void *const *outputs);
/* Fails with a sentence about a call. */
__attribute__((format(printf, 4, 5))) bres_status bres__case_fail(bres__case_run *run,
                                                                  const bres__call *call,
                                                                  bres_judge_status status,
                                                                  const char *format, ...);

/* --- Outputs ---------------------------------------------------------------------------------- */

/* A copy of the outputs that the last call has left, by parameter; NULL: no memory. */
void **bres__call_outputs_copy(const bres__case_run *run);
/* `count` is the number of parameters; NULL does nothing. */
void bres__call_outputs_free(void **outputs, size_t count);

/* Those of samples, by sample, which are verified when all are there. Begins as zeros. */
typedef struct bres__kept_outputs {
    void ***outputs;
    size_t count;
    size_t capacity;
} bres__kept_outputs;

void bres__kept_free(bres__kept_outputs *kept, const bres__case_run *run);
/* Adds those that the last call has left. */
bres_status bres__kept_add(bres__kept_outputs *kept, const bres__case_run *run);
/* Verifies as many as the options say. */
bres_status bres__kept_verify(bres__case_run *run, const bres__kept_outputs *kept);

/* --- Rules about times ------------------------------------------------------------------------ */

/* When a case has enough samples. */
typedef struct bres__convergence {
    bres_criteria *criteria;
    bres_criterion *criterion;
    const bres_judge_options *options;
    bool is_long; /* a fixed number and no test */
    int64_t count;
    double sum; /* seconds */
} bres__convergence;

/* `last` is what the last warm-up took, in seconds. */
bres_status bres__convergence_begin(bres__convergence *convergence,
                                    const bres_judge_options *options, double last);
void bres__convergence_end(bres__convergence *convergence);
bres_status bres__convergence_add(bres__convergence *convergence, double seconds);
bool bres__convergence_is_enough(const bres__convergence *convergence);

/* Whether so many samples of a case are in doubt that it is not the system's doing. They are not
 * among the `count`. */
bool bres__most_are_doubted(size_t doubted, size_t count);
/* The same of samples that were delayed, of which the system causes more, */
bool bres__most_are_delayed(size_t delayed, size_t count);
/* and of calls that were disturbed, of which the system causes fewer. */
bool bres__too_many_are_disturbed(size_t disturbed, size_t count);
/* Whether a sample does not count: a thread has used more of a processor than the runner says, or
 * all of them more than there are. */
bool bres__clock_doubts(bres_backend backend, const bres__sample *sample);
/* The same: it has lasted longer than the runner says, beside the exchange and waiting. */
bool bres__clock_is_delayed(const bres__sample *sample);
/* Whether the times that a runner claims contradict what the judge has seen; then the message says
 * how. Samples that are `doubted` or `delayed` are not among the `count`. */
bool bres__clock_is_wrong(const bres__sample *samples, size_t count, size_t doubted, size_t delayed,
                          char message[256]);

/* Below what the machine can do: the seconds that one call takes at least; 0: unknown. */
double bres__floor_of(uint64_t flops, uint64_t bytes, double peak_flops, double peak_bandwidth);
/* Whether the times of two cases are alike that cannot be: the same within a tenth for four times
 * the work. */
bool bres__times_are_alike(const bres__judged *one, const bres__judged *other);

#endif
