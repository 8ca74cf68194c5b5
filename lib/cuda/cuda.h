/* SPDX-License-Identifier: MIT */
/*
 * Room cuda: the NVIDIA driver, opened at run time, and the parts of a measurement on a GPU.
 *
 * A measurement opens the context of its device once and makes it current on its thread (enter).
 * Functions that take a context, a stream, events, host words or a flush require the context to be
 * current there. They do not check this, because the sampling loop calls them. The public functions
 * (benchresult/cuda.h) enter and leave the context automatically.
 *
 * A failed call of the driver is BRES_ERROR_CUDA, exhausted memory is BRES_ERROR_MEMORY. A fault of
 * a kernel marks the context as dead: see bres__cuda_context_is_dead().
 */
#ifndef BRES_CUDA_CUDA_H
#define BRES_CUDA_CUDA_H

#include "base/base.h"

#include <benchresult/cuda.h>

/* An opened driver; see lib/cuda/driver.h. */
typedef struct bres__cuda_driver bres__cuda_driver;

/*
 * Finds the driver: the library that BENCHRESULT_CUDA_LIBRARY names at the time of the call, else
 * libcuda.so.1, else libcuda.so. The first call with a path opens and initializes the driver, which
 * then stays open. Thread-safe. BRES_ERROR_NO_DEVICE with the cause in the message: no library (and
 * the names that were tried), a missing required symbol, a stub, a failed initialization, or no
 * device. A failure is not cached: the next call tries again.
 */
bres_status bres__cuda_driver_get(const bres__cuda_driver **driver);

/* Whether this process has initialized a driver, with this library or without it. Thread-safe. */
bool bres__cuda_is_initialized(void);

#ifdef BRES__FAULTS
/* Closes and forgets all opened drivers, as if the process had just begun. For tests; no handle of
 * this room may exist. */
void bres__cuda_forget(void);
#endif

/* The retained primary context of a device. Each device has one object with a reference count. */
typedef struct bres__cuda_context bres__cuda_context;

/* Retains or finds the context; the caller closes it. Both functions are thread-safe.
 * BRES_ERROR_ARGUMENT for a device that is out of range. */
bres_status bres__cuda_context_open(int device, bres__cuda_context **context);
/* Drops a reference; the last call releases the primary context. NULL does nothing. */
void bres__cuda_context_close(bres__cuda_context *context);

/* Makes the context current on the calling thread, unless it is current already. *previous is the
 * context that was current (NULL: none), for bres__cuda_context_leave(). */
bres_status bres__cuda_context_enter(bres__cuda_context *context, void **previous);
/* Restores the previous context. Reports no error and does not change the error record, because no
 * caller could handle a failure. Needed only after a successful bres__cuda_context_enter(). */
void bres__cuda_context_leave(bres__cuda_context *context, void *previous);

int bres__cuda_context_device(const bres__cuda_context *context);
/* Properties of the device, borrowed. */
const bres_cuda_device_info *bres__cuda_context_info(const bres__cuda_context *context);

/* Whether a sticky error, such as an illegal address, has made the context unusable. The context
 * stays dead until its last user has closed it. Thread-safe. */
bool bres__cuda_context_is_dead(const bres__cuda_context *context);
/* BRES_OK, or BRES_ERROR_CUDA with the error that killed the context in the message. */
bres_status bres__cuda_context_check(const bres__cuda_context *context);

/* Waits for all work in the context, on any stream. BRES_ERROR_UNSUPPORTED if the driver lacks the
 * function. */
bres_status bres__cuda_context_synchronize(bres__cuda_context *context);
/* Start and stop the recording of a profiler. They do nothing if the driver lacks the functions. */
bres_status bres__cuda_profiler_start(bres__cuda_context *context);
bres_status bres__cuda_profiler_stop(bres__cuda_context *context);

/* Makes a view of a foreign stream on the device; bres_cuda_stream_free() does not destroy the
 * stream. */
bres_status bres__cuda_stream_view(int device, struct CUstream_st *handle,
                                   bres_cuda_stream **stream);
/* Waits for the stream. */
bres_status bres__cuda_stream_wait(bres__cuda_context *context, struct CUstream_st *stream);

/* Two timing events, reused for each sample. All zero: no events. */
typedef struct bres__cuda_events {
    bres__cuda_context *context; /* borrowed */
    void *start;
    void *stop;
} bres__cuda_events;

bres_status bres__cuda_events_create(bres__cuda_context *context, bres__cuda_events *events);
/* Destroys the events, if any, and sets the struct to all zero. */
void bres__cuda_events_destroy(bres__cuda_events *events);
bres_status bres__cuda_events_start(bres__cuda_events *events, struct CUstream_st *stream);
bres_status bres__cuda_events_stop(bres__cuda_events *events, struct CUstream_st *stream);
/* Seconds from start to stop, once the stream has reached both events; BRES_ERROR_CUDA before. */
bres_status bres__cuda_events_elapsed(bres__cuda_events *events, double *seconds);

