/* SPDX-License-Identifier: MIT */
/*
 * The content of a result: views of devices, benchmarks, axes, states, summaries and values,
 * borrowed from the result. See benchresult/model.h; functions have the names of the C functions.
 */
#ifndef BENCHRESULT_MODEL_HPP
#define BENCHRESULT_MODEL_HPP

#include <benchresult/model.h>
#include <benchresult/outcome.hpp>
#include <benchresult/range.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* A named value: of a state's axis, or in a summary. */
class value : public detail::view<const bres_value>
{
  public:
    using view::view;

    std::string_view name() const
    {
        return detail::view_of(bres_value_name(get()));
    }
    /* The declared type; std::nullopt if missing. */
    std::optional<std::string_view> type() const
    {
        return detail::text_of(bres_value_type(get()));
    }
    bres_kind kind() const
    {
        return bres_value_kind(get());
    }
    std::optional<std::int64_t> int64() const
    {
        return detail::value_of<std::int64_t, bres_value_int64>(get());
    }
    /* The value of a float64 or an int64. */
    std::optional<double> float64() const
    {
        return detail::value_of<double, bres_value_float64>(get());
    }
    std::optional<std::string_view> string() const
    {
        return detail::text_of(bres_value_string(get()));
    }
    /* The value as the file writes it. */
    std::optional<std::string_view> text() const
    {
        return detail::text_of(bres_value_text(get()));
    }
};

/* One summary of a state. */
class summary : public detail::view<const bres_summary>
{
  public:
    using view::view;
    using field_range = detail::range<bres_summary, benchresult::value, bres_summary_field_count,
                                      bres_summary_field_at>;

    std::string_view tag() const
    {
        return detail::view_of(bres_summary_tag(get()));
    }
    std::optional<std::string_view> name() const
    {
        return detail::text_of(bres_summary_name(get()));
    }
    std::optional<std::string_view> hint() const
    {
        return detail::text_of(bres_summary_hint(get()));
    }
    std::optional<std::string_view> description() const
    {
        return detail::text_of(bres_summary_description(get()));
    }
    std::optional<std::string_view> hide() const
    {
        return detail::text_of(bres_summary_hide(get()));
    }
    bool is_hidden() const
    {
        return bres_summary_is_hidden(get());
    }
    std::optional<std::string_view> extra_json() const
    {
        return detail::text_of(bres_summary_extra_json(get()));
    }
    /* The data entries in file order. */
    field_range fields() const
    {
        return field_range(get());
    }
    benchresult::value field(text_argument name) const
    {
        return benchresult::value(bres_summary_field(get(), name));
    }
    /* The kind of the data entry named "value". int64(), float64() and string() read this entry. */
    bres_kind kind() const
    {
        return bres_summary_kind(get());
    }
    std::optional<std::int64_t> int64() const
    {
        return detail::value_of<std::int64_t, bres_summary_int64>(get());
    }
    std::optional<double> float64() const
    {
        return detail::value_of<double, bres_summary_float64>(get());
    }
    std::optional<std::string_view> string() const
    {
        return detail::text_of(bres_summary_string(get()));
    }
};

/* One value that an axis declares. */
class axis_value : public detail::view<const bres_axis_value>
{
  public:
    using view::view;

    std::optional<std::string_view> input_string() const
    {
        return detail::text_of(bres_axis_value_input_string(get()));
    }
    std::optional<std::string_view> description() const
    {
        return detail::text_of(bres_axis_value_description(get()));
    }
    bool is_active() const
    {
        return bres_axis_value_is_active(get());
    }
    bres_kind kind() const
    {
        return bres_axis_value_kind(get());
    }
    std::optional<std::int64_t> int64() const
    {
        return detail::value_of<std::int64_t, bres_axis_value_int64>(get());
    }
    std::optional<double> float64() const
    {
        return detail::value_of<double, bres_axis_value_float64>(get());
    }
    std::optional<std::string_view> string() const
    {
        return detail::text_of(bres_axis_value_string(get()));
    }
    std::optional<std::string_view> extra_json() const
    {
        return detail::text_of(bres_axis_value_extra_json(get()));
    }
};

/* One axis of a benchmark. */
class axis : public detail::view<const bres_axis>
{
  public:
    using view::view;
    using value_range =
        detail::range<bres_axis, axis_value, bres_axis_value_count, bres_axis_value_at>;

    std::string_view name() const
    {
        return detail::view_of(bres_axis_name(get()));
    }
    std::optional<std::string_view> type() const
    {
        return detail::text_of(bres_axis_type(get()));
    }
    /* "" or "pow2"; other text as given. */
    std::string_view flags() const
    {
        return detail::view_of(bres_axis_flags(get()));
    }
    std::string_view full_name() const
    {
        return detail::view_of(bres_axis_full_name(get()));
    }
    value_range values() const
    {
        return value_range(get());
    }
    std::optional<std::string_view> extra_json() const
    {
        return detail::text_of(bres_axis_extra_json(get()));
    }
};

/* One entry of the devices section. */
class device : public detail::view<const bres_device>
{
  public:
    using view::view;

    std::int64_t id() const
    {
        return bres_device_id(get());
    }
    std::string_view name() const
    {
        return detail::view_of(bres_device_name(get()));
    }
    /* The whole object as JSON text. */
    std::string_view json() const
    {
        return detail::view_of(bres_device_json(get()));
    }
    std::optional<std::int64_t> int64(text_argument key) const
    {
        return detail::value_of<std::int64_t, bres_device_int64>(get(),
                                                                 static_cast<const char *>(key));
    }
    std::optional<double> float64(text_argument key) const
    {
        return detail::value_of<double, bres_device_float64>(get(), static_cast<const char *>(key));
    }
};

