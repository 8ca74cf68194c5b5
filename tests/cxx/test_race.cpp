/* SPDX-License-Identifier: MIT */
/*
 * Races of callables, in virtual time, and of commands.
 */
#include "check.hpp"
#include "virtual_time.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

using namespace benchresult;
using check::virtual_time;

namespace
{
/* The clock and the options of a race, and callables that advance the clock. */
struct course {
    virtual_time time;
    bres_clock clock = time.clock();
    race_options options;

    course()
    {
        options.clock = &clock;
    }
    /* A callable that takes this many nanoseconds, with a small variation. */
    auto taking(std::uint64_t nanoseconds)
    {
        return [this, nanoseconds, call = std::uint64_t(0)]() mutable {
            time.nanoseconds += nanoseconds + 100 * (++call % 7);
        };
    }
};
} // namespace

TEST(two_lambdas_race)
{
    course self;
    auto reference = self.taking(1000000);
    auto candidate = self.taking(900000);
    const race_outcome fast = MUST(race(reference, candidate, self.options));

    CHECK(fast.verdict == BRES_FAST && fast.stop_reason == BRES_RACE_DECIDED);
    CHECK(fast.ratio > 0.89 && fast.ratio < 0.91 && fast.lower <= fast.ratio);
    CHECK(fast.reference == nullptr && fast.plan_pairs == 0);
    CHECK(race_stop_name(BRES_RACE_DECIDED) == "decided");
    const race_outcome same = MUST(race(reference, self.taking(1000000), self.options));
    CHECK(same.verdict == BRES_SAME);
}

TEST(sides_keep_their_states)
{
    course self;
    result_builder building = MUST(result_builder::make());
    const subbench_builder bench = MUST(building.add_subbench("copy"));
    std::uint64_t progressed = 0;
    auto reference = [&](std::uint64_t count) { self.time.nanoseconds += 20000000 * count; };
    const auto progress = [&](std::uint64_t pairs, double ratio, double, double) {
        progressed = pairs;
        CHECK(ratio > 1);
    };

    MUST(bench.add_string_axis("Side", { "old", "new" }));
    const race_outcome slow =
        MUST(race(race_side_batched(reference, bench, { string_setting("Side", "old") }),
                  race_side(self.taking(40000000), bench, { string_setting("Side", "new") }),
                  with_progress(self.options, progress)));
    CHECK(slow.verdict == BRES_SLOW && slow.block_size == 1 && progressed > 0);
    CHECK(state(slow.reference).name() == "Side=old");
    CHECK(state(slow.candidate) == bench.states()[1]);
    CHECK(MUST(state(slow.candidate).samples()).size() == slow.pairs);
}

TEST(a_race_is_interrupted_and_refused)
{
    course self;
    unsigned asked = 0;
    const auto interrupt = [&] { return ++asked > 3; };
    const race_outcome ended = MUST(
        race(self.taking(1000000), self.taking(1000000), with_interrupt(self.options, interrupt)));

    CHECK(ended.stop_reason == BRES_RACE_INTERRUPTED && ended.verdict == BRES_AMBIGUOUS);
    self.options.error_rate = 2;
    const auto failure =
        check::failure_of([&] { return race(self.taking(1), self.taking(1), self.options); });
    CHECK(failure && failure->status() == BRES_ERROR_ARGUMENT);
}

TEST(commands_race)
{
    race_options each;
    command_race_options options;
    std::uint64_t pairs = 0;
    const auto progress = [&](command_race_view running) {
        pairs = running.pair_count();
        CHECK(running.stop_reason() == 0 || running.rows().size() == 1);
    };

    each.max_pairs = 2;
    each.min_pairs = 1;
    each.warmup_runs = 0;
    options.race = &each;
    command_race ended = MUST(race_commands("true", "true", with_progress(options, progress)));
    CHECK(ended.stop_reason() == BRES_RACE_PAIRS_OVER && ended.pair_count() == 2 && pairs == 2);
    CHECK(ended.rows().size() == 1 && ended.rows()[0].bench_name == "command");
    CHECK(ended.rows()[0].decided->pairs == 2 && ended.decided_count() == 0);
    CHECK(!ended.rows()[0].state_name.data() || ended.seconds() > 0);
    CHECK(!ended.message().empty());
    CHECK(MUST(ended.report()).view().find("command") != std::string_view::npos);
    CHECK(MUST(ended.report(BRES_FORMAT_JSON)).view().front() == '{');
    const result runs = MUST(ended.reference_result());
    CHECK(runs.subbench("command").states().size() == 2);
    CHECK(MUST(ended.candidate_result()));
    MUST(ended.remove_files());
    CHECK(MUST(race_commands("true", "false", options)).stop_reason() == BRES_RACE_FAILED);
    CHECK(check::failure_of([&] { return race_commands("true", "true | false", options); }));
}

TEST(a_command_in_a_race_is_sent_a_signal)
{
    command_race_options options;
    unsigned asked = 0;
    const auto signal = [&] {
        asked++;
        return SIGTERM;
    };

    options.timeout = 60; /* not reached, because of the signal */
    const command_race ended =
        MUST(race_commands("sleep 600", "sleep 600", with_signal(options, signal)));
    CHECK(ended.stop_reason() == BRES_RACE_FAILED && ended.pair_count() == 0 && asked > 0);
    CHECK(ended.message().find("killed by signal 15") != std::string_view::npos);
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

template <class Call> static bool throws_out_of_range(Call call)
{
    try {
        (void)call();
    } catch (const std::out_of_range &) {
        return true;
    }
    return false;
}

TEST(what_is_thrown_in_a_race_comes_out)
{
    course self;
    unsigned pairs = 0;
    const auto throwing = [] { throw std::out_of_range("side"); };
    const auto throwing_progress = [&](std::uint64_t, double, double, double) {
        pairs++;
        throw std::out_of_range("progress");
    };
    const auto throwing_interrupt = []() -> bool { throw std::out_of_range("interrupt"); };
    const auto throwing_view = [](command_race_view) { throw std::out_of_range("view"); };
    race_options each;
    command_race_options options;

    CHECK(throws_out_of_range([&] { return race(self.taking(1000), throwing, self.options); }));
    CHECK(throws_out_of_range([&] {
        return race(self.taking(1000000), self.taking(1000000),
                    with_progress(self.options, throwing_progress));
    }));
    CHECK(pairs == 1);
    CHECK(throws_out_of_range([&] {
        return race(self.taking(1000000), self.taking(1000000),
                    with_interrupt(self.options, throwing_interrupt));
    }));
    options.race = &each;
    CHECK(throws_out_of_range(
        [&] { return race_commands("true", "true", with_progress(options, throwing_view)); }));
    /* The exceptions leave no state behind. */
    CHECK(race(self.taking(1000000), self.taking(1100000), self.options).verdict == BRES_SLOW);
}

#endif
