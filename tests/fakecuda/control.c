/* SPDX-License-Identifier: MIT */
/* The members of fake_control: how a test controls and queries the double. */
#include "fake.h"

static void control_reset(int devices)
{
    fake_lock();
    world_reset(devices);
    fake_unlock();
}

static void control_stub(bool on)
{
    fake_lock();
    world.stub = on;
    fake_unlock();
}

static void control_driver_version(int version)
{
    fake_lock();
    world.version = version;
    fake_unlock();
}

static int control_device(const char *name)
{
    int ordinal;

    fake_lock();
    ordinal = device_add(name);
    fake_unlock();
    return ordinal;
}

/* Locks the double and returns the device; aborts if the ordinal is unknown. */
static struct device *device_lock(int ordinal)
{
    struct device *device;

    fake_lock();
    device = world_device(ordinal);
    if (device == NULL)
        fake_abort("no such device", "a control function");
    return device;
}

static void control_attribute(int ordinal, int attribute, int value)
{
    struct device *device = device_lock(ordinal);

    if (attribute <= 0 || attribute >= ATTRIBUTE_COUNT)
        fake_abort("no such attribute", "attribute");
    device->attributes[attribute] = value;
    fake_unlock();
}

static void control_memory_limit(int ordinal, uint64_t bytes)
{
    device_lock(ordinal)->memory_total = bytes;
    fake_unlock();
}

static void control_sm_clock(int ordinal, double mhz)
{
    struct device *device = device_lock(ordinal);

    device_cycles(device, device->clock->now);
    device->mhz = mhz;
    fake_unlock();
}

static void control_sm_hidden(int ordinal, unsigned sm)
{
    struct device *device = device_lock(ordinal);

    if (sm >= SM_COUNT)
        fake_abort("no such multiprocessor", "sm_hidden");
    device->hidden[sm] = true;
    fake_unlock();
}

static void control_time_limit(int ordinal, uint64_t ns)
{
    device_lock(ordinal)->time_limit = ns;
    fake_unlock();
}

static void control_timer_step(int ordinal, uint64_t ns)
{
    device_lock(ordinal)->timer_step = ns;
    fake_unlock();
}

static uint64_t control_now(void)
{
    uint64_t now;

    fake_lock();
    now = thread_clock()->now;
    fake_unlock();
    return now;
}

static uint64_t control_read_clock(void)
{
    uint64_t now;

    fake_lock();
    timeline_poll();
    now = thread_clock()->now;
    log_line("clock");
    timeline_advance(world.clock_cost);
    fake_unlock();
    return now;
}

static void control_clock_cost(uint64_t ns)
{
    fake_lock();
    world.clock_cost = ns;
    fake_unlock();
}

static void control_advance(uint64_t ns)
{
    fake_lock();
    timeline_poll();
    timeline_advance(ns);
    fake_unlock();
}

static void control_sleep(uint64_t ns)
{
    fake_lock();
    log_line("sleep %llu", (unsigned long long)ns);
    control_advance(ns);
    fake_unlock();
}

static void control_own_clock(void)
{
    fake_lock();
    thread_own_clock();
    fake_unlock();
}

static void control_cost(const char *name, uint64_t ns)
{
    fake_lock();
    if (name == NULL)
        world.cost = ns;
    else
        world.costs[world_symbol(name)] = ns;
    fake_unlock();
}

static void control_lazy_loading(bool on)
{
    fake_lock();
    world.lazy = on;
    fake_unlock();
}

static void control_queue_depth(size_t count)
{
    fake_lock();
    world.depth = count;
    fake_unlock();
}

static void control_event_step(uint64_t ns)
{
    fake_lock();
    world.event_step = ns;
    fake_unlock();
}

static void control_fail(const char *symbol, uint64_t k, int code, bool late)
{
    struct failure *failure = fake_alloc(sizeof(*failure));

    fake_lock();
    failure->symbol = world_symbol(symbol);
    failure->left = k;
    failure->code = code;
    failure->late = late;
    failure->next = world.failures;
    world.failures = failure;
    fake_unlock();
}

static uint64_t control_failed(void)
{
    uint64_t failed;

    fake_lock();
    failed = world.failed;
    fake_unlock();
    return failed;
}

