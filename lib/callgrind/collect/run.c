/* SPDX-License-Identifier: MIT */
/*
 * One run of a program under callgrind, from its command line to its profile.
 */
#include "callgrind/collect/collect.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* Maximum numbers of generated options, and of generated environment variables. */
#define MADE_MAX      4
#define VARIABLES_MAX 5
#define COPY_CHUNK    ((size_t)64 << 10)
#define LOG_MAX       (UINT64_C(1) << 20)
/* Bytes of the end of a log that a message shows, so that the whole message fits. */
#define TAIL_SIZE     700

static const char *const options_fixed[] = {
    "-q",
    "--command-line-only=yes", /* ignores the user's settings */
    "--tool=callgrind",
    "--vgdb=no", /* avoids pipes for a debugger in the temporary directory */
    "--combine-dumps=yes",
    "--separate-threads=no",
    "--instr-atstart=yes",
    "--dump-instr=no",
    "--dump-line=yes",
    "--compress-strings=yes",
    "--compress-pos=yes",
};

#define FIXED_COUNT (sizeof options_fixed / sizeof *options_fixed)

/* The arguments or the environment of a new process. */
struct words {
    const char **words; /* NULL-terminated */
    size_t count;
    bool failed; /* no memory */
    bres__arena arena;
};

static void words_reserve(struct words *words, size_t count)
{
    words->words = bres__arena_calloc(&words->arena, count + 1, sizeof *words->words);
    words->failed = words->words == NULL;
}

static void words_add(struct words *words, const char *word)
{
    if (!words->failed)
        words->words[words->count++] = word;
}

