/* SPDX-License-Identifier: MIT */
/*
 * The internals of the double. One recursive lock guards everything here: call_enter() takes it for
 * a driver call, fake_lock() for a call from a test.
 */
#ifndef FAKE_FAKE_H
#define FAKE_FAKE_H

#include "driver.h"
#include "fakecuda.h"
#include "symbols.h"

#define FAKE_ENUM(name) SYMBOL_##name,
enum symbol { FAKE_SYMBOLS(FAKE_ENUM, FAKE_ENUM) SYMBOL_COUNT };
#undef FAKE_ENUM
#define SYMBOL_ANY SYMBOL_COUNT

#define KIND_FUNCTION   8 /* in addition to fake_kind; functions die with their module */
#define KIND_COUNT      9
#define ATTRIBUTE_COUNT 160
#define ARGUMENT_COUNT  32
#define STACK_DEPTH     16
#define SM_COUNT        1024

/* A virtual clock: the common one, or that of one thread. */
struct clock {
    uint64_t now;
    struct clock *next;
};

/* The common head of the objects that handles point to. */
struct object {
    struct object *next;
    int kind;
    bool alive;     /* false: destroyed, but a stream may still have work */
    bool uncounted; /* the caller does not release it: a default stream, a function */
    char label[24];
    struct device *device;
    void (*clear)(struct object *object); /* frees the object's contents; may be NULL */
};

/* A device, which also represents its primary context. */
struct device {
    struct device *next;
    int ordinal;
    char label[24]; /* "c0" */
    char name[64];
    int attributes[ATTRIBUTE_COUNT]; /* -1: unknown attribute */
    uint64_t memory_total;
    uint64_t memory_used;
    bool hidden[SM_COUNT];
    uint64_t timer_step;
    uint64_t time_limit;
    double mhz;
    double cycles;      /* at cycles_at */
    uint64_t cycles_at; /* ns */
    unsigned retained;
    CUresult fault; /* the error that killed the context */
    bool surfaced;  /* a call has reported the fault, so every later call reports it */
    struct clock *clock;
    struct stream *legacy; /* set while the context is alive */
};

enum work_kind {
    WORK_NOTHING,
    WORK_KERNEL,
    WORK_MEMSET,
    WORK_COPY,
    WORK_EVENT,
    WORK_WRITE,
    WORK_WAIT_VALUE
};

/* Work that is queued on a stream or recorded in a graph. */
struct work {
    enum work_kind kind;
    struct script *script; /* gives the duration; NULL: 0 ns */
    uint64_t index;        /* of this run in the script, from 0 */
    uint64_t duration;
    unsigned grid[3];
    unsigned block[3];
    uint64_t arguments[ARGUMENT_COUNT];
    size_t argument_count;
    CUdeviceptr address; /* of a memset, a copy, a written or awaited value */
    uint32_t value;
    unsigned width;      /* bytes of the value */
    size_t count;        /* values; of a copy: bytes */
    unsigned flags;      /* of an awaited value */
    unsigned char *data; /* source of a copy to the device; the operation frees it */
    struct event *event;
    uint64_t record; /* the number of this record among those of the event */
};

/* A stream that must have ended `number` of its operations before an operation starts. */
struct dependency {
    struct stream *stream;
    uint64_t number; /* operations of the stream, counted from its creation */
};

struct operation {
    struct operation *next;
    struct work work;
    struct dependency *dependencies;
    size_t dependency_count;
    uint64_t ready; /* earliest start; FAKE_NEVER: a dependency has not ended yet */
    bool running;
    uint64_t start;
    uint64_t end; /* FAKE_NEVER: when the awaited value is written */
    bool doomed;  /* the time limit of the device ends it and kills the context */
    uint64_t cycles;
};

struct stream {
    struct object object;
    unsigned flags;
    const void *owner; /* of a default stream: its device, or its thread; else NULL */
    struct operation *first;
    struct operation **last;
    uint64_t queued; /* operations ever queued; `ended` of them have ended */
    uint64_t ended;
    struct graph *capture;
    bool capture_broken;
};

