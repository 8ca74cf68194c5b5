/* SPDX-License-Identifier: MIT */
/*
 * Times of commands.
 */
#include "check.hpp"

using namespace benchresult;

TEST(commands_are_timed)
{
    race_options each;
    timing_options options;
    std::uint64_t runs = 0;
    const auto progress = [&](timing_view running) {
        runs = running.rows()[0]->runs;
        CHECK(running.stop_reason() == 0 && running.rows().size() == 2);
    };

    each.warmup_runs = 0;
    options.race = &each;
    options.runs = 2;
    options.ignored_status_count = 0;
    timing self = MUST(timing::make(with_progress(options, progress)));
    MUST(self.add_axis("n", { "1", "2" }));
    MUST(self.add_command("true {n}", "name"));
    MUST(self.add_hook(BRES_TIMING_PREPARE, "true"));
    MUST(self.run());
    CHECK(self.stop_reason() == BRES_RACE_PAIRS_OVER && runs > 0);
    CHECK(self.rows()[1]->runs == 2 && self.seconds() > 0 && self.shell_seconds() == 0);
    CHECK(std::string_view(self.rows()[1]->label) == "name n=2");
    CHECK(!self.message().empty());
    CHECK(MUST(self.report()).view().find("name n=2") != std::string_view::npos);
    MUST(self.set_report(BRES_TIMING_SORT_COMMAND, 60));
    CHECK(MUST(self.report(BRES_FORMAT_CSV)).view().find("parameter_n") != std::string_view::npos);
    CHECK(MUST(self.report(BRES_FORMAT_JSON)).view().front() == '{');
    const result made = MUST(self.result());
    CHECK(made.subbench("command").states().size() == 2);
    CHECK(check::failure_of([&] { return self.run(); }));
}

TEST(a_timing_ends_with_a_failure)
{
    timing self = MUST(timing::make());

    MUST(self.add_command("false"));
    MUST(self.run());
    CHECK(self.stop_reason() == BRES_RACE_FAILED);
    CHECK(self.message().find("exit status 1") != std::string_view::npos);
}
