/* SPDX-License-Identifier: MIT */
/*
 * GPUs through the NVIDIA driver, without any CUDA header or library at build time: what devices
 * there are, kernels from PTX or cubin, memory, streams and graphs.
 *
 * The driver, libcuda.so.1, is opened at the first call that needs it; the environment variable
 * BENCHRESULT_CUDA_LIBRARY names another file. Without a driver or a device the functions here fail
 * with BRES_ERROR_NO_DEVICE and the rest of the library works as ever.
 *
 * Everything lives in the primary context of its device, the one that the CUDA runtime uses too. A
 * function makes it current on the calling thread for the call and then puts back what was current
 * before. No context is ever made or reset. A stream is the driver's CUstream, which is the
 * runtime's cudaStream_t; both are `struct CUstream_st *`, and NULL is the legacy default stream.
 *
 * Each handle keeps the primary context retained until it is freed. Freeing waits for work that
 * uses the handle where the driver does; it reports no errors.
 *
 * Errors of all functions that return bres_status, beside those that they name: BRES_ERROR_ARGUMENT
 * for NULL and for a device index that is out of range, BRES_ERROR_NO_DEVICE, BRES_ERROR_CUDA for a
 * call of the driver that failed (the message names the call and the driver's code),
 * BRES_ERROR_MEMORY when host or device memory is exhausted, BRES_ERROR_UNSUPPORTED when the driver
 * is older than what is asked for or the device cannot do it. After a fault in a kernel, such as an
 * illegal address, the context of its device is dead: every further call on it is BRES_ERROR_CUDA
 * at once.
 *
 * Different threads may use different handles at the same time; one handle belongs to one thread.
 */
#ifndef BENCHRESULT_CUDA_H
#define BENCHRESULT_CUDA_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The driver's own types: CUstream and CUgraphExec point to these. */
struct CUstream_st;
struct CUgraphExec_st;

typedef struct bres_cuda_buffer bres_cuda_buffer;
typedef struct bres_cuda_stream bres_cuda_stream;
typedef struct bres_cuda_module bres_cuda_module;
typedef struct bres_cuda_kernel bres_cuda_kernel;
typedef struct bres_cuda_graph bres_cuda_graph;

/* --- Devices ---------------------------------------------------------------------------------- */

/* true when there is a driver that works and at least one device. Otherwise *reason (may be NULL)
 * says why not, as bres_last_error() does and as long as that; "" when true. A failure is not
 * remembered: the next call looks again. */
BRES_API bool bres_cuda_available(const char **reason);

/* Devices that the driver shows; 0 without a driver. They are counted from 0. */
BRES_API int bres_cuda_device_count(void);

/* What is known of a device. A size or rate that the driver does not tell is 0. */
typedef struct bres_cuda_device_info {
    size_t size;                 /* set by bres_cuda_device_info_init() */
    double sm_clock;             /* default clock of the multiprocessors, hertz */
    double memory_clock;         /* peak, hertz */
    double memory_bandwidth;     /* peak: twice the memory clock times the bus width; bytes/s */
    uint64_t memory_size;        /* bytes */
    uint64_t l2_size;            /* bytes */
    uint64_t shared_per_sm;      /* bytes of shared memory */
    uint64_t shared_per_block;   /* bytes, without asking for more */
    int32_t compute_major;       /* compute capability */
    int32_t compute_minor;       /* for 8.6 this is 6 */
    int32_t sm_count;            /* multiprocessors */
    int32_t memory_bus_width;    /* bits */
    int32_t blocks_per_sm;       /* at most */
    int32_t threads_per_sm;      /* at most */
    int32_t threads_per_block;   /* at most */
    int32_t registers_per_sm;    /* of 32 bits */
    int32_t registers_per_block; /* of 32 bits */
    int32_t ecc;                 /* 1 when error correction is on, else 0 */
    int32_t time_limit;          /* 1 when the system ends kernels that run long, else 0 */
    int32_t driver_version;      /* the CUDA version of the driver: 13000 is 13.0 */
    char name[256];
    char pci_bus_id[32]; /* such as "0000:65:00.0"; "" when the driver does not tell */
} bres_cuda_device_info;

BRES_API void bres_cuda_device_info_init(bres_cuda_device_info *info);
/* Fills the struct as far as the caller knows it. */
BRES_API bres_status bres_cuda_device_query(int device, bres_cuda_device_info *info);
/* The same as the text of a JSON object, with the keys that NVBench has in its `devices` section:
 * for bres_result_add_device(). Release it with bres_string_free(). */
BRES_API bres_status bres_cuda_device_json(int device, char **json);

/* --- Memory ----------------------------------------------------------------------------------- */

/* Allocates memory on a device; what is in it is undefined. The caller owns *buffer. Size 0 is
 * BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_cuda_buffer_new(int device, size_t size, bres_cuda_buffer **buffer);
BRES_API void bres_cuda_buffer_free(bres_cuda_buffer *buffer);
/* Its address on the device, the driver's CUdeviceptr; 0 for NULL. A kernel's pointer argument is
 * the address of a variable that holds this. */
