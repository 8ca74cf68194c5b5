/* SPDX-License-Identifier: MIT */
#include "judge/runner/sets.h"
#include "judge/runner/caches.h"
#include "judge/runner/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE       4096u
/* Maximum memory for several sets: SETS_SIZE, or available memory divided by SETS_SHARE if less. */
#define SETS_SIZE  ((uint64_t)256 << 20)
#define SETS_SHARE 4
/* Bytes to allocate at once. A signal undoes one allocation, so each must take less time than the
 * interval of a timer. */
#define PART_SIZE  ((size_t)1 << 20)

/* Lays out the arrays, each between its guards; false when the sizes overflow. */
static bool sets_lay_out(bres__runner *runner)
{
    size_t end = 0;

    for (size_t i = 0; i < runner->options.argument_count; i++) {
        const bres__argument *argument = &runner->options.arguments[i];
        const size_t begin = end + BRES__GUARD_SIZE;

        if (!argument->is_array)
            continue;
        if (argument->bytes > SIZE_MAX / 4 - begin)
            return false;
        runner->offsets[i] = begin;
        runner->guards[runner->guard_count++] =
            (bres__runner_guard){ argument->name, end, BRES__GUARD_SIZE, false };
        end = (begin + argument->bytes + BRES__GUARD_SIZE + PAGE - 1) / PAGE * PAGE;
        runner->guards[runner->guard_count++] =
            (bres__runner_guard){ argument->name, begin + argument->bytes,
                                  end - begin - argument->bytes, true };
    }
    runner->set_size = end > 0 ? end : PAGE;
    return runner->set_size <= SIZE_MAX / 4;
}

/* Bytes that the system can allocate without taking them from other programs; UINT64_MAX if
 * unknown. */
static bres_status memory_available(uint64_t *available)
{
    static const char name[] = "\nMemAvailable:";
    bres__buffer info;
    const bres_status status = bres__read_file("/proc/meminfo", 1 << 20, &info);
    const char *line;

    *available = UINT64_MAX;
    if (status != BRES_OK)
        return status;
    line = strstr(info.data, name);
    if (line != NULL)
        *available = strtoull(line + strlen(name), NULL, 10) * 1024;
    bres__free(info.data);
    return BRES_OK;
}

/* Returns an errno. */
static int file_allocate(int fd, size_t size)
{
    int error = 0;

    for (size_t at = 0; at < size && error == 0; at += PART_SIZE) {
        const size_t left = size - at;

        do {
            error = posix_fallocate(fd, (off_t)at, (off_t)(left < PART_SIZE ? left : PART_SIZE));
        } while (error == EINTR);
    }
    return error;
}

/* Returns an errno. */
static int file_make(size_t size, int *fd)
{
    int error;

    if (BRES__FAULT(BRES__FAULT_IO))
        return EMFILE;
    *fd = memfd_create("benchresult-judge", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*fd < 0)
        return errno;
    error = file_allocate(*fd, size);
    if (error == 0 && fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        error = errno;
    return error;
}

/* Returns an errno. */
static int memory_make(bres__runner *runner, size_t count, int *fd)
{
    const size_t size = count * runner->set_size;
    const int error = file_make(size, fd);
    void *memory;

    if (error != 0)
        return error;
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, *fd, 0);
    if (memory == MAP_FAILED)
        return errno;
    runner->memory = memory;
    runner->sets = count;
    return 0;
}

static void memory_free(bres__runner *runner)
{
    if (runner->memory != NULL)
        munmap(runner->memory, runner->sets * runner->set_size);
    runner->memory = NULL;
}

static bool is_lack_of_memory(int error)
{
    return error == ENOMEM || error == ENOSPC || error == EFBIG;
}

static bres_status fail_memory(const bres__runner *runner, size_t count,
                               bres__runner_report *report)
{
    return bres__runner_fail(report, BRES__RUNNER_NO_MEMORY,
                             "not enough memory for %zu sets of arrays of %zu bytes", count,
                             runner->set_size);
}

