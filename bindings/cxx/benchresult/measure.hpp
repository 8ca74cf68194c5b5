/* SPDX-License-Identifier: MIT */
/*
 * Measures callables, in a benchmark program or in the caller's own loop. See
 * benchresult/measure.h.
 */
#ifndef BENCHRESULT_MEASURE_HPP
#define BENCHRESULT_MEASURE_HPP

#include <benchresult/build.hpp>
#include <benchresult/criterion.hpp>
#include <benchresult/cuda.hpp>
#include <benchresult/measure.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "wall", "thread" or "process". */
inline std::string_view clock_kind_name(bres_clock_kind kind)
{
    return detail::view_of(bres_clock_kind_name(kind));
}

/* Makes the compiler compute this value and write it to memory. */
template <class Value> void keep(const Value &value) noexcept
{
    BRES_KEEP(&value);
}

/* Makes the compiler write all values to memory, and read them again afterwards. */
inline void clobber() noexcept
{
    BRES_CLOBBER();
}

/* Brackets the timed part of an execution. The times of several parts are added. */
class stopwatch : public detail::view<bres_stopwatch>
{
  public:
    using view::view;

    void start() const
    {
        bres_stopwatch_start(get());
    }
    void stop() const
    {
        bres_stopwatch_stop(get());
    }
};

/* One execution on a GPU: the stream and the device to queue it on. */
class launch : public detail::view<bres_launch>
{
  public:
    using view::view;

    cuda_stream_handle stream() const
    {
        return bres_launch_stream(get());
    }
    int device() const
    {
        return bres_launch_device(get());
    }
    /* Start and end the timed part; for launchers with BRES_CUDA_TIMED. */
    outcome<void> start() const
    {
        return detail::done(bres_launch_start(get()));
    }
    outcome<void> stop() const
    {
        return detail::done(bres_launch_stop(get()));
    }
};

namespace detail
{

/* C callbacks that call a callable: one indirect call. For a noexcept callable they do nothing
 * else. An exception from any other callable is kept, and ends the measurement. */

template <class Function> void cpu_call(void *function)
{
    (void)guarded([&]() noexcept(std::is_nothrow_invocable_v<Function &>) {
        function_at<Function>(function)();
        return BRES_OK;
    });
}

/* A block continues after an execution that has thrown, but its other executions do nothing. */
template <class Function> void cpu_call_in_block(void *function)
{
    if constexpr (std::is_nothrow_invocable_v<Function &>)
        function_at<Function>(function)();
    else if (!has_thrown)
        cpu_call<Function>(function);
}

template <class Function> void cpu_timed_call(bres_stopwatch *watch, void *function)
{
    (void)guarded([&]() noexcept(std::is_nothrow_invocable_v<Function &, stopwatch>) {
        function_at<Function>(function)(stopwatch(watch));
        return BRES_OK;
    });
}

template <class Function> void cpu_batch_call(void *function, std::uint64_t count)
{
    (void)guarded([&]() noexcept(std::is_nothrow_invocable_v<Function &, std::uint64_t>) {
        function_at<Function>(function)(count);
        return BRES_OK;
    });
}

template <class Function> bres_status cuda_call(bres_launch *launched, void *function)
{
    return guarded([&] { return status_call(function_at<Function>(function), launch(launched)); });
}

} // namespace detail

/* Options of a measurement, and a clock, by default the system's clock: the C structs with their
 * defaults. */
using measure_options = detail::initialized<bres_measure_options, bres_measure_options_init>;
using cuda_options = detail::initialized<bres_cuda_options, bres_cuda_options_init>;
using clock_functions = detail::initialized<bres_clock, bres_clock_init>;

/* An axis value of the measured state, for measure_options::axes. */
inline bres_axis_setting int64_setting(const char *axis, std::int64_t value)
{
    return { axis, nullptr, 0, value };
}

inline bres_axis_setting float64_setting(const char *axis, double value)
{
    return { axis, nullptr, value, 0 };
}

inline bres_axis_setting string_setting(const char *axis, const char *value)
{
    return { axis, value, 0, 0 };
}

/* Measures a callable () as a new state of a benchmark under construction. */
template <class Function>
outcome<state_builder> measure_cpu(Function &&function, const subbench_builder &bench,
                                   const bres_measure_options &options = measure_options())
{
    bres_state *state = nullptr;
    const bres_status status =
        bres_measure_cpu(detail::cpu_call<std::remove_reference_t<Function>>,
                         detail::address_of(function), &options, bench.get(), &state);

    return detail::called(status, state_builder(state));
}

/* Measures a callable (std::uint64_t count), which performs `count` executions. */
template <class Function>
outcome<state_builder> measure_cpu_batched(Function &&function, const subbench_builder &bench,
                                           const bres_measure_options &options = measure_options())
{
    bres_state *state = nullptr;
    const bres_status status =
        bres_measure_cpu_batched(detail::cpu_batch_call<std::remove_reference_t<Function>>,
                                 detail::address_of(function), &options, bench.get(), &state);

    return detail::called(status, state_builder(state));
}

/* Measures a callable (launch), which queues one execution and returns nothing or a status. */
template <class Function>
outcome<state_builder> measure_cuda(Function &&function, const subbench_builder &bench,
                                    const bres_measure_options &options = measure_options(),
                                    const bres_cuda_options &cuda = cuda_options())
{
    bres_state *state = nullptr;
    const bres_status status =
        bres_measure_cuda(detail::cuda_call<std::remove_reference_t<Function>>,
                          detail::address_of(function), &options, &cuda, bench.get(), &state);

    return detail::called(status, state_builder(state));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