BRES_API uint64_t bres_cuda_buffer_address(const bres_cuda_buffer *buffer);
/* Bytes; 0 for NULL. */
BRES_API size_t bres_cuda_buffer_size(const bres_cuda_buffer *buffer);
/* Copy `size` bytes to or from the buffer, beginning at `offset` there. They come after what is
 * queued on the legacy default stream and return when the data is where it belongs. A range beyond
 * the end is BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_cuda_buffer_write(bres_cuda_buffer *buffer, size_t offset,
                                            const void *data, size_t size);
BRES_API bres_status bres_cuda_buffer_read(const bres_cuda_buffer *buffer, size_t offset,
                                           void *data, size_t size);
/* Queues setting every byte on a stream, and does not wait. */
BRES_API bres_status bres_cuda_buffer_fill(bres_cuda_buffer *buffer, uint8_t byte,
                                           struct CUstream_st *stream);

/* --- Streams ---------------------------------------------------------------------------------- */

/* Creates a stream, which synchronises with the legacy default stream. The caller owns *stream. */
BRES_API bres_status bres_cuda_stream_new(int device, bres_cuda_stream **stream);
/* Destroys a stream when the work on it is done; does not wait. */
BRES_API void bres_cuda_stream_free(bres_cuda_stream *stream);
/* The driver's handle, borrowed; NULL for NULL. */
BRES_API struct CUstream_st *bres_cuda_stream_handle(const bres_cuda_stream *stream);
/* Waits for all work on the stream. This is also where a fault in a kernel is seen. */
BRES_API bres_status bres_cuda_stream_synchronize(bres_cuda_stream *stream);

/* --- Kernels ---------------------------------------------------------------------------------- */

/* Loads a module from PTX text, a cubin or a fat binary of `size` bytes; they are copied. The
 * driver compiles PTX now; what its compiler says of an error is in the message. A binary must be
 * whole: the driver does not know where it ends. The caller owns *module. */
BRES_API bres_status bres_cuda_module_load(int device, const void *image, size_t size,
                                           bres_cuda_module **module);
/* The same from a file. Errors: also BRES_ERROR_NO_FILE, BRES_ERROR_IO, and BRES_ERROR_LIMIT above
 * 1 GiB. */
BRES_API bres_status bres_cuda_module_load_file(int device, const char *path,
                                                bres_cuda_module **module);
/* Unloads a module, its kernels with it. */
BRES_API void bres_cuda_module_free(bres_cuda_module *module);
/* The kernel of this name in the module: for C++ the mangled name. *kernel is borrowed from the
 * module. Errors: also BRES_ERROR_KEY when there is none. */
BRES_API bres_status bres_cuda_module_kernel(bres_cuda_module *module, const char *name,
                                             bres_cuda_kernel **kernel);

/* How many threads a kernel is launched with. A dimension of 0 counts as 1. The struct is complete:
 * it never grows. */
typedef struct bres_cuda_geometry {
    uint32_t grid[3];      /* blocks in x, y, z */
    uint32_t block[3];     /* threads of a block in x, y, z */
    uint32_t shared_bytes; /* dynamic shared memory of a block, as much as the device can give */
} bres_cuda_geometry;

/* Queues a kernel on a stream, and does not wait. `arguments` holds, for each parameter of the
 * kernel, the address of its value; NULL for a kernel without parameters. The values are copied. */
BRES_API bres_status bres_cuda_kernel_launch(bres_cuda_kernel *kernel,
                                             const bres_cuda_geometry *geometry,
                                             struct CUstream_st *stream, void **arguments);

/* --- Graphs -----------------------------------------------------------------------------------
 */

/* From now on what the calling thread queues on the stream is recorded instead of run. The legacy
 * default stream cannot be captured. */
BRES_API bres_status bres_cuda_graph_capture(bres_cuda_stream *stream);
/* Ends the capture and makes a graph of it that is ready to be launched. On failure the capture has
 * ended, too. The caller owns *graph. */
BRES_API bres_status bres_cuda_graph_finish(bres_cuda_stream *stream, bres_cuda_graph **graph);
/* A graph that somebody else has instantiated on the device, a CUgraphExec or cudaGraphExec_t,
 * which must outlive *graph and is not destroyed with it. */
BRES_API bres_status bres_cuda_graph_view(int device, struct CUgraphExec_st *executable,
                                          bres_cuda_graph **graph);
BRES_API void bres_cuda_graph_free(bres_cuda_graph *graph);
/* Queues on a stream what the first launch would otherwise do: call it before measuring. */
BRES_API bres_status bres_cuda_graph_upload(bres_cuda_graph *graph, struct CUstream_st *stream);
/* Queues all of the graph on a stream, and does not wait. */
BRES_API bres_status bres_cuda_graph_launch(bres_cuda_graph *graph, struct CUstream_st *stream);

#ifdef __cplusplus
}
#endif

#endif
