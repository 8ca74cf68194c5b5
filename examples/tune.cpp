/* SPDX-License-Identifier: MIT */
/* Chooses a block size for a transposition: prints the fastest configuration, and every
 * configuration not proven slower.
 * Run as: tune */
#include <benchresult.hpp>
#include <cstddef>
#include <iostream>
#include <vector>

namespace br = benchresult;

constexpr std::size_t side = 512;

static void transpose(const std::vector<float> &from, std::vector<float> &to, std::size_t block)
{
    for (std::size_t i = 0; i < side; i += block)
        for (std::size_t j = 0; j < side; j += block)
            for (std::size_t k = i; k < i + block; k++)
                for (std::size_t l = j; l < j + block; l++)
                    to[l * side + k] = from[k * side + l];
}

int main()
try {
    std::vector<float> from(side * side);
    std::vector<float> to(side * side);
    br::tuner_options options;
    const auto check = [&](br::trial) {
        return to[1] == from[side] ? BRES_OK : bres_measure_fail("an element is wrong");
    };

    for (std::size_t i = 0; i < from.size(); i++)
        from[i] = static_cast<float>(i % 1000);
    options.name = "transpose";
    options.max_time = 2;
    options.equivalence_margin = 0.05;
    br::tuner tuner = br::tuner::make(options);
    tuner.add_int64("Block", { 1, 8, 32, 512 });
    tuner.set_check(check);
    tuner.run_cpu([&](br::trial trial) {
        transpose(from, to, static_cast<std::size_t>(trial.int64("Block")));
        br::clobber();
    });
    for (const br::state best : tuner.best())
        std::cout << best.name() << '\n';
    std::cout << tuner.message() << '\n' << br::summary_report(tuner.result()).view();
    return 0;
} catch (const br::error &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
