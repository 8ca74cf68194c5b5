/* SPDX-License-Identifier: MIT */
/*
 * GPUs through the NVIDIA driver, without a CUDA header or library at build time: devices, memory,
 * streams, kernels from PTX or cubin, and graphs.
 *
 * The first function that needs the driver opens libcuda.so.1. The environment variable
 * BENCHRESULT_CUDA_LIBRARY names another file. Without a working driver or without a device, the
 * functions fail with BRES_ERROR_NO_DEVICE; the rest of the library still works.
 *
 * Contexts: all objects belong to the primary context of their device, which the CUDA runtime also
 * uses. A function makes this context current on the calling thread, and restores the previous
 * context before it returns. The functions never create or reset a context.
 *
 * Streams: a stream is the driver's CUstream, which is the runtime's cudaStream_t. Both are
 * `struct CUstream_st *`; NULL is the legacy default stream.
 *
 * Ownership: buffers, streams, modules and graphs retain the primary context until they are freed.
 * Functions that free a handle report no errors and ignore NULL. Whether such a function waits for
 * pending work on the handle depends on the driver.
 *
 * Errors: every function that returns bres_status can fail with
 *     BRES_ERROR_ARGUMENT     a required pointer is NULL, or a device index is out of range
 *     BRES_ERROR_NO_DEVICE    the driver is missing or does not work, or no device is available
 *     BRES_ERROR_CUDA         a call of the driver failed; the message has the call and the code
 *     BRES_ERROR_MEMORY       memory of the host or of the device is exhausted
 *     BRES_ERROR_UNSUPPORTED  the driver is too old, or the device does not support the operation
 * A fault in a kernel, such as an illegal address, destroys the context of the device. Every
 * further call on this device then fails at once with BRES_ERROR_CUDA.
 *
 * Threads: different threads may use different handles at the same time. Only one thread at a time
 * may use a handle. Since 0.1.
 */
#ifndef BENCHRESULT_CUDA_H
#define BENCHRESULT_CUDA_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Target of the driver's CUstream and the runtime's cudaStream_t. */
struct CUstream_st;
/* Target of the driver's CUgraphExec and the runtime's cudaGraphExec_t. */
struct CUgraphExec_st;

/* Memory on a device. */
typedef struct bres_cuda_buffer bres_cuda_buffer;
/* A stream on a device. */
typedef struct bres_cuda_stream bres_cuda_stream;
/* A module of kernels, loaded on a device. */
typedef struct bres_cuda_module bres_cuda_module;
/* A kernel, borrowed from its module. */
typedef struct bres_cuda_kernel bres_cuda_kernel;
/* An executable graph on a device. */
typedef struct bres_cuda_graph bres_cuda_graph;

/* Returns whether a working driver and at least one device are available. If not, *reason receives
 * the error text, which is valid until the next failing call of the same thread; otherwise *reason
 * is empty. `reason` may be NULL. The next call after a failure tries again. */
BRES_API bool bres_cuda_available(const char **reason);

/* Returns the number of visible devices, which are counted from 0; 0 without a driver. */
BRES_API int bres_cuda_device_count(void);

/* Properties of a device. A size or rate that the driver does not report is 0. */
typedef struct bres_cuda_device_info {
    size_t size;                 /* set by bres_cuda_device_info_init() */
    double sm_clock;             /* default clock of the multiprocessors, hertz */
    double memory_clock;         /* peak clock of the memory, hertz */
    double memory_bandwidth;     /* peak: twice the memory clock times the bus width; bytes/s */
    uint64_t memory_size;        /* bytes */
    uint64_t l2_size;            /* bytes of the L2 cache */
    uint64_t shared_per_sm;      /* bytes of shared memory of a multiprocessor */
    uint64_t shared_per_block;   /* bytes of shared memory of a block, without opt-in */
    int32_t compute_major;       /* compute capability: 8 for 8.6 */
    int32_t compute_minor;       /* compute capability: 6 for 8.6 */
    int32_t sm_count;            /* number of multiprocessors */
    int32_t memory_bus_width;    /* bits */
    int32_t blocks_per_sm;       /* maximum */
    int32_t threads_per_sm;      /* maximum */
    int32_t threads_per_block;   /* maximum */
    int32_t registers_per_sm;    /* 32-bit registers of a multiprocessor */
    int32_t registers_per_block; /* 32-bit registers of a block */
    int32_t ecc;                 /* 1 if error correction is enabled, otherwise 0 */
    int32_t time_limit;          /* 1 if the system limits the run time of kernels, otherwise 0 */
    int32_t driver_version;      /* CUDA version of the driver: 13000 is 13.0 */
    char name[256];              /* name of the device */
    char pci_bus_id[32]; /* such as "0000:65:00.0"; empty if the driver does not report the id */
} bres_cuda_device_info;

/* Sets the size of the struct, and all other members to zero. */
BRES_API void bres_cuda_device_info_init(bres_cuda_device_info *info);
/* Fills the members that lie within the size of the struct. BRES_ERROR_VERSION if the struct was
 * not initialized or has an unknown version. */
BRES_API bres_status bres_cuda_device_query(int device, bres_cuda_device_info *info);
/* Stores the properties of a device as the text of a JSON object, with the keys of the `devices`
 * section of NVBench, for bres_result_add_device(). The caller frees *json with
 * bres_string_free(). */
BRES_API bres_status bres_cuda_device_json(int device, char **json);

/* Allocates `size` bytes on a device; the content is undefined. The caller owns *buffer.
 * BRES_ERROR_ARGUMENT for a size of 0. */
