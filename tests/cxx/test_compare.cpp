/* SPDX-License-Identifier: MIT */
/*
 * Building, writing, merging, comparing and reporting.
 */
#include "check.hpp"

#include <array>
#include <cstdio>
#include <vector>

using namespace benchresult;

/* A benchmark with one axis and a state for each of its values; samples are around `seconds`. */
static result built(float seconds)
{
    result_builder building = MUST(result_builder::make());
    const subbench_builder bench = MUST(building.add_subbench("copy"));
    std::vector<double> recorded;

    MUST(bench.add_int64_axis("N", { 1, 2 }));
    MUST(bench.set_float64("timeout", 15));
    for (int i = 0; i < 40; i++)
        recorded.push_back(static_cast<double>(seconds) * (1 + 1e-4 * (i % 5)));
    for (const std::int64_t n : { 1, 2 }) {
        const state_builder state = MUST(bench.add_state());
        times measured;

        measured.count = recorded.size();
        measured.cpu = recorded.data();
        measured.walltime = 1;
        MUST(state.add_axis_int64("N", n));
        MUST(state.add_cpu_only_summaries(measured));
        const summary_builder own = MUST(state.add_summary("own/summary"));
        MUST(own.set_texts("Own", nullptr, "percentage", nullptr));
        MUST(own.set_float64("value", 0.5));
        CHECK(state.name() == (n == 1 ? "N=1" : "N=2"));
    }
    return building.finish();
}

TEST(what_was_built_is_there_after_writing_and_loading)
{
    const std::string path = BRES_TEST_BUILD_DIR "/written.json";
    const result made = built(1e-3F);

    MUST(made.write(path));
    const result all = MUST(result::load(path));
    const state second = all.subbench("copy").states()[1];
    CHECK(second.name() == "N=2" && second.axis_value("N").int64() == 2);
    CHECK(MUST(second.samples()).size() == 40);
    CHECK(second.summary("own/summary").name() == "Own");
    CHECK(all.subbench("copy").setting("timeout") == 15);
    CHECK(check::failure_of([&] { return all.write("/dev/null/x"); }));
}

TEST(results_are_shared_and_moved)
{
    result one = built(1e-3F);
    const result other = one.share();

    CHECK(one.get() == other.get());
    const result moved = std::move(one);
    CHECK(!one && moved.get() == other.get());
    one = built(2e-3F);
    CHECK(one && one.get() != other.get());
}

TEST(a_loaded_result_cannot_be_changed)
{
    result_builder builder(MUST(result::load(check::sample("main.json"))).release());
    const auto failure = check::failure_of([&] { return builder.add_subbench("more"); });

    CHECK(failure && failure->status() == BRES_ERROR_STATE);
}

TEST(merged_results_have_runs)
{
    std::array<result, 2> runs = { built(1e-3F), built(1e-3F) };
    const result merged = MUST(result::merge(runs));
    const auto failure = check::failure_of([] { return result::merge(std::vector<result>()); });

    CHECK(merged.subbench("copy").states().size() == 4);
    CHECK(merged.subbench("copy").states()[2].run() == 1);
    CHECK(failure && failure->status() == BRES_ERROR_ARGUMENT);
}

TEST(rows_of_a_comparison)
{
    const result reference = built(1e-3F);
    const result candidate = built(2e-3F);
    const comparison made = MUST(compare(reference, candidate));
    const std::size_t before = check::allocations();
    std::size_t slow = 0;

    for (const row each : made.rows()) {
        slow += each.verdict() == BRES_SLOW;
        CHECK(each.reference().name() == each.candidate().name());
        CHECK(!each.message().empty() && each.difference()->change > 0.9);
        CHECK(each.bench().candidate().name() == "copy" && !each.pair().reference());
        CHECK(each.occurrence() == 0 && each.occurrence_count() == 1);
    }
    CHECK(check::allocations() == before);
    CHECK(slow == 2 && made.count(BRES_SLOW) == 2 && made.rows().size() == 2);
    CHECK(made.benches().size() == 1 && made.benches()[0].pairs()[0].rows().size() == 2);
    CHECK(verdict_name(made.rows()[0].verdict()) == "SLOW");
    CHECK(made.reasons().empty() && made.missing_states().empty());
    CHECK(made.device_difference().empty());
}

TEST(what_is_missing_and_ambiguous)
{
    const result reference = MUST(result::load(check::sample("main.json")));
    const result candidate = MUST(result::load(check::sample("branch.json")));
    compare_options options;

    options.flags = BRES_COMPARE_ALLOW_MISSING;
    const comparison made = MUST(compare(reference, candidate, options));
    CHECK(made.reasons().size() == 1 && made.reasons()[0].rows == 1);
    CHECK(made.reasons()[0].reason == BRES_REASON_CENTERS_NOT_CLOSE);
    CHECK(reason_short_name(made.reasons()[0].reason) == "centers-far");
    CHECK(made.note().find("variation between runs") != std::string_view::npos);
    CHECK(made.command().find("benchresult race --ref ") == 0);
    for (const missing<state> each : made.missing_states())
        CHECK(each.view && each.in_reference == (each.view.name() != "no such name"));
}

