/* SPDX-License-Identifier: MIT */
/*
 * Comparisons: faster, slower or equivalent. See benchresult/compare.h.
 */
#ifndef BENCHRESULT_COMPARE_HPP
#define BENCHRESULT_COMPARE_HPP

#include <benchresult/compare.h>
#include <benchresult/filter.hpp>
#include <benchresult/result.hpp>

#include <iterator>
#include <optional>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* The short name of a verdict: "SAME", "FAST", "SLOW", "AMBG" or "????". */
inline std::string_view verdict_name(bres_verdict verdict)
{
    return bres_verdict_name(verdict);
}

/* The name of a reason, such as "bulk_same". */
inline std::string_view reason_name(bres_reason reason)
{
    return bres_reason_name(reason);
}

/* The short name of a reason, such as "bc-gap". */
inline std::string_view reason_short_name(bres_reason reason)
{
    return bres_reason_short_name(reason);
}

/* The limits of the decision: the C struct, initialized with the preset "default". */
class thresholds : public detail::initialized<bres_thresholds, bres_thresholds_init>
{
  public:
    thresholds() noexcept = default;
    explicit thresholds(const bres_thresholds &values) noexcept
    {
        static_cast<bres_thresholds &>(*this) = values;
    }

    /* "default", "strict" or "permissive". */
    static outcome<thresholds> preset(text_argument name)
    {
        const bres_thresholds *found = bres_thresholds_preset(name);

        return detail::made(found != nullptr ? BRES_OK : bres_last_error_status(),
                            found != nullptr ? thresholds(*found) : thresholds());
    }
    /* Reads a TOML file; `preset`, if given, replaces the preset of the file. */
    static outcome<thresholds> load(text_argument path, text_argument preset = nullptr)
    {
        thresholds loaded;
        const bres_status status = bres_thresholds_load(&loaded, path, preset, nullptr);

        return detail::made(status, loaded);
    }
    /* Reads the text of a TOML file; `name` stands for the file in messages. */
    static outcome<thresholds> parse(text_argument toml, text_argument name,
                                     text_argument preset = nullptr)
    {
        thresholds parsed;
        const bres_status status = bres_thresholds_parse(&parsed, toml, name, preset, nullptr);

        return detail::made(status, parsed);
    }
    /* The text that load() reads back exactly. */
    outcome<text> dump(text_argument preset_name = nullptr) const
    {
        char *dumped = nullptr;
        const bres_status status = bres_thresholds_dump(this, preset_name, &dumped);

        return detail::made(status, text(dumped));
    }
};

/* A decision, and the options of a comparison: the C structs, initialized. */
using decision = detail::initialized<bres_decision, bres_decision_init>;
using compare_options = detail::initialized<bres_compare_options, bres_compare_options_init>;
/* The ratio and the plan of replicates: the C structs, initialized. */
using ratio = detail::initialized<bres_ratio, bres_ratio_init>;
using plan = detail::initialized<bres_plan, bres_plan_init>;

/* A drift of the times over all rows: the change from the first run to the last, as a fraction, and
 * the probability of such a drift by chance. */
struct run_drift {
    double change;
    double p_value;
};

/* A run that deviates from all others: by a fraction, in `odd_rows` of its `rows`. */
struct odd_run {
    bool of_reference;
    std::size_t index;
    double change;
    std::size_t rows;
    std::size_t odd_rows;
};

class device_pair;
class comparison_bench;

/* Two matching states and the decision on them. */
class row : public detail::view<const bres_row>
{
  public:
    using view::view;

