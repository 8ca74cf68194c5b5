/* SPDX-License-Identifier: MIT */
/*
 * Compiles a source. The compiler works in its own temporary directory, which a helper program
 * removes if this process is killed. After compilation the object is kept only in memory.
 */
#include "judge/compile/compile.h"
#include "base/base.h"
#include "judge/compile/failure.h"
#include "judge/compile/limits.h"
#include "judge/compile/object.h"
#include "judge/compile/symbol.h"
#include "judge/verdict/judgement.h"

#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SUPERVISOR "benchresult-compile-supervisor"
#define SOURCE_MAX (UINT64_C(16) << 20)

/* How a kind of source is compiled. */
static const struct {
    bres_language language;
    const char *compiler;
    const char *flags[4]; /* of a shared object; ended by NULL */
} kinds[] = {
    [BRES__SOURCE_C] = { BRES_LANGUAGE_C, "cc", { "-shared", "-fPIC" } },
    [BRES__SOURCE_CXX] = { BRES_LANGUAGE_CXX, "c++", { "-shared", "-fPIC" } },
    [BRES__SOURCE_CUDA] = { BRES_LANGUAGE_CUDA, "nvcc", { "-shared", "-Xcompiler", "-fPIC" } },
};

/* A compilation in progress. */
typedef struct compilation {
    const bres__compile_job *job;
    bres__scratch_dir scratch;
    bres__arena arena;  /* arguments and paths */
    const char *header; /* paths in the directory */
    const char *object;
    const char *messages;
    char numbers[5][BRES__NUMBER_SIZE]; /* arguments: the parent and the limits */
    bool needs_symbol;                  /* the text does not show whether it defines `solution` */
    const char **argv;    /* ended by NULL; it begins with the supervisor and its arguments */
    const char **command; /* the compiler in `argv` */
    bool is_interrupted;
} compilation;

static bres_status check_text(compilation *made, bres__buffer *text)
{
    const bres__compile_job *job = made->job;
    const size_t expected = job->problem->parameter_count;
    size_t found;

    switch (bres__source_signature(text->data, text->size, expected, &found)) {
    case BRES__SIGNATURE_MISSING:
        /* A macro or an attribute may define it. */
        made->needs_symbol = true;
        return BRES_OK;
    case BRES__SIGNATURE_VARIADIC:
        return bres__judgement_fail(
            job->judgement, BRES_JUDGE_COMPILE_ERROR,
            "'solution' takes a variable number of arguments (expected %zu)", expected);
    case BRES__SIGNATURE_FOUND:
        break;
    }
    if (found == expected)
        return BRES_OK;
    return bres__judgement_fail(job->judgement, BRES_JUDGE_COMPILE_ERROR,
                                "'solution' has %zu parameter%s, but problem '%s' has %zu", found,
                                found == 1 ? "" : "s", job->problem->name, expected);
}

static bres_status check_source(compilation *made)
{
    const bres__compile_job *job = made->job;
    bres__buffer text = { .data = NULL };
    bres_status status = bres__read_fd(job->fd, job->source, SOURCE_MAX, &text);

    if (status == BRES_OK)
        status = check_text(made, &text);
    bres__free(text.data);
    return status;
}

/* Joins two texts, in the arena. NULL if memory is exhausted or `first` is NULL. */
static const char *text_join(compilation *made, const char *first, const char *second)
{
    const size_t length = first != NULL ? strlen(first) : 0;
    char *joined =
        first != NULL ? bres__arena_alloc(&made->arena, length + strlen(second) + 1, 1) : NULL;

    if (joined != NULL) {
        memcpy(joined, first, length);
        strcpy(joined + length, second);
    }
    return joined;
}

static bres_status write_header(const compilation *made)
{
    char *prototype = NULL;
    bres_status status =
        bres_problem_prototype(made->job->problem, (bres_data_type)made->job->options->type,
                               kinds[made->job->kind].language, &prototype);

    if (status == BRES_OK)
        status = bres_write_file(made->header, prototype, strlen(prototype));
    bres_string_free(prototype);
    return status;
}

