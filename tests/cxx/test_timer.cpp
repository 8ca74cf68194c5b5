/* SPDX-License-Identifier: MIT */
/*
 * Measurements, their tables, and timers.
 */
#include "check.hpp"

#include <array>
#include <stdexcept>
#include <vector>

using namespace benchresult;

/* A measurement of a task whose blocks took this many seconds. */
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
    CHECK(std::string_view(one.spec()->label) == "sort" && !one.metadata_json().has_value());
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

    CHECK(same.raw_times()[2] == one.raw_times()[2] && task_spec_equal(*same.spec(), *one.spec()));
    CHECK(same.metadata_json().has_value());
    const std::vector<measurement> merged = MUST(merge_measurements(all));
    CHECK(merged.size() == 2 && merged[0].times().size() == 6);
    const result made = MUST(measurement_result(all)).finish();
    CHECK(made.subbench("sort").states().size() == 3);
    const measurement back = MUST(measurement::from_state(made.subbench("sort").states()[1]));
    CHECK(std::string_view(back.spec()->description) == "n=2000");
    timing_table_options options;
    options.flags = BRES_TIMING_TABLE_TRIM;
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

/* Each execution takes a microsecond. */
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
