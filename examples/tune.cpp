/* SPDX-License-Identifier: MIT */
/* Chooses a block size for a transposition: a lambda is measured for each, and compared with the
 * best one so far.
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
{
    const std::vector<float> from(side * side, 1);
    std::vector<float> to(side * side);
    br::result_builder building = br::result_builder::make();
    const br::subbench_builder bench = building.add_subbench("transpose");
    br::criterion enough = br::criterion::make(br::criteria::make(), "sample-count");
    br::measure_options options;
    br::state best;

    bench.add_int64_axis("Block", { 1, 8, 32, 512 });
    enough.set_int64("target-samples", 50);
    options.criterion = enough.get();
    for (const std::int64_t block : { 1, 8, 32, 512 }) {
        const bres_axis_setting setting = br::int64_setting("Block", block);

        options.axes = &setting;
        options.axis_count = 1;
        const br::state state = br::measure_cpu(
            [&]() noexcept {
                transpose(from, to, static_cast<std::size_t>(block));
                br::clobber();
            },
            bench, options);
        if (!best || br::compare_states(best, state).verdict == BRES_FAST)
            best = state;
    }
    const br::result result = building.finish();
    std::cout << br::summary_report(result).view() << '\n' << best.name() << '\n';
    return 0;
}
