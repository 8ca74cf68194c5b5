/* SPDX-License-Identifier: MIT */
/*
 * Measuring callables, in a user's own loop and in benchmark programs.
 */
#include "check.hpp"
#include "virtual_time.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace benchresult;
using check::virtual_time;

namespace
{
/* A benchmark to measure into, in virtual time, with twelve samples per state. */
class loop
{
  public:
    loop()
        : building(MUST(result_builder::make())), bench(MUST(building.add_subbench("loop"))),
          enough(MUST(criterion::make(MUST(criteria::make()), "sample-count"))), clock(time.clock())
    {
        MUST(enough.set_int64("target-samples", 12));
        options.clock = &clock;
        options.criterion = enough.get();
    }

    virtual_time time;
    result_builder building;
    subbench_builder bench;
    criterion enough;
    bres_clock clock;
    measure_options options;
};
} // namespace

static unsigned calls;

static void count_call()
{
    calls++;
}

TEST(a_lambda_is_measured)
{
    loop self;
    unsigned executed = 0;
    const state_builder state = MUST(measure_cpu(
        [&] {
            executed++;
            self.time.nanoseconds += 1000;
        },
        self.bench, self.options));

    CHECK(executed == 13);
    CHECK(MUST(state.samples()).size() == 12 && MUST(state.samples())[0] == 1e-6F);
    CHECK(self.bench.states().size() == 1 && state.median().has_value());
}

TEST(whatever_can_be_called_is_measured)
{
    struct callable {
        loop *self;

        void operator()() const noexcept
        {
            self->time.nanoseconds += 1000;
            calls++;
        }
    };
    loop self;
    const callable constant = { &self };
    void (*pointer)() = count_call;

    calls = 0;
    MUST(measure_cpu(count_call, self.bench, self.options));
    CHECK(calls == 13);
    MUST(measure_cpu(pointer, self.bench, self.options));
    MUST(measure_cpu(constant, self.bench, self.options));
    MUST(measure_cpu([owned = std::make_unique<int>(1)] { keep(*owned); }, self.bench,
                     self.options));
    CHECK(calls == 3 * 13 && self.bench.states().size() == 4);
}

TEST(batches_are_measured)
{
    loop self;
    const state_builder state =
        MUST(measure_cpu_batched([&](std::uint64_t count) { self.time.nanoseconds += 10 * count; },
                                 self.bench, self.options));

    CHECK(state.summary("bres/cpu_batch/block_size").int64().has_value());
    CHECK(MUST(state.samples())[0] == 1e-8F);
}

TEST(axes_of_a_measurement)
{
    loop self;
    const std::array<bres_axis_setting, 2> settings = { int64_setting("N", 2),
                                                        string_setting("Order", "sorted") };

    MUST(self.bench.add_int64_axis("N", std::vector<std::int64_t>{ 1, 2 }));
    MUST(self.bench.add_string_axis("Order", { "random", "sorted" }));
    self.options.axes = settings.data();
    self.options.axis_count = settings.size();
    CHECK(MUST(measure_cpu(count_call, self.bench, self.options)).name() == "N=2 Order=sorted");
    const bres_axis_setting unknown = float64_setting("X", 1);
    self.options.axes = &unknown;
    self.options.axis_count = 1;
    const auto failure =
        check::failure_of([&] { return measure_cpu(count_call, self.bench, self.options); });
    CHECK(failure && failure->status() == BRES_ERROR_KEY);
}

TEST(measuring_does_not_allocate)
{
    loop self;
    std::array<std::uint64_t, 64> captured = {};
    const std::size_t before = check::allocations();

    MUST(measure_cpu(
        [&self, captured]() mutable {
            self.time.nanoseconds += 1000;
            keep(captured[self.time.nanoseconds % 64]++);
        },
        self.bench, self.options));
    CHECK(check::allocations() == before);
}

/* Runs a suite with these arguments, without output; returns the result that it has written. */
static result run_suite(suite &benches, std::vector<std::string> arguments)
{
    const std::string path = BRES_TEST_BUILD_DIR "/suite.json";
    std::vector<char *> raw;

    arguments.insert(arguments.begin(), "test");
    arguments.insert(arguments.end(), { "-q", "--no-isolate", "--stopping-criterion",
                                        "sample-count", "--target-samples", "10", "--json", path });
    for (std::string &argument : arguments)
        raw.push_back(argument.data());
    raw.push_back(nullptr);
    CHECK(benches.main(static_cast<int>(arguments.size()), raw.data()) == 0);
    CHECK(!benches);
    return MUST(result::load(path));
}

static bres_status plain_body(run each)
{
    return bres_run_exec_cpu(
        each.get(), [](void *) {}, nullptr);
}

