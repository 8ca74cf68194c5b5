/* SPDX-License-Identifier: MIT */
/*
 * Room cuda: the NVIDIA driver, opened at run time, and what a measurement on a GPU is made of.
 *
 * A measurement opens the context of its device once and makes it current (enter) on its thread.
 * The functions that take a context, a stream, events, host words or a flush need it to be current
 * there; they do not look, for they are what the sampling loop calls. The public functions
 * (benchresult/cuda.h) enter and leave by themselves.
 *
 * A failed call of the driver is BRES_ERROR_CUDA, memory that is exhausted BRES_ERROR_MEMORY. A
 * fault of a kernel marks the context as dead: see bres__cuda_context_is_dead().
 */
#ifndef BRES_CUDA_CUDA_H
#define BRES_CUDA_CUDA_H

#include "base/base.h"

#include <benchresult/cuda.h>

/* What a process knows of an opened driver: lib/cuda/driver.h. */
typedef struct bres__cuda_driver bres__cuda_driver;

/*
 * The driver: BENCHRESULT_CUDA_LIBRARY as it is now, else libcuda.so.1, else libcuda.so. It is
 * opened and initialized at the first call with this path, and then stays open. Thread-safe.
 * BRES_ERROR_NO_DEVICE, with a message that says which it is: no library (and the names that were
 * tried), a library without a required symbol, a stub, a failed initialization, no device. A
 * failure is not kept: the next call tries again.
 */
bres_status bres__cuda_driver_get(const bres__cuda_driver **driver);

/* Whether this process has initialized a driver, with this library or without it. Thread-safe. */
bool bres__cuda_is_initialized(void);

#ifdef BRES__FAULTS
/* Forgets the drivers that were opened, as if the process had just begun. For tests; no handle of
 * this room may exist. */
void bres__cuda_forget(void);
#endif

/* The primary context of a device, retained. One object for a device, counted. */
typedef struct bres__cuda_context bres__cuda_context;

/* Opens (retains) or finds the context. Give it back with close. Thread-safe, as close is.
 * BRES_ERROR_ARGUMENT for a device that is out of range, which the message tells. */
bres_status bres__cuda_context_open(int device, bres__cuda_context **context);
/* Gives it back; the last one to do so releases the primary context. NULL does nothing. */
void bres__cuda_context_close(bres__cuda_context *context);

/* Makes the context current on the calling thread; *previous is what was current (NULL: nothing),
 * for leave. When it is current already, nothing is set. */
bres_status bres__cuda_context_enter(bres__cuda_context *context, void **previous);
/* Puts back what was current. Touches no error record and has no error: there is nobody who could
 * do better. Needed only after an enter that succeeded. */
void bres__cuda_context_leave(bres__cuda_context *context, void *previous);

int bres__cuda_context_device(const bres__cuda_context *context);
/* Facts about the device, borrowed. */
const bres_cuda_device_info *bres__cuda_context_info(const bres__cuda_context *context);

/* true after a sticky error, such as an illegal address: nothing runs in this context any more. It
 * stays so until the last one has closed it. Thread-safe. */
bool bres__cuda_context_is_dead(const bres__cuda_context *context);
/* BRES_OK, or BRES_ERROR_CUDA whose message tells what killed the context. */
bres_status bres__cuda_context_check(const bres__cuda_context *context);

/* Waits for all work in the context, on any stream. BRES_ERROR_UNSUPPORTED when the driver cannot.
 */
bres_status bres__cuda_context_synchronize(bres__cuda_context *context);
/* Brackets what a profiler is to see. Nothing happens where the driver cannot. */
bres_status bres__cuda_profiler_start(bres__cuda_context *context);
bres_status bres__cuda_profiler_stop(bres__cuda_context *context);

/* A view of somebody else's stream on the device: bres_cuda_stream_free() does not destroy it. */
bres_status bres__cuda_stream_view(int device, struct CUstream_st *handle,
                                   bres_cuda_stream **stream);
/* Waits for the stream. */
bres_status bres__cuda_stream_wait(bres__cuda_context *context, struct CUstream_st *stream);

/* Two timing events, used again for each sample. All zero is none. */
typedef struct bres__cuda_events {
    bres__cuda_context *context; /* borrowed */
    void *start;
    void *stop;
} bres__cuda_events;

bres_status bres__cuda_events_create(bres__cuda_context *context, bres__cuda_events *events);
/* Destroys what is there, and leaves all zero. */
void bres__cuda_events_destroy(bres__cuda_events *events);
bres_status bres__cuda_events_start(bres__cuda_events *events, struct CUstream_st *stream);
bres_status bres__cuda_events_stop(bres__cuda_events *events, struct CUstream_st *stream);
/* Seconds from start to stop, after both have been reached; BRES_ERROR_CUDA before. */
bres_status bres__cuda_events_elapsed(bres__cuda_events *events, double *seconds);

/* A buffer of the size of the L2 cache. All zero is one that does nothing. */
typedef struct bres__cuda_flush {
    bres__cuda_context *context; /* borrowed */
    uint64_t address;
    size_t size;
} bres__cuda_flush;

