/* SPDX-License-Identifier: MIT */
/*
 * The inside of the double. One recursive lock guards everything here: call_enter() takes it for a
 * call of the driver, fake_lock() for one of a test.
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

#define KIND_FUNCTION   8 /* beside those of fake_kind; functions go with their module */
#define KIND_COUNT      9
#define ATTRIBUTE_COUNT 160
#define ARGUMENT_COUNT  32
#define STACK_DEPTH     16
#define SM_COUNT        1024

/* A line of time: of all threads, or of one. */
struct clock {
    uint64_t now;
    struct clock *next;
};

/* What every handle points to. */
struct object {
    struct object *next;
    int kind;
    bool alive;     /* false: destroyed, but a stream may still have work */
    bool uncounted; /* not a caller's to release */
    char label[24];
    struct device *device;
    void (*clear)(struct object *object); /* frees what belongs to it; may be NULL */
};

/* A device is its primary context too. */
struct device {
    struct device *next;
    int ordinal;
    char label[24]; /* "c0" */
    char name[64];
    int attributes[ATTRIBUTE_COUNT]; /* -1: no such attribute */
    uint64_t memory_total;
    uint64_t memory_used;
    bool hidden[SM_COUNT];
    uint64_t timer_step;
    uint64_t time_limit;
    double mhz;
    double cycles;      /* at cycles_at */
    uint64_t cycles_at; /* ns */
    unsigned retained;
    CUresult fault; /* what killed the context */
    bool surfaced;  /* a call has said so: every one says so from now on */
    struct clock *clock;
    struct stream *legacy; /* while the context lives */
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

/* What a stream is asked to do, and what a graph repeats. */
struct work {
    enum work_kind kind;
    struct script *script; /* takes the time; may be NULL */
    uint64_t index;        /* of this run in the script */
    uint64_t duration;
    unsigned grid[3];
    unsigned block[3];
    uint64_t arguments[ARGUMENT_COUNT];
    size_t argument_count;
    CUdeviceptr address; /* of a memset, a written or awaited value */
    uint32_t value;
    unsigned width;      /* bytes of the value */
    size_t count;        /* values */
    unsigned flags;      /* of an awaited value */
    unsigned char *data; /* of a copy to the device; the operation frees it */
    struct event *event;
    uint64_t record; /* which one of the event */
};

/* Something that must have ended before an operation starts: of a stream, or of an event. */
struct dependency {
    struct stream *stream;
    uint64_t number; /* of its operations that have to end */
};

struct operation {
    struct operation *next;
    struct work work;
    struct dependency *dependencies;
    size_t dependency_count;
    uint64_t ready; /* when it may start; FAKE_NEVER: something must end first */
    bool running;
    uint64_t start;
    uint64_t end; /* FAKE_NEVER: somebody has to release it */
    bool doomed;  /* ends because the device kills it */
    uint64_t cycles;
};

struct stream {
    struct object object;
    unsigned flags;
    const void *owner; /* of a default stream: its device, or its thread; else NULL */
    struct operation *first;
    struct operation **last;
    uint64_t queued; /* operations ever, and those that have ended */
    uint64_t ended;
    struct graph *capture;
    bool capture_broken;
};

struct event {
    struct object object;
    unsigned flags;
    uint64_t recorded; /* how often, and the last one that is done */
    uint64_t done;
    uint64_t time;
    struct stream *stream; /* of the last record, and its number there */
    uint64_t number;
    bool captured; /* the last record was captured */
};

struct memory {
    struct object object;
    CUdeviceptr address;
    unsigned char *data;
    size_t bytes;
    unsigned flags;
    bool written; /* its bytes may be other than zero */
};

struct function {
    struct object object;
    struct module *module;
    struct script *script;
    unsigned widths[ARGUMENT_COUNT];
    size_t width_count;
    int dynamic_shared; /* how much it may have; -1: what is left without asking */
    bool loaded;        /* has been launched */
};

struct module {
    struct object object;
    char *text; /* PTX; NULL for a binary, which has every function */
};

struct node {
    struct node *next;
    struct work work;
};

/* What was captured, in order. */
struct graph {
    struct node *first;
    struct node **last;
};

/* What the handle of a graph, or of an executable one, points to. */
struct graph_object {
    struct object object;
    struct graph *graph;
    bool uploaded;
};

enum pace { PACE_CONSTANT, PACE_LIST, PACE_NOISE, PACE_BIMODAL };

/* What a test said about a kernel. */
struct script {
    struct script *next;
    char *name;
    enum pace pace;
    uint64_t *list;
    size_t count;
    uint64_t low;  /* constant, mean */
    uint64_t high; /* spread */
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
    struct clock *clocks; /* of threads */
    uint64_t clock_cost;
    uint64_t cost;
    uint64_t costs[SYMBOL_COUNT]; /* FAKE_NEVER: the common one */
    uint64_t calls[SYMBOL_COUNT];
    uint64_t event_step;
    bool lazy;
    size_t depth;
    struct device *devices;
    CUdeviceptr address; /* of the next memory; none is used twice */
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
    struct text abandoned; /* labels of what went with its context */
    struct text misuse;
    struct text answer; /* the last of leaks() */
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

/* log.c: text is printf's */
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_append(size_t line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *log_lines(const char *words, int device);
void log_clear(void);

/* object.c */
void *object_new(int kind, size_t bytes, struct device *device);
/* The live object of a handle, else NULL; a handle of what is gone is misuse. */
void *object_find(int kind, const void *handle);
void object_kill(void *object);
/* Puts an object that was killed among the dead. */
void object_bury(struct object *object);
void object_abandon_all(struct device *device);
const char *object_label(const void *object); /* "?" for NULL */
const char *object_leaks(void);

/* call.c: what a symbol needs before it does anything */
enum need {
    NEED_NOTHING = 0,
    NEED_INIT = 1,
    NEED_CONTEXT = 2 | NEED_INIT,
    /* It releases something, and does so even where it fails. */
    RELEASES = 4,
    /* It reports what went wrong in the device. */
    SURFACES = 8
};
CUresult call_enter(enum symbol symbol, unsigned need);
/* Adds to the call's line of the log. */
void call_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
CUresult call_leave(CUresult code);
/* Of the calling thread. */
struct device *thread_device(void);
bool thread_push(struct device *device);
struct device *thread_pop(void);
struct clock *thread_clock(void);
void thread_own_clock(void);
const void *thread_identity(void);

/* timeline.c */
/* Looks whether the host has released what spins. */
void timeline_poll(void);
/* Lets `ns` pass. */
void timeline_advance(uint64_t ns);
/* Lets all happen that is due by now. */
void timeline_settle(void);
/* Waits until `done`; 999 when that can never be. */
CUresult timeline_wait(bool (*done)(const void *what), const void *what);
/* Queues work; with `after` not before that event's record. */
void timeline_queue(struct stream *stream, const struct work *work, const struct event *after);
void timeline_kill(struct device *device, CUresult code);
void timeline_drop(struct stream *stream);
double device_cycles(struct device *device, uint64_t now);

/* kernel.c */
struct script *script_of(const char *name);
void script_free(struct script *script);
/* Kernels with a role take no time but what a test gives them. */
void script_set_role(struct script *script, fake_role role);
/* Takes the next run of the script. */
void script_draw(struct work *work);
/* What a kernel does when its run ends. */
void kernel_finish(struct stream *stream, struct operation *operation);

/* stream.c */
struct stream *stream_of(CUstream handle);
bool stream_done(const void *stream);
bool device_done(const void *device);
/* `code`, or why no work of the current context may be given to the stream. */
CUresult stream_check(CUresult code, const struct stream *stream);
struct stream *stream_default(struct device *device, const void *owner, const char *label);
/* Gives work to a stream, or to the graph that it captures. */
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
