/* SPDX-License-Identifier: MIT */
/*
 * GPUs, through the driver. See benchresult/cuda.h.
 */
#ifndef BENCHRESULT_CUDA_HPP
#define BENCHRESULT_CUDA_HPP

#include <benchresult/cuda.h>
#include <benchresult/outcome.hpp>
#include <benchresult/range.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* The driver's CUstream and the runtime's cudaStream_t. */
using cuda_stream_handle = struct CUstream_st *;

/* The properties of a device: the C struct. */
using cuda_device_info = detail::initialized<bres_cuda_device_info, bres_cuda_device_info_init>;
using cuda_geometry = bres_cuda_geometry;

/* Whether a working driver and a device are available. If not, the thread's error has the
 * reason. */
inline bool cuda_available()
{
    return bres_cuda_available(nullptr);
}

inline int cuda_device_count()
{
    return bres_cuda_device_count();
}

inline outcome<cuda_device_info> cuda_device_query(int device)
{
    cuda_device_info info;
    const bres_status status = bres_cuda_device_query(device, &info);

    return detail::made(status, info);
}

/* The properties of a device as JSON, for result_builder::add_device(). */
inline outcome<text> cuda_device_json(int device)
{
    char *json = nullptr;
    const bres_status status = bres_cuda_device_json(device, &json);

    return detail::made(status, text(json));
}

/* Memory on a device. */
class cuda_buffer : public detail::owner<bres_cuda_buffer, bres_cuda_buffer_free>
{
  public:
    using owner::owner;

    static outcome<cuda_buffer> make(int device, std::size_t size)
    {
        bres_cuda_buffer *made = nullptr;
        const bres_status status = bres_cuda_buffer_new(device, size, &made);

        return detail::made(status, cuda_buffer(made));
    }

    /* The address on the device, to pass to a kernel. */
    std::uint64_t address() const
    {
        return bres_cuda_buffer_address(get());
    }
    std::size_t size() const
    {
        return bres_cuda_buffer_size(get());
    }
    outcome<void> write(std::size_t offset, const void *data, std::size_t size)
    {
        return detail::done(bres_cuda_buffer_write(get(), offset, data, size));
    }
    outcome<void> read(std::size_t offset, void *data, std::size_t size) const
    {
        return detail::done(bres_cuda_buffer_read(get(), offset, data, size));
    }
    /* Queues an operation that sets every byte, and does not wait for it. */
    outcome<void> fill(std::uint8_t byte, cuda_stream_handle stream)
    {
        return detail::done(bres_cuda_buffer_fill(get(), byte, stream));
    }
};

class cuda_graph;

/* A stream. */
class cuda_stream : public detail::owner<bres_cuda_stream, bres_cuda_stream_free>
{
  public:
    using owner::owner;

    static outcome<cuda_stream> make(int device)
    {
        bres_cuda_stream *made = nullptr;
        const bres_status status = bres_cuda_stream_new(device, &made);

        return detail::made(status, cuda_stream(made));
    }

    cuda_stream_handle handle() const
    {
        return bres_cuda_stream_handle(get());
    }
    outcome<void> synchronize()
    {
        return detail::done(bres_cuda_stream_synchronize(get()));
    }
    /* Starts a capture: the stream records the work of this thread instead of running it. */
    outcome<void> capture()
    {
        return detail::done(bres_cuda_graph_capture(get()));
    }
    /* Ends the capture, also on failure. */
    inline outcome<cuda_graph> finish();
};

/* A captured graph, ready to launch. */
class cuda_graph : public detail::owner<bres_cuda_graph, bres_cuda_graph_free>
{
  public:
    using owner::owner;

    /* Wraps an existing executable graph, which must outlive this object. */
    static outcome<cuda_graph> view(int device, struct CUgraphExec_st *executable)
    {
        bres_cuda_graph *made = nullptr;
        const bres_status status = bres_cuda_graph_view(device, executable, &made);

        return detail::made(status, cuda_graph(made));
    }

    outcome<void> upload(cuda_stream_handle stream)
    {
        return detail::done(bres_cuda_graph_upload(get(), stream));
    }
    outcome<void> launch(cuda_stream_handle stream)
    {
        return detail::done(bres_cuda_graph_launch(get(), stream));
    }
};

inline outcome<cuda_graph> cuda_stream::finish()
{
    bres_cuda_graph *made = nullptr;
    const bres_status status = bres_cuda_graph_finish(get(), &made);

    return detail::made(status, cuda_graph(made));
}

/* A kernel; its module must outlive it. */
class cuda_kernel : public detail::view<bres_cuda_kernel>
{
  public:
    using view::view;

    /* Queues the kernel, and does not wait for it. The arguments are the kernel's parameters, of
     * exactly their types; a pointer is the address() of a buffer. */
    template <class... Arguments>
    outcome<void> launch(const bres_cuda_geometry &geometry, cuda_stream_handle stream,
                         Arguments... arguments) const
    {
        void *addresses[] = { static_cast<void *>(&arguments)..., nullptr };

        return detail::done(bres_cuda_kernel_launch(get(), &geometry, stream, addresses));
    }
};

/* A module of kernels, loaded on a device. */
class cuda_module : public detail::owner<bres_cuda_module, bres_cuda_module_free>
{
  public:
    using owner::owner;

    /* Loads a module from PTX text, a cubin or a fat binary. */
    static outcome<cuda_module> load(int device, std::string_view image)
    {
        bres_cuda_module *made = nullptr;
        const bres_status status = bres_cuda_module_load(device, image.data(), image.size(), &made);

        return detail::made(status, cuda_module(made));
    }
    static outcome<cuda_module> load_file(int device, text_argument path)
    {
        bres_cuda_module *made = nullptr;
        const bres_status status = bres_cuda_module_load_file(device, path, &made);

        return detail::made(status, cuda_module(made));
    }

    /* Finds a kernel by its name; for C++, the mangled name. */
    outcome<cuda_kernel> kernel(text_argument name)
    {
        bres_cuda_kernel *found = nullptr;
        const bres_status status = bres_cuda_module_kernel(get(), name, &found);

        return detail::made(status, cuda_kernel(found));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
