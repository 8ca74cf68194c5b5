/* SPDX-License-Identifier: MIT */
/*
 * One run of a command in a race.
 */
#include "base/file/file.h"
#include "base/file/tree.h"
#include "measure/beside.h"
#include "race/commands.h"
#include "race/program/program.h"
#include "race/program/running.h"

#include <benchresult/nvbench.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <time.h>

static void on_start(void *user, pid_t pid)
{
    const bres_command_race *race = user;

    bres__race_running_record(race->directory.path, pid);
}

static bres_status argv_run(bres_command_race *race, const bres__argv *argv, const char *directory,
                            bres__program_times *times)
{
    const bres__program_settings settings = {
        .shows_output = (race->options.flags & BRES_COMMAND_RACE_SHOW_OUTPUT) != 0,
        .timeout_ms = race->timeout_ms,
        .signal = race->options.signal,
        .signal_user = race->options.signal_user,
        .started = race->directory.scratch.path != NULL ? NULL : on_start,
        .started_user = race,
        .clock = &race->race.clock,
        .directory = directory,
    };

    return bres__program_run(&settings, (const char *const *)argv->items, times);
}

static bres_status result_fill(bres_result *result, uint32_t clock_kind, bres__program_times run)
{
    const bool is_wall = clock_kind == BRES_CLOCK_WALL;
    double seconds = is_wall ? run.wall : run.processor;
    double other = is_wall ? run.processor : run.wall;
    const bres__clock_times clocks = {
        .kind = clock_kind,
        .other_kind = is_wall ? BRES_CLOCK_PROCESS : BRES_CLOCK_WALL,
        .other = &other,
        .count = 1,
    };
    bres_subbench *bench;
    bres_state *state;
    bres_times times;
    bres_status status = bres_result_add_subbench(result, "command", &bench);

    bres_times_init(&times);
    times.count = 1;
    times.cpu = &seconds;
    times.walltime = run.wall;
    if (status == BRES_OK)
        status = bres_subbench_add_state(bench, &state);
    if (status == BRES_OK)
        status = bres_state_add_cpu_only_summaries(state, &times);
    return status == BRES_OK ? bres__add_clocks(&clocks, state) : status;
}

static bres_status result_write_time(const char *path, uint32_t clock_kind, bres__program_times run)
{
    bres_result *result = NULL;
    bres_status status;

    if (!((clock_kind == BRES_CLOCK_WALL ? run.wall : run.processor) > 0))
        return bres__error(BRES_ERROR_VALUE, "a run took no time by this clock");
    status = bres_result_new(&result);
    if (status == BRES_OK)
        status = result_fill(result, clock_kind, run);
    if (status == BRES_OK)
        status = bres_result_write(result, path, NULL);
    bres_result_unref(result);
    return status;
}

/* The result that a side has written. */
typedef struct result_source {
    bres_command_race *race;
    unsigned side;
    const char *path;
} result_source;

/* Finds or adds the key of a warning and gets its position; false: out of memory. */
static bool warning_take(bres_command_race *race, size_t *position, bool *is_new)
{
    const size_t known = race->warnings.count;

    if (!BRES__RESERVE(&race->warning_loads, &race->warning_capacity, known + 1) ||
        !bres__index_take(&race->warnings, position))
        return false;
    *is_new = *position == known;
    if (*is_new)
        race->warning_loads[known] = race->loads;
    return true;
}

/* The kind of a warning: its text with '#' for each number. */
static void put_kind(bres__text *key, const char *text)
{
    while (*text != '\0') {
        const size_t digits = strspn(text, "0123456789");

        bres__text_putc(key, digits > 0 ? '#' : *text);
        text += digits > 0 ? digits : 1;
    }
}

/* Forwards a warning, unless this result had the same text, or an earlier result of the side had a
 * warning of this kind. One result may have warnings of a kind for several states. */
