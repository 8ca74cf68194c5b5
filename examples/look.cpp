/* SPDX-License-Identifier: MIT */
/* Prints the name, sample count, median and bandwidth use of each state of a result file, and the
 * state that took the longest.
 * Run as: look examples/data/main.json */
#include <algorithm>
#include <benchresult.hpp>
#include <iomanip>
#include <iostream>

namespace br = benchresult;

static void look(br::state state)
{
    std::cout << std::left << std::setw(38) << state.name() << ' ' << state.samples().size()
              << " samples";
    if (const auto median = state.median())
        std::cout << "  " << *median * 1e6 << " us";
    if (const auto bandwidth = state.bw())
        std::cout << "  BWUtil " << *bandwidth * 100 << " %";
    std::cout << '\n';
}

static bool is_shorter(br::state one, br::state other)
{
    return one.median() < other.median();
}

int main(int argc, char **argv)
try {
    const br::result result = br::result::load(argc == 2 ? argv[1] : "result.json");

    for (const br::subbench bench : result.subbenches()) {
        const auto states = bench.states();

        std::for_each(states.begin(), states.end(), look);
        const auto longest = std::max_element(states.begin(), states.end(), is_shorter);
        if (longest != states.end())
            std::cout << bench.name() << " takes longest with " << longest->point_name() << "\n\n";
    }
    return 0;
} catch (const br::error &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
