/* SPDX-License-Identifier: MIT */
/*
 * Tests of the C++ header. They are compiled with every configuration of the header; MUST() and
 * failure_of() hide whether errors are exceptions or values.
 */
#ifndef BRES_TEST_CXX_CHECK_HPP
#define BRES_TEST_CXX_CHECK_HPP

#include <benchresult.hpp>

#include <cstdio>
#include <optional>
#include <string>

namespace check
{

/* A test registers itself; main() runs them all. */
struct test {
    test(const char *test_name, void (*test_body)());

    const char *name;
    void (*body)();
    const test *next;
};

/* Records a failure of the running test. */
void fail(const char *file, int line, const char *what);

/* The number of allocations by operator new so far. */
std::size_t allocations();

inline std::string sample(const char *name)
{
    return std::string(BRES_TEST_SOURCE_DIR "/examples/data/") + name;
}

#if defined(BENCHRESULT_NO_EXCEPTIONS)

template <class T> T unwrap(benchresult::outcome<T> &&made, const char *file, int line)
{
    if (!made.has_value()) {
        fail(file, line, made.error().what());
        std::abort();
    }
    return *std::move(made);
}

inline void unwrap(benchresult::outcome<void> &&made, const char *file, int line)
{
    if (!made.has_value())
        fail(file, line, made.error().what());
}

/* The error that a call returns or throws; none when it succeeds. */
template <class Call> std::optional<benchresult::error> failure_of(Call call)
{
    auto made = call();

    if (made.has_value())
        return std::nullopt;
    return made.error();
}

#define MUST(...) check::unwrap((__VA_ARGS__), __FILE__, __LINE__)

#else

template <class Call> std::optional<benchresult::error> failure_of(Call call)
{
    try {
        (void)call();
    } catch (const benchresult::error &error) {
        return error;
    }
    return std::nullopt;
}

#define MUST(...) (__VA_ARGS__)

#endif

} // namespace check

#define TEST(name)                                                                                 \
    static void name();                                                                            \
    static const check::test name##_test(#name, name);                                             \
    static void name()

#define CHECK(...)                                                                                 \
    do {                                                                                           \
        if (!(__VA_ARGS__))                                                                        \
            check::fail(__FILE__, __LINE__, #__VA_ARGS__);                                         \
    } while (false)

#endif
