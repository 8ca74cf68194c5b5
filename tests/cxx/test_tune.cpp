/* SPDX-License-Identifier: MIT */
/*
 * The tuner, in virtual time.
 */
#include "check.hpp"
#include "virtual_time.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

using namespace benchresult;
using check::virtual_time;

namespace
{
/* A space of 3 x 2 configurations. The fastest is "X=2 Y=b". */
class space
{
  public:
    virtual_time time;
    bres_clock clock = time.clock();
    tuner_options options;
    tuner tuned;

    space()
    {
        options.clock = &clock;
    }
    void make()
    {
        tuned = MUST(tuner::make(options));
        MUST(tuned.add_int64("X", { 1, 2, 4 }));
        MUST(tuned.add_string("Y", { "a", "b" }));
    }
    /* The duration of a configuration in nanoseconds. */
    static std::uint64_t duration(trial each)
    {
        const std::uint64_t base = each.string("Y") == "a" ? 1500000 : 1000000;

        return base + (each.int64("X") == 2 ? 0 : 200000);
    }
    auto execute()
    {
        return [this](trial each) { time.nanoseconds += duration(each); };
    }
};

/* Attaches a number to each configuration. */
struct numbering {
    std::array<int, 6> numbers = {};
    unsigned prepared = 0;
    unsigned released = 0;

    void prepare(open_trial each)
    {
        each.set_data(&numbers[each.index()]);
        prepared++;
    }
    void release(open_trial each)
    {
        CHECK(each.data() == &numbers[each.index()]);
        released++;
    }
};
} // namespace

/* In isolation, the actions and exceptions of a configuration do not affect the program. */
TEST(isolated_configurations_fail_alone)
{
    space self;

    self.options.flags = BRES_TUNER_ISOLATE;
    self.options.execution_timeout = 30;
    self.make();
    const auto execute = [&](trial each) {
        if (each.index() == 0)
            std::_Exit(7);
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
        if (each.index() == 1)
            throw std::runtime_error("no such tile");
#endif
        self.time.nanoseconds += space::duration(each);
    };
    MUST(self.tuned.run_cpu(execute));
    CHECK(self.time.nanoseconds == space().time.nanoseconds);
    CHECK(self.tuned.best_trials()[0].name() == "X=2 Y=b");
    const result all = self.tuned.result();
    for (const state each : all.subbench("tune").states()) {
        if (each.name() == "X=1 Y=a")
            CHECK(each.skip_reason() == "its process ended: exited with status 7");
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
        if (each.name() == "X=2 Y=a")
            CHECK(each.skip_reason() == "no such tile");
#endif
    }
}

static bool is_no_four(trial each)
{
    return each.int64("X") != 4;
}

TEST(the_fastest_configuration_is_found)
{
    space self;
    numbering numbers;
    std::size_t turns = 0;
    const auto progress = [&](tuner_view running) {
        turns++;
        CHECK(running.stop_reason() == BRES_TUNER_RUNNING && running.best_trials().size() <= 6);
    };

    self.options.name = "stencil";
    self.options = with_progress(self.options, progress);
    self.make();
    MUST(self.tuned.add_constraint(is_no_four));
    MUST(self.tuned.add_constraint([](trial each) { return each.string("Y") != "c"; }));
    MUST(self.tuned.set_prepare(numbers));
    MUST(self.tuned.run_cpu([&](trial each) {
        ++*static_cast<int *>(each.data());
        self.time.nanoseconds += space::duration(each);
    }));
    CHECK(self.tuned.stop_reason() == BRES_TUNER_DECIDED &&
          tuner_stop_name(BRES_TUNER_TIED) == "tied");
    CHECK(trial_status_name(BRES_TRIAL_TIED) == "tied");
    CHECK(self.tuned.status_count(BRES_TRIAL_BEST) == 1 &&
          self.tuned.status_count(BRES_TRIAL_EXCLUDED) == 2);
    CHECK(self.tuned.config_count() == 4 && self.tuned.measured_count() == 4);
    CHECK(self.tuned.remaining_count() == 1 && self.tuned.sample_count() > 4 && turns > 4);
    CHECK(numbers.prepared == 4 && numbers.released == 4 && numbers.numbers[4] > 0);
    CHECK(self.tuned.best().size() == 1 && self.tuned.best()[0].name() == "X=2 Y=b");
    CHECK(self.tuned.best_trials()[0].name() == "X=2 Y=b" && !self.tuned.message().empty());
    const result all = self.tuned.result();
    self.tuned = tuner();
    CHECK(all.subbench("stencil").states().size() == 4);
}

