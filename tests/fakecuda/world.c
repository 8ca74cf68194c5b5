/* SPDX-License-Identifier: MIT */
#include "fake.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world world;

#define FAKE_NAME(name) [SYMBOL_##name] = #name,
const char *const symbol_names[SYMBOL_COUNT] = { FAKE_SYMBOLS(FAKE_NAME, FAKE_NAME) };
#undef FAKE_NAME

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void world_begin(void)
{
    const char *devices = getenv("FAKE_CUDA_DEVICES");

    world_reset(devices != NULL ? atoi(devices) : 1);
}

void fake_lock(void)
{
    pthread_mutex_lock(&lock);
    pthread_once(&once, world_begin);
}

void fake_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void fake_abort(const char *what, const char *name)
{
    fprintf(stderr, "fakecuda: %s: %s\n", what, name);
    abort();
}

void *fake_alloc(size_t bytes)
{
    void *memory = calloc(1, bytes);

    if (memory == NULL)
        fake_abort("no memory", "fake_alloc");
    return memory;
}

char *fake_copy(const char *text)
{
    char *copy = fake_alloc(strlen(text) + 1);

    strcpy(copy, text);
    return copy;
}

struct device *world_device(int ordinal)
{
    struct device *device = world.devices;

    while (device != NULL && device->ordinal != ordinal)
        device = device->next;
    return device;
}

enum symbol world_symbol(const char *name)
{
    if (name == NULL)
        return SYMBOL_ANY;
    for (int symbol = 0; symbol < SYMBOL_COUNT; symbol++) {
        if (strcmp(symbol_names[symbol], name) == 0)
            return (enum symbol)symbol;
    }
    fake_abort("no such symbol", name);
}
