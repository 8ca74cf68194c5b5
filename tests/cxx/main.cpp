/* SPDX-License-Identifier: MIT */
/*
 * Runs all tests of the C++ header and counts their allocations. Prints the failures; the exit
 * status is 0 if there are none.
 */
#include "check.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

static const check::test *tests;
static unsigned failures;
static std::atomic<std::size_t> allocation_count;

void *operator new(std::size_t size)
{
    void *memory = std::malloc(size);

    allocation_count++;
    if (memory == nullptr)
        std::abort();
    return memory;
}

void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    allocation_count++;
    return std::malloc(size);
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

check::test::test(const char *test_name, void (*test_body)())
    : name(test_name), body(test_body), next(tests)
{
    tests = this;
}

void check::fail(const char *file, int line, const char *what)
{
    std::printf("%s:%d: %s\n", file, line, what);
    failures++;
}

std::size_t check::allocations()
{
    return allocation_count;
}

static void run(const check::test &test)
{
#if defined(BENCHRESULT_NO_EXCEPTIONS)
    test.body();
#else
    try {
        test.body();
    } catch (const std::exception &exception) {
        check::fail(test.name, 0, exception.what());
    }
#endif
}

int main()
{
    unsigned count = 0;

    for (const check::test *test = tests; test != nullptr; test = test->next) {
        const unsigned before = failures;

        run(*test);
        if (failures != before)
            std::printf("%s has failed\n", test->name);
        count++;
    }
    std::printf("%u tests, %u failures\n", count, failures);
    return count == 0 || failures != 0;
}