TEST(a_suite_of_callables)
{
    suite benches;
    std::vector<std::int64_t> seen;
    const auto body = [&](run each) {
        seen.push_back(each.int64("N"));
        MUST(each.add_elements(100, "Items"));
        MUST(each.add_buffer_size(7, "app/size"));
        MUST(each.exec_cpu([] { clobber(); }));
        MUST(each.add_reads(100, "In"));
        MUST(MUST(each.summary("app/errors")).set_int64("value", 3));
    };

    benches.add("captures", body).add_int64_axis("N", { 1, 2 }).set_min_samples(5);
    benches.add("stateless", [](run each) {
        const std::string_view order = each.string_or("Order", "none");

        MUST(each.exec_cpu_timed([&](stopwatch watch) {
            watch.start();
            keep(order.size());
            watch.stop();
        }));
    });
    benches.add("function", plain_body).add_string_axis("Order", { "up", "down" }).set_timeout(1);
    const result all = run_suite(benches, {});
    CHECK(seen == std::vector<std::int64_t>({ 1, 2 }));
    CHECK(all.subbenches().size() == 3);
    CHECK(all.subbench("captures").states()[1].name() == "N=2");
    CHECK(all.subbench("captures").states()[0].median().has_value());
    CHECK(all.subbench("captures").states()[0].summaries()[2].tag() == "nv/gmem/reads/In");
    CHECK(all.subbench("captures").states()[0].summary("app/size").int64() == 7);
    CHECK(all.subbench("captures").states()[0].summary("app/errors").int64() == 3);
    CHECK(all.subbench("stateless").states()[0].median().has_value());
    CHECK(all.subbench("function").states().size() == 2);
}

TEST(a_suite_that_returns)
{
    std::string program = "test";
    std::string quiet = "-q";
    std::string bad = "--no-such-option";
    std::array<char *, 4> raw = { program.data(), quiet.data(), nullptr, nullptr };
    bool over = false;
    const auto declare = [](suite &benches, auto &body) {
        benches.add("lenient", body).set_lenient().add_int64_axis("N", { 1, 2 });
    };
    int bodies = 0;
    const auto body = [&](run each) {
        bodies++;
        MUST(each.set_max_warmup_time(1));
        MUST(each.set_run_once(true));
        MUST(each.set_no_blocking(true));
        MUST(each.add_elements(5));
        MUST(each.set_elements(7));
        CHECK(each.setting("run_once") == 1.0 && !each.setting("none"));
        CHECK(each.stopping_criterion() == nullptr);
        over = true;
    };
    suite benches;

    declare(benches, body);
    CHECK(MUST(benches.run(2, raw.data())) && bodies == 2);
    suite again;
    declare(again, body);
    const auto interrupted = check::failure_of([&] {
        return again.run(
            2, raw.data(), [](void *user) { return *static_cast<bool *>(user); }, &over);
    });
    CHECK(interrupted && interrupted->status() == BRES_ERROR_INTERRUPTED);
    CHECK(bodies == 2);
    raw[2] = bad.data();
    suite refused;
    declare(refused, body);
    CHECK(check::failure_of([&] { return refused.run(3, raw.data()); }));
}

TEST(a_suite_with_types)
{
    suite benches;
    std::vector<std::string> seen;
    const auto body = [&](run each) {
        seen.push_back(std::string(each.type("T")) + std::to_string(each.type_index("Layout")));
        MUST(each.exec_cpu([] { clobber(); }));
    };

    benches.add("typed", body)
        .add_int64_axis("N", { 1 })
        .add_type_axis("T", { "F32", "F64" }, { "float" })
        .add_type_axis("Layout", { "row", "column" });
    const result all = run_suite(benches, { "-a", "Layout=column" });
    CHECK(seen == std::vector<std::string>({ "F321", "F641" }));
    CHECK(all.subbenches()[0].axes()[0].values()[0].description() == "float");
    CHECK(all.subbenches()[0].axes()[0].values()[1].description() == "");
    CHECK(all.subbenches()[0].states()[1].name() == "T=F64 Layout=column N=1");
    CHECK(all.subbenches()[0].states()[1].type_config_index() == 3);
}

TEST(a_suite_with_threads)
{
    suite benches;
    std::atomic<std::uint64_t> executions[2] = {};
    const auto body = [&](run each) {
        MUST(each.exec_cpu_threads(
            [&](std::uint32_t thread, std::uint64_t count) { executions[thread] += count; },
            each.int64("Threads")));
    };

    benches.add("threads", body).add_threads_axis(1, 2).set_min_samples(1);
    const result all = run_suite(benches, {});
    CHECK(executions[0] > executions[1] && executions[1] > 0);
    CHECK(all.subbenches()[0].states()[1].summary("bres/threads/count").int64() == 2);
}

