/* SPDX-License-Identifier: MIT */
/*
 * The control interface of the double of libcuda.so.1. Beside the driver's symbols the double
 * exports one more, fake_control_get(), which returns the functions below;
 * tests/support/fake_cuda.h loads it, and a test calls `fake->reset(1)`. Times are virtual
 * nanoseconds. All functions are thread-safe. The double aborts with a message if a device ordinal
 * or a kind does not exist.
 *
 * ASSUMPTIONS.md lists what the double assumes about a real driver.
 */
#ifndef FAKECUDA_H
#define FAKECUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_NEVER UINT64_MAX

/* What a kernel does besides taking time. Arguments are those of the spec's helper kernels. */
typedef enum fake_role {
    FAKE_PLAIN = 0,      /* nothing */
    FAKE_BLOCK = 1,      /* (flag, timeout, limit ns): spins until *flag or the limit */
    FAKE_STAMP = 2,      /* (out): multiprocessor 0 writes out[0] = ns, out[1] = cycles */
    FAKE_STAMP_SLOTS = 3 /* (out): multiprocessor i writes out[2 * i] and out[2 * i + 1] */
} fake_role;

/* Kinds of objects that the double counts. */
typedef enum fake_kind {
    FAKE_STREAM = 0,
    FAKE_EVENT = 1,
    FAKE_MEMORY = 2,      /* cuMemAlloc */
    FAKE_HOST_MEMORY = 3, /* cuMemHostAlloc */
    FAKE_REGISTERED = 4,  /* cuMemHostRegister */
    FAKE_MODULE = 5,
    FAKE_GRAPH = 6,
    FAKE_GRAPH_EXEC = 7
} fake_kind;

/* One run of a kernel, for a callback. */
typedef struct fake_run {
    const char *name;
    int device;
    uint64_t index; /* of this launch among all launches of the name, from 0 */
    unsigned grid[3];
    unsigned block[3];
    const uint64_t *arguments; /* each widened to 64 bits */
    size_t argument_count;
    uint64_t start; /* virtual ns */
    uint64_t end;
    uint64_t timer;  /* the device's nanosecond timer at the start, rounded down to its steps */
    uint64_t cycles; /* of the multiprocessors' clock at the start */
} fake_run;

/*
 * Called at the end of the run, with the double locked. It may call the control functions, but not
 * the driver. Kernel arguments are device addresses, see memory().
 */
typedef void (*fake_run_fn)(const fake_run *run, void *user);

