/* SPDX-License-Identifier: MIT */
/*
 * Timers of callables, symbols and commands. See benchresult/timer.h.
 */
#ifndef BENCHRESULT_TIMER_HPP
#define BENCHRESULT_TIMER_HPP

#include <benchresult/measure.hpp>
#include <benchresult/measurement.hpp>
#include <benchresult/timer.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* Options of a timer, and a command to time: the C structs with their defaults. */
using timer_options = detail::initialized<bres_timer_options, bres_timer_options_init>;
using command = detail::initialized<bres_command, bres_command_init>;

namespace detail
{

template <class Hooks, class = void> inline constexpr bool has_setup = false;
template <class Hooks>
inline constexpr bool has_setup<Hooks, std::void_t<decltype(std::declval<Hooks &>().setup())>> =
    true;
template <class Hooks, class = void> inline constexpr bool has_teardown = false;
template <class Hooks>
inline constexpr bool
    has_teardown<Hooks, std::void_t<decltype(std::declval<Hooks &>().teardown())>> = true;
template <class Hooks, class = void> inline constexpr bool has_synchronize = false;
template <class Hooks>
inline constexpr bool
    has_synchronize<Hooks, std::void_t<decltype(std::declval<Hooks &>().synchronize())>> = true;
template <class Hooks, class = void> inline constexpr bool has_block = false;
template <class Hooks>
inline constexpr bool
    has_block<Hooks, std::void_t<decltype(std::declval<Hooks &>().block(std::uint64_t(), 0.0))>> =
        true;
template <class Hooks, class = void> inline constexpr bool has_set_threads = false;
template <class Hooks>
inline constexpr bool has_set_threads<
    Hooks, std::void_t<decltype(std::declval<Hooks &>().set_threads(std::int32_t()))>> = true;

template <class Hooks> struct timer_hooks {
    static bres_status setup(void *hooks)
    {
        return guarded([&] {
            static_cast<Hooks *>(hooks)->setup();
            return BRES_OK;
        });
    }
    static bres_status teardown(void *hooks)
    {
        return guarded([&] {
            static_cast<Hooks *>(hooks)->teardown();
            return BRES_OK;
        });
    }
    static bres_status synchronize(void *hooks)
    {
        return guarded([&] {
            static_cast<Hooks *>(hooks)->synchronize();
            return BRES_OK;
        });
    }
    static bres_status block(void *hooks, std::uint64_t number, double seconds)
    {
        return guarded([&] {
            static_cast<Hooks *>(hooks)->block(number, seconds);
            return BRES_OK;
        });
    }
    static bres_status set_threads(void *hooks, std::int32_t threads, std::int32_t *previous)
    {
        return guarded([&] {
            *previous = static_cast<Hooks *>(hooks)->set_threads(threads);
            return BRES_OK;
        });
    }
};

} // namespace detail

/*
 * Options with the hooks that `hooks` has as member functions: any of setup(), teardown(),
 * synchronize(), block(std::uint64_t number, double seconds), and
 * `std::int32_t set_threads(std::int32_t)`, which returns the previous number. `hooks` is borrowed;
 * see with_log().
 */
template <class Hooks> timer_options with_hooks(timer_options options, Hooks &&hooks)
{
    using type = std::remove_reference_t<Hooks>;
    using calls = detail::timer_hooks<type>;

    options.user = detail::address_of(hooks);
    if constexpr (detail::has_setup<type>)
        options.setup = calls::setup;
    if constexpr (detail::has_teardown<type>)
        options.teardown = calls::teardown;
    if constexpr (detail::has_synchronize<type>)
        options.synchronize = calls::synchronize;
    if constexpr (detail::has_block<type>)
        options.block = calls::block;
    if constexpr (detail::has_set_threads<type>)
        options.set_threads = calls::set_threads;
    return options;
}

/* A timed function or command, with its task. Only one thread may use it. */
class timer : public detail::owner<bres_timer, bres_timer_free>
{
  public:
    using owner::owner;