static void control_fail_nothing(void)
{
    fake_lock();
    failures_free();
    fake_unlock();
}

static void control_fault(int ordinal, int code)
{
    timeline_kill(device_lock(ordinal), code);
    fake_unlock();
}

static uint64_t control_calls(const char *name)
{
    uint64_t calls = 0;
    enum symbol symbol;

    fake_lock();
    symbol = world_symbol(name);
    for (int i = 0; i < SYMBOL_COUNT; i++)
        calls += symbol == SYMBOL_ANY || (int)symbol == i ? world.calls[i] : 0;
    fake_unlock();
    return calls;
}

static size_t control_made(fake_kind kind)
{
    size_t made;

    fake_lock();
    made = world.made[kind];
    fake_unlock();
    return made;
}

static size_t control_live(fake_kind kind)
{
    const struct object *object;
    size_t live = 0;

    fake_lock();
    for (object = world.live[kind]; object != NULL; object = object->next)
        live += object->alive && !object->uncounted;
    fake_unlock();
    return live;
}

static unsigned control_retained(int ordinal)
{
    const unsigned retained = device_lock(ordinal)->retained;

    fake_unlock();
    return retained;
}

static bool control_profiling(void)
{
    bool profiling;

    fake_lock();
    profiling = world.profiling;
    fake_unlock();
    return profiling;
}

static unsigned control_deadlocks(void)
{
    unsigned deadlocks;

    fake_lock();
    deadlocks = world.deadlocks;
    fake_unlock();
    return deadlocks;
}

static const char *control_leaks(void)
{
    const char *leaks;

    fake_lock();
    leaks = object_leaks();
    fake_unlock();
    return leaks;
}

static const char *control_misuse(void)
{
    const char *misuse;

    fake_lock();
    misuse = world.misuse.data != NULL ? world.misuse.data : "";
    fake_unlock();
    return misuse;
}

static void *control_memory(uint64_t address, size_t bytes)
{
    void *memory;

    fake_lock();
    memory = memory_at(address, bytes);
    fake_unlock();
    return memory;
}

static void control_log(bool on)
{
    fake_lock();
    world.logging = on;
    fake_unlock();
}

static void control_note(const char *text)
{
    fake_lock();
    log_line("%s", text);
    fake_unlock();
}

static void control_clear_log(void)
{
    fake_lock();
    log_clear();
    fake_unlock();
}

static char *control_lines(const char *words, int device)
{
    char *lines;

    fake_lock();
    lines = log_lines(words, device);
    fake_unlock();
    return lines;
}

static const fake_control control = {
    .reset = control_reset,
    .stub = control_stub,
    .driver_version = control_driver_version,
    .device = control_device,
    .attribute = control_attribute,
    .memory_limit = control_memory_limit,
    .sm_clock = control_sm_clock,
    .sm_hidden = control_sm_hidden,
    .time_limit = control_time_limit,
    .timer_step = control_timer_step,
    .now = control_now,
    .read_clock = control_read_clock,
    .clock_cost = control_clock_cost,
    .sleep = control_sleep,
    .advance = control_advance,
    .own_clock = control_own_clock,
    .cost = control_cost,
    .constant = control_constant,
    .list = control_list,
    .noise = control_noise,
    .bimodal = control_bimodal,
    .static_shared = control_static_shared,
    .role = control_role,
    .callback = control_callback,
    .kernel_clock = control_kernel_clock,
    .kernel_fault = control_kernel_fault,
    .launches = control_launches,
    .lazy_loading = control_lazy_loading,
    .queue_depth = control_queue_depth,
    .event_step = control_event_step,
    .fail = control_fail,
    .failed = control_failed,
    .fail_nothing = control_fail_nothing,
    .fault = control_fault,
    .calls = control_calls,
    .made = control_made,
    .live = control_live,
    .retained = control_retained,
    .profiling = control_profiling,
    .deadlocks = control_deadlocks,
    .leaks = control_leaks,
    .misuse = control_misuse,
    .memory = control_memory,
    .log = control_log,
    .note = control_note,
    .clear_log = control_clear_log,
    .lines = control_lines,
};

const fake_control *fake_control_get(void)
{
    return &control;
}
