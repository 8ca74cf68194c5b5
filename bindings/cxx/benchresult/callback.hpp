/* SPDX-License-Identifier: MIT */
/*
 * Adapts callables to C's function pointers, and carries their exceptions through C. The context is
 * the address of the callable, which is borrowed; for a function, the address of the function.
 */
#ifndef BENCHRESULT_CALLBACK_HPP
#define BENCHRESULT_CALLBACK_HPP

#include <benchresult/measure.h>
#include <benchresult/outcome.hpp>

#include <csignal>
#include <memory>
#include <type_traits>
#include <utility>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{
namespace detail
{

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

/* Whether a callback of this thread has thrown since the call of the C function; cheap to read. */
inline thread_local bool has_thrown = false;
inline thread_local std::exception_ptr thrown;

/* For a catch (...) handler. Keeps only the first exception, because later exceptions follow from
 * it. Ends the measurement that the thread is in. */
[[gnu::cold, gnu::noinline]] inline bres_status keep_exception() noexcept
{
    if (!has_thrown) {
        thrown = std::current_exception();
        has_thrown = true;
    }
    try {
        throw;
    } catch (const std::exception &exception) {
        return bres_measure_fail(exception.what());
    } catch (...) {
        return bres_measure_fail("a callback has thrown an object that is not a std::exception");
    }
}

[[noreturn, gnu::cold, gnu::noinline]] inline void rethrow()
{
    has_thrown = false;
    std::rethrow_exception(std::exchange(thrown, nullptr));
}

/* Makes a call that may throw, on behalf of C, and keeps the exception. */
template <class Call> bres_status guarded(Call &&call) noexcept
{
    if constexpr (noexcept(call())) {
        return call();
    } else {
        try {
            return call();
        } catch (...) {
            return keep_exception();
        }
    }
}

/* An exception from a callback takes precedence over the error that followed from it. */
inline void called(bres_status status)
{
    if (has_thrown)
        rethrow();
    done(status);
}

template <class T> T called(bres_status status, T value)
{
    called(status);
    return value;
}

#else

inline constexpr bool has_thrown = false;

template <class Call> bres_status guarded(Call &&call) noexcept
{
    return call();
}

inline outcome<void> called(bres_status status)
{
    return done(status);
}

template <class T> outcome<T> called(bres_status status, T value)
{
    return made(status, std::move(value));
}

#endif

template <class Function> void *address_of(Function &function) noexcept
{
    if constexpr (std::is_function_v<Function>)
        return reinterpret_cast<void *>(&function);
    else
        return const_cast<void *>(static_cast<const void *>(std::addressof(function)));
}

template <class Function> Function &function_at(void *address) noexcept
{
    if constexpr (std::is_function_v<Function>)
        return *reinterpret_cast<Function *>(address);
    else
        return *static_cast<Function *>(address);
}

template <class Callable>
inline constexpr bool is_function_pointer =
    std::is_pointer_v<Callable> &&std::is_function_v<std::remove_pointer_t<Callable>>;

/* A function, or a lambda without captures, needs no object: true if unary + converts the callable
 * to a pointer to a function. */
template <class Callable, class = void> inline constexpr bool is_stateless = false;
template <class Callable>
inline constexpr bool
    is_stateless<Callable, std::void_t<decltype(+std::declval<const Callable &>())>> =
        is_function_pointer<decltype(+std::declval<const Callable &>())>;

/* A reference to a callable for later calls: to the function of a callable without captures, or to
 * the variable that the caller has passed. */
template <class Callable> decltype(auto) lasting(Callable &&callable) noexcept
{
    using type = std::remove_reference_t<Callable>;

    if constexpr (is_stateless<type>) {
        return *+callable;
    } else {
        static_assert(std::is_lvalue_reference_v<Callable>,
                      "a callable with captures has to be a variable that outlives its user");
        return (callable);
    }
}

inline bres_status status_of(bres_status status) noexcept
{
    return status;
}

#if defined(BENCHRESULT_NO_EXCEPTIONS)
inline bres_status status_of(const outcome<void> &result) noexcept
{
    return result.has_value() ? BRES_OK : result.error().status();
}
#endif

/* Calls a callable that returns a status, an outcome<void>, or nothing. */
template <class Function, class... Arguments>
bres_status status_call(Function &function, Arguments... arguments)
{
    if constexpr (std::is_void_v<std::invoke_result_t<Function &, Arguments...>>) {
        function(arguments...);
        return BRES_OK;
    } else {
        return status_of(function(arguments...));
    }
}

template <class Function> void log_call(void *function, bres_log_level level, const char *message)
{
    (void)guarded([&] {
        function_at<Function>(function)(level, std::string_view(message));
        return BRES_OK;
    });
}

/* After an exception, returns true, which stops the C function that called the callback. */
template <class Function> bool interrupt_call(void *function)
{
    bool interrupted = has_thrown;

    if (!interrupted)
        (void)guarded([&] {
            interrupted = function_at<Function>(function)();
            return BRES_OK;
        });
    return interrupted || has_thrown;
}

inline bool interrupt_when_thrown(void *)
{
    return has_thrown;
}

/* Makes an exception end the whole run, unless the caller has set its own interrupt callback. */
template <class Options> void end_when_thrown(Options &options) noexcept
{
    if (options.is_interrupted == nullptr)
        options.is_interrupted = interrupt_when_thrown;
}

/* After an exception from a callback, SIGTERM stops the command: its result is not needed. */
template <class Function> int signal_call(void *function)
{
    int number = SIGTERM;

    if (!has_thrown)
        (void)guarded([&] {
            number = function_at<Function>(function)();
            return BRES_OK;
        });
    return number;
}

/* Stops the running command after an exception from a callback. */
inline int signal_when_thrown(void *)
{
    return has_thrown ? SIGTERM : 0;
}

} // namespace detail

/* Options with a callable int() that returns a signal to send to the running command, or 0. The
 * callable is borrowed; see with_log(). */
template <class Options, class Function> Options with_signal(Options options, Function &&function)
{
    options.signal = detail::signal_call<std::remove_reference_t<Function>>;
    options.signal_user = detail::address_of(function);
    return options;
}

/* Options that end a judgement, a tuning or a race when a callable () returns true. The callable is
 * borrowed; see with_log(). */
template <class Options, class Function>
Options with_interrupt(Options options, Function &&is_interrupted)
{
    options.is_interrupted = detail::interrupt_call<std::remove_reference_t<Function>>;
    options.interrupt_user = detail::address_of(is_interrupted);
    return options;
}

/*
 * Options that pass warnings to `log`, a callable (bres_log_level, std::string_view). The callable
 * is borrowed and must live as long as the options are used. In an argument, it may be a temporary:
 * `result::load(path, with_log(load_options(), [](auto, auto message) { ... }))`.
 */
template <class Options, class Log> Options with_log(Options options, Log &&log)
{
    options.log = detail::log_call<std::remove_reference_t<Log>>;
    options.log_user = detail::address_of(log);
    return options;
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