TEST(thresholds_are_presets_or_files)
{
    const thresholds strict = MUST(thresholds::preset("strict"));
    const text dumped = MUST(strict.dump());
    const thresholds parsed = MUST(thresholds::parse(dumped.view(), "dumped"));
    const auto failure = check::failure_of([] { return thresholds::preset("lax"); });

    CHECK(strict.clear_gap_relative == parsed.clear_gap_relative);
    CHECK(thresholds().clear_gap_relative == 0.005);
    CHECK(thresholds().rule == BRES_RULE_DEFAULT);
    CHECK(thresholds().run_variation == 0 && compare_options().thresholds == nullptr);
    CHECK(MUST(thresholds::parse("version = 1\ndecision.rule = 'nvbench'", "text")).rule ==
          BRES_RULE_NVBENCH);
    CHECK(failure && failure->status() != BRES_OK);
    CHECK(check::failure_of([] { return thresholds::load("/no/such/file.toml"); }));
}

TEST(two_states_and_two_sets_of_samples)
{
    const result one = built(1e-3F);
    const result other = built(2e-3F);
    const state reference = one.subbench("copy").states()[0];
    const state candidate = other.subbench("copy").states()[0];
    std::vector<float> fast;
    std::vector<float> slow;
    std::vector<float> coarse(99, 10);

    for (int i = 0; i < 40; i++) {
        fast.push_back(1e-3F + 1e-7F * static_cast<float>(i % 5));
        slow.push_back(3e-3F + 1e-7F * static_cast<float>(i % 5));
    }

    coarse.push_back(11);
    CHECK(MUST(compare_states(reference, candidate)).verdict == BRES_SLOW);
    CHECK(MUST(compare_states(candidate, reference)).verdict == BRES_FAST);
    CHECK(MUST(compare_samples(samples(fast), samples(slow))).verdict == BRES_SLOW);
    CHECK(MUST(compare_samples(samples(coarse), samples(coarse))).reason ==
          BRES_REASON_BELOW_CLOCK_RESOLUTION);
    CHECK(MUST(compare_samples(samples(coarse), samples(coarse))).reference.step == 1);
    CHECK(check::failure_of([&] { return compare_states(reference, state()); }));
    slow[3] = -1;
    CHECK(check::failure_of([&] {
              return compare_samples(samples(fast), samples(slow));
          })->status() == BRES_ERROR_VALUE);
}

/* Five runs that differ slightly. */
static std::vector<result> runs(float seconds)
{
    std::vector<result> made;

    for (const float factor : { 1.0F, 1.001F, 0.999F, 1.0005F, 0.9995F })
        made.push_back(built(seconds * factor));
    return made;
}

TEST(several_runs_a_side)
{
    const std::vector<result> references = runs(1e-3F);
    const std::vector<result> candidates = runs(1.5e-3F);
    const comparison made = MUST(compare(references, candidates));

    CHECK(made.count(BRES_SLOW) == 2 && !made.is_paired());
    CHECK(made.run_order() == BRES_RUN_ORDER_UNKNOWN && !made.drift() && !made.find_odd_run());
    CHECK(made.reference_runs().size() == 5 && made.candidate_runs().size() == 5);
    CHECK(made.reference_runs()[1].holder == references[1].get());
    CHECK(made.reference_runs()[1].number == 0);
    for (const row each : made.rows()) {
        CHECK(each.ratio() != nullptr && each.plan() == nullptr);
        CHECK(each.ratio()->lower > 1.4 && each.ratio()->upper < 1.6);
        CHECK(each.ratio()->reference_runs == 5 && each.ratio()->pairs == 0);
        CHECK(each.candidate_run(2).name() == each.candidate().name());
        CHECK(each.reference_run(4) && !each.reference_run(5));
    }
    compare_options paired;
    paired.flags = BRES_COMPARE_PAIRED;
    CHECK(MUST(compare(references, candidates, paired)).is_paired());
    CHECK(!MUST(compare(references, candidates, paired)).is_sequential());
    std::vector<result> slowed = runs(1.02e-3F);
    slowed[3] = built(1.4e-3F);
    const comparison odd = MUST(compare(references, slowed));
    CHECK(odd.find_odd_run() && !odd.find_odd_run()->of_reference);
    CHECK(odd.find_odd_run()->index == 3 && odd.find_odd_run()->odd_rows == 2);
}