__attribute__((format(printf, 2, 3))) static void words_printf(struct words *words,
                                                               const char *format, ...)
{
    va_list arguments;
    char *word;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    word = length >= 0 ? bres__arena_alloc(&words->arena, (size_t)length + 1, 1) : NULL;
    if (word == NULL) {
        words->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(word, (size_t)length + 1, format, arguments);
    va_end(arguments);
    words_add(words, word);
}

/* Escapes a path for valgrind, which replaces sequences that begin with %. */
static void path_escape(const char *path, bres__text *escaped)
{
    for (; *path != '\0'; path++) {
        bres__text_putc(escaped, *path);
        if (*path == '%')
            bres__text_putc(escaped, '%');
    }
}

static void command_line_make(const bres__callgrind_run *run, const bres__scratch_dir *scratch,
                              struct words *line)
{
    const bool is_command = run->task == NULL;
    const bool is_on = is_command || (run->options->flags & BRES_CALLGRIND_ALL_THREADS) != 0;
    bres__text directory = { 0 };
    size_t count = 0;

    while (run->arguments[count] != NULL)
        count++;
    words_reserve(line, 1 + FIXED_COUNT + MADE_MAX + count);
    path_escape(scratch->path, &directory);
    if (directory.failed) {
        bres__text_free(&directory);
        line->failed = true;
        return;
    }
    words_add(line, run->options->valgrind);
    for (size_t i = 0; i < FIXED_COUNT; i++)
        words_add(line, options_fixed[i]);
    /* Each process needs its own file: a child would overwrite the file of its parent. */
    words_printf(line, "--callgrind-out-file=%s/profile.%%p", directory.data);
    /* The output of a command goes to the caller, so valgrind needs a log file. The standard error
     * of a task is captured, together with valgrind's messages. */
    if (is_command)
        words_printf(line, "--log-file=%s/log", directory.data);
    if (run->toggle != NULL)
        words_printf(line, "--toggle-collect=%s", run->toggle);
    else
        words_add(line, is_on ? "--collect-atstart=yes" : "--collect-atstart=no");
    words_add(line, "--");
    for (size_t i = 0; i < count; i++)
        words_add(line, run->arguments[i]);
    bres__text_free(&directory);
}

static void environment_make(const bres__callgrind_run *run, struct words *variables)
{
    const char *const *given = run->options->environment;
    const int32_t num_threads = run->options->num_threads;
    size_t count = 0;

    while (given != NULL && given[count] != NULL)
        count++;
    words_reserve(variables, VARIABLES_MAX + count);
    for (size_t i = 0; i < count; i++)
        words_add(variables, given[i]);
    if (run->task != NULL) {
        words_printf(variables, BRES__TASK_VARIABLE "=%s", run->task);
        /* Otherwise, the loader's work at the first call of a function would be counted. */
        words_add(variables, "LD_BIND_NOW=1");
        /* Only one thread runs at a time: a thread that waits actively would be counted. */
        words_add(variables, "OMP_WAIT_POLICY=passive");
    }
    if (num_threads > 0) {
        words_printf(variables, "OMP_NUM_THREADS=%" PRId32, num_threads);
        words_printf(variables, "BENCHRESULT_NUM_THREADS=%" PRId32, num_threads);
    }
}

static bres_status file_copy(int from, const char *name, bres__output *output)
{
    char *chunk = bres__malloc(COPY_CHUNK);
    bres_status status = chunk != NULL ? BRES_OK : bres__error_memory();
    ssize_t got = 1;

    while (status == BRES_OK && got > 0) {
        got = bres__read_full(from, chunk, COPY_CHUNK);
        if (got < 0)
            status = bres__error_system("read", name);
        else
            bres__output_write(output, chunk, (size_t)got);
    }
    bres__free(chunk);
    return status;
}

static bres_status profile_keep(const char *path, const char *keep_path)
{
    const int fd = bres__open(path, O_RDONLY, 0);
    bres__output *output = NULL;
    bres_status status;

    if (fd < 0)
        return bres__error_system("open", path);
    status = bres__output_open(keep_path, &output);
    if (status == BRES_OK) {
        status = file_copy(fd, path, output);
        if (status == BRES_OK)
            status = bres__output_commit(output);
        else
            bres__output_discard(output);
    }
    bres__close(fd);
    return status;
}

static bres_status profile_take(const bres__callgrind_run *run, const char *path,
                                bres_profile **profile)
{
    bres_profile_options options;
    bres_status status = BRES_OK;

    bres_profile_options_init(&options);
    options.log = run->options->log;
    options.log_user = run->options->log_user;
    if (run->keep_path != NULL)
        status = profile_keep(path, run->keep_path);
    return status == BRES_OK ? bres_profile_load(path, &options, profile) : status;
}

/* The last lines of a log of `length` bytes: at most TAIL_SIZE bytes. */
static const char *tail_of(const char *log, size_t length)
{
    const char *line;

    if (length <= TAIL_SIZE)
        return log;
    log += length - TAIL_SIZE;
    line = memchr(log, '\n', TAIL_SIZE);
    return line != NULL ? line + 1 : log;
}

/* Joins the lines of a text, because a message is a single line. */
static void lines_join(const char *text, size_t length, char joined[3 * TAIL_SIZE + 1])
{
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            joined[used++] = text[i];
            continue;
        }
        memcpy(joined + used, " | ", 3);
        used += 3;
    }
    joined[used] = '\0';
}

static bres_status run_failed(const bres__callgrind_run *run, const char *log, const char *what)
{
    char joined[3 * TAIL_SIZE + 1];
    size_t length = strlen(log);
    const char *tail;

    while (length > 0 && log[length - 1] == '\n')
        length--;
    tail = tail_of(log, length);
    lines_join(tail, length - (size_t)(tail - log), joined);
    return bres__error(BRES_ERROR_VALUE, "'%s' under %s %s%s%s", run->arguments[0],
                       run->options->valgrind, what, length > 0 ? ": " : "", joined);
}

static bres_status run_check_end(bres__callgrind_run *run, const bres__spawned *spawned,
                                 const char *log)
{
    const int wait_status = spawned->wait_status;
    char what[128];

    if (WIFSIGNALED(wait_status)) {
        const char *name = sigdescr_np(WTERMSIG(wait_status));

        snprintf(what, sizeof what, "was killed by signal %d (%s)", WTERMSIG(wait_status),
                 name != NULL ? name : "unknown signal");
        return run_failed(run, log, what);
    }
    run->exit_status = WEXITSTATUS(wait_status);
    if (run->task == NULL || run->exit_status == 0)
        return BRES_OK;
    snprintf(what, sizeof what, "ended with exit status %d", run->exit_status);
    return run_failed(run, log, what);
}

