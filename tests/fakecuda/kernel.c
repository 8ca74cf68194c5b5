/* SPDX-License-Identifier: MIT */
/* Scripts: the duration of a kernel, and its effects. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_NS 1000

static bool name_is_of_kernel(const char *name)
{
    return strcmp(name, "memset") != 0 && strcmp(name, "memcpy") != 0 && strcmp(name, "graph") != 0;
}

struct script *script_of(const char *name)
{
    struct script *script = world.scripts;

    while (script != NULL && strcmp(script->name, name) != 0)
        script = script->next;
    if (script != NULL)
        return script;
    script = fake_alloc(sizeof(*script));
    script->name = fake_copy(name);
    script->low = name_is_of_kernel(name) ? DEFAULT_NS : 0;
    script->fault_index = FAKE_NEVER;
    script->next = world.scripts;
    world.scripts = script;
    return script;
}

void script_free(struct script *script)
{
    free(script->name);
    free(script->list);
    free(script->mhz);
    free(script);
}

void script_set_role(struct script *script, fake_role role)
{
    script->role = role;
    script->low = role == FAKE_PLAIN ? script->low : 0;
}

/* The splitmix64 generator: the number at `index` of the sequence of `seed`. */
static uint64_t random_at(uint64_t seed, uint64_t index)
{
    uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15u;

    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t script_duration(const struct script *script, uint64_t index)
{
    const uint64_t random = random_at(script->seed, index);

    switch (script->pace) {
    case PACE_LIST:
        return script->list[index < script->count ? index : script->count - 1];
    case PACE_NOISE:
        return script->low - script->high + random % (2 * script->high + 1);
    case PACE_BIMODAL:
        return (double)(random >> 11) * 0x1p-53 < script->probability ? script->high : script->low;
    case PACE_CONSTANT:
        break;
    }
    return script->low;
}

void script_draw(struct work *work)
{
    work->index = work->script->launches++;
    work->duration = script_duration(work->script, work->index);
}

static void stamp_write(struct device *device, CUdeviceptr address, const uint64_t words[2])
{
    void *memory = memory_at(address, 2 * sizeof(*words));

    if (memory == NULL)
        timeline_kill(device, CUDA_ILLEGAL_ADDRESS);
    else
        memcpy(memory, words, 2 * sizeof(*words));
}

/* With at least as many blocks as multiprocessors, each multiprocessor runs a block, otherwise only
 * the first ones do. */
static void stamp(struct device *device, const fake_run *run, unsigned sm_count)
{
    const uint64_t words[2] = { run->timer, run->cycles };
    const unsigned blocks = run->grid[0] * run->grid[1] * run->grid[2];

    for (unsigned sm = 0; sm < sm_count && sm < blocks && sm < SM_COUNT; sm++) {
        if (!device->hidden[sm])
            stamp_write(device, run->arguments[0] + sm * sizeof(words), words);
    }
}

/* Reports the timeout if the kernel ended at its limit, that is, without the flag. */
static void block_expire(struct stream *stream, const struct operation *operation)
{
    const uint64_t *arguments = operation->work.arguments;
    const uint32_t *flag = memory_at(arguments[0], sizeof(*flag));
    uint32_t *timeout;

    if (arguments[2] == 0 || operation->end != operation->start + arguments[2])
        return;
    timeout = memory_at(arguments[1], sizeof(*timeout));
    if (flag == NULL || timeout == NULL) {
        timeline_kill(stream->object.device, CUDA_ILLEGAL_ADDRESS);
        return;
    }
    *timeout = 1;
    log_line("expired %s", stream->object.label);
}

void kernel_finish(struct stream *stream, struct operation *operation)
{
    struct device *device = stream->object.device;
    const struct work *work = &operation->work;
    const struct script *script = work->script;
    const fake_run run = { .name = script->name,
                           .device = device->ordinal,
                           .index = work->index,
                           .grid = { work->grid[0], work->grid[1], work->grid[2] },
                           .block = { work->block[0], work->block[1], work->block[2] },
                           .arguments = work->arguments,
                           .argument_count = work->argument_count,
                           .start = operation->start,
                           .end = operation->end,
                           .timer = operation->start - operation->start % device->timer_step,
                           .cycles = operation->cycles };

    switch (script->role) {
    case FAKE_BLOCK:
        block_expire(stream, operation);
        break;
    case FAKE_STAMP:
        stamp(device, &run, 1);
        break;
    case FAKE_STAMP_SLOTS:
        stamp(device, &run, (unsigned)device->attributes[16]);
        break;
    case FAKE_PLAIN:
        break;
    }
    if (script->callback != NULL)
        script->callback(&run, script->user);
    if (script->fault_index == work->index)
        timeline_kill(device, script->fault);
}