TEST(parameters_and_constraints_of_all_kinds)
{
    space self;
    std::size_t asked = 0;
    const auto accepts = [&](trial each) {
        asked++;
        CHECK(each.boolean("B") && each.int64("P") == 16 && each.int64("I") == 2);
        return each.int64("Q") == 4 && each.float64("F") == 0.5;
    };

    self.make();
    MUST(self.tuned.add_int64_pow2("P", { 3, 4 }));
    MUST(self.tuned.add_bool("B"));
    MUST(self.tuned.add_int64_range("I", 1, 3));
    MUST(self.tuned.add_int64_pow2_range("Q", 0, 2, 2));
    MUST(self.tuned.add_float64_range("F", 0, 1, 0.5));
    MUST(self.tuned.add_parameter_text("T=x,y"));
    MUST(self.tuned.add_constraint_text("X==4 && Y==a && P==16 && B && I==2 && T=='y'"));
    MUST(self.tuned.add_constraint(accepts));
    const asked_trial only = MUST(self.tuned.ask());
    CHECK(only.trial.name() == "X=4 Y=a P=2^4 B=true I=2 Q=2^2 F=0.5 T=y");
    CHECK(asked == 6 && self.tuned.config_count() == 1);
}

TEST(a_command_is_tuned)
{
    const char *const arguments[] = { "sh", "-c", "exit {N}", nullptr };
    tuner_options options;
    tuner_command command;

    options.max_samples = 3;
    command.arguments = arguments;
    tuner tuned = MUST(tuner::make(options));
    MUST(tuned.add_parameter_text("N=0,5"));
    const text lines = MUST(tuned.list_commands(command));
    CHECK(lines.view() == "sh -c 'exit 0'\nsh -c 'exit 5'\n");
    MUST(tuned.run_command(command));
    CHECK(tuned.best().size() == 1 && tuned.best_trials()[0].name() == "N=0");
}

TEST(each_configuration_has_an_outcome)
{
    space self;
    bool in_constraint = false;
    const auto constraint = [&](trial each) {
        in_constraint = in_constraint || check::failure_of([&] { return each.query(); });
        CHECK(each.status() == BRES_TRIAL_UNDECIDED && each.rank() == 0 && !each.time());
        CHECK(!each.chance() && !each.is_short_listed());
        return each.int64("X") != 4;
    };
    const auto check_result = [](open_trial each) {
        return each.index() == 0 ? bres_measure_fail("wrong sum") : BRES_OK;
    };

    self.make();
    CHECK(check::failure_of([&] { return self.tuned.query(0); })->status() == BRES_ERROR_STATE);
    MUST(self.tuned.add_constraint(constraint));
    MUST(self.tuned.set_check(check_result));
    MUST(self.tuned.run_cpu(self.execute()));
    CHECK(in_constraint && self.tuned.trials().size() == 4);
    const trial best = self.tuned.trials()[0];
    CHECK(best.status() == BRES_TRIAL_BEST && best.rank() == 1 && best.sample_count() > 2);
    CHECK(std::abs(*best.time() - 1e-3) < 1e-5 && !best.reason());
    CHECK(best.interval()->first <= *best.time() && *best.time() <= best.interval()->second);
    CHECK(best.chance() == 1.0 && best.is_short_listed());
    CHECK(self.tuned.trials()[1].status() == BRES_TRIAL_ELIMINATED);
    CHECK(self.tuned.trials()[1].chance() == 0.0 && !self.tuned.trials()[1].is_short_listed());
    const trial failed = self.tuned.trials()[3];
    CHECK(failed.status() == BRES_TRIAL_FAILED && failed.reason() == "wrong sum");
    CHECK(failed.rank() == 0 && !failed.time() && !failed.interval());
    CHECK(MUST(self.tuned.query(2)).status == BRES_TRIAL_EXCLUDED);
    CHECK(MUST(self.tuned.query(best.index())).rank == 1);
    CHECK(check::failure_of([&] { return self.tuned.query(6); })->status() == BRES_ERROR_ARGUMENT);
}