typedef struct fake_control {
    /*
     * Resets the state of all threads, frees all objects, and starts at time 0 with `devices`
     * identical devices; "block" and "stamp" have their roles. When the double is loaded, the
     * number of devices is that of the environment variable FAKE_CUDA_DEVICES, or 1.
     */
    void (*reset)(int devices);
    /* Every driver function reports that this is the stub library of a toolkit (34). */
    void (*stub)(bool on);
    void (*driver_version)(int version);

    /* Adds a device and returns its ordinal; `name` is copied. */
    int (*device)(const char *name);
    void (*attribute)(int device, int attribute, int value);
    void (*memory_limit)(int device, uint64_t bytes);
    /* Sets the multiprocessors' clock. */
    void (*sm_clock)(int device, double mhz);
    /* Multiprocessor `sm` never runs a block. */
    void (*sm_hidden)(int device, unsigned sm);
    /* A kernel that runs longer is killed together with its context (702), as on a device that
     * drives a display; 0: no limit. */
    void (*time_limit)(int device, uint64_t ns);
    /* Steps of the device's nanosecond timer; default 1. */
    void (*timer_step)(int device, uint64_t ns);

    /* The time of the calling thread's clock. */
    uint64_t (*now)(void);
    /* The same, as a clock of the host: a reading takes `clock_cost` and is logged. */
    uint64_t (*read_clock)(void);
    void (*clock_cost)(uint64_t ns);
    /* The host sleeps: advances the time and logs the sleep. */
    void (*sleep)(uint64_t ns);
    /* Advances the time. */
    void (*advance)(uint64_t ns);
    /*
     * Gives the calling thread its own clock, which starts at the thread's current time. The
     * devices that the thread uses follow this clock, so two threads that use one device each do
     * not disturb each other.
     */
    void (*own_clock)(void);
    /* Host time of each call of a symbol; NULL: of all symbols without their own. Default 0. */
    void (*cost)(const char *symbol, uint64_t ns);

    /*
     * Scripts, which set what a kernel does, by its name, whether or not a module has the kernel.
     * Other work has scripts, too: "memset", "memcpy" and "graph" (the first launch of a graph that
     * was not uploaded). Without a script a kernel takes 1000 ns; other work and kernels with a
     * role take 0 ns.
     */
    void (*constant)(const char *kernel, uint64_t ns);
    /* Durations in order; the last one repeats. `ns` is copied. */
    void (*list)(const char *kernel, const uint64_t *ns, size_t count);
    /* Uniform in mean - spread .. mean + spread; the same seed gives the same times. */
    void (*noise)(const char *kernel, uint64_t mean, uint64_t spread, uint64_t seed);
    /* `low` or `high`; `high` with the given probability. */
    void (*bimodal)(const char *kernel, uint64_t low, uint64_t high, double probability,
                    uint64_t seed);
    /* Static shared memory of the kernel; default 0. */
    void (*static_shared)(const char *kernel, unsigned bytes);
    void (*role)(const char *kernel, fake_role role);
    void (*callback)(const char *kernel, fake_run_fn run, void *user);
    /* The clock during and after launch i is mhz[i]; the last one repeats. `mhz` is copied. */
    void (*kernel_clock)(const char *kernel, const double *mhz, size_t count);
    /* Launch `index` (from 0) ends in an asynchronous error, which kills the context. */
    void (*kernel_fault)(const char *kernel, uint64_t index, int code);
    uint64_t (*launches)(const char *kernel);
    /* The first launch of each function waits for the whole device. Default off. */
    void (*lazy_loading)(bool on);
    /* A launch waits while its stream has this many unfinished operations. Default 1024. */
    void (*queue_depth)(size_t count);
    /* Event times are multiples of this; default 1. */
    void (*event_step)(uint64_t ns);

    /*
     * The k-th call of a symbol (k from 1, counted from now; NULL: of any symbol) fails with `code`
     * and has no effect, except that a call that releases something does release it. With `late`,
     * every call does its work before it fails.
     */
    void (*fail)(const char *symbol, uint64_t k, int code, bool late);
    /* The number of planned failures that have occurred. */
    uint64_t (*failed)(void);
    /* Cancels the planned failures. */
    void (*fail_nothing)(void);
    /* Raises an asynchronous error now. */
    void (*fault)(int device, int code);

    uint64_t (*calls)(const char *symbol); /* NULL: of all symbols */
    size_t (*made)(fake_kind kind);
    size_t (*live)(fake_kind kind);
    /* References to a device's primary context. */
    unsigned (*retained)(int device);
    bool (*profiling)(void);
    /* The number of waits that could never end. Such a wait fails with 999. */
    unsigned (*deadlocks)(void);
    /*
     * leaks(): labels of objects that were not released, objects that were destroyed with their
     * context, and contexts that are still retained: "s1 e2 c0", or "". misuse(): sentences about
     * the use of destroyed objects and the release of contexts that are not retained. Both texts
     * are valid until the next call of the same function.
     */
    const char *(*leaks)(void);
    const char *(*misuse)(void);
    /*
     * The host memory behind `bytes` bytes at a device address; NULL for an unknown range. Kernels
     * and copies see what a test writes there, and the reverse.
     */
    void *(*memory)(uint64_t address, size_t bytes);

    /*
     * The log: a line for each call, `SYMBOL OBJECT... [= CODE]`, in order. Objects are s1
     * (stream), e1 (event), m1 (device memory), h1 (host memory), r1 (registered memory), module1,
     * g1 (graph), x1 (executable graph), c0 (context); default streams are "legacy" and
     * "per-thread". Other lines are events between calls: `clock`, `sleep NS`, `released STREAM`,
     * `expired STREAM`, `fault C CODE`, `deadlock`, `misuse TEXT`, and the notes of a test.
     */
    void (*log)(bool on); /* default on */
    void (*note)(const char *text);
    void (*clear_log)(void);
    /*
     * Lines of the log, each with its newline; free() the text. `words` lists first words of lines:
     * selects only their lines; a '-' before a word excludes its lines instead; NULL selects all.
     * `device` selects lines by the device of the context that was current on the calling thread;
     * -1 selects all.
     */
    char *(*lines)(const char *words, int device);
} fake_control;

typedef const fake_control *fake_control_fn(void);
const fake_control *fake_control_get(void);

#endif
