/* SPDX-License-Identifier: MIT */
/* Initial state, reset and clean-up. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ADDRESS 0x700000000000u

static void list_free_objects(struct object *object)
{
    while (object != NULL) {
        struct object *next = object->next;

        if (object->clear != NULL)
            object->clear(object);
        free(object);
        object = next;
    }
}

void failures_free(void)
{
    while (world.failures != NULL) {
        struct failure *failure = world.failures;

        world.failures = failure->next;
        free(failure);
    }
}

static void world_free(void)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        while (world.live[kind] != NULL)
            object_kill(world.live[kind]);
    }
    list_free_objects(world.dead);
    while (world.scripts != NULL) {
        struct script *script = world.scripts;

        world.scripts = script->next;
        script_free(script);
    }
    while (world.devices != NULL) {
        struct device *device = world.devices;

        world.devices = device->next;
        free(device);
    }
    while (world.clocks != NULL) {
        struct clock *clock = world.clocks;

        world.clocks = clock->next;
        free(clock);
    }
    failures_free();
    log_clear();
    free(world.abandoned.data);
    free(world.misuse.data);
    free(world.answer.data);
}

/* Frees everything when a program ends or unloads the double. */
__attribute__((destructor)) static void world_end(void)
{
    world_free();
    memset(&world, 0, sizeof(world));
}

/* Properties of a mid-range device: attribute and value. */
static const int default_attributes[][2] = {
    { 1, 1024 },    { 8, 49152 }, { 12, 65536 }, { 13, 1500000 }, { 16, 4 },      { 17, 0 },
    { 19, 1 },      { 20, 0 },    { 32, 0 },     { 36, 5000000 }, { 37, 256 },    { 38, 4194304 },
    { 39, 2048 },   { 41, 1 },    { 75, 8 },     { 76, 0 },       { 81, 102400 }, { 82, 65536 },
    { 97, 101376 }, { 99, 1 },    { 106, 32 },
};

int device_add(const char *name)
{
    struct device *device = fake_alloc(sizeof(*device));
    struct device **link = &world.devices;

    for (; *link != NULL; link = &(*link)->next)
        device->ordinal++;
    *link = device;
    snprintf(device->label, sizeof(device->label), "c%d", device->ordinal);
    snprintf(device->name, sizeof(device->name), "%s", name);
    for (size_t i = 0; i < ATTRIBUTE_COUNT; i++)
        device->attributes[i] = -1;
    for (size_t i = 0; i < sizeof(default_attributes) / sizeof(default_attributes[0]); i++)
        device->attributes[default_attributes[i][0]] = default_attributes[i][1];
    device->memory_total = (uint64_t)1 << 30;
    device->timer_step = 1;
    device->mhz = 1500.0;
    device->clock = thread_clock();
    return device->ordinal;
}

void world_reset(int devices)
{
    const uint64_t generation = world.generation;

    world_free();
    memset(&world, 0, sizeof(world));
    world.generation = generation + 1;
    world.version = 12080;
    world.event_step = 1;
    world.depth = 1024;
    world.address = FIRST_ADDRESS;
    world.logging = true;
    for (int symbol = 0; symbol < SYMBOL_COUNT; symbol++)
        world.costs[symbol] = FAKE_NEVER;
    for (int i = 0; i < devices; i++)
        device_add("Fake GPU");
    script_set_role(script_of("block"), FAKE_BLOCK);
    script_set_role(script_of("stamp"), FAKE_STAMP);
}