/* A buffer of the size of the L2 cache. All zero: a flush does nothing. */
typedef struct bres__cuda_flush {
    bres__cuda_context *context; /* borrowed */
    uint64_t address;
    size_t size;
} bres__cuda_flush;

/* For a device without an L2 cache the size is 0, which is not an error. */
bres_status bres__cuda_flush_create(bres__cuda_context *context, bres__cuda_flush *flush);
void bres__cuda_flush_destroy(bres__cuda_flush *flush);
/* Resets persisting cache lines if the driver can, and queues a write of the whole buffer. */
bres_status bres__cuda_flush_queue(bres__cuda_flush *flush, struct CUstream_st *stream);

/*
 * The blocking kernel, the two stamps of the multiprocessors' clock, and the words of host memory
 * that these kernels share with the host. One object per measurement; the kernels are loaded once
 * per context.
 */
typedef struct bres__cuda_helpers bres__cuda_helpers;

/* Loads the kernels and allocates the words. */
bres_status bres__cuda_helpers_open(bres__cuda_context *context, bres__cuda_helpers **helpers);
/* Frees the words. No work that uses them may be queued. NULL does nothing. */
void bres__cuda_helpers_close(bres__cuda_helpers *helpers);

/* Runs each kernel once and waits. The first launch of a kernel may load code, which would wait for
 * a blocked stream. */
bres_status bres__cuda_helpers_warm_up(bres__cuda_helpers *helpers, struct CUstream_st *stream);
/* Zeroes the words. No work that uses them may be queued. Call it once per sample, before the
 * sample queues work. */
void bres__cuda_helpers_reset(bres__cuda_helpers *helpers);

/* Queues the kernel that blocks the stream until bres__cuda_release(), or until `limit` nanoseconds
 * (0: no limit) have passed on the device. */
bres_status bres__cuda_block(bres__cuda_helpers *helpers, struct CUstream_st *stream,
                             uint64_t limit);
/* Releases the blocking kernel. May be called at any time, even if it is not queued. */
void bres__cuda_release(bres__cuda_helpers *helpers);
/* Whether the limit passed before the release: the work queued after the kernel has then already
 * run. */
bool bres__cuda_block_expired(const bres__cuda_helpers *helpers);

/* The two stamps of a sample. */
typedef enum bres__cuda_stamp {
    BRES__CUDA_STAMP_START = 0,
    BRES__CUDA_STAMP_STOP = 1
} bres__cuda_stamp;

bres_status bres__cuda_stamp_queue(bres__cuda_helpers *helpers, bres__cuda_stamp stamp,
                                   struct CUstream_st *stream);
/* The mean clock rate between the two stamps in hertz, from a multiprocessor that ran both; false
 * if no multiprocessor ran both or the time between them is 0. Call it after waiting for the
 * stream. */
bool bres__cuda_clock_rate(const bres__cuda_helpers *helpers, float *hertz);

/*
 * Clocks and the reasons for their rates through the management library, libnvidia-ml.so.1 or the
 * library that BENCHRESULT_NVML_LIBRARY names. The library is optional: BRES_ERROR_UNSUPPORTED if
 * it cannot be opened or lacks a function, if the device does not support a call, or if the user
 * has no permission; the message names the cause. BRES_ERROR_CUDA for other failures, such as a
 * device that is unknown to the library.
 */
typedef struct bres__nvml_device bres__nvml_device;

/* The caller closes it. Thread-safe. */
bres_status bres__nvml_open(int device, bres__nvml_device **nvml);
void bres__nvml_close(bres__nvml_device *nvml);

/* The current clock rates in hertz. */
bres_status bres__nvml_clocks(bres__nvml_device *nvml, double *sm, double *memory);
/* The reasons why the clocks are not at their highest rates, as the bits below; 0: none. */
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
    double power_limit;      /* watts, the enforced limit */
    double highest_sm_clock; /* hertz */
    double temperature;      /* degrees Celsius */
    int64_t processes;       /* compute processes on the device, including this one; in a container
                                the library may not see all of them */
} bres__nvml_facts;

/* Reads the state; never fails. */
void bres__nvml_read(const bres__nvml_device *nvml, bres__nvml_facts *facts);

/* Appends the reasons as text, such as "software power cap, hardware thermal slowdown"; "none" for
 * 0. */
void bres__nvml_put_reasons(bres__text *text, uint64_t reasons);

bres_status bres__nvml_set_persistence(bres__nvml_device *nvml, bool on);
/* Locks the multiprocessors' clock at this rate. */
bres_status bres__nvml_lock_clock(bres__nvml_device *nvml, double hertz);
/* Locks the clock at the highest rate that the device keeps within its power limit. */
bres_status bres__nvml_lock_clock_base(bres__nvml_device *nvml);
bres_status bres__nvml_unlock_clock(bres__nvml_device *nvml);

#endif
