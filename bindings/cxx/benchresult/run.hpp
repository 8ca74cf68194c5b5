/* SPDX-License-Identifier: MIT */
/*
 * The interface of the body of a benchmark. See benchresult/harness.h.
 */
#ifndef BENCHRESULT_RUN_HPP
#define BENCHRESULT_RUN_HPP

#include <benchresult/harness.h>
#include <benchresult/measure.hpp>

#include <mutex>
#include <optional>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

namespace detail
{

/* A callable that several threads call, and the first exception that a thread has thrown. */
template <class Function> class thread_team
{
  public:
    explicit thread_team(Function &function) noexcept : function_(function)
    {
    }

    static void call(void *context, std::uint32_t thread, std::uint64_t count)
    {
        static_cast<thread_team *>(context)->run(thread, count);
    }

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
    void rethrow()
    {
        if (thrown_ != nullptr)
            std::rethrow_exception(std::exchange(thrown_, nullptr));
    }

  private:
    void run(std::uint32_t thread, std::uint64_t count) noexcept
    {
        if constexpr (std::is_nothrow_invocable_v<Function &, std::uint32_t, std::uint64_t>) {
            function_(thread, count);
        } else {
            try {
                function_(thread, count);
            } catch (...) {
                keep();
            }
        }
    }

    /* Another thread may throw at the same time. */
    [[gnu::cold, gnu::noinline]] void keep() noexcept
    {
        const std::lock_guard<std::mutex> lock(mutex_);

        if (thrown_ == nullptr)
            thrown_ = std::current_exception();
        (void)bres_measure_fail("a callback has thrown an exception");
    }

    std::mutex mutex_;
    std::exception_ptr thrown_;
#else
    void rethrow() const noexcept
    {
    }

  private:
    void run(std::uint32_t thread, std::uint64_t count) noexcept
    {
        function_(thread, count);
    }
#endif

    Function &function_;
};

} // namespace detail

/* The argument of a body: one state, which the body prepares and measures once. */
class run : public detail::view<bres_run>
{
  public:
    using view::view;

    std::string_view name() const
    {
        return detail::view_of(bres_run_name(get()));
    }
    state_builder state() const
    {
        return state_builder(bres_run_state(get()));
    }
    /* The state's value on an axis. If the benchmark does not have the axis, the state fails, and
     * the value is 0 or "". */
    std::int64_t int64(text_argument axis) const
    {
        return bres_run_int64(get(), axis);
    }
    double float64(text_argument axis) const
    {
        return bres_run_float64(get(), axis);
    }
    std::string_view string(text_argument axis) const
    {
        return detail::view_of(bres_run_string(get(), axis));
    }
    /* The name of the state's type on an axis of types, and its index among the declared types. */
    std::string_view type(text_argument axis) const
    {
        return detail::view_of(bres_run_type(get(), axis));
    }
    std::size_t type_index(text_argument axis) const
    {
        return bres_run_type_index(get(), axis);
    }
    /* The state's value on an axis, or `fallback` if the benchmark does not have the axis. */
    std::int64_t int64_or(text_argument axis, std::int64_t fallback) const
    {
        return bres_run_int64_or(get(), axis, fallback);
    }
    double float64_or(text_argument axis, double fallback) const
    {
        return bres_run_float64_or(get(), axis, fallback);
    }
    std::string_view string_or(text_argument axis, const char *fallback) const
    {
        return detail::view_of(bres_run_string_or(get(), axis, fallback));
    }
    /* Declares what one execution processes, before or after the measurement. */
    outcome<void> add_elements(std::uint64_t count, text_argument column = nullptr) const
    {
        return detail::done(bres_run_add_elements(get(), count, column));
    }
    outcome<void> set_elements(std::uint64_t count) const
    {
        return detail::done(bres_run_set_elements(get(), count));
    }
    outcome<void> add_reads(std::uint64_t bytes, text_argument column = nullptr) const
    {
        return detail::done(bres_run_add_reads(get(), bytes, column));
    }
    outcome<void> add_writes(std::uint64_t bytes, text_argument column = nullptr) const
    {
        return detail::done(bres_run_add_writes(get(), bytes, column));
    }
    /* Adds a summary with a size in bytes; hidden without a name. */
    outcome<void> add_buffer_size(std::uint64_t bytes, text_argument tag,
                                  text_argument name = nullptr,
                                  text_argument description = nullptr) const
    {
        return detail::done(bres_run_add_buffer_size(get(), bytes, tag, name, description));
    }
    /* Adds a summary of the program with this tag. */
    outcome<summary_builder> summary(text_argument tag) const
    {
        bres_summary *summary = nullptr;
        const bres_status status = bres_run_summary(get(), tag, &summary);

        return detail::made(status, summary_builder(summary));
    }
    /* These settings apply to this state alone. */
    outcome<void> set_min_samples(std::int64_t count) const
    {
        return detail::done(bres_run_set_min_samples(get(), count));
    }
    outcome<void> set_warmup_runs(std::int64_t count) const
    {
        return detail::done(bres_run_set_warmup_runs(get(), count));
    }
    outcome<void> set_max_warmup_time(double seconds) const
    {
        return detail::done(bres_run_set_max_warmup_time(get(), seconds));
    }
    outcome<void> set_run_once(bool run_once) const
    {
        return detail::done(bres_run_set_run_once(get(), run_once));
    }
    outcome<void> set_skip_time(double seconds) const
    {
        return detail::done(bres_run_set_skip_time(get(), seconds));
    }
    outcome<void> set_timeout(double seconds) const
    {
        return detail::done(bres_run_set_timeout(get(), seconds));
    }
    outcome<void> set_criterion(criterion owned) const
    {
        return detail::done(bres_run_set_criterion(get(), owned.release()));
    }
    outcome<void> set_batch_target_time(double seconds) const
    {
        return detail::done(bres_run_set_batch_target_time(get(), seconds));
    }
    outcome<void> set_no_batch(bool no_batch) const
    {
        return detail::done(bres_run_set_no_batch(get(), no_batch));
    }
    outcome<void> set_throttle_threshold(double fraction) const
    {
        return detail::done(bres_run_set_throttle_threshold(get(), fraction));
    }
    outcome<void> set_throttle_recovery_delay(double seconds) const
    {
        return detail::done(bres_run_set_throttle_recovery_delay(get(), seconds));
    }
    outcome<void> set_blocking_limit(double seconds) const
    {
        return detail::done(bres_run_set_blocking_limit(get(), seconds));
    }
    outcome<void> set_strict_streams(bool strict) const
    {
        return detail::done(bres_run_set_strict_streams(get(), strict));
    }
    outcome<void> set_no_blocking(bool no_blocking) const
    {
        return detail::done(bres_run_set_no_blocking(get(), no_blocking));
    }
    /* A setting by its key; std::nullopt for an unknown key. */
    std::optional<double> setting(text_argument key) const
    {
        double value = 0;

        return bres_run_setting(get(), key, &value) ? std::optional(value) : std::nullopt;
    }
    /* nullptr for the default criterion. */
    const bres_criterion *stopping_criterion() const
    {
        return bres_run_criterion(get());
    }
    /* -1 for a benchmark on the CPU. */
    int device() const
    {
        return bres_run_device(get());
    }
    outcome<cuda_stream_handle> stream() const
    {
        cuda_stream_handle stream = nullptr;
        const bres_status status = bres_run_stream(get(), &stream);

        return detail::made(status, stream);
    }
    outcome<void> set_stream(cuda_stream_handle stream) const
    {
        return detail::done(bres_run_set_stream(get(), stream));
    }
    void skip(text_argument reason) const
    {
        bres_run_skip(get(), reason);
    }