TEST(ask_and_tell)
{
    space self;

    self.make();
    MUST(self.tuned.add_float64("Z", { 0.5 }));
    for (;;) {
        const asked_trial asked = MUST(self.tuned.ask());
        if (!asked)
            break;
        const std::vector<double> seconds(asked.samples,
                                          static_cast<double>(space::duration(asked.trial)) * 1e-9);
        CHECK(asked.trial.float64("Z") == 0.5);
        if (asked.trial.int64("X") == 2)
            MUST(self.tuned.tell_failure(asked.trial, "no room"));
        else
            MUST(self.tuned.tell(asked.trial, seconds));
    }
    CHECK(self.tuned.best_trials()[0].string("Y") == "b");
    const result all = self.tuned.result();
    const state left_out = all.subbench("tune").state("X=2 Y=a Z=0.5");
    CHECK(left_out.is_skipped() && left_out.skip_reason() == "no room");
}

TEST(a_constraint_can_fail)
{
    space self;
    const auto constraint = [](trial each) -> outcome<bool> {
        const auto loaded = result::load("/no/such/file");

        (void)loaded;
#if defined(BENCHRESULT_NO_EXCEPTIONS)
        if (!loaded)
            return detail::made(loaded.error().status(), false);
#endif
        return each.int64("X") != 4;
    };

    self.make();
    MUST(self.tuned.add_constraint(constraint));
    CHECK(check::failure_of([&] { return self.tuned.run_cpu(self.execute()); }));
    CHECK(!self.tuned.result() && self.tuned.config_count() == 0);
}

TEST(it_can_be_ended)
{
    space self;

    self.make();
    const asked_trial asked = MUST(self.tuned.ask());
    MUST(self.tuned.tell(asked.trial, { 1e-3, 1.1e-3 }));
    CHECK(!self.tuned.result() && !self.tuned.best()[0]);
    MUST(self.tuned.finish());
    CHECK(self.tuned.stop_reason() == BRES_TUNER_INTERRUPTED);
    CHECK(check::failure_of([&] { return self.tuned.tell(asked.trial, { 1.0 }); }));
    const auto unknown = [&](trial each) {
        self.time.nanoseconds += static_cast<std::uint64_t>(1000 + each.int64("W"));
    };
    self.make();
    const auto failure = check::failure_of([&] { return self.tuned.run_cpu(unknown); });
    CHECK(failure && failure->status() == BRES_ERROR_KEY);
    self.options.error_rate = 2;
    CHECK(check::failure_of([&] { return tuner::make(self.options); }));
}

TEST(what_is_wrong_cannot_win)
{
    space self;
    const auto check_result = [](open_trial each) {
        return each.int64("X") == 2 ? bres_measure_fail("wrong sum") : BRES_OK;
    };

    self.make();
    MUST(self.tuned.set_check(check_result));
    MUST(self.tuned.set_prepare([](open_trial each) -> outcome<void> {
        return each.string("Y") == "a" ? write_file("/dev/null/x", "") : outcome<void>();
    }));
    MUST(self.tuned.run_cpu(self.execute()));
    CHECK(self.tuned.best()[0].point_name() == "X=1 Y=b");
    const result all = self.tuned.result();
    const subbench bench = all.subbench("tune");
    CHECK(bench.state("X=2 Y=b").skip_reason() == "wrong sum");
    CHECK(bench.state("X=1 Y=a").is_skipped());
}

TEST(it_is_interrupted)
{
    space self;
    unsigned asked = 0;
    const auto interrupt = [&] { return ++asked > 20; };

    self.options = with_interrupt(self.options, interrupt);
    self.make();
    MUST(self.tuned.run_cpu(self.execute()));
    CHECK(self.tuned.stop_reason() == BRES_TUNER_INTERRUPTED);
}

