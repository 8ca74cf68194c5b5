/* SPDX-License-Identifier: MIT */
/*
 * Reports for people and programs. See benchresult/report.h.
 */
#ifndef BENCHRESULT_REPORT_HPP
#define BENCHRESULT_REPORT_HPP

#include <benchresult/compare.hpp>
#include <benchresult/criterion.hpp>
#include <benchresult/report.h>
#include <benchresult/result.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "markdown" and so on; empty for a number that is not a format. */
inline std::string_view format_name(bres_format format)
{
    return detail::view_of(bres_format_name(format));
}

/* The format of this name. */
inline outcome<bres_format> format_find(text_argument name)
{
    bres_format found = BRES_FORMAT_MARKDOWN;
    const bres_status status = bres_format_find(name, &found);

    return detail::made(status, found);
}

/* The formats of a report, each as its BRES_FORMAT_BIT(). */
inline std::uint32_t report_formats(bres_report_kind report)
{
    return bres_report_formats(report);
}

/* All columns of a summary, each as its BRES_COLUMN_BIT(). */
inline std::uint32_t summary_columns()
{
    return bres_summary_columns();
}

/* "median" and so on; empty for a number that is not a column. */
inline std::string_view column_name(bres_column column)
{
    return detail::view_of(bres_column_name(column));
}

/* The column of this name. */
inline outcome<bres_column> column_find(text_argument name)
{
    bres_column found = BRES_COLUMN_DEFAULT;
    const bres_status status = bres_column_find(name, &found);

    return detail::made(status, found);
}

/* Options of reports, and a diagnosis: the C structs with their defaults. */
using summary_options = detail::initialized<bres_summary_options, bres_summary_options_init>;
using table_options = detail::initialized<bres_table_options, bres_table_options_init>;
using compare_report_options =
    detail::initialized<bres_compare_report_options, bres_compare_report_options_init>;
using plot_options = detail::initialized<bres_plot_options, bres_plot_options_init>;
using diagnosis = detail::initialized<bres_diagnosis, bres_diagnosis_init>;
using replay_options = detail::initialized<bres_replay_options, bres_replay_options_init>;

/* The table of summaries of one result. */
inline outcome<text> summary_report(const result &shown,
                                    const bres_summary_options &options = summary_options())
{
    bres_result *const handles[] = { shown.get() };
    char *report = nullptr;
    std::size_t length = 0;
    const bres_status status = bres_summary_report(handles, 1, &options, &report, &length);

    return detail::made(status, text(report, length));
}

/* The table of summaries of several results; `results` is a range of result. */
template <class Range>
outcome<text> summary_reports(const Range &results,
                              const bres_summary_options &options = summary_options())
{
    const auto handles = detail::handles_of<bres_result>(results);
    char *report = nullptr;
    std::size_t length = 0;
    const bres_status status =
        bres_summary_report(handles.data(), handles.size(), &options, &report, &length);

    return detail::made(status, text(report, length));
}

/* Median times by rows and columns; `results` is a range of result. */
template <class Range>
outcome<text> table_report(const Range &results,
                           const bres_table_options &options = table_options())
{
    const auto handles = detail::handles_of<bres_result>(results);
    char *report = nullptr;
    std::size_t length = 0;
    const bres_status status =
        bres_table_report(handles.data(), handles.size(), &options, &report, &length);

    return detail::made(status, text(report, length));
}

/* A comparison of two files for the reports, with the paths and the name to display; all
 * borrowed. */
inline bres_compared compared(const comparison &made, const char *reference = nullptr,
                              const char *candidate = nullptr, const char *name = nullptr)
{
    return { made.get(), reference, candidate, name };
}

/* The report of a comparison, or of several: `{ compared(one), compared(other) }`. */
inline outcome<text> compare_report(
    list<bres_compared> pairs,
    const bres_compare_report_options &options = compare_report_options())
{
    char *report = nullptr;
    std::size_t length = 0;
    const bres_status status =
        bres_compare_report(pairs.data(), pairs.size(), &options, &report, &length);

    return detail::made(status, text(report, length));
}

/* Checks the paths and the template before any other work. */
inline outcome<void> plot_check(const bres_plot_options &options)
{
    return detail::done(bres_plot_check(&options));
}

/* Draws charts with gnuplot. */
inline outcome<void> compare_plot(list<bres_compared> pairs, const bres_plot_options &options)
{
    return detail::called(bres_compare_plot(pairs.data(), pairs.size(), &options));
}

/* Draws a chart of results with gnuplot, a row for each state. */
inline outcome<void> summary_plot(const result &of, bres_chart chart, const bres_plot_options &plot,
                                  const bres_summary_options &options = summary_options())
{
    bres_result *handles[] = { const_cast<bres_result *>(of.get()) };

    return detail::called(bres_summary_plot(handles, 1, chart, &options, &plot));
}

/* All columns of a comparison, each as its BRES_COLUMN_BIT(). */
inline std::uint32_t compare_columns()
{
    return bres_compare_columns();
}

/* "ref-noise" and so on; nullptr for an unknown column. */
inline const char *compare_column_name(bres_compare_column column)
{
    return bres_compare_column_name(column);
}

/* One measurement for the replay; borrowed. */
inline bres_replay_stream replay_stream(const char *benchmark, const char *name,
                                        list<double> samples)
{
    return { benchmark, name, samples.data(), nullptr, samples.size() };
}

inline bres_replay_stream replay_stream_float32(const char *benchmark, const char *name,
                                                list<float> samples)
{
    return { benchmark, name, nullptr, samples.data(), samples.size() };
}

/* Reports where each criterion would have ended each stream; `criteria` is a range of criterion. */
template <class Range>
outcome<text> replay_report(list<bres_replay_stream> streams, const Range &criteria,
                            const bres_replay_options &options = replay_options())
{
    const auto handles = detail::handles_of<bres_criterion>(criteria);
    char *report = nullptr;
    std::size_t length = 0;
    const bres_status status = bres_replay_report(streams.data(), streams.size(), handles.data(),
                                                  handles.size(), &options, &report, &length);

    return detail::called(status, text(report, length));
}

/* The report of a diagnosis of a machine. */
inline outcome<text> doctor_report(const bres_diagnosis &made)
{
    char *report = nullptr;
    std::size_t length = 0;
    const bres_status status = bres_doctor_report(&made, &report, &length);

    return detail::made(status, text(report, length));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