bres_status bres__runner_sets_begin(bres__runner *runner, bres__runner_report *report)
{
    const size_t sets = runner->options.sets;
    uint64_t available;
    bres_status status;

    runner->offsets = bres__calloc(runner->options.argument_count + 1, sizeof(*runner->offsets));
    runner->guards = bres__calloc(2 * runner->options.argument_count + 1, sizeof(*runner->guards));
    runner->stream =
        bres__malloc(runner->options.cache_size > 0 ? (size_t)runner->options.cache_size : 1);
    if (runner->offsets == NULL || runner->guards == NULL || runner->stream == NULL)
        return bres__error_memory();
    if (!sets_lay_out(runner))
        return bres__runner_fail(report, BRES__RUNNER_NO_MEMORY,
                                 "the arrays do not fit into the address space");
    status = memory_available(&available);
    if (status != BRES_OK)
        return status;
    if (runner->set_size > available / sets)
        return fail_memory(runner, sets, report);
    available /= SETS_SHARE;
    runner->sets_max = (size_t)((available < SETS_SIZE ? available : SETS_SIZE) / runner->set_size);
    if (runner->sets_max < sets)
        runner->sets_max = sets;
    return BRES_OK;
}

size_t bres__runner_sets_max(const bres__runner *runner)
{
    return runner->sets_max;
}

bres_status bres__runner_sets_make(bres__runner *runner, size_t count, int *fd,
                                   bres__runner_report *report)
{
    int error;

    *fd = -1;
    memory_free(runner);
    error = memory_make(runner, count, fd);
    if (is_lack_of_memory(error))
        return fail_memory(runner, count, report);
    errno = error;
    return error == 0 ? BRES_OK : bres__error_system("allocate memory for the arrays", NULL);
}

void bres__runner_sets_free(bres__runner *runner)
{
    memory_free(runner);
    bres__free(runner->stream);
    bres__free(runner->guards);
    bres__free(runner->offsets);
}

static unsigned char *set_at(const bres__runner *runner, size_t set)
{
    return runner->memory + set * runner->set_size;
}

void bres__runner_caches_flush(bres__runner *runner, size_t first, size_t count)
{
    if (runner->options.cache_size == 0)
        bres__caches_evict(set_at(runner, first), count * runner->set_size);
    else
        bres__caches_walk(runner->stream, (size_t)runner->options.cache_size);
}

void *bres__runner_array(const bres__runner *runner, size_t set, size_t argument)
{
    return runner->options.arguments[argument].is_array
               ? set_at(runner, set) + runner->offsets[argument]
               : NULL;
}

/* Draws the next bytes of the guards of a set; `size` is a multiple of eight except at the end of a
 * guard. All guards of a set use one stream: the same seed gives the same bytes. */
static void guard_draw(bres__random *random, unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        const uint64_t drawn = bres__random_next(random);

        memcpy(bytes + i, &drawn, size - i < sizeof(drawn) ? size - i : sizeof(drawn));
    }
}

static void set_draw_guards(const bres__runner *runner, size_t set)
{
    bres__random random = bres__random_stream(runner->guard_seed, set);

    for (size_t i = 0; i < runner->guard_count; i++)
        guard_draw(&random, set_at(runner, set) + runner->guards[i].begin, runner->guards[i].size);
}

bres_status bres__runner_guards_draw(bres__runner *runner, size_t first, size_t count)
{
    const bres_status status = bres__random_secret(&runner->guard_seed);

    for (size_t i = 0; status == BRES_OK && i < count; i++)
        set_draw_guards(runner, first + i);
    return status;
}

/* The index of the first changed byte of a guard; the guard's size if no byte has changed. */
static size_t guard_changed(const bres__runner_guard *guard, const unsigned char *at,
                            bres__random *random)
{
    unsigned char drawn[512];
    size_t changed = guard->size;

    for (size_t i = 0; i < guard->size; i += sizeof(drawn)) {
        const size_t left = guard->size - i;
        const size_t size = left < sizeof(drawn) ? left : sizeof(drawn);

        guard_draw(random, drawn, size);
        if (changed < guard->size || memcmp(at + i, drawn, size) == 0)
            continue;
        changed = i;
        /* A process that still runs may have restored the byte meanwhile. */
        while (changed < i + size - 1 && at[changed] == drawn[changed - i])
            changed++;
    }
    return changed;
}

void bres__runner_guards_check(const bres__runner *runner, size_t set, bres__runner_report *report)
{
    bres__random random = bres__random_stream(runner->guard_seed, set);

    for (size_t i = 0; i < runner->guard_count; i++) {
        const bres__runner_guard *guard = &runner->guards[i];
        const size_t byte = guard_changed(guard, set_at(runner, set) + guard->begin, &random);

        if (byte == guard->size)
            continue;
        bres__runner_fail(report, BRES__RUNNER_GUARD, "it wrote the byte %zu %s of '%s'",
                          guard->is_behind ? byte + 1 : guard->size - byte,
                          guard->is_behind ? "after the last" : "before the first", guard->name);
        return;
    }
}