static bres_status directory_make(compilation *made)
{
    bres_status status = bres__scratch_dir_make(&made->scratch);

    if (status != BRES_OK)
        return status;
    made->header = text_join(made, made->scratch.path, "/solution.h");
    made->object = text_join(made, made->scratch.path, "/solution.so");
    made->messages = text_join(made, made->scratch.path, "/messages");
    if (made->header == NULL || made->object == NULL || made->messages == NULL)
        return bres__error_memory();
    return write_header(made);
}

static const char *compiler_of(const bres__compile_job *job)
{
    return job->options->compiler != NULL ? job->options->compiler : kinds[job->kind].compiler;
}

/* Appends texts up to NULL. */
static const char **argv_add(const char **argv, const char *const *added)
{
    while (*added != NULL)
        *argv++ = *added++;
    return argv;
}

static void numbers_write(compilation *made)
{
    const bres__compile_limits *limits = &bres__compile_usual_limits;
    const uint64_t numbers[] = { (uint64_t)getpid(), limits->memory, limits->file, limits->disk,
                                 limits->processes };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bres__format(made->numbers[i], sizeof made->numbers[i], "%" PRIu64, numbers[i]);
}

/* The path in a form that no program takes for an option or a list of options. NULL if memory is
 * exhausted. */
static const char *argument_of(compilation *made, const char *path)
{
    return text_join(made, path[0] == '-' || path[0] == '@' ? "./" : "", path);
}

static bres_status command_make(compilation *made, const char *supervisor)
{
    static const char *const usual[] = { "-O2", NULL };
    const bres__compile_job *job = made->job;
    const char *const *flags =
        job->options->compiler_flags != NULL ? job->options->compiler_flags : usual;
    const char *const source = argument_of(made, job->source);
    const char *const head[] = { supervisor,       made->numbers[0], made->scratch.path,
                                 made->numbers[1], made->numbers[2], made->numbers[3],
                                 made->numbers[4], source,           NULL };
    const char *const compiler[] = { "--", compiler_of(job), NULL };
    const char *const tail[] = {
        "-I", made->scratch.path, "-o", made->object, source, "-lm", NULL
    };
    const char **end;
    size_t count = 0;

    const bres__judge_metadata *metadata = &job->judgement->metadata;

    while (flags[count] != NULL)
        count++;
    made->argv = bres__arena_calloc(
        &made->arena,
        count + metadata->allow_read_count + sizeof head / sizeof *head +
            sizeof compiler / sizeof *compiler + sizeof kinds->flags / sizeof *kinds->flags +
            sizeof tail / sizeof *tail,
        sizeof *made->argv);
    if (source == NULL || made->argv == NULL)
        return bres__error_memory();
    numbers_write(made);
    end = argv_add(made->argv, head);
    for (size_t i = 0; i < metadata->allow_read_count; i++)
        *end++ = argument_of(made, metadata->allow_read[i]);
    made->command = end + 1;
    end = argv_add(end, compiler);
    end = argv_add(end, flags);
    end = argv_add(end, kinds[job->kind].flags);
    argv_add(end, tail);
    return BRES_OK;
}

/* Records the command for the verdict, without the arguments that differ each time. */
static bres_status command_record(const compilation *made)
{
    bres_judgement *judgement = made->job->judgement;
    bres__text line = { 0 };

    for (const char *const *argument = made->command; *argument != NULL; argument++) {
        if (strcmp(*argument, "-I") == 0 || strcmp(*argument, "-o") == 0) {
            argument++;
            continue;
        }
        bres__text_puts(&line, line.length > 0 ? " " : "");
        bres__text_puts(&line, *argument);
    }
    if (!line.failed)
        judgement->metadata.command = bres__arena_strdup(&judgement->arena, line.data);
    bres__text_free(&line);
    return judgement->metadata.command != NULL ? BRES_OK : bres__error_memory();
}

static int ask_interrupted(void *user)
{
    compilation *made = user;
    const bres_judge_options *options = made->job->options;

    if (!made->is_interrupted && options->is_interrupted != NULL)
        made->is_interrupted = options->is_interrupted(options->interrupt_user);
    return made->is_interrupted ? SIGTERM : 0;
}