TEST(a_suite_knows_criteria_and_clocks)
{
    static const auto three = [count = 0](double) mutable { return ++count == 3; };
    virtual_time time;
    suite benches;
    const auto body = [&](run each) {
        MUST(each.exec_cpu_batched([&](std::uint64_t count) { time.nanoseconds += 1000 * count; }));
    };

    MUST(benches.set_clock(time.clock()));
    MUST(benches.criteria().add("three", three));
    benches.add("batched", body)
        .set_min_samples(1)
        .set_clock_kind(BRES_CLOCK_WALL)
        .set_criterion(MUST(criterion::make(benches.criteria(), "three")));
    const std::string path = BRES_TEST_BUILD_DIR "/suite-criterion.json";
    std::array<std::string, 5> arguments = { "test", "-q", "--no-isolate", "--json", path };
    std::array<char *, 6> raw = { arguments[0].data(), arguments[1].data(), arguments[2].data(),
                                  arguments[3].data(), arguments[4].data(), nullptr };
    CHECK(benches.main(5, raw.data()) == 0);
    const result all = MUST(result::load(path));
    const state batched = all.subbenches()[0].states()[0];
    CHECK(batched.summary("nv/cpu_only/sample_size").int64() == 3);
    CHECK(batched.summary("bres/clock/kind").string() == clock_kind_name(BRES_CLOCK_WALL));
}

TEST(a_skipped_state_has_its_reason)
{
    suite benches;

    benches.add("skips", [](run each) { each.skip("not today"); });
    benches.add("fails", [](run each) {
        (void)each.int64("no such axis");
        return bres_measure_fail("follows from that");
    });
    const result all = run_suite(benches, {});
    CHECK(all.subbench("skips").states()[0].skip_reason() == "not today");
    CHECK(all.subbench("fails").states()[0].skip_reason().value_or("").find("no such axis") !=
          std::string_view::npos);
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

namespace
{
/* An exception type whose `mark` shows that the same exception arrives. */
struct unusual {
    const int *mark;
};
} // namespace

TEST(what_a_kernel_throws_comes_out_unchanged)
{
    for (unsigned at = 1; at < 5; at++) {
        loop self;
        int mark = 0;
        unsigned executed = 0;
        const int *caught = nullptr;

        try {
            measure_cpu(
                [&] {
                    if (++executed == at)
                        throw unusual{ &mark };
                },
                self.bench, self.options);
        } catch (const unusual &exception) {
            caught = exception.mark;
        }
        CHECK(caught == &mark && executed == at && self.bench.states().empty());
    }
}

TEST(what_a_batch_throws_comes_out)
{
    loop self;
    bool caught = false;

    try {
        measure_cpu_batched([](std::uint64_t) { throw std::runtime_error("in a batch"); },
                            self.bench, self.options);
    } catch (const std::runtime_error &exception) {
        caught = std::string_view(exception.what()) == "in a batch";
    }
    CHECK(caught);
    MUST(measure_cpu(count_call, self.bench, self.options));
    CHECK(self.bench.states().size() == 1);
}

TEST(what_a_criterion_throws_ends_a_measurement)
{
    static const auto throwing = [](double) -> bool { throw std::logic_error("no criterion"); };
    loop self;
    criteria known = criteria::make();
    bool caught = false;

    known.add("throwing", throwing);
    const criterion made = criterion::make(known, "throwing");
    self.options.criterion = made.get();
    calls = 0;
    try {
        measure_cpu(count_call, self.bench, self.options);
    } catch (const std::logic_error &) {
        caught = true;
    }
    CHECK(caught && calls == 2);
}

TEST(a_measurement_inside_of_another_has_exceptions_of_its_own)
{
    loop outer;
    unsigned caught = 0;

    outer.options.flags = BRES_MEASURE_RUN_ONCE;
    measure_cpu(
        [&] {
            loop inner;
            try {
                measure_cpu([] { throw 1; }, inner.bench, inner.options);
            } catch (int) {
                caught++;
            }
        },
        outer.bench, outer.options);
    CHECK(caught == 1 && outer.bench.states().size() == 1);
}

TEST(what_threads_throw_comes_out_of_their_measurement)
{
    suite benches;
    std::string caught;
    const auto body = [&](run each) {
        try {
            each.exec_cpu_threads(
                [](std::uint32_t thread, std::uint64_t) {
                    if (thread > 0)
                        throw std::out_of_range("in a thread");
                },
                3);
        } catch (const std::out_of_range &exception) {
            caught = exception.what();
            throw;
        }
    };

    benches.add("threads", body);
    const result all = run_suite(benches, {});
    CHECK(caught == "in a thread");
    CHECK(all.subbenches()[0].states()[0].is_skipped());
}

TEST(what_a_body_throws_is_why_its_state_is_skipped)
{
    suite benches;
    std::string caught;
    const auto catches = [&](run each) {
        try {
            each.exec_cpu([] { throw std::out_of_range("in a kernel"); });
        } catch (const std::out_of_range &exception) {
            caught = exception.what();
            throw;
        }
    };

    benches.add("throws", [](run) { throw std::runtime_error("in a body"); });
    benches.add("unknown", [](run) { throw 42; });
    benches.add("kernel", catches);
    benches.add("good", [](run each) { each.exec_cpu([] {}); });
    const result all = run_suite(benches, {});
    CHECK(all.subbench("throws").states()[0].skip_reason() == "in a body");
    CHECK(all.subbench("unknown").states()[0].is_skipped());
    CHECK(all.subbench("kernel").states()[0].skip_reason() == "in a kernel");
    CHECK(caught == "in a kernel");
    CHECK(!all.subbench("good").states()[0].is_skipped());
}

#endif
