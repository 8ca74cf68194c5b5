/* SPDX-License-Identifier: MIT */
/*
 * Measurements, timers, and counts of instructions.
 */
#include "check.hpp"

#include <array>
#include <stdexcept>
#include <vector>

using namespace benchresult;

/* A task whose blocks took these seconds. */
static measurement measured(const char *description, double seconds)
{
    task_spec spec;

    spec.label = "sort";
    spec.stmt = "sort(x)";
    spec.description = description;
    return MUST(measurement::make(spec, 10, { seconds, seconds * 1.01, seconds * 1.02 }));
}

TEST(measurements_have_statistics)
{
    const measurement one = measured("n=1000", 1e-3);
    const measurement none = MUST(measurement::make(task_spec(), 1, {}));

    CHECK(one.number_per_run() == 10 && one.raw_times().size() == 3 && one.raw_times()[0] == 1e-3);
    CHECK(one.times()[0] == 1e-4 && one.median() == one.times()[1]);
    CHECK(one.quantile(0) == one.times()[0] && !one.quantile(2).has_value());
    CHECK(one.mean().has_value() && one.iqr().has_value() && one.significant_figures() > 0);
    CHECK(one.meets_confidence(0.1) && one.spread() == BRES_SPREAD_STEADY);
    CHECK(one.title() == "sort" && one.row_name() == "sort(x)");
    CHECK(one.text().find("n=1000") != std::string_view::npos);
    CHECK(std::string_view(one.spec().label) == "sort" && !one.metadata_json().has_value());
    CHECK(!none.median().has_value() && none.times().empty());
    CHECK(check::failure_of([] { return measurement::make(task_spec(), 1, { -1.0 }); }));
}

TEST(measurements_travel)
{
    measurement one = measured("n=1000", 1e-3);
    MUST(one.set_metadata_json(R"({"note": 1})"));
    const measurement same = MUST(measurement::parse(MUST(one.json())));
    const std::array<measurement, 3> all = { measured("n=1000", 1e-3), measured("n=2000", 2e-3),
                                             measured("n=1000", 1e-3) };

    CHECK(same.raw_times()[2] == one.raw_times()[2] && task_spec_equal(same.spec(), one.spec()));
    CHECK(same.metadata_json().has_value());
    const std::vector<measurement> merged = MUST(merge_measurements(all));
    CHECK(merged.size() == 2 && merged[0].times().size() == 6);
    const result made = MUST(measurement_result(all)).finish();
    CHECK(made.subbench("sort").states().size() == 3);
    const measurement back = MUST(measurement::from_state(made.subbench("sort").states()[1]));
    CHECK(std::string_view(back.spec().description) == "n=2000");
    timing_table_options options;
    options.flags = BRES_TIMING_TRIM;
    CHECK(MUST(timing_table(all, options)).view().find("n=2000") != std::string_view::npos);
}

TEST(specs_are_texts)
{
    task_spec spec;
    task_spec other;

    spec.stmt = "x()";
    CHECK(!task_spec_equal(spec, other));
    CHECK(MUST(task_spec_normalize("\n    x()\n    y()  \n")).view() == "x()\ny()");
    CHECK(MUST(task_spec_summary(spec)).view().find("x()") != std::string_view::npos);
}

/* A microsecond passes with each execution. */
static std::uint64_t now_ns = 1000;

static bres_clock virtual_clock()
{
    clock_functions made;

    made.now = [](void *) { return now_ns; };
    return made;
}

TEST(callables_are_timed)
{
    const bres_clock clock = virtual_clock();
    timer_options options;
    task_spec spec;
    const auto body = [] { now_ns += 1000; };

    options.clock = &clock;
    options.number = 100;
    spec.stmt = "body()";
    CHECK(MUST(timeit(body, spec, options)).median() == 1e-6);
    CHECK(MUST(blocked_autorange(body, spec, options)).median() == 1e-6);
    CHECK(MUST(adaptive_autorange(body, spec, options)).row_name() == "body()");
    timer made = MUST(timer::make(body, spec));
    CHECK(MUST(made.timeit(options)).number_per_run() == 100);
    CHECK(MUST(made.measure(BRES_TIMING_BLOCKED, options)).median() == 1e-6);
    const auto batch = [](std::uint64_t count) { now_ns += 100 * count; };
    timer batched = MUST(timer::make_batched(batch));
    const double median = MUST(batched.adaptive_autorange(options)).median().value_or(0);
    CHECK(median > 0.999e-7 && median < 1.001e-7);
    CHECK(check::failure_of([] { return timer::make_symbol("/no/such/object", "symbol"); }));
}

TEST(hooks_are_those_that_are_there)
{
    struct counting {
        unsigned setups = 0;
        unsigned teardowns = 0;
        std::uint64_t executions = 0;
        std::int32_t threads = 1;

        void setup()
        {
            setups++;
        }
        void teardown()
        {
            teardowns++;
        }
        void block(std::uint64_t number, double)
        {
            executions += number;
        }
        std::int32_t set_threads(std::int32_t wanted)
        {
            return std::exchange(threads, wanted);
        }
    };
    const bres_clock clock = virtual_clock();
    timer_options options;
    task_spec spec;
    counting hooks;

    options.clock = &clock;
    options.number = 100;
    spec.num_threads = 4;
    const timer_options hooked = with_hooks(options, hooks);
    CHECK(hooked.synchronize == nullptr && hooked.setup != nullptr);
    MUST(timeit([] { now_ns += 10; }, spec, hooked));
    CHECK(hooks.setups == hooks.teardowns && hooks.setups > 0);
    CHECK(hooks.executions == 100 && hooks.threads == 1);
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
TEST(what_is_thrown_while_timing_comes_out)
{
    struct failing {
        void teardown()
        {
            throw std::logic_error("in a hook");
        }
    };
    const bres_clock clock = virtual_clock();
    timer_options options;
    failing hooks;
    unsigned executed = 0;
    std::string caught;

    options.clock = &clock;
    try {
        blocked_autorange(
            [&] {
                now_ns += 10;
                if (++executed == 1000)
                    throw std::runtime_error("in a block");
            },
            task_spec(), options);
    } catch (const std::runtime_error &exception) {
        caught = exception.what();
    }
    CHECK(caught == "in a block" && executed == 1000);
    try {
        timeit([] { now_ns += 10; }, task_spec(), with_hooks(options, hooks));
    } catch (const std::logic_error &exception) {
        caught = exception.what();
    }
    CHECK(caught == "in a hook");
}
#endif

/* --- Counts of instructions ------------------------------------------------------------------- */

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
    CHECK(MUST(callgrind::from_profile(statement, 10)).baseline().entries().empty());
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