    state reference() const
    {
        return state(bres_row_reference(get()));
    }
    state candidate() const
    {
        return state(bres_row_candidate(get()));
    }
    inline device_pair pair() const;
    inline comparison_bench bench() const;
    bres_verdict verdict() const
    {
        return bres_row_verdict(get());
    }
    bres_reason reason() const
    {
        return bres_row_reason(get());
    }
    std::string_view message() const
    {
        return detail::view_of(bres_row_message(get()));
    }
    double severity() const
    {
        return bres_row_severity(get());
    }
    /* The estimates and the difference; nullptr for an empty view. */
    const bres_estimate *reference_estimate() const
    {
        return bres_row_reference_estimate(get());
    }
    const bres_estimate *candidate_estimate() const
    {
        return bres_row_candidate_estimate(get());
    }
    const bres_difference *difference() const
    {
        return bres_row_difference(get());
    }
    /* The number of this row among the rows of its device pair with the same state name, counted
     * from 0, and the number of these rows. */
    std::size_t occurrence() const
    {
        return bres_row_occurrence(get());
    }
    std::size_t occurrence_count() const
    {
        return bres_row_occurrence_count(get());
    }
    /* The ratio of replicates, or of one run per side with a known run variation; otherwise
     * nullptr. Exact counts have a ratio only if they vary. */
    const bres_ratio *ratio() const
    {
        return bres_row_ratio(get());
    }
    /* The plan of an undecided row; nullptr: no plan. */
    const bres_plan *plan() const
    {
        return bres_row_plan(get());
    }
    /* The state of one run; empty if the run does not have it. */
    state reference_run(std::size_t index) const
    {
        return state(bres_row_run(get(), true, index));
    }
    state candidate_run(std::size_t index) const
    {
        return state(bres_row_run(get(), false, index));
    }
};

/* Two devices of a benchmark, and their rows. */
class device_pair : public detail::view<const bres_device_pair>
{
  public:
    using view::view;
    using row_range =
        detail::range<bres_device_pair, row, bres_device_pair_row_count, bres_device_pair_row_at>;

    /* The devices; empty for a CPU-only benchmark. */
    device reference() const
    {
        return device(bres_device_pair_reference(get()));
    }
    device candidate() const
    {
        return device(bres_device_pair_candidate(get()));
    }
    bool is_equal() const
    {
        return bres_device_pair_is_equal(get());
    }
    row_range rows() const
    {
        return row_range(get());
    }
};

/* A benchmark that both sides have. */
class comparison_bench : public detail::view<const bres_comparison_bench>
{
  public:
    using view::view;
    using pair_range =
        detail::range<bres_comparison_bench, device_pair, bres_comparison_bench_pair_count,
                      bres_comparison_bench_pair_at>;

    subbench reference() const
    {
        return subbench(bres_comparison_bench_reference(get()));
    }
    subbench candidate() const
    {
        return subbench(bres_comparison_bench_candidate(get()));
    }
    pair_range pairs() const
    {
        return pair_range(get());
    }
};

inline device_pair row::pair() const
{
    return device_pair(bres_row_pair(get()));
}

inline comparison_bench row::bench() const
{
    return comparison_bench(bres_row_bench(get()));
}

/* A reason of undecided rows, the number of its rows, and the message of the most severe row. */
struct ambiguity {
    bres_reason reason;
    std::size_t rows;
    std::string_view message;
};

/* A benchmark or state without a partner, and the side that has it. */
template <class View> struct missing {
    View view;
    bool in_reference;
};

/* One run of a side: the borrowed result that holds the run, and the number of the run in it. */
struct compared_run {
    const bres_result *holder;
    std::uint32_t number;
};

