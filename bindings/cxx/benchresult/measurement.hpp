/* SPDX-License-Identifier: MIT */
/*
 * Measurements and their tables. See benchresult/measurement.h.
 */
#ifndef BENCHRESULT_MEASUREMENT_HPP
#define BENCHRESULT_MEASUREMENT_HPP

#include <benchresult/build.hpp>
#include <benchresult/measurement.h>

#include <vector>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* A task: the C struct with its defaults. */
using task_spec = detail::initialized<bres_task_spec, bres_task_spec_init>;
using timing_table_options =
    detail::initialized<bres_timing_table_options, bres_timing_table_options_init>;

/* Whether both specs describe the same task. */
inline bool task_spec_equal(const bres_task_spec &a, const bres_task_spec &b)
{
    return bres_task_spec_equal(&a, &b);
}

/* Normalizes a statement as a timer does. */
inline outcome<text> task_spec_normalize(text_argument statement)
{
    char *normalized = nullptr;
    const bres_status status = bres_task_spec_normalize(statement, &normalized);

    return detail::made(status, text(normalized));
}

/* Title, description and setup, a line or paragraph each. */
inline outcome<text> task_spec_summary(const bres_task_spec &spec)
{
    char *summary = nullptr;
    const bres_status status = bres_task_spec_summary(&spec, &summary);

    return detail::made(status, text(summary));
}

/* Repeated timings of one task. Only the metadata can change; all parts are borrowed. */
class measurement : public detail::owner<bres_measurement, bres_measurement_free>
{
  public:
    using owner::owner;

    /* Makes a measurement of blocks of `number_per_run` executions from their seconds. */
    static outcome<measurement> make(const bres_task_spec &spec, std::uint64_t number_per_run,
                                     list<double> raw_times)
    {
        bres_measurement *made = nullptr;
        const bres_status status =
            bres_measurement_new(&spec, number_per_run, raw_times.data(), raw_times.size(), &made);

        return detail::made(status, measurement(made));
    }
    /* Reads the text that json() has written. */
    static outcome<measurement> parse(std::string_view json)
    {
        bres_measurement *made = nullptr;
        const bres_status status = bres_measurement_parse(json.data(), json.size(), &made);

        return detail::made(status, measurement(made));
    }
    /* Makes the measurement of a state: the measurement that the state was made from, or a
     * measurement of its samples. */
    static outcome<measurement> from_state(state from)
    {
        bres_measurement *made = nullptr;
        const bres_status status = bres_measurement_from_state(from.get(), &made);

        return detail::made(status, measurement(made));
    }

    /* Sets the metadata: the text of one JSON object, or nullptr. Call this function before other
     * threads read the measurement. */
    outcome<void> set_metadata_json(text_argument json)
    {
        return detail::done(bres_measurement_set_metadata_json(get(), json));
    }
    const bres_task_spec *spec() const &
    {
        return bres_measurement_spec(get());
    }
    const bres_task_spec *spec() const && = delete;
    std::uint64_t number_per_run() const
    {
        return bres_measurement_number_per_run(get());
    }
    /* Seconds per block, in measuring order. */
    span<const double> raw_times() const &
    {
        return { bres_measurement_raw_times(get()), bres_measurement_count(get()) };
    }
    span<const double> raw_times() const && = delete;
    /* Seconds per execution, in the same order. */
    span<const double> times() const &
    {
        return { bres_measurement_times(get()), bres_measurement_count(get()) };
    }
    span<const double> times() const && = delete;
    std::optional<std::string_view> metadata_json() const
    {
        return detail::text_of(bres_measurement_metadata_json(get()));
    }

    /* Statistics of the seconds per execution; std::nullopt without blocks. */
    std::optional<double> mean() const
    {
        return detail::value_of<double, bres_measurement_mean>(get());
    }
    std::optional<double> median() const
    {
        return detail::value_of<double, bres_measurement_median>(get());
    }
    std::optional<double> quantile(double fraction) const
    {
        return detail::value_of<double, bres_measurement_quantile>(get(), fraction);
    }
    std::optional<double> iqr() const
    {
        return detail::value_of<double, bres_measurement_iqr>(get());
    }
    int significant_figures() const
    {
        return bres_measurement_significant_figures(get());
    }
    /* Whether iqr / median is below the threshold. */
    bool meets_confidence(double threshold) const
    {
        return bres_measurement_meets_confidence(get(), threshold);
    }
    bres_spread spread() const
    {
        return bres_measurement_spread(get());
    }

    std::string_view title() const
    {
        return detail::view_of(bres_measurement_title(get()));
    }
    std::string_view row_name() const
    {
        return detail::view_of(bres_measurement_row_name(get()));
    }
    /* A report of several lines for people. */
    std::string_view text() const
    {
        return detail::view_of(bres_measurement_text(get()));
    }
    /* One JSON object, for parse(). */
    outcome<benchresult::text> json() const
    {
        char *json = nullptr;
        const bres_status status = bres_measurement_json(get(), &json);

        return detail::made(status, benchresult::text(json));
    }
};

/* The functions below take a range of measurement. */

/* Joins the measurements of each task. */
template <class Range> outcome<std::vector<measurement>> merge_measurements(const Range &range)
{
    const auto handles = detail::handles_of<const bres_measurement>(range);
    std::vector<bres_measurement *> raw(handles.size());
    std::vector<measurement> merged(handles.size());
    std::size_t count = 0;
    const bres_status status =
        bres_measurement_merge(handles.data(), handles.size(), raw.data(), &count);

    for (std::size_t i = 0; i < count; i++)
        merged[i] = measurement(raw[i]);
    merged.resize(count);
    return detail::made(status, std::move(merged));
}

/* Makes a result with a state for each measurement; the result is still under construction. */
template <class Range> outcome<result_builder> measurement_result(const Range &range)
{
    const auto handles = detail::handles_of<const bres_measurement>(range);
    bres_result *made = nullptr;
    const bres_status status = bres_measurement_result(handles.data(), handles.size(), &made);

    return detail::made(status, result_builder(made));
}

/* The tables that Compare of torch.utils.benchmark prints. */
template <class Range>
outcome<text> timing_table(const Range &range,
                           const bres_timing_table_options &options = timing_table_options())
{
    const auto handles = detail::handles_of<const bres_measurement>(range);
    char *table = nullptr;
    std::size_t length = 0;
    const bres_status status =
        bres_timing_table(handles.data(), handles.size(), &options, &table, &length);

    return detail::called(status, text(table, length));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
