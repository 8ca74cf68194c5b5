/* SPDX-License-Identifier: MIT */
/*
 * Instruction counts: lists, filters, profiles, and counting with valgrind.
 */
#include "check.hpp"

#include <string>

using namespace benchresult;

static counts counted()
{
    return MUST(counts::make({ { 30, "a.c:f [prog]" }, { 20, "b.c:g [prog]" }, { 5, "c.c:h" } }));
}

TEST(counts_are_lists)
{
    const counts all = counted();
    const std::size_t before = check::allocations();
    std::int64_t sum = 0;

    for (const counts_view::entry each : all.view().entries())
        sum += each.count;
    CHECK(check::allocations() == before && sum == 55);
    CHECK(MUST(all.view().sum()) == 55 && !all.view().is_inclusive());
    CHECK(all.view().entries()[1].name == "b.c:g [prog]");
    CHECK(MUST(MUST(all.view().add(all)).view().sum()) == 110);
    CHECK(MUST(all.view().subtract(all)).view().entries().empty());
    CHECK(MUST(MUST(all.view().scale(2)).view().sum()) == 110);
    CHECK(MUST(all.view().sort(BRES_COUNTS_BY_NAME)).view().entries()[0].count == 30);
    CHECK(MUST(all.view().standardize()).view().entries()[0].name == "a.c:f");
    CHECK(MUST(all.view().denoise()).view().entries().size() == 3);
    CHECK(MUST(all.view().table()).view().find("a.c:f") != std::string_view::npos);
}

TEST(counts_are_filtered_and_renamed)
{
    const counts all = counted();
    const counts large =
        MUST(all.view().filter([](counts_view::entry each) { return each.count >= 20; }));
    const counts renamed = MUST(
        all.view().transform([](std::string_view name) { return std::string(name.substr(0, 3)); }));

    CHECK(large.view().entries().size() == 2);
    CHECK(renamed.view().entries()[0].name == "a.c");
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
    bool caught = false;
    try {
        (void)all.view().filter([](counts_view::entry) -> bool { throw 1; });
    } catch (int) {
        caught = true;
    }
    CHECK(caught);
#endif
}

static profile parsed(const char *costs)
{
    return MUST(profile::parse(std::string("version: 1\n"
                                           "cmd: ./program\n"
                                           "events: Ir\n"
                                           "fl=a.c\n") +
                                   costs,
                               "profile"));
}

TEST(profiles_are_read)
{
    const profile read = parsed("fn=f\n1 30\nfn=g\n2 20\ntotals: 50\n");

    CHECK(read.command() == "./program" && read.pid() == 0);
    CHECK(read.parts().size() == 1 && read.parts()[0].trigger.empty());
    CHECK(read.events().size() == 1 && read.events()[0] == "Ir");
    CHECK(MUST(read.total()) == 50 && check::failure_of([&] { return read.total(0, "Dr"); }));
    CHECK(MUST(read.counts(BRES_EXCLUSIVE)).view().entries()[0].count == 30);
    CHECK(check::failure_of([] { return profile::load("/no/such/file"); }));
    CHECK(check::failure_of([] { return profile::parse(""); }));
}

TEST(instructions_of_a_statement)
{
    const profile statement = parsed("fn=f\n1 1030\ntotals: 1030\n");
    const profile baseline = parsed("fn=f\n1 30\ntotals: 30\n");
    const callgrind counted = MUST(callgrind::from_profile(statement, 100, baseline));
    result_builder building = MUST(result_builder::make());
    const state_builder state = MUST(MUST(building.add_subbench("counted")).add_state());

    CHECK(counted.number() == 100 && counted.repeat_count() == 1);
    CHECK(MUST(counted.instructions()) == 10);
    CHECK(MUST(counted.statement().sum()) == 1030 && MUST(counted.baseline().sum()) == 30);
    CHECK(MUST(counted.report(0, "a title")).view().find("a title") == 0);
    MUST(counted.add_summaries(0, state));
    CHECK(state.summary("bres/callgrind/instructions").float64() == 10);
    const callgrind alone = MUST(callgrind::from_profile(statement, 10));
    CHECK(alone.baseline().entries().empty());
}

TEST(counting_needs_valgrind)
{
    static const char *const arguments[] = { "true", nullptr };
    callgrind_options options;

    options.valgrind = "/no/such/valgrind";
    CHECK(callgrind::serve({}) == -1);
    const auto failure =
        check::failure_of([&] { return callgrind::collect_command(arguments, nullptr, options); });
    CHECK(failure && failure->status() == BRES_ERROR_UNSUPPORTED);
    CHECK(check::failure_of([&] { return callgrind::collect_task("task", options); }));
    CHECK(check::failure_of(
        [&] { return callgrind::collect_symbol("library", "symbol", nullptr, options); }));
}
