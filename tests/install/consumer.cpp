/* SPDX-License-Identifier: MIT */
/* The same in C++, with the installed C++ header. */
#include <benchresult.hpp>
#include <cstdio>

int main()
{
    const benchresult::result result =
        benchresult::result::load_memory(R"({"devices": [], "benchmarks": [{"name": "copy",
            "devices": [], "axes": [], "states": []}]})");

    for (const benchresult::subbench bench : result.subbenches())
        std::printf("%s: %zu\n", bench.name().data(), bench.states().size());
    return result.subbenches().size() == 1 ? 0 : 1;
}