    /* Measures a callable () on the CPU. A noexcept callable costs nothing besides its call. */
    template <class Function> outcome<void> exec_cpu(Function &&function) const
    {
        return detail::called(bres_run_exec_cpu(get(),
                                                detail::cpu_call<std::remove_reference_t<Function>>,
                                                detail::address_of(function)));
    }
    /* Measures a callable (stopwatch), which starts and stops the stopwatch around its timed
     * part. */
    template <class Function> outcome<void> exec_cpu_timed(Function &&function) const
    {
        return detail::called(bres_run_exec_cpu_timed(
            get(), detail::cpu_timed_call<std::remove_reference_t<Function>>,
            detail::address_of(function)));
    }
    /* Measures a callable (std::uint64_t count), which performs `count` executions. */
    template <class Function> outcome<void> exec_cpu_batched(Function &&function) const
    {
        return detail::called(bres_run_exec_cpu_batched(
            get(), detail::cpu_batch_call<std::remove_reference_t<Function>>,
            detail::address_of(function)));
    }
    /* Measures a callable (std::uint32_t thread, std::uint64_t count), which several threads call
     * at the same time. If several threads throw, the first exception is rethrown. */
    template <class Function>
    outcome<void> exec_cpu_threads(Function &&function, std::int64_t threads) const
    {
        using team = detail::thread_team<std::remove_reference_t<Function>>;
        team callers(function);
        const bres_status status = bres_run_exec_cpu_threads(get(), team::call, &callers, threads);

        callers.rethrow();
        return detail::done(status);
    }
    /* Measures on the GPU a callable (launch), which queues one execution and returns nothing or a
     * status. `flags` are BRES_CUDA_* bits. */
    template <class Function>
    outcome<void> exec_cuda(Function &&function, std::uint32_t flags = 0) const
    {
        return detail::called(
            bres_run_exec_cuda_with(get(), detail::cuda_call<std::remove_reference_t<Function>>,
                                    detail::address_of(function), flags));
    }
};

namespace detail
{

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
/* An exception from a body makes its state skipped, with the exception's text as the reason. */
inline bres_status body_failed() noexcept
{
    const bres_status status = keep_exception();

    has_thrown = false;
    thrown = nullptr;
    return status;
}
#endif

template <class Function> bres_status body_call_on(bres_run *handle, Function &function) noexcept
{
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
    try {
        return status_call(function, run(handle));
    } catch (...) {
        return body_failed();
    }
#else
    return status_call(function, run(handle));
#endif
}

template <class Function> bres_status body_call(bres_run *handle, void *function)
{
    return body_call_on(handle, function_at<Function>(function));
}

} // namespace detail

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