BRES_API bres_status bres_cuda_buffer_new(int device, size_t size, bres_cuda_buffer **buffer);
/* Frees the memory. NULL is ignored. */
BRES_API void bres_cuda_buffer_free(bres_cuda_buffer *buffer);
/* Returns the address on the device, the driver's CUdeviceptr; 0 for NULL. To pass a buffer to a
 * kernel, store this address in a variable and pass the address of the variable. */
BRES_API uint64_t bres_cuda_buffer_address(const bres_cuda_buffer *buffer);
/* Returns the size in bytes; 0 for NULL. */
BRES_API size_t bres_cuda_buffer_size(const bres_cuda_buffer *buffer);
/* Copies `size` bytes into the buffer, starting at `offset` bytes in the buffer. The copy runs
 * after all work on the legacy default stream; the function returns when the copy is complete.
 * BRES_ERROR_ARGUMENT if the range exceeds the buffer. */
BRES_API bres_status bres_cuda_buffer_write(bres_cuda_buffer *buffer, size_t offset,
                                            const void *data, size_t size);
/* Copies `size` bytes out of the buffer, like bres_cuda_buffer_write(). */
BRES_API bres_status bres_cuda_buffer_read(const bres_cuda_buffer *buffer, size_t offset,
                                           void *data, size_t size);
/* Enqueues an operation that sets every byte of the buffer, and returns at once. */
BRES_API bres_status bres_cuda_buffer_fill(bres_cuda_buffer *buffer, uint8_t byte,
                                           struct CUstream_st *stream);

/* Creates a stream, which synchronizes with the legacy default stream. The caller owns *stream. */
BRES_API bres_status bres_cuda_stream_new(int device, bres_cuda_stream **stream);
/* Releases a stream and returns at once. The driver destroys the stream after its work is complete.
 * NULL is ignored. */
BRES_API void bres_cuda_stream_free(bres_cuda_stream *stream);
/* Returns the driver's handle, borrowed; NULL for NULL. */
BRES_API struct CUstream_st *bres_cuda_stream_handle(const bres_cuda_stream *stream);
/* Waits for all work on the stream. The function also reports a fault in a kernel. */
BRES_API bres_status bres_cuda_stream_synchronize(bres_cuda_stream *stream);

/* Loads a module from `size` bytes of PTX text, a cubin or a fat binary. The image is copied, and
 * the caller owns *module. The driver compiles PTX at once; the error message has the first line of
 * the output of its compiler. A binary must be complete, because the driver does not check its
 * size. */
BRES_API bres_status bres_cuda_module_load(int device, const void *image, size_t size,
                                           bres_cuda_module **module);
/* Loads a module from a file, like bres_cuda_module_load(). Errors: also BRES_ERROR_NO_FILE,
 * BRES_ERROR_IO, and BRES_ERROR_LIMIT for a file larger than 1 GiB. */
BRES_API bres_status bres_cuda_module_load_file(int device, const char *path,
                                                bres_cuda_module **module);
/* Unloads a module; its kernels become invalid. NULL is ignored. */
BRES_API void bres_cuda_module_free(bres_cuda_module *module);
/* Finds the kernel with this name; for C++, the mangled name. *kernel is borrowed from the module.
 * BRES_ERROR_KEY if the module has no kernel with this name. */
BRES_API bres_status bres_cuda_module_kernel(bres_cuda_module *module, const char *name,
                                             bres_cuda_kernel **kernel);

/* The geometry of a kernel launch. A dimension of 0 counts as 1. The struct never grows. */
typedef struct bres_cuda_geometry {
    uint32_t grid[3];      /* number of blocks in x, y and z */
    uint32_t block[3];     /* number of threads of a block in x, y and z */
    uint32_t shared_bytes; /* dynamic shared memory of a block, up to the maximum of the device */
} bres_cuda_geometry;

/* Enqueues a kernel on a stream and returns at once. `arguments` holds the address of the value of
 * each parameter of the kernel, and is NULL for a kernel without parameters. The values are
 * copied. */
BRES_API bres_status bres_cuda_kernel_launch(bres_cuda_kernel *kernel,
                                             const bres_cuda_geometry *geometry,
                                             struct CUstream_st *stream, void **arguments);

/* Starts a capture: the stream records the work of the calling thread instead of running it. The
 * legacy default stream cannot be captured. */
BRES_API bres_status bres_cuda_graph_capture(bres_cuda_stream *stream);
/* Ends the capture and makes an executable graph, which the caller owns. The capture also ends if
 * the function fails. */
BRES_API bres_status bres_cuda_graph_finish(bres_cuda_stream *stream, bres_cuda_graph **graph);
/* Wraps an existing executable graph of the device, a CUgraphExec or cudaGraphExec_t. The caller
 * owns *graph. The existing graph must outlive *graph, which does not own the existing graph. */
BRES_API bres_status bres_cuda_graph_view(int device, struct CUgraphExec_st *executable,
                                          bres_cuda_graph **graph);
/* Frees a graph. NULL is ignored. */
BRES_API void bres_cuda_graph_free(bres_cuda_graph *graph);
/* Enqueues the setup work of the first launch on a stream, so that a later measurement does not
 * include this work. */
BRES_API bres_status bres_cuda_graph_upload(bres_cuda_graph *graph, struct CUstream_st *stream);
/* Enqueues the whole graph on a stream and returns at once. */
BRES_API bres_status bres_cuda_graph_launch(bres_cuda_graph *graph, struct CUstream_st *stream);

#ifdef __cplusplus
}
#endif

#endif