namespace detail
{
inline ambiguity ambiguity_at(const bres_comparison *comparison, std::size_t index)
{
    std::size_t rows = 0;
    const char *message = nullptr;
    const bres_reason reason = bres_comparison_reason_at(comparison, index, &rows, &message);

    return { reason, rows, view_of(message) };
}

inline missing<subbench> missing_bench_at(const bres_comparison *comparison, std::size_t index)
{
    bool in_reference = false;
    const subbench bench(bres_comparison_missing_bench_at(comparison, index, &in_reference));

    return { bench, in_reference };
}

inline missing<state> missing_state_at(const bres_comparison *comparison, std::size_t index)
{
    bool in_reference = false;
    const state found(bres_comparison_missing_state_at(comparison, index, &in_reference));

    return { found, in_reference };
}

template <bool OfReference> std::size_t run_count(const bres_comparison *comparison)
{
    return bres_comparison_run_count(comparison, OfReference);
}

template <bool OfReference>
compared_run run_at(const bres_comparison *comparison, std::size_t index)
{
    std::uint32_t number = 0;
    const bres_result *holder = bres_comparison_run_at(comparison, OfReference, index, &number);

    return { holder, number };
}
} // namespace detail

/* A comparison of two results or of replicates. It never changes, and keeps references to the
 * results. */
class comparison : public detail::owner<bres_comparison, bres_comparison_free>
{
  public:
    using owner::owner;
    using row_range =
        detail::range<bres_comparison, row, bres_comparison_row_count, bres_comparison_row_at>;
    using ambiguity_range = detail::range<bres_comparison, ambiguity, bres_comparison_reason_count,
                                          detail::ambiguity_at>;
    using bench_range = detail::range<bres_comparison, comparison_bench,
                                      bres_comparison_bench_count, bres_comparison_bench_at>;
    using missing_bench_range =
        detail::range<bres_comparison, missing<subbench>, bres_comparison_missing_bench_count,
                      detail::missing_bench_at>;
    using missing_state_range =
        detail::range<bres_comparison, missing<state>, bres_comparison_missing_state_count,
                      detail::missing_state_at>;
    template <bool OfReference>
    using run_range = detail::range<bres_comparison, compared_run, detail::run_count<OfReference>,
                                    detail::run_at<OfReference>>;

    /* All rows, in the order of the candidate's states. */
    row_range rows() const &
    {
        return row_range(get());
    }
    row_range rows() const && = delete;
    /* The number of rows with a verdict. */
    std::size_t count(bres_verdict verdict) const
    {
        return bres_comparison_count(get(), verdict);
    }
    /* The reasons of undecided rows, most frequent first. */
    ambiguity_range reasons() const &
    {
        return ambiguity_range(get());
    }
    ambiguity_range reasons() const && = delete;
    /* The thresholds of the comparison. */
    benchresult::thresholds thresholds() const
    {
        const bres_thresholds *used = bres_comparison_thresholds(get());

        return used != nullptr ? benchresult::thresholds(*used) : benchresult::thresholds();
    }
    /* Benchmarks that both sides have, in the candidate's order. */
    bench_range benches() const &
    {
        return bench_range(get());
    }
    bench_range benches() const && = delete;
    /* Benchmarks and states without a partner. */
    missing_bench_range missing_benches() const &
    {
        return missing_bench_range(get());
    }
    missing_bench_range missing_benches() const && = delete;
    missing_state_range missing_states() const &
    {
        return missing_state_range(get());
    }
    missing_state_range missing_states() const && = delete;
    /* A source of error that the verdicts do not include: with one run per side, the variation
     * between runs. Empty: no such source. */
    std::string_view note() const
    {
        return detail::view_of(bres_comparison_note(get()));
    }
    /* A shell command that measures the variation that the note names; empty without a note. */
    std::string_view command() const
    {
        return detail::view_of(bres_comparison_command(get()));
    }
    /* How the device sections differ, a line per field; empty for equal sections. */
    std::string_view device_difference() const
    {
        return detail::view_of(bres_comparison_device_difference(get()));
    }
    /* The runs of a side, in the order in which they are paired. */
    run_range<true> reference_runs() const &
    {
        return run_range<true>(get());
    }
    run_range<true> reference_runs() const && = delete;
    run_range<false> candidate_runs() const &
    {
        return run_range<false>(get());
    }
    run_range<false> candidate_runs() const && = delete;
    /* Whether the runs were compared in pairs. */
    bool is_paired() const
    {
        return bres_comparison_is_paired(get());
    }
    /* Whether the number of pairs was not fixed beforehand, as in a race; the decision then uses
     * the interval of a race. */
    bool is_sequential() const
    {
        return bres_comparison_is_sequential(get());
    }
    /* The order of the runs, according to their start times. */
    bres_run_order run_order() const
    {
        return bres_comparison_run_order(get());
    }
    /* The drift of the times over all rows; empty if it is unknown. */
    std::optional<run_drift> drift() const
    {
        run_drift made{};

        if (!bres_comparison_drift(get(), &made.change, &made.p_value))
            return std::nullopt;
        return made;
    }
    /* The run that deviates in nearly all rows and that the comparison leaves out; empty: every run
     * counts. */
    std::optional<odd_run> find_odd_run() const
    {
        odd_run made{};

        if (!bres_comparison_odd_run(get(), &made.of_reference, &made.index, &made.change,
                                     &made.rows, &made.odd_rows))
            return std::nullopt;
        return made;
    }
};

