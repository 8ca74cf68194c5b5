/* SPDX-License-Identifier: MIT */
#include "support/fake_cuda.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING(name)
#define NAME(name)   #name,
#define OFFSET(name) { #name, offsetof(fake_cuda_driver, name) },

const char *const fake_cuda_symbols[] = { FAKE_SYMBOLS(NAME, NOTHING) FAKE_SYMBOLS(NOTHING, NAME) };
const size_t fake_cuda_symbol_count = sizeof(fake_cuda_symbols) / sizeof(fake_cuda_symbols[0]);
const size_t fake_cuda_required_count =
    sizeof((const char *const[]){ FAKE_SYMBOLS(NAME, NOTHING) }) / sizeof(const char *);

static const struct {
    const char *name;
    size_t offset;
} members[] = { FAKE_SYMBOLS(OFFSET, OFFSET) };

const fake_control *fake;
const fake_cuda_driver *cu;

static fake_cuda_driver driver;

static bool control_find(void *handle, fake_control_fn **get)
{
    void *const symbol = dlsym(handle, "fake_control_get");

    memcpy(get, &symbol, sizeof(*get));
    return symbol != NULL;
}

static void double_load(const char *variant, int devices)
{
    const char *path = bres_test_beside("fakecuda/%slibcuda.so.1", variant);
    fake_control_fn *get;
    void *handle;
    void *symbol;

    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert_not_null(handle, "%s: %s", path, dlerror());
    cr_assert(control_find(handle, &get), "%s is not the double", path);
    fake = get();
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        symbol = dlsym(handle, members[i].name);
        memcpy((char *)&driver + members[i].offset, &symbol, sizeof(symbol));
    }
    cu = &driver;
    fake->reset(devices);
    setenv("BENCHRESULT_CUDA_LIBRARY", path, 1);
}

void fake_cuda_begin(int devices)
{
    double_load("", devices);
}

void fake_cuda_begin_old(int devices)
{
    double_load("old/", devices);
}

void fake_cuda_begin_without(const char *symbol, int devices)
{
    char variant[128];

    snprintf(variant, sizeof(variant), "without/%s/", symbol);
    double_load(variant, devices);
}

void fake_cuda_forget(void)
{
    void *const handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    fake_control_fn *get;

    if (handle == NULL)
        return;
    if (control_find(handle, &get))
        get()->reset(1);
    dlclose(handle);
}

void fake_cuda_absent(void)
{
    setenv("BENCHRESULT_CUDA_LIBRARY", "/nonexistent/libcuda.so.1", 1);
}

static uint64_t clock_now(void *user)
{
    (void)user;
    return fake->read_clock();
}

static void clock_sleep(void *user, uint64_t nanoseconds)
{
    (void)user;
    fake->sleep(nanoseconds);
}

bres_clock fake_cuda_clock(void)
{
    bres_clock clock;

    bres_clock_init(&clock);
    clock.now = clock_now;
    clock.sleep = clock_sleep;
    return clock;
}

void fake_cuda_expect_clean(void)
{
    cr_expect_str_eq(fake->leaks(), "", "not released: %s", fake->leaks());
    cr_expect_str_eq(fake->misuse(), "", "misused: %s", fake->misuse());
    cr_expect_eq(fake->deadlocks(), 0, "%u deadlocks", fake->deadlocks());
}

void fake_cuda_expect_lines(const char *words, const char *expected)
{
    char *lines = fake->lines(words, -1);

    cr_expect_str_eq(lines, expected, "the log is\n%swhere this was expected:\n%s", lines,
                     expected);
    free(lines);
}
