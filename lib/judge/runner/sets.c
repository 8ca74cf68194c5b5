/* SPDX-License-Identifier: MIT */
#include "judge/runner/sets.h"
#include "judge/runner/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096u

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
    return runner->set_size <= SIZE_MAX / 4 / runner->options.sets;
}

/* Bytes that the system can give without taking them from others; the largest number when it does
 * not tell. */
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
static int set_make(bres__runner_set *set, size_t size)
{
    void *memory;

    if (BRES__FAULT(BRES__FAULT_IO))
        return EMFILE;
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return errno;
    set->memory = memory;
    return 0;
}

/* Returns an errno. */
static int shared_make(bres__runner *runner)
{
    void *memory;
    int error;

    if (BRES__FAULT(BRES__FAULT_IO))
        return EMFILE;
    runner->shared_fd = memfd_create("benchresult-judge", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (runner->shared_fd < 0)
        return errno;
    error = posix_fallocate(runner->shared_fd, 0, (off_t)runner->set_size);
    if (error != 0)
        return error;
    if (fcntl(runner->shared_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return errno;
    memory = mmap(NULL, runner->set_size, PROT_READ | PROT_WRITE, MAP_SHARED, runner->shared_fd, 0);
    if (memory == MAP_FAILED)
        return errno;
    runner->shared = memory;
    return 0;
}

static void shared_free(bres__runner *runner)
{
    if (runner->shared != NULL)
        munmap(runner->shared, runner->set_size);
    runner->shared = NULL;
    if (runner->shared_fd >= 0)
        bres__close(runner->shared_fd);
    runner->shared_fd = -1;
}

static bool is_lack_of_memory(int error)
{
    return error == ENOMEM || error == ENOSPC || error == EFBIG;
}

bres_status bres__runner_sets_make(bres__runner *runner, bres__runner_report *report)
{
    const size_t count = runner->options.sets;
    uint64_t available;
    bres_status status;
    int error = 0;

    runner->offsets = bres__calloc(runner->options.argument_count + 1, sizeof(*runner->offsets));
    runner->guards = bres__calloc(2 * runner->options.argument_count + 1, sizeof(*runner->guards));
    runner->sets = bres__calloc(count, sizeof(*runner->sets));
    if (runner->offsets == NULL || runner->guards == NULL || runner->sets == NULL)
        return bres__error_memory();
    if (!sets_lay_out(runner))
        return bres__runner_fail(report, BRES__RUNNER_NO_MEMORY,
                                 "the arrays do not fit into the address space");
    status = memory_available(&available);
    if (status != BRES_OK)
        return status;
    /* The shared copy needs memory, too. */
    if (runner->set_size > available / (count + 1))
        error = ENOMEM;
    for (size_t i = 0; error == 0 && i < count; i++)
        error = set_make(&runner->sets[i], runner->set_size);
    if (is_lack_of_memory(error))
        return bres__runner_fail(report, BRES__RUNNER_NO_MEMORY,
                                 "not enough memory for %zu sets of arrays of %zu bytes", count,
                                 runner->set_size);
    if (error == 0)
        return BRES_OK;
    errno = error;
    return bres__error_system("allocate memory for the arrays", NULL);
}

bres_status bres__runner_set_share(bres__runner *runner, size_t set)
{
    const int error = shared_make(runner);

    if (error == 0) {
        memcpy(runner->shared, runner->sets[set].memory, runner->set_size);
        return BRES_OK;
    }
    shared_free(runner);
    errno = error;
    return is_lack_of_memory(error)
               ? bres__error_memory()
               : bres__error_system("allocate shared memory for the arrays", NULL);
}

void bres__runner_set_collect(bres__runner *runner, size_t set)
{
    if (runner->shared != NULL)
        memcpy(runner->sets[set].memory, runner->shared, runner->set_size);
    shared_free(runner);
}

void bres__runner_sets_free(bres__runner *runner)
{
    shared_free(runner);
    for (size_t i = 0; runner->sets != NULL && i < runner->options.sets; i++) {
        if (runner->sets[i].memory != NULL)
            munmap(runner->sets[i].memory, runner->set_size);
    }
    bres__free(runner->sets);
    bres__free(runner->guards);
    bres__free(runner->offsets);
}

void *bres__runner_array(const bres__runner *runner, size_t set, size_t argument)
{
    return runner->options.arguments[argument].is_array
               ? runner->sets[set].memory + runner->offsets[argument]
               : NULL;
}

/* The guards of a set are drawn from one stream: the same again from the same seed. */
static unsigned char guard_byte(bres__random *random)
{
    return (unsigned char)bres__random_next(random);
}

bres_status bres__runner_guards_draw(bres__runner *runner, size_t set)
{
    bres__runner_set *drawn = &runner->sets[set];
    const bres_status status = bres__random_secret(&drawn->guard_seed);
    bres__random random = bres__random_stream(drawn->guard_seed, 0);

    for (size_t i = 0; status == BRES_OK && i < runner->guard_count; i++) {
        const bres__runner_guard *guard = &runner->guards[i];

        for (size_t k = 0; k < guard->size; k++)
            drawn->memory[guard->begin + k] = guard_byte(&random);
    }
    return status;
}

void bres__runner_guards_check(const bres__runner *runner, size_t set, bres__runner_report *report)
{
    const bres__runner_set *drawn = &runner->sets[set];
    bres__random random = bres__random_stream(drawn->guard_seed, 0);

    for (size_t i = 0; i < runner->guard_count; i++) {
        const bres__runner_guard *guard = &runner->guards[i];

        for (size_t k = 0; k < guard->size; k++) {
            if (drawn->memory[guard->begin + k] == guard_byte(&random))
                continue;
            bres__runner_fail(report, BRES__RUNNER_GUARD, "it wrote the byte %zu %s of '%s'",
                              guard->is_behind ? k + 1 : guard->size - k,
                              guard->is_behind ? "after the last" : "before the first",
                              guard->name);
            return;
        }
    }
}
