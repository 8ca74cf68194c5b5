/* SPDX-License-Identifier: MIT */
/*
 * A clock for measurements that advances only when the test does so.
 */
#ifndef BRES_TEST_CXX_VIRTUAL_TIME_HPP
#define BRES_TEST_CXX_VIRTUAL_TIME_HPP

#include <benchresult.hpp>

#include <cstdint>

namespace check
{

struct virtual_time {
    std::uint64_t nanoseconds = 1000;

    static std::uint64_t now(void *self)
    {
        return static_cast<virtual_time *>(self)->nanoseconds;
    }
    static void sleep(void *self, std::uint64_t nanoseconds)
    {
        static_cast<virtual_time *>(self)->nanoseconds += nanoseconds;
    }
    bres_clock clock()
    {
        benchresult::clock_functions clock;

        clock.now = now;
        clock.sleep = sleep;
        clock.user = this;
        return clock;
    }
};

} // namespace check

#endif