TEST(one_run_a_side_has_no_ratio)
{
    const std::array<result, 1> reference = { built(1e-3F) };
    const std::array<result, 1> candidate = { built(1.5e-3F) };
    const comparison made = MUST(compare(reference, candidate));

    CHECK(made.count(BRES_SLOW) == 2 && made.rows()[0].ratio() == nullptr);
    CHECK(!made.note().empty());
    thresholds known;
    known.run_variation = 0.01;
    compare_options options;
    options.thresholds = &known;
    const comparison decided = MUST(compare(reference, candidate, options));
    CHECK(decided.note().empty() && decided.rows()[0].ratio()->run_variation == 0.01);
}

TEST(an_ambiguous_row_has_a_plan)
{
    const std::vector<float> low(40, 1e-3F);
    const std::vector<float> middle(40, 1.02e-3F);
    const std::vector<float> above(40, 1.021e-3F);
    const std::vector<float> high(40, 1.04e-3F);
    const runs_decision decided =
        MUST(compare_runs({ samples(low), samples(middle) }, { samples(above), samples(high) }));

    CHECK(decided.decision.verdict == BRES_AMBIGUOUS);
    CHECK(decided.ratio.ratio > 1.01 && decided.ratio.ratio < 1.03);
    CHECK(decided.plan.variance_source == BRES_VARIANCE_RUNS && decided.plan.runs > 0);
    const auto failure = check::failure_of([&] {
        return compare_runs({ samples(low) }, { samples(low), samples(high) }, BRES_COMPARE_PAIRED);
    });
    CHECK(failure && failure->status() == BRES_ERROR_ARGUMENT);
}

TEST(filters_select)
{
    const result all = MUST(result::load(check::sample("main.json")));
    filter selected = MUST(filter::make());
    compare_options options;

    MUST(selected.add_benchmark("copy"));
    MUST(selected.add_axis("T=I32"));
    CHECK(selected.selects(all.subbench("copy")) && !selected.selects(all.subbench("sort")));
    CHECK(selected.selects(all.subbench("copy").states()[0]));
    CHECK(!selected.selects(all.subbench("copy").states()[3]));
    CHECK(check::failure_of([&] { return selected.add_axis("nonsense"); }));
    options.filter = selected.get();
    CHECK(MUST(compare(all, all, options)).count(BRES_SAME) == 2);
}

TEST(reports_are_texts)
{
    const result all = MUST(result::load(check::sample("main.json")));
    const comparison made = MUST(compare(all, all));
    summary_options options;
    compare_report_options junit;

    options.format = BRES_FORMAT_CSV;
    junit.format = MUST(format_find("junit"));
    CHECK(junit.format == BRES_FORMAT_JUNIT && format_name(BRES_FORMAT_JUNIT) == "junit");
    CHECK((report_formats(BRES_REPORT_COMPARE) & BRES_FORMAT_BIT(junit.format)) != 0);
    CHECK(column_name(MUST(column_find("ci"))) == "ci" &&
          check::failure_of([] { return column_find("x"); }));
    CHECK((compare_columns() & BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_CHANGE)) != 0 &&
          std::string_view(compare_column_name(BRES_COMPARE_COLUMN_CHANGE)) == "change");
    bres_plot_options chart;
    bres_plot_options_init(&chart);
    chart.summary_path = BRES_TEST_BUILD_DIR "/bandwidth.svg";
    MUST(summary_plot(all, BRES_CHART_BANDWIDTH, chart));
    chart.summary_path = nullptr;
    CHECK(check::failure_of([&] { return summary_plot(all, BRES_CHART_BANDWIDTH, chart); }));
    CHECK((summary_columns() & BRES_COLUMN_BIT(BRES_COLUMN_CI)) != 0);
    CHECK(MUST(summary_report(all)).view().find("## copy") != std::string_view::npos);
    CHECK(MUST(summary_report(all, options)).view().find("Benchmark") == 0);
    const std::array<result, 2> several = { all.share(), all.share() };
    CHECK(MUST(summary_reports(several)).size() > MUST(summary_report(all)).size());
    const std::array<result, 1> one = { all.share() };
    table_options columns;
    columns.columns = "benchmark";
    CHECK(MUST(table_report(one, columns)).view().find(" copy |") != std::string_view::npos);
    columns.columns = "speed";
    CHECK(check::failure_of([&] { return table_report(one, columns); }));
    CHECK(MUST(compare_report({ compared(made, "a", "b") })).view().find("SAME") !=
          std::string_view::npos);
    const text both = MUST(
        compare_report({ compared(made, "a", "b", "x"), compared(made, "a", "b", "y") }, junit));
    CHECK(both.view().find("<testsuite") != std::string_view::npos);
    CHECK(both.c_str()[both.size()] == '\0');
    MUST(write_file(BRES_TEST_BUILD_DIR "/report.xml", both));
    CHECK(check::failure_of([] { return write_file("/dev/null/x", "text"); }));
}
