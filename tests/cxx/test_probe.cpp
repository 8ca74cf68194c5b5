/* SPDX-License-Identifier: MIT */
/*
 * The probe: what it finds depends on the machine, so that only its form is tested.
 */
#include "check.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

using namespace benchresult;

TEST(probes_have_an_outcome)
{
    probe_options options;
    double last = 0;
    auto progress = [&](double fraction) { last = fraction; };

    options.max_time = 0.02;
    options.flags = BRES_PROBE_IDLE_ONLY;
    const probe found = MUST(probe::run(with_progress(options, progress)));
    CHECK(last > 0 && last <= 1);
    CHECK(!found.message().empty() && std::isnan(found.found().detectable_effect));
    CHECK(found.fitness() == BRES_PROBE_UNKNOWN || found.fitness() > BRES_PROBE_FIT_1);
    CHECK(found.idle(BRES_PROBE_SPIN)->blocks > 0 && found.race(BRES_PROBE_SPIN)->runs == 0);
    CHECK(found.idle(BRES_PROBE_SYSTEM_CALLS) == nullptr);
    CHECK(!found.is_fit(1));
    CHECK(check::failure_of([&] { return found.save(); }));
    CHECK(probe_work_name(BRES_PROBE_MEMORY) == "memory");
    CHECK(probe_class_name(BRES_PROBE_FIT_1) == "fit for 1 %");
    options.pairs = 1;
    CHECK(check::failure_of([&] { return probe::run(options); }));
}

TEST(saved_probes_are_read)
{
    setenv("XDG_STATE_HOME", "/nowhere", 1);
    CHECK(MUST(load_saved_probe()).run_variation == 0);
    CHECK(MUST(saved_probe_path()).view() == "/nowhere/benchresult/machine.json");
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
TEST(probes_pass_exceptions_on)
{
    probe_options options;
    bool thrown = false;
    auto progress = [](double) { throw std::runtime_error("enough"); };

    options.max_time = 0.02;
    try {
        (void)probe::run(with_progress(options, progress));
    } catch (const std::runtime_error &) {
        thrown = true;
    }
    CHECK(thrown);
}
#endif
