/* SPDX-License-Identifier: MIT */
/*
 * Stopping criteria: the library's own, and callables used as criteria.
 */
#include "check.hpp"

#include <array>
#include <stdexcept>
#include <vector>

using namespace benchresult;

/* Ten samples are enough; each measurement counts its own samples. */
static const auto ten = [count = 0](double) mutable { return ++count == 10; };

namespace
{
/* A criterion that finishes when a time budget is spent. The budget is a parameter. */
struct budget {
    double left;

    void add(double seconds)
    {
        left -= seconds;
    }
    bool is_finished() const
    {
        return left <= 0;
    }
};
} // namespace

static budget make_budget(criterion_view parameters)
{
    return { parameters.float64("budget").value_or(0) };
}

static criteria registry()
{
    criteria made = MUST(criteria::make());

    MUST(made.add("ten", ten));
    MUST(made.add("budget", make_budget, { float64_parameter("budget", 1, "seconds") },
                  "a budget of time"));
    return made;
}

TEST(criteria_are_made_by_name)
{
    const criteria known = MUST(criteria::make());
    criterion made = MUST(criterion::make(known, "any-of(stdrel,sample-count)"));
    const auto unknown = check::failure_of([&] { return criterion::make(known, "nobody"); });

    MUST(made.set_int64("target-samples", 3));
    MUST(made.set_text("max-noise", "0.01"));
    CHECK(made.view().int64("target-samples") == 3 && made.view().float64("max-noise") == 0.01);
    CHECK(!made.view().int64("max-noise").has_value());
    CHECK(made.view().name() == "any-of(stdrel,sample-count)");
    CHECK(made.view().parameters().size() > 1);
    CHECK(unknown && unknown->status() == BRES_ERROR_KEY);
    const auto kind = check::failure_of([&] { return made.set_int64("max-noise", 1); });
    CHECK(kind && kind->status() == BRES_ERROR_KIND);
    const criterion copy = MUST(made.copy());
    CHECK(copy.view().int64("target-samples") == 3);
}

TEST(criteria_are_combined)
{
    const criteria known = registry();
    criterion both = MUST(criterion::all_of(MUST(criterion::make(known, "ten")),
                                            MUST(criterion::make(known, "budget"))));
    criterion one = MUST(criterion::any_of(MUST(criterion::make(known, "ten")),
                                           MUST(criterion::make(known, "stdrel"))));
    criterion timed = MUST(criterion::at_least_time(std::move(one), 2));

    CHECK(both.view().name() == "all-of(ten,budget)");
    CHECK(timed.view().name() == "at-least-time(any-of(ten,stdrel))");
    CHECK(check::failure_of([] { return criterion::any_of(criterion()); }));
}

TEST(a_callable_is_a_criterion)
{
    const criteria known = registry();
    criterion made = MUST(criterion::make(known, "ten"));

    for (int measurement = 0; measurement < 3; measurement++) {
        MUST(made.start());
        for (int i = 0; i < 9; i++)
            MUST(made.add(1e-3));
        CHECK(!made.is_finished());
        MUST(made.add(1e-3));
        CHECK(made.is_finished() && made.count() == 10);
    }
    const criterion_view parameters = made;
    CHECK(parameters.parameters().empty());
}

TEST(a_factory_reads_the_parameters)
{
    const criteria known = registry();
    criterion made = MUST(criterion::make(known, "budget"));
    const std::vector<double> samples(20, 0.25);
    const std::array<float, 20> samples32 = { 0.5F, 0.5F };

    MUST(made.start());
    CHECK(MUST(made.feed(samples)).fed == 4 && made.is_finished());
    MUST(made.set_float64("budget", 2));
    MUST(made.start());
    const criterion::progress progress = MUST(made.feed(samples, 10));
    CHECK(progress.fed == 10 && progress.stopped);
    MUST(made.start());
    CHECK(!MUST(made.feed_float32(samples32)).stopped);
    CHECK(check::failure_of([&] { return made.add(-1); }) && made.refused() == 1);
}

TEST(a_name_is_there_once)
{
    criteria known = registry();
    const auto failure = check::failure_of([&] { return known.add("ten", ten); });

    CHECK(failure && failure->status() == BRES_ERROR_CONFLICT);
    CHECK(criteria_view(known).find("ten") != nullptr);
    CHECK(criteria_view(known).parameter_kind("budget") == BRES_KIND_FLOAT64);
}

TEST(samples_do_not_allocate)
{
    const criteria known = registry();
    criterion made = MUST(criterion::make(known, "ten"));

    MUST(made.start());
    const std::size_t before = check::allocations();
    for (int i = 0; i < 1000; i++) {
        MUST(made.add(1e-3));
        (void)made.is_finished();
    }
    CHECK(check::allocations() == before);
}

namespace
{
/* Counts its live objects: each measurement creates one and destroys it at its end. */
struct counted {
    static inline int alive = 0;

    counted()
    {
        alive++;
    }
    counted(const counted &)
    {
        alive++;
    }
    counted &operator=(const counted &) = delete;
    ~counted()
    {
        alive--;
    }
    bool operator()(double)
    {
        return false;
    }
};
} // namespace

TEST(objects_go_with_their_measurement)
{
    {
        const counted prototype;
        criteria known = MUST(criteria::make());
        MUST(known.add("counted", prototype));
        criterion made = MUST(criterion::make(known, "counted"));
        MUST(made.start());
        MUST(made.start());
        CHECK(counted::alive == 2);
    }
    CHECK(counted::alive == 0);
}

TEST(criteria_are_replayed)
{
    const criteria known = registry();
    const std::vector<double> samples(40, 0.25);
    const std::array<criterion, 2> asked = { MUST(criterion::make(known, "ten")),
                                             MUST(criterion::make(known, "budget")) };
    const text report = MUST(replay_report({ replay_stream("copy", "N=1", samples) }, asked));

    CHECK(report.view().find("ten") != std::string_view::npos);
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

TEST(what_a_criterion_throws_comes_out)
{
    static const auto throwing = [](double seconds) -> bool {
        if (seconds > 1)
            throw std::out_of_range("too slow");
        return false;
    };
    static const auto refusing = [](criterion_view) -> budget {
        throw std::invalid_argument("no such budget");
    };
    criteria known = criteria::make();
    std::string caught;

    known.add("throwing", throwing);
    known.add("refusing", refusing);
    criterion made = criterion::make(known, "throwing");
    made.start();
    made.add(0.5);
    try {
        made.add(2);
    } catch (const std::out_of_range &exception) {
        caught = exception.what();
    }
    CHECK(caught == "too slow" && made.is_finished());
    try {
        made.start();
        made.feed({ 0.5, 2.0, 0.5 });
    } catch (const std::out_of_range &) {
        caught = "fed";
    }
    CHECK(caught == "fed");
    try {
        criterion::make(known, "refusing").start();
    } catch (const std::invalid_argument &exception) {
        caught = exception.what();
    }
    CHECK(caught == "no such budget");
}

#endif