class subbench;

namespace detail
{
/* A part of a point: `Axis[flags]` and its text. */
struct point_part_of {
    std::string_view axis;
    std::string_view text;
};

inline point_part_of point_part_at(const bres_state *state, std::size_t index)
{
    return { view_of(bres_state_point_axis_at(state, index)),
             view_of(bres_state_point_text_at(state, index)) };
}
} // namespace detail

/* One measured configuration. */
class state : public detail::view<const bres_state>
{
  public:
    using view::view;
    using point_part = detail::point_part_of;
    using point_range =
        detail::range<bres_state, point_part, bres_state_point_count, detail::point_part_at>;
    using axis_value_range = detail::range<bres_state, benchresult::value,
                                           bres_state_axis_value_count, bres_state_axis_value_at>;
    using summary_range = detail::range<bres_state, benchresult::summary, bres_state_summary_count,
                                        bres_state_summary_at>;

    inline benchresult::subbench subbench() const;
    std::string_view name() const
    {
        return detail::view_of(bres_state_name(get()));
    }
    /* `Axis[flags]=input string` for each axis, joined by one space. */
    std::string_view point_name() const
    {
        return detail::view_of(bres_state_point_name(get()));
    }
    point_range point() const
    {
        return point_range(get());
    }
    std::optional<std::string_view> point_text(text_argument axis_full_name) const
    {
        return detail::text_of(bres_state_point_text(get(), axis_full_name));
    }
    /* The device id; std::nullopt for CPU-only states. */
    std::optional<std::int64_t> device() const
    {
        return detail::value_of<std::int64_t, bres_state_device>(get());
    }
    std::optional<std::int64_t> type_config_index() const
    {
        return detail::value_of<std::int64_t, bres_state_type_config_index>(get());
    }
    std::uint32_t run() const
    {
        return bres_state_run(get());
    }
    bool is_skipped() const
    {
        return bres_state_is_skipped(get());
    }
    std::optional<std::string_view> skip_reason() const
    {
        return detail::text_of(bres_state_skip_reason(get()));
    }
    std::optional<double> setting(text_argument key) const
    {
        return detail::value_of<double, bres_state_setting>(get(), static_cast<const char *>(key));
    }
    std::optional<std::string_view> extra_json() const
    {
        return detail::text_of(bres_state_extra_json(get()));
    }
    /* Axis values in file order. */
    axis_value_range axis_values() const
    {
        return axis_value_range(get());
    }
    benchresult::value axis_value(text_argument axis) const
    {
        return benchresult::value(bres_state_axis_value(get(), axis));
    }
    /* Summaries in file order, repeated tags included. */
    summary_range summaries() const
    {
        return summary_range(get());
    }
    benchresult::summary summary(text_argument tag) const
    {
        return benchresult::summary(bres_state_summary(get(), tag));
    }
    /* Median time in seconds. */
    std::optional<double> median() const
    {
        return detail::value_of<double, bres_state_median>(get());
    }
    /* Share of the peak memory bandwidth. */
    std::optional<double> bw() const
    {
        return detail::value_of<double, bres_state_bw>(get());
    }
    /* Seconds, in measuring order, read on first use; data() is nullptr if the state has no
     * samples. */
    outcome<span<const float>> samples() const
    {
        const float *times = nullptr;
        std::size_t count = 0;
        const bres_status status = bres_state_samples(get(), &times, &count);

        return detail::made(status, span<const float>(times, count));
    }
    /* Clock rates in hertz; see samples(). */
    outcome<span<const float>> frequencies() const
    {
        const float *rates = nullptr;
        std::size_t count = 0;
        const bres_status status = bres_state_frequencies(get(), &rates, &count);

        return detail::made(status, span<const float>(rates, count));
    }
    /* Frees the samples and frequencies that were read; their spans become invalid. */
    void release_samples() const
    {
        bres_state_release_samples(get());
    }
};

/* One benchmark. */
class subbench : public detail::view<const bres_subbench>
{
  public:
    using view::view;
    using device_id_range = detail::range<bres_subbench, std::int64_t, bres_subbench_device_count,
                                          bres_subbench_device_id_at>;
    using axis_range = detail::range<bres_subbench, benchresult::axis, bres_subbench_axis_count,
                                     bres_subbench_axis_at>;
    using state_range = detail::range<bres_subbench, benchresult::state, bres_subbench_state_count,
                                      bres_subbench_state_at>;

    std::string_view name() const
    {
        return detail::view_of(bres_subbench_name(get()));
    }
    /* Empty for a CPU-only benchmark. */
    device_id_range device_ids() const
    {
        return device_id_range(get());
    }
    axis_range axes() const
    {
        return axis_range(get());
    }
    benchresult::axis axis(text_argument name) const
    {
        return benchresult::axis(bres_subbench_axis(get(), name));
    }
    state_range states() const
    {
        return state_range(get());
    }
    /* The last state with this point_name(). */
    benchresult::state state(text_argument point_name) const
    {
        return benchresult::state(bres_subbench_state(get(), point_name));
    }
    std::optional<double> setting(text_argument key) const
    {
        return detail::value_of<double, bres_subbench_setting>(get(),
                                                               static_cast<const char *>(key));
    }
    std::optional<std::string_view> extra_json() const
    {
        return detail::text_of(bres_subbench_extra_json(get()));
    }
};

inline benchresult::subbench state::subbench() const
{
    return benchresult::subbench(bres_state_subbench(get()));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