    /* Makes a timer of a callable (). The callable is borrowed: a variable that outlives the
     * timer. */
    template <class Function>
    static outcome<timer> make(Function &function, const bres_task_spec &spec = task_spec())
    {
        bres_timer *made = nullptr;
        const bres_status status = bres_timer_new(detail::cpu_call_in_block<Function>,
                                                  detail::address_of(function), &spec, &made);

        return detail::made(status, timer(made));
    }
    /* Makes a timer of a callable (std::uint64_t count), which performs `count` executions. */
    template <class Function>
    static outcome<timer> make_batched(Function &function, const bres_task_spec &spec = task_spec())
    {
        bres_timer *made = nullptr;
        const bres_status status = bres_timer_new_batched(
            detail::cpu_batch_call<Function>, detail::address_of(function), &spec, &made);

        return detail::made(status, timer(made));
    }
    /* Makes a timer of a symbol of a shared object; `setup` is another symbol, or nullptr. */
    static outcome<timer> make_symbol(text_argument library, text_argument symbol,
                                      text_argument setup = nullptr,
                                      const bres_task_spec &spec = task_spec())
    {
        bres_timer *made = nullptr;
        const bres_status status = bres_timer_new_symbol(library, symbol, setup, &spec, &made);

        return detail::made(status, timer(made));
    }
    /* Makes a timer of a command; one execution is a process. */
    static outcome<timer> make_command(const bres_command &timed,
                                       const bres_task_spec &spec = task_spec())
    {
        bres_timer *made = nullptr;
        const bres_status status = bres_timer_new_command(&timed, &spec, &made);

        return detail::made(status, timer(made));
    }

    outcome<measurement> measure(bres_timing_method method,
                                 const bres_timer_options &options = timer_options())
    {
        bres_measurement *measured = nullptr;
        const bres_status status = bres_timer_measure(get(), method, &options, &measured);

        return detail::called(status, measurement(measured));
    }
    /* Measures one block of options.number executions. */
    outcome<measurement> timeit(const bres_timer_options &options = timer_options())
    {
        return measure(BRES_TIMING_TIMEIT, options);
    }
    /* Measures blocks until they have taken min_run_time. */
    outcome<measurement> blocked_autorange(const bres_timer_options &options = timer_options())
    {
        return measure(BRES_TIMING_BLOCKED, options);
    }
    /* Measures blocks until their times vary little enough: see BRES_TIMING_ADAPTIVE. */
    outcome<measurement> adaptive_autorange(const bres_timer_options &options = timer_options())
    {
        return measure(BRES_TIMING_ADAPTIVE, options);
    }
};

namespace detail
{
template <class Function>
outcome<measurement> time_once(bres_status (*time_in_c)(bres_cpu_fn, void *, const bres_task_spec *,
                                                        const bres_timer_options *,
                                                        bres_measurement **),
                               Function &function, const bres_task_spec &spec,
                               const bres_timer_options &options)
{
    bres_measurement *measured = nullptr;
    const bres_status status =
        time_in_c(cpu_call_in_block<Function>, address_of(function), &spec, &options, &measured);

    return called(status, measurement(measured));
}
} // namespace detail

/* The same methods for a callable (), in one call. */
template <class Function>
outcome<measurement> timeit(Function &&function, const bres_task_spec &spec = task_spec(),
                            const bres_timer_options &options = timer_options())
{
    return detail::time_once(bres_timer_timeit, function, spec, options);
}

template <class Function>
outcome<measurement> blocked_autorange(Function &&function,
                                       const bres_task_spec &spec = task_spec(),
                                       const bres_timer_options &options = timer_options())
{
    return detail::time_once(bres_timer_blocked_autorange, function, spec, options);
}

template <class Function>
outcome<measurement> adaptive_autorange(Function &&function,
                                        const bres_task_spec &spec = task_spec(),
                                        const bres_timer_options &options = timer_options())
{
    return detail::time_once(bres_timer_adaptive_autorange, function, spec, options);
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
