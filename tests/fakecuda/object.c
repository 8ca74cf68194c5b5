/* SPDX-License-Identifier: MIT */
/* Objects that handles point to: creation, look-up, destruction and counting. Dead objects stay
 * until a reset. */
#include "fake.h"

#include <stdio.h>
#include <string.h>

static const char *const kind_prefixes[KIND_COUNT] = { "s",      "e", "m", "h", "r",
                                                       "module", "g", "x", "f" };

void *object_new(int kind, size_t bytes, struct device *device)
{
    struct object *object = fake_alloc(bytes);

    object->kind = kind;
    object->alive = true;
    object->device = device;
    object->next = world.live[kind];
    world.live[kind] = object;
    world.made[kind]++;
    snprintf(object->label, sizeof(object->label), "%s%zu", kind_prefixes[kind], world.made[kind]);
    return object;
}

void *object_find(int kind, const void *handle)
{
    struct object *object;

    for (object = world.live[kind]; object != NULL; object = object->next) {
        if (object == handle && object->alive)
            return object;
        if (object == handle)
            break;
    }
    for (struct object *dead = world.dead; object == NULL && dead != NULL; dead = dead->next) {
        if (dead == handle && dead->kind == kind)
            object = dead;
    }
    if (object != NULL)
        log_misuse("%s is gone", object->label);
    return NULL;
}

void object_bury(struct object *object)
{
    struct object **link = &world.live[object->kind];

    while (*link != object)
        link = &(*link)->next;
    *link = object->next;
    object->next = world.dead;
    world.dead = object;
}

void object_kill(void *dying)
{
    struct object *object = dying;

    object->alive = false;
    if (object->clear != NULL)
        object->clear(object);
    object->clear = NULL;
    object_bury(object);
}

void object_abandon_all(struct device *device)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        struct object *next;

        for (struct object *object = world.live[kind]; object != NULL; object = next) {
            next = object->next;
            if (object->device != device)
                continue;
            if (object->alive && !object->uncounted)
                text_add(&world.abandoned, "%s%s", world.abandoned.length > 0 ? " " : "",
                         object->label);
            object_kill(object);
        }
    }
}

const char *object_label(const void *object)
{
    return object != NULL ? ((const struct object *)object)->label : "?";
}

const char *object_leaks(void)
{
    struct text *text = &world.answer;

    text->length = 0;
    text_add(text, "%s", world.abandoned.length > 0 ? world.abandoned.data : "");
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        for (const struct object *object = world.live[kind]; object != NULL;
             object = object->next) {
            if (object->alive && !object->uncounted)
                text_add(text, "%s%s", text->length > 0 ? " " : "", object->label);
        }
    }
    for (const struct device *device = world.devices; device != NULL; device = device->next) {
        if (device->retained > 0)
            text_add(text, "%s%s", text->length > 0 ? " " : "", device->label);
    }
    return text->data;
}