TEST(a_cache_has_the_answer)
{
    const std::string path = BRES_TEST_BUILD_DIR "/kernels.cache";
    const std::array<std::int64_t, 2> size = { 64, 32 };
    tuner_key key;

    std::remove(path.c_str());
    key.problem_size = size.data();
    key.problem_size_count = size.size();
    for (const bool is_cached : { false, true }) {
        space self;

        self.options.name = "stencil";
        self.options.cache = path.c_str();
        self.options.cache_key = &key;
        self.make();
        MUST(self.tuned.run_cpu(self.execute()));
        CHECK(self.tuned.is_cached() == is_cached);
        CHECK(self.tuned.best_trials()[0].name() == "X=2 Y=b");
    }
    tuner_cache cache = MUST(tuner_cache::open(path));
    CHECK(cache.size() == 1 && cache.driver().empty());
    key.kernel = "stencil";
    const tuner_answer answer = cache.find(key).value();
    CHECK(answer.int64("X") == 2 && answer.float64("X") == 2.0 && answer.string("Y") == "b");
    CHECK(!answer.int64("Y") && !answer.string("X") && !answer.float64("Z"));
    key.problem_size_count = 1;
    CHECK(!cache.find(key) && !cache.find_nearest(key));
    MUST(cache.store(key, answer));
    CHECK(cache.find(key)->int64("X") == 2 && cache.size() == 2);
    const std::array<std::int64_t, 1> near = { 70 };
    key.problem_size = near.data();
    CHECK(cache.find_nearest(key)->key.problem_size[0] == 64);
    CHECK(cache.at(1)->key.problem_size_count == 1 && !cache.at(2));
    CHECK(cache.at(0)->key.device == cache.device());
    MUST(cache.refresh());
    tuner_cache_options options;
    options.flags = BRES_TUNER_CACHE_READ_ONLY;
    CHECK(check::failure_of([&] {
              return tuner_cache::open("/no/such/file", options);
          })->status() == BRES_ERROR_NO_FILE);
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

TEST(an_error_leaves_a_configuration_out)
{
    space self;

    self.make();
    self.tuned.run_cpu([&](trial each) {
        if (each.name() == "X=2 Y=b")
            (void)result::load("/no/such/file");
        self.time.nanoseconds += space::duration(each);
    });
    CHECK(self.tuned.stop_reason() == BRES_TUNER_TIED && self.tuned.best().size() == 2);
    const result all = self.tuned.result();
    const state left_out = all.subbench("tune").state("X=2 Y=b");
    CHECK(left_out.skip_reason()->find("/no/such/file") != std::string_view::npos);
}

/* The message of the exception that a run throws; "nothing" if it does not throw. */
static std::string thrown_by(space &self)
{
    try {
        self.tuned.run_cpu(self.execute());
    } catch (const std::logic_error &exception) {
        return exception.what();
    }
    return "nothing";
}

TEST(other_exceptions_come_out)
{
    space self;
    unsigned calls = 0;
    const auto prepare = [&](open_trial) {
        if (++calls == 2)
            throw std::logic_error("prepare");
    };
    const auto constraint = [](trial) -> bool { throw std::logic_error("constraint"); };
    const auto progress = [](tuner_view) { throw std::logic_error("progress"); };
    const auto wrong = [](open_trial) { throw std::logic_error("check"); };

    self.make();
    self.tuned.set_prepare(prepare);
    CHECK(thrown_by(self) == "prepare" && calls == 2);
    CHECK(self.tuned.stop_reason() == BRES_TUNER_INTERRUPTED);
    self.make();
    self.tuned.add_constraint(constraint);
    CHECK(thrown_by(self) == "constraint");
    self.make();
    self.tuned.set_check(wrong);
    CHECK(thrown_by(self) == "check" && self.tuned.measured_count() <= 1);
    self.options = with_progress(self.options, progress);
    self.make();
    CHECK(thrown_by(self) == "progress");
}

#endif