struct event {
    struct object object;
    unsigned flags;
    uint64_t recorded; /* records so far; `done` is the last one that has completed */
    uint64_t done;
    uint64_t time;
    struct stream *stream; /* of the last record, which is operation `number` there */
    uint64_t number;
    bool captured; /* the last record was captured */
};

struct memory {
    struct object object;
    CUdeviceptr address;
    unsigned char *data;
    size_t bytes;
    unsigned flags;
    bool written; /* its bytes may be nonzero */
};

struct function {
    struct object object;
    struct module *module;
    struct script *script;
    unsigned widths[ARGUMENT_COUNT];
    size_t width_count;
    int dynamic_shared; /* limit in bytes, set by cuFuncSetAttribute(); -1: the default limit */
    bool loaded;        /* has been launched */
};

struct module {
    struct object object;
    char *text; /* PTX; NULL: a binary, in which every name is a function */
};

struct node {
    struct node *next;
    struct work work;
};

/* Captured work, in order. */
struct graph {
    struct node *first;
    struct node **last;
};

/* The object of a graph handle or of an executable graph's handle. */
struct graph_object {
    struct object object;
    struct graph *graph;
    bool uploaded;
};

enum pace { PACE_CONSTANT, PACE_LIST, PACE_NOISE, PACE_BIMODAL };

/* A test's settings for a kernel. */
struct script {
    struct script *next;
    char *name;
    enum pace pace;
    uint64_t *list;
    size_t count;
    uint64_t low;  /* constant, mean or lower duration, ns */
    uint64_t high; /* spread or higher duration, ns */
    double probability;
    uint64_t seed;
    unsigned static_shared; /* bytes */
    fake_role role;
    fake_run_fn callback;
    void *user;
    double *mhz;
    size_t mhz_count;
    uint64_t fault_index;
    CUresult fault;
    uint64_t launches;
};

/* A planned failure. */
struct failure {
    struct failure *next;
    enum symbol symbol;
    uint64_t left;
    CUresult code;
    bool late;
};

struct line {
    char *text;
    int device;
};

struct text {
    char *data;
    size_t length;
};

struct world {
    uint64_t generation; /* counts resets, so that threads notice */
    bool stub;
    bool initialized;
    int version;
    bool profiling;
    unsigned deadlocks;
    struct clock clock;
    struct clock *clocks; /* of threads that have their own */
    uint64_t clock_cost;
    uint64_t cost;
    uint64_t costs[SYMBOL_COUNT]; /* FAKE_NEVER: `cost` applies */
    uint64_t calls[SYMBOL_COUNT];
    uint64_t event_step;
    bool lazy;
    size_t depth;
    struct device *devices;
    CUdeviceptr address; /* of the next allocation; never reused */
    struct object *live[KIND_COUNT];
    struct object *dead;
    size_t made[KIND_COUNT];
    struct script *scripts;
    struct failure *failures;
    uint64_t failed;
    bool logging;
    struct line *lines;
    size_t line_count;
    size_t line_room;
    struct text abandoned; /* labels of objects that were destroyed with their context */
    struct text misuse;
    struct text answer; /* the last result of leaks() */
};

extern struct world world;

/* world.c */
void fake_lock(void);
void fake_unlock(void);
_Noreturn void fake_abort(const char *what, const char *name);
void *fake_alloc(size_t bytes);
char *fake_copy(const char *text);
struct device *world_device(int ordinal);
enum symbol world_symbol(const char *name);
extern const char *const symbol_names[SYMBOL_COUNT];