namespace detail
{
inline outcome<comparison> compare_handles(list<bres_result *> references,
                                           list<bres_result *> candidates,
                                           const bres_compare_options &options)
{
    bres_comparison *made = nullptr;
    const bres_status status = bres_compare(references.data(), references.size(), candidates.data(),
                                            candidates.size(), &options, &made);

    return called(status, comparison(made));
}
} // namespace detail

/* Compares a candidate with its reference. Load both leniently. */
inline outcome<comparison> compare(const result &reference, const result &candidate,
                                   const bres_compare_options &options = compare_options())
{
    return detail::compare_handles({ reference.get() }, { candidate.get() }, options);
}

/* Compares two ranges of results, such as vectors: more than one result per side. */
template <class References, class Candidates,
          class = decltype(std::begin(std::declval<const References &>())),
          class = decltype(std::begin(std::declval<const Candidates &>()))>
outcome<comparison> compare(const References &references, const Candidates &candidates,
                            const bres_compare_options &options = compare_options())
{
    return detail::compare_handles(detail::handles_of<bres_result>(references),
                                   detail::handles_of<bres_result>(candidates), options);
}

/* Decides on two states, such as the best one so far and the next one of a tuning loop. */
inline outcome<decision> compare_states(state reference, state candidate,
                                        const bres_thresholds &limits = thresholds())
{
    decision decided;
    const bres_status status =
        bres_compare_states(reference.get(), candidate.get(), &limits, &decided);

    return detail::made(status, decided);
}

/* Samples in memory: times in seconds and, optionally, a clock rate for each. */
inline bres_samples samples(list<float> seconds, list<float> rates = {})
{
    return { seconds.data(), rates.size() == seconds.size() ? rates.data() : nullptr,
             seconds.size() };
}

/* Decides on two sets of samples. */
inline outcome<decision> compare_samples(const bres_samples &reference,
                                         const bres_samples &candidate, std::uint32_t flags = 0,
                                         const bres_thresholds &limits = thresholds())
{
    decision decided;
    const bres_status status =
        bres_compare_samples(&reference, &candidate, flags, &limits, &decided);

    return detail::made(status, decided);
}

/* The decision on replicates, with its ratio and plan. */
struct runs_decision {
    benchresult::decision decision;
    benchresult::ratio ratio;
    benchresult::plan plan;
};

/* Decides on two sets of runs; each run is a set of samples: `{ samples(one), samples(other) }`. */
inline outcome<runs_decision> compare_runs(list<bres_samples> references,
                                           list<bres_samples> candidates, std::uint32_t flags = 0,
                                           const bres_thresholds &limits = thresholds())
{
    runs_decision decided;
    const bres_status status = bres_compare_runs(
        references.data(), references.size(), candidates.data(), candidates.size(), flags, &limits,
        &decided.decision, &decided.ratio, &decided.plan);

    return detail::made(status, decided);
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