static void result_warn(void *user, bres_log_level level, const char *message)
{
    const result_source *source = user;
    bres_command_race *race = source->race;
    const bres_race_options *options = &race->race.options;
    const size_t length = strlen(source->path);
    const char *text = message + (strncmp(message, source->path, length) == 0 ? length : 0);
    bool is_new;
    size_t kind;
    size_t same;

    bres__text_printf(&race->warnings.key, "kind %u", source->side);
    put_kind(&race->warnings.key, text);
    if (warning_take(race, &kind, &is_new)) {
        if (race->warning_loads[kind] != race->loads)
            return;
        bres__text_printf(&race->warnings.key, "text %u%s", source->side, text);
        if (warning_take(race, &same, &is_new) && !is_new)
            return;
    }
    options->log(options->log_user, level, message);
}

static bres_status result_load(bres_command_race *race, unsigned side, const char *path,
                               size_t pair, bres_result **result)
{
    result_source source = { race, side, path };
    bres_load_options options;
    bres_status status;

    race->loads++;
    bres_load_options_init(&options);
    if (race->race.options.log != NULL) {
        options.log = result_warn;
        options.log_user = &source;
    }
    status = bres__program_load(path, race->options.result_format, &options, result);
    if (status != BRES_OK)
        return status;
    status = bres__race_number(*result, pair);
    if (status != BRES_OK) {
        bres_result_unref(*result);
        *result = NULL;
    }
    return status;
}

/* Sleeps for the cooldown; returns early when the caller interrupts the race. */
static void race_cool_down(bres_command_race *race)
{
    const struct timespec interval = { .tv_nsec = 10000000 };
    const uint64_t begin = bres__steady_now();

    while ((double)(bres__steady_now() - begin) * 1e-9 < race->options.cooldown &&
           !bres__race_is_interrupted(&race->race))
        nanosleep(&interval, NULL);
}

bres_status bres__race_command_prepare(bres_command_race *race)
{
    bres__program_times times;
    bres_status status;

    if (race->options.cooldown > 0)
        race_cool_down(race);
    if (race->prepare.count == 0)
        return BRES_OK;
    status = argv_run(race, &race->prepare, NULL, &times);
    return status;
}

/* Programs that write result files measure themselves, so the race can only choose the clock of
 * commands that it times as a whole. */
bres_status bres__race_command_check_clock(const bres_command_race *race)
{
    const bres_clock_kind kind = (bres_clock_kind)race->race.options.clock_kind;

    if (kind == BRES_CLOCK_WALL || (kind == BRES_CLOCK_PROCESS && race->whole))
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT,
                       race->whole
                           ? "the clock is %s, but a command is a process (expected wall or "
                             "process)"
                           : "the clock is %s, but the programs measure themselves (expected wall; "
                             "benchmark programs have the option --clock)",
                       bres_clock_kind_name(kind));
}

/* In a collection of one side, the files are named "run" instead of "reference". */
static char *run_path(const bres_command_race *race, unsigned side, size_t pair)
{
    return bres__race_directory_file(
        &race->directory, race->race.side_count == 1 ? "run" : bres__race_side_names[side], pair);
}

bres_status bres__race_command_load(bres_command_race *race, unsigned side, size_t pair,
                                    bres_result **result)
{
    char *path = run_path(race, side, pair);
    bres_status status;

    *result = NULL;
    if (path == NULL)
        return bres__error_memory();
    status = result_load(race, side, path, pair, result);
    bres__free(path);
    return status;
}

/* A program that runs in another directory needs the absolute path of its result. */
static bres_status argv_fill(const bres_command_race *race, unsigned side, const char *path,
                             bres__argv *argv)
{
    bres__text whole = { 0 };
    char *directory = NULL;
    char *base = NULL;
    char real[PATH_MAX];
    bres_status status = BRES_OK;

    if (race->directories[side] == NULL)
        return bres__argv_fill(&race->argv[side], path, argv);
    if (!bres__split_path(path, &directory, &base))
        return bres__error_memory();
    if (realpath(directory[0] != '\0' ? directory : ".", real) == NULL)
        status = bres__error_system("find", directory);
    else
        bres__text_printf(&whole, "%s/%s", real, base);
    if (status == BRES_OK)
        status = whole.failed ? bres__error_memory()
                              : bres__argv_fill(&race->argv[side], whole.data, argv);
    bres__text_free(&whole);
    bres__free(base);
    bres__free(directory);
    return status;
}