/* log.c: format and arguments are those of printf() */
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_append(size_t line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *log_lines(const char *words, int device);
void log_clear(void);

/* object.c */
void *object_new(int kind, size_t bytes, struct device *device);
/* The live object of a handle, else NULL. Records a misuse if the object was destroyed. */
void *object_find(int kind, const void *handle);
void object_kill(void *object);
/* Moves a destroyed object to the list of dead objects. */
void object_bury(struct object *object);
void object_abandon_all(struct device *device);
const char *object_label(const void *object); /* "?" for NULL */
const char *object_leaks(void);

/* call.c: preconditions and properties of a driver call */
enum need {
    NEED_NOTHING = 0,
    NEED_INIT = 1,
    NEED_CONTEXT = 2 | NEED_INIT,
    /* The call releases something, even if it fails. */
    RELEASES = 4,
    /* The call reports asynchronous errors of the device. */
    SURFACES = 8
};
CUresult call_enter(enum symbol symbol, unsigned need);
/* Appends to the log line of the current call. */
void call_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
CUresult call_leave(CUresult code);
/* State of the calling thread. */
struct device *thread_device(void);
bool thread_push(struct device *device);
struct device *thread_pop(void);
struct clock *thread_clock(void);
void thread_own_clock(void);
const void *thread_identity(void);

/* timeline.c */
/* Ends spinning kernels and value waits whose value the host has written. */
void timeline_poll(void);
/* Advances the calling thread's clock by `ns`. */
void timeline_advance(uint64_t ns);
/* Carries out all changes that are due by now. */
void timeline_settle(void);
/* Lets time pass until done(what); returns 999 (CUDA_UNKNOWN) at a deadlock. */
CUresult timeline_wait(bool (*done)(const void *what), const void *what);
/* Queues work. With `after`, the work starts after the last record of that event. */
void timeline_queue(struct stream *stream, const struct work *work, const struct event *after);
void timeline_kill(struct device *device, CUresult code);
void timeline_drop(struct stream *stream);
double device_cycles(struct device *device, uint64_t now);

/* kernel.c */
struct script *script_of(const char *name);
void script_free(struct script *script);
/* Sets the role. A kernel with a role takes 0 ns until a test sets its duration. */
void script_set_role(struct script *script, fake_role role);
/* Assigns the next run of its script to the work. */
void script_draw(struct work *work);
/* Carries out the effects of a kernel at the end of its run. */
void kernel_finish(struct stream *stream, struct operation *operation);

/* stream.c */
struct stream *stream_of(CUstream handle);
bool stream_done(const void *stream);
bool device_done(const void *device);
/* Returns an error `code` unchanged, else CUDA_INVALID_HANDLE unless the stream belongs to the
 * current context. */
CUresult stream_check(CUresult code, const struct stream *stream);
struct stream *stream_default(struct device *device, const void *owner, const char *label);
/* Queues work on a stream, or adds the work to the graph that the stream captures. */
CUresult stream_give(struct stream *stream, const struct work *work);

/* memory.c */
void *memory_at(CUdeviceptr address, size_t bytes);
struct memory *memory_of(CUdeviceptr address, size_t bytes);
void memory_fill(struct device *device, const struct work *work);
void memory_copy(struct device *device, const struct work *work);

/* graph.c */
struct graph *graph_begin(void);
void graph_add(struct graph *graph, const struct work *work);
void graph_free(struct graph *graph);

/* control_script.c: members of fake_control */
void control_constant(const char *kernel, uint64_t ns);
void control_list(const char *kernel, const uint64_t *ns, size_t count);
void control_noise(const char *kernel, uint64_t mean, uint64_t spread, uint64_t seed);
void control_bimodal(const char *kernel, uint64_t low, uint64_t high, double probability,
                     uint64_t seed);
void control_static_shared(const char *kernel, unsigned bytes);
void control_role(const char *kernel, fake_role role);
void control_callback(const char *kernel, fake_run_fn run, void *user);
void control_kernel_clock(const char *kernel, const double *mhz, size_t count);
void control_kernel_fault(const char *kernel, uint64_t index, int code);
uint64_t control_launches(const char *kernel);

/* reset.c */
void world_reset(int devices);
int device_add(const char *name);
void failures_free(void);

#endif
