/* SPDX-License-Identifier: MIT */
/*
 * How a test rules the double of libcuda.so.1. The double exports one symbol beside the driver's,
 * fake_control(), which gives the functions below; tests/support/fake_cuda.h loads it, and a test
 * says `fake->reset(1)`. Times are virtual nanoseconds. All functions are thread-safe; none may be
 * called with a device ordinal or a kind that does not exist (the double aborts with a message).
 *
 * What a real driver is assumed to do is listed in ASSUMPTIONS.md.
 */
#ifndef FAKECUDA_H
#define FAKECUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_NEVER UINT64_MAX

/* What a kernel does beside taking its time. Arguments are those of the spec's helper kernels. */
typedef enum fake_role {
    FAKE_PLAIN = 0,      /* nothing */
    FAKE_BLOCK = 1,      /* (flag, timeout, limit ns): spins until *flag or the limit */
    FAKE_STAMP = 2,      /* (out): multiprocessor 0 writes out[0] = ns, out[1] = cycles */
    FAKE_STAMP_SLOTS = 3 /* (out): multiprocessor i writes out[2 * i] and out[2 * i + 1] */
} fake_role;

/* Objects that are counted. */
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
    uint64_t index; /* of this launch among those of the name, from 0 */
    unsigned grid[3];
    unsigned block[3];
    const uint64_t *arguments; /* each widened to 64 bits */
    size_t argument_count;
    uint64_t start; /* virtual ns */
    uint64_t end;
    uint64_t timer;  /* the device's nanosecond timer at the start, in its steps */
    uint64_t cycles; /* of the multiprocessors' clock at the start */
} fake_run;

/*
 * Called when the run ends, with the double locked: it may call the control functions, not the
 * driver's. Kernel arguments are device addresses, see memory().
 */
typedef void (*fake_run_fn)(const fake_run *run, void *user);