static bres_status note_root(compilation *made)
{
    const char *marker = text_join(made, made->scratch.path, "/" BRES__COMPILE_AS_ROOT);

    if (marker == NULL)
        return bres__error_memory();
    if (access(marker, F_OK) != 0)
        return BRES_OK;
    return bres__judgement_note(made->job->judgement,
                                "the compiler ran as root: the judge lacks the capabilities to run "
                                "it as another user");
}

static bres_status run_compiler(compilation *made)
{
    const double limit = made->job->options->compile_time_limit * 1e3;
    /* LC_ALL: the judge looks for English words in the messages. CCACHE_DISABLE: a compilation
     * cache is outside the files that the compiler may use. LD_PRELOAD: a library that is loaded
     * into the judge may not work within the limits of a compiler. */
    const char *environment[] = { text_join(made, text_join(made, "TMPDIR=", made->scratch.path),
                                            "/"),
                                  "LC_ALL=C", "CCACHE_DISABLE=1", "LD_PRELOAD=", NULL };
    bres__spawned spawned = { .pid = 0 };
    bres__spawn spawn = {
        .arguments = made->argv,
        .environment = environment,
        .input_kind = BRES__STREAM_NULL,
        .output_kind = BRES__STREAM_NULL,
        .errors_kind = BRES__STREAM_FILE,
        .errors_path = made->messages,
        .timeout_ms = limit < 1 ? 1 : (limit < 1e15 ? (uint64_t)limit : 0),
        .signal = ask_interrupted,
        .signal_user = made,
    };
    bres_status status;

    if (environment[0] == NULL)
        return bres__error_memory();
    status = bres__spawn_run(&spawn, &spawned);
    bres__spawned_free(&spawned);
    if (made->is_interrupted)
        return bres__error(BRES_ERROR_INTERRUPTED, "interrupted");
    if (status == BRES_OK)
        status = note_root(made);
    if (status == BRES_ERROR_LIMIT)
        return bres__judgement_fail(made->job->judgement, BRES_JUDGE_COMPILE_ERROR,
                                    "the compiler exceeded its time limit of %g s",
                                    made->job->options->compile_time_limit);
    if (status == BRES_OK && spawned.wait_status != 0)
        return bres__compile_fail(made->job->judgement, made->messages, spawned.wait_status);
    return status;
}

static bres_status object_take(const compilation *made, int *object)
{
    bres__buffer content = { .data = NULL };
    bres_status status = bres__compiled_read(made->object, BRES__OBJECT_MAX, &content);

    if (status == BRES_OK && made->needs_symbol &&
        !bres__object_exports(content.data, content.size, "solution"))
        status = bres__judgement_fail(made->job->judgement, BRES_JUDGE_COMPILE_ERROR,
                                      "the source does not define a function 'solution'");
    else if (status == BRES_OK)
        status = bres__object_store(&content, object);
    bres__free(content.data);
    return status;
}

bres_status bres__compile(const bres__compile_job *job, int *object)
{
    compilation made = { .job = job };
    char *supervisor = NULL;
    char *compiler = NULL;
    bres_status status;

    *object = -1;
    status = check_source(&made);
    if (status != BRES_OK || !bres__judgement_is_running(job->judgement))
        return status;
    status = bres__program_find(compiler_of(job), &compiler);
    if (status == BRES_OK)
        status = bres__libexec_find(SUPERVISOR, &supervisor);
    if (status == BRES_OK)
        status = directory_make(&made);
    if (status == BRES_OK)
        status = command_make(&made, supervisor);
    if (status == BRES_OK)
        status = command_record(&made);
    if (status == BRES_OK)
        status = run_compiler(&made);
    if (status == BRES_OK && bres__judgement_is_running(job->judgement))
        status = object_take(&made, object);
    bres__scratch_dir_remove(&made.scratch);
    bres__arena_free(&made.arena);
    bres__free(compiler);
    bres__free(supervisor);
    return status;
}