static bres_status file_remove(const char *path)
{
    if (bres__unlink(path) == 0 || errno == ENOENT || bres__tree_remove(path))
        return BRES_OK;
    return bres__error_system("remove", path);
}

/* Suffix of a result that the race has refused, so that nothing reads the file as a result. */
static const char refused_ending[] = ".refused";

/* Removes the leftovers of a warm-up or of an incomplete pair: a result, and the journal of an
 * interrupted program, which a new run would refuse to overwrite. */
static bres_status files_remove(const char *path)
{
    static const char *const endings[] = { "", ".partial", refused_ending };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < sizeof(endings) / sizeof(*endings) && status == BRES_OK; i++) {
        bres__text name = { 0 };

        bres__text_printf(&name, "%s%s", path, endings[i]);
        status = name.failed ? bres__error_memory() : file_remove(name.data);
        bres__text_free(&name);
    }
    return status;
}

/* Renames a refused result, so that no reader of the directory mistakes it for a valid one. Keeps
 * the file for diagnosis, and keeps the current error. */
static void file_set_aside(const char *path)
{
    bres__text name = { 0 };

    bres__text_printf(&name, "%s%s", path, refused_ending);
    if (!name.failed)
        (void)bres__rename(path, name.data);
    bres__text_free(&name);
}

/* A race in a temporary directory cannot be resumed, so its pairs are not recorded. */
bres_status bres__race_command_record(const bres_command_race *race, char order)
{
    bres_status status = BRES_OK;

    if (race->directory.scratch.path != NULL)
        return BRES_OK;
    for (unsigned side = 0; side < race->race.side_count && status == BRES_OK; side++) {
        char *path = run_path(race, side, race->race.rounds);

        status = path != NULL ? bres__race_directory_sync(path) : bres__error_memory();
        bres__free(path);
    }
    if (status == BRES_OK)
        status = bres__race_directory_sync(race->directory.path);
    return status == BRES_OK ? bres__race_directory_add(&race->directory, order) : status;
}

void bres__race_command_set_aside(const bres_command_race *race)
{
    for (unsigned side = 0; side < race->race.side_count; side++) {
        char *path = run_path(race, side, race->race.rounds);

        if (path != NULL)
            file_set_aside(path);
        bres__free(path);
    }
}

bres_status bres__race_command_run(bres_command_race *race, unsigned side, size_t pair,
                                   bres_result **result)
{
    char *path = run_path(race, side, pair);
    bres__race_moment moment;
    bres__argv argv = { 0 };
    bres__program_times times;
    bres_status status = BRES_OK;

    *result = NULL;
    if (path == NULL)
        return bres__error_memory();
    status = files_remove(path);
    if (status == BRES_OK)
        status = argv_fill(race, side, path, &argv);
    bres__race_moment_begin(&moment);
    if (status == BRES_OK)
        status = argv_run(race, &argv, race->directories[side], &times);
    bres__race_moment_end(&moment);
    if (status == BRES_OK && race->whole)
        status = result_write_time(path, race->race.options.clock_kind, times);
    if (status == BRES_OK)
        status = result_load(race, side, path, pair, result);
    if (status == BRES_OK && race->collects) {
        status = bres__race_record_run(race, side, pair, &moment, path, *result);
        if (status != BRES_OK) {
            bres_result_unref(*result);
            *result = NULL;
        }
    }
    if (status != BRES_OK && race->collects)
        file_set_aside(path);
    bres__argv_free(&argv);
    bres__free(path);
    return status;
}
