/* SPDX-License-Identifier: MIT */
/*
 * Callables behind C's function pointers, and what they throw. The context is the address of the
 * callable, which is borrowed; a function is its own address.
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

/* Whether a callback of this thread has thrown since C was called; cheap to ask. */
inline thread_local bool has_thrown = false;
inline thread_local std::exception_ptr thrown;

/* For a handler of everything. The first exception is kept: others follow from it. A measurement
 * that the thread is in ends. */
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

/* Calls what may throw, on C's behalf. */
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

/* What callbacks have thrown goes before the error that followed from it. */
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

/* A function, or a lambda without captures, needs no object: true for what unary + makes a pointer
 * to a function of. */
template <class Callable, class = void> inline constexpr bool is_stateless = false;
template <class Callable>
inline constexpr bool
    is_stateless<Callable, std::void_t<decltype(+std::declval<const Callable &>())>> =
        is_function_pointer<decltype(+std::declval<const Callable &>())>;

/* A callable that is kept for later: the function that a callable without captures is, or the
 * variable that was given. */
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

/* An exception stops the function of C that called the callback. */
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

/* An exception ends the whole run, unless the caller has set its own interrupt callback. */
template <class Options> void end_when_thrown(Options &options) noexcept
{
    if (options.is_interrupted == nullptr)
        options.is_interrupted = interrupt_when_thrown;
}

/* After an exception of a callback, SIGTERM stops the program: its result is not needed. */
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

/* A command that runs when something has thrown is ended. */
inline int signal_when_thrown(void *)
{
    return has_thrown ? SIGTERM : 0;
}

} // namespace detail

/* Options with a callable int() that is asked for a signal to be sent; borrowed, as with_log(). */
template <class Options, class Function> Options with_signal(Options options, Function &&function)
{
    options.signal = detail::signal_call<std::remove_reference_t<Function>>;
    options.signal_user = detail::address_of(function);
    return options;
}

/* Options of a judge, a tuner or a race that ends when a callable () says true, which is borrowed
 * as with_log() says. */
template <class Options, class Function>
Options with_interrupt(Options options, Function &&is_interrupted)
{
    options.is_interrupted = detail::interrupt_call<std::remove_reference_t<Function>>;
    options.interrupt_user = detail::address_of(is_interrupted);
    return options;
}

/*
 * Options whose warnings go to `log`, a callable (bres_log_level, std::string_view), which is
 * borrowed: it must be there as long as the options are used. In an argument that may be a
 * temporary: `result::load(path, with_log(load_options(), [](auto, auto message) { ... }))`.
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