/* Of a device without an L2 cache the size is 0, which is no error. */
bres_status bres__cuda_flush_create(bres__cuda_context *context, bres__cuda_flush *flush);
void bres__cuda_flush_destroy(bres__cuda_flush *flush);
/* Queues overwriting the buffer; resets the lines that persist in the cache where the driver can.
 */
bres_status bres__cuda_flush_queue(bres__cuda_flush *flush, struct CUstream_st *stream);

/*
 * The blocking kernel, the two stamps of the multiprocessors' clock, and the words of host memory
 * that they share with the host. One for each measurement; the kernels are loaded once for a
 * context.
 */
typedef struct bres__cuda_helpers bres__cuda_helpers;

/* Loads the kernels and allocates the words. */
bres_status bres__cuda_helpers_open(bres__cuda_context *context, bres__cuda_helpers **helpers);
/* Nothing of it may be queued any more. NULL does nothing. */
void bres__cuda_helpers_close(bres__cuda_helpers *helpers);

/* Runs each kernel once and waits: a first launch may load code, which would wait for a stream that
 * is blocked. */
bres_status bres__cuda_helpers_warm_up(bres__cuda_helpers *helpers, struct CUstream_st *stream);
/* Zeroes the words; nothing that uses them may be queued. Once for each sample, before it queues.
 */
void bres__cuda_helpers_reset(bres__cuda_helpers *helpers);

/* Queues the kernel that holds the stream up until it is released, or `limit` nanoseconds (0: no
 * limit) have passed on the device. */
bres_status bres__cuda_block(bres__cuda_helpers *helpers, struct CUstream_st *stream,
                             uint64_t limit);
/* Releases it. May be called at any time, also when nothing is queued. */
void bres__cuda_release(bres__cuda_helpers *helpers);
/* true when the limit had passed before it was released: what was queued behind has run already. */
bool bres__cuda_block_expired(const bres__cuda_helpers *helpers);

/* The two stamps of a sample. */
typedef enum bres__cuda_stamp {
    BRES__CUDA_STAMP_START = 0,
    BRES__CUDA_STAMP_STOP = 1
} bres__cuda_stamp;

bres_status bres__cuda_stamp_queue(bres__cuda_helpers *helpers, bres__cuda_stamp stamp,
                                   struct CUstream_st *stream);
/* The mean clock between the two stamps, hertz, from a multiprocessor that both have seen; false
 * when there is none or the time between is 0. After the stream has been waited for. */
bool bres__cuda_clock_rate(const bres__cuda_helpers *helpers, float *hertz);

/*
 * Clocks and their reasons through the management library, libnvidia-ml.so.1 or what
 * BENCHRESULT_NVML_LIBRARY names. It is optional: BRES_ERROR_UNSUPPORTED when it cannot be opened
 * or lacks a function, when the device cannot do it, or when the user has no permission, which the
 * message tells; BRES_ERROR_CUDA for other failures, such as a device that it does not know.
 */
typedef struct bres__nvml_device bres__nvml_device;

/* The caller closes it. Thread-safe. */
bres_status bres__nvml_open(int device, bres__nvml_device **nvml);
void bres__nvml_close(bres__nvml_device *nvml);

/* Hertz, as they are now. */
bres_status bres__nvml_clocks(bres__nvml_device *nvml, double *sm, double *memory);
/* Why the clocks are not at their highest: bits below; 0 for no reason. */
bres_status bres__nvml_throttle_reasons(bres__nvml_device *nvml, uint64_t *reasons);

#define BRES__NVML_IDLE             0x01u
#define BRES__NVML_CLOCKS_SETTING   0x02u
#define BRES__NVML_SOFTWARE_POWER   0x04u
#define BRES__NVML_HARDWARE         0x08u
#define BRES__NVML_SYNC_BOOST       0x10u
#define BRES__NVML_SOFTWARE_THERMAL 0x20u
#define BRES__NVML_HARDWARE_THERMAL 0x40u
#define BRES__NVML_POWER_BRAKE      0x80u
#define BRES__NVML_DISPLAY_CLOCKS   0x100u

#define BRES__NVML_UNKNOWN (-1)

/* The state of a device; BRES__NVML_UNKNOWN for a value that the management library does not
 * report. */
typedef struct bres__nvml_facts {
    int persistence;         /* 0 or 1 */
    int ecc;                 /* 0 or 1 */
    double power_limit;      /* watts, the limit that holds */
    double highest_sm_clock; /* hertz */
    double temperature;      /* degrees Celsius */
    int64_t processes;       /* that compute on the device, this one included; in a container the
                                library may not see all */
} bres__nvml_facts;

/* Reads the state. Nothing fails. */
void bres__nvml_read(const bres__nvml_device *nvml, bres__nvml_facts *facts);

/* Appends the reasons as words, such as "software power cap, hardware thermal slowdown"; "none". */
void bres__nvml_put_reasons(bres__text *text, uint64_t reasons);

bres_status bres__nvml_set_persistence(bres__nvml_device *nvml, bool on);
/* Locks the multiprocessors' clock at this rate, hertz. */
bres_status bres__nvml_lock_clock(bres__nvml_device *nvml, double hertz);
/* Locks it at the highest rate that the device keeps within its power limit. */
bres_status bres__nvml_lock_clock_base(bres__nvml_device *nvml);
bres_status bres__nvml_unlock_clock(bres__nvml_device *nvml);

#endif
