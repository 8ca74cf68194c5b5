/* SPDX-License-Identifier: MIT */
/* The members of fake_control that describe kernels. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

/* Locks the double and returns the kernel's script with its pace set. */
static struct script *script_lock(const char *kernel, enum pace pace)
{
    struct script *script;

    fake_lock();
    script = script_of(kernel);
    script->pace = pace;
    return script;
}

void control_constant(const char *kernel, uint64_t ns)
{
    script_lock(kernel, PACE_CONSTANT)->low = ns;
    fake_unlock();
}

static void *values_copy(const void *values, size_t count, size_t size)
{
    void *copy;

    if (count == 0)
        fake_abort("an empty list", "list or kernel_clock");
    copy = fake_alloc(count * size);
    memcpy(copy, values, count * size);
    return copy;
}

void control_list(const char *kernel, const uint64_t *ns, size_t count)
{
    struct script *script = script_lock(kernel, PACE_LIST);

    free(script->list);
    script->list = values_copy(ns, count, sizeof(*ns));
    script->count = count;
    fake_unlock();
}

void control_noise(const char *kernel, uint64_t mean, uint64_t spread, uint64_t seed)
{
    struct script *script = script_lock(kernel, PACE_NOISE);

    if (spread > mean)
        fake_abort("a spread beyond the mean", kernel);
    script->low = mean;
    script->high = spread;
    script->seed = seed;
    fake_unlock();
}

void control_bimodal(const char *kernel, uint64_t low, uint64_t high, double probability,
                     uint64_t seed)
{
    struct script *script = script_lock(kernel, PACE_BIMODAL);

    script->low = low;
    script->high = high;
    script->probability = probability;
    script->seed = seed;
    fake_unlock();
}

void control_static_shared(const char *kernel, unsigned bytes)
{
    fake_lock();
    script_of(kernel)->static_shared = bytes;
    fake_unlock();
}

void control_role(const char *kernel, fake_role role)
{
    fake_lock();
    script_set_role(script_of(kernel), role);
    fake_unlock();
}

void control_callback(const char *kernel, fake_run_fn run, void *user)
{
    struct script *script;

    fake_lock();
    script = script_of(kernel);
    script->callback = run;
    script->user = user;
    fake_unlock();
}

void control_kernel_clock(const char *kernel, const double *mhz, size_t count)
{
    struct script *script;

    fake_lock();
    script = script_of(kernel);
    free(script->mhz);
    script->mhz = values_copy(mhz, count, sizeof(*mhz));
    script->mhz_count = count;
    fake_unlock();
}

void control_kernel_fault(const char *kernel, uint64_t index, int code)
{
    struct script *script;

    fake_lock();
    script = script_of(kernel);
    script->fault_index = index;
    script->fault = code;
    fake_unlock();
}

uint64_t control_launches(const char *kernel)
{
    uint64_t launches;

    fake_lock();
    launches = script_of(kernel)->launches;
    fake_unlock();
    return launches;
}