typedef struct fake_control {
    /*
     * Forgets everything, of all threads, frees what is left, and starts at time 0 with `devices`
     * devices of one make; "block" and "stamp" have their roles. At load the number is that of the
     * environment's FAKE_CUDA_DEVICES, or 1.
     */
    void (*reset)(int devices);
    /* Every function says that this is the stub library of a toolkit (34). */
    void (*stub)(bool on);
    void (*driver_version)(int version);

    /* Adds a device and gives its ordinal; `name` is copied. */
    int (*device)(const char *name);
    void (*attribute)(int device, int attribute, int value);
    void (*memory_limit)(int device, uint64_t bytes);
    /* The multiprocessors' clock from now on. */
    void (*sm_clock)(int device, double mhz);
    /* Multiprocessor `sm` never runs a block. */
    void (*sm_hidden)(int device, unsigned sm);
    /* A kernel that runs longer is killed, with its context (702), as on a display; 0: none. */
    void (*time_limit)(int device, uint64_t ns);
    /* Steps of the device's nanosecond timer; 1 at first. */
    void (*timer_step)(int device, uint64_t ns);

    /* The calling thread's time. */
    uint64_t (*now)(void);
    /* As the host would read it: what the clock costs passes, and the reading is logged. */
    uint64_t (*read_clock)(void);
    void (*clock_cost)(uint64_t ns);
    /* The host sleeps: time passes, and the sleep is logged. */
    void (*sleep)(uint64_t ns);
    /* Time passes. */
    void (*advance)(uint64_t ns);
    /*
     * Gives the calling thread a clock of its own, which starts with the time that it has now. The
     * devices that it uses follow it, so two threads with a device each do not disturb each other.
     */
    void (*own_clock)(void);
    /* Host time of each call of a symbol; of all that have no own when NULL. 0 at first. */
    void (*cost)(const char *symbol, uint64_t ns);

    /*
     * What a kernel does, by its name, with or without a module that has it. Work that is no kernel
     * has scripts too: "memset", "memcpy" and "graph" (the first launch of a graph that was not
     * uploaded). Without a script a kernel takes 1000 ns, the rest and kernels with a role nothing.
     */
    void (*constant)(const char *kernel, uint64_t ns);
    /* One after the other; the last one stays. `ns` is copied. */
    void (*list)(const char *kernel, const uint64_t *ns, size_t count);
    /* mean - spread .. mean + spread, evenly; the same seed gives the same times. */
    void (*noise)(const char *kernel, uint64_t mean, uint64_t spread, uint64_t seed);
    /* `low` or `high`, the latter with the given probability. */
    void (*bimodal)(const char *kernel, uint64_t low, uint64_t high, double probability,
                    uint64_t seed);
    /* How much shared memory it has without asking for any at its launch. 0 at first. */
    void (*static_shared)(const char *kernel, unsigned bytes);
    void (*role)(const char *kernel, fake_role role);
    void (*callback)(const char *kernel, fake_run_fn run, void *user);
    /* While launch i runs, and after it, the clock is mhz[i]; the last one stays. Copied. */
    void (*kernel_clock)(const char *kernel, const double *mhz, size_t count);
    /* Launch `index` (from 0) ends in an asynchronous error, which kills the context. */
    void (*kernel_fault)(const char *kernel, uint64_t index, int code);
    uint64_t (*launches)(const char *kernel);
    /* The first launch of each function waits for the whole device. Off at first. */
    void (*lazy_loading)(bool on);
    /* A launch waits while its stream has this much to do. 1024 at first. */
    void (*queue_depth)(size_t count);
    /* Event times are multiples of this; 1 at first. */
    void (*event_step)(uint64_t ns);

    /*
     * The k-th call from now (from 1) of a symbol, or of any when NULL, fails with `code` and does
     * nothing. Calls that release something do release it. With `late` any call does its work
     * first.
     */
    void (*fail)(const char *symbol, uint64_t k, int code, bool late);
    /* How many of those have struck. */
    uint64_t (*failed)(void);
    /* Forgets those that have not. */
    void (*fail_nothing)(void);
    /* An asynchronous error, now. */
    void (*fault)(int device, int code);

    uint64_t (*calls)(const char *symbol); /* of all symbols when NULL */
    size_t (*made)(fake_kind kind);
    size_t (*live)(fake_kind kind);
    /* References to a device's primary context. */
    unsigned (*retained)(int device);
    bool (*profiling)(void);
    /* How often somebody waited for what could never end. The wait then fails with 999. */
    unsigned (*deadlocks)(void);
    /*
     * What is there and was not released, what the end of its context took away, and contexts that
     * are still retained: "s1 e2 c0", or "". And what was done with objects that are gone, contexts
     * that are not retained and the like, as sentences. Both are valid until the next such call.
     */
    const char *(*leaks)(void);
    const char *(*misuse)(void);
    /*
     * The host memory behind `bytes` bytes at a device address; NULL when there is no such range.
     * What a test writes there a kernel or a copy finds, and the reverse.
     */
    void *(*memory)(uint64_t address, size_t bytes);

    /*
     * The log: a line for each call, `SYMBOL OBJECT... [= CODE]`, in order. Objects are s1
     * (stream), e1, m1 (device memory), h1 (host memory), r1, module1, g1, x1 (graph exec), c0
     * (context); default streams are "legacy" and "per-thread". Other lines are what happens beside
     * calls: `clock`, `sleep NS`, `released STREAM`, `expired STREAM`, `fault C CODE`, `deadlock`,
     * `misuse TEXT`, and the notes of a test.
     */
    void (*log)(bool on); /* on at first */
    void (*note)(const char *text);
    void (*clear_log)(void);
    /*
     * Lines of the log, each with its newline; free() it. `words` are first words of lines: only
     * those, or, with a '-' before it, all but those; NULL takes all. `device` is that of the
     * calling thread's context at the time, -1 takes all.
     */
    char *(*lines)(const char *words, int device);
} fake_control;

typedef const fake_control *fake_control_fn(void);
const fake_control *fake_control_get(void);

#endif