/* Checks that a profile exists. callgrind creates the file at its start and fills it at its end. */
static bres_status run_check_profile(const bres__callgrind_run *run, const char *path,
                                     const char *log)
{
    struct stat file;
    char what[128];

    if (bres__stat(path, &file) != 0) {
        if (errno != ENOENT)
            return bres__error_system("find", path);
        snprintf(what, sizeof what, "ended with exit status %d and has left no profile",
                 run->exit_status);
        return run_failed(run, log, what);
    }
    if (file.st_size == 0)
        return run_failed(run, log,
                          "has left an empty profile: it has put another program in its own "
                          "place, which is not followed, or was killed");
    return BRES_OK;
}

/* Reads the log. Ignores errors: the log then stays empty. */
static void log_read(const bres__scratch_dir *scratch, bres__buffer *log)
{
    bres__text path = { 0 };
    bres__error_record record;

    bres__error_save(&record);
    bres__text_printf(&path, "%s/log", scratch->path);
    if (!path.failed)
        bres__read_file(path.data, LOG_MAX, log);
    bres__text_free(&path);
    bres__error_restore(&record);
}

/* Rounds up, because 0 means no timeout. */
static uint64_t timeout_ms(double seconds)
{
    return seconds < 1e12 ? (uint64_t)ceil(seconds * 1e3) : 0;
}

static bres_status run_spawn(const bres__callgrind_run *run, const bres__scratch_dir *scratch,
                             bres__spawned *spawned)
{
    const bres_callgrind_options *options = run->options;
    const bool is_command = run->task == NULL;
    struct words line = { .count = 0 };
    struct words variables = { .count = 0 };
    bres_status status = BRES_OK;
    bres__spawn spawn;

    command_line_make(run, scratch, &line);
    environment_make(run, &variables);
    if (line.failed || variables.failed)
        status = bres__error_memory();
    spawn = (bres__spawn){
        .arguments = line.words,
        .environment = variables.words,
        .input_kind = is_command ? BRES__STREAM_INHERIT : BRES__STREAM_NULL,
        .output_kind = is_command ? BRES__STREAM_INHERIT : BRES__STREAM_NULL,
        .errors_kind = is_command ? BRES__STREAM_INHERIT : BRES__STREAM_PIPE,
        .shares_group = is_command,
        .timeout_ms = timeout_ms(options->timeout),
        .signal = options->signal,
        .signal_user = options->signal_user,
    };
    if (status == BRES_OK)
        status = bres__spawn_run(&spawn, spawned);
    if (spawned->pid > 0 && (status != BRES_OK || WIFSIGNALED(spawned->wait_status)))
        bres__valgrind_files_remove(spawned->pid);
    if (status == BRES_ERROR_LIMIT)
        bres__error_prefix("'%s' under valgrind", run->arguments[0]);
    bres__arena_free(&line.arena);
    bres__arena_free(&variables.arena);
    return status;
}

static bres_status run_finish(bres__callgrind_run *run, const bres__scratch_dir *scratch,
                              const bres__spawned *spawned, bres_profile **profile)
{
    bres__buffer logged = { .data = NULL };
    const char *log = spawned->errors;
    bres__text path = { 0 };
    bres_status status = BRES_OK;

    if (run->task == NULL) {
        log_read(scratch, &logged);
        log = logged.data != NULL ? logged.data : "";
    }
    bres__text_printf(&path, "%s/profile.%lld", scratch->path, (long long)spawned->pid);
    if (path.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        status = run_check_end(run, spawned, log);
    if (status == BRES_OK)
        status = run_check_profile(run, path.data, log);
    if (status == BRES_OK)
        status = profile_take(run, path.data, profile);
    bres__text_free(&path);
    bres__free(logged.data);
    return status;
}

bres_status bres__callgrind_run_once(bres__callgrind_run *run, bres_profile **profile)
{
    bres__scratch_dir scratch = { .path = NULL };
    bres__spawned spawned = { .wait_status = 0 };
    bres_status status = bres__scratch_dir_make(&scratch);

    *profile = NULL;
    run->exit_status = 0;
    if (status == BRES_OK)
        status = run_spawn(run, &scratch, &spawned);
    if (status == BRES_OK)
        status = run_finish(run, &scratch, &spawned, profile);
    bres__spawned_free(&spawned);
    bres__scratch_dir_remove(&scratch);
    return status;
}
