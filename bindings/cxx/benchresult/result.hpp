/* SPDX-License-Identifier: MIT */
/*
 * A whole result: load, import, read, merge and write. See benchresult/model.h,
 * benchresult/nvbench.h and benchresult/formats.h.
 */
#ifndef BENCHRESULT_RESULT_HPP
#define BENCHRESULT_RESULT_HPP

#include <benchresult/build.h>
#include <benchresult/callback.hpp>
#include <benchresult/formats.h>
#include <benchresult/model.hpp>
#include <benchresult/nvbench.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* Options for loading, importing and writing: the C structs with their defaults. */
using load_options = detail::initialized<bres_load_options, bres_load_options_init>;
using import_options = detail::initialized<bres_import_options, bres_import_options_init>;
using write_options = detail::initialized<bres_write_options, bres_write_options_init>;
using export_options = detail::initialized<bres_export_options, bres_export_options_init>;

/* The name of a format that can be written; nullptr: the index is out of range. */
inline const char *export_format_name(std::size_t index)
{
    return bres_export_format_name(index);
}

/* The name of a format that can be imported; nullptr: the index is out of range. */
inline const char *import_format_name(std::size_t index)
{
    return bres_import_format_name(index);
}

/* One reference to a result: one file, or a merge of several files. Views and ranges are borrowed
 * from it, so a temporary cannot return them. */
class result : public detail::owner<bres_result, bres_result_unref>
{
  public:
    using owner::owner;
    using device_range = detail::range<bres_result, benchresult::device, bres_result_device_count,
                                       bres_result_device_at>;
    using subbench_range = detail::range<bres_result, benchresult::subbench,
                                         bres_result_subbench_count, bres_result_subbench_at>;

    /* Loads a result file. */
    static outcome<result> load(text_argument path,
                                const bres_load_options &options = load_options())
    {
        bres_result *loaded = nullptr;
        const bres_status status = bres_result_load(path, &options, &loaded);

        return detail::called(status, result(loaded));
    }
    /* Loads a result from memory, which is read during the call only. */
    static outcome<result> load_memory(std::string_view data,
                                       const bres_load_options &options = load_options())
    {
        bres_result *loaded = nullptr;
        const bres_status status =
            bres_result_load_memory(data.data(), data.size(), &options, &loaded);

        return detail::called(status, result(loaded));
    }
    /* Loads a result from a file descriptor, up to its end. */
    static outcome<result> load_fd(int fd, const bres_load_options &options = load_options())
    {
        bres_result *loaded = nullptr;
        const bres_status status = bres_result_load_fd(fd, &options, &loaded);

        return detail::called(status, result(loaded));
    }
    /* Imports a file of another benchmark tool. */
    static outcome<result> import_file(text_argument path,
                                       const bres_import_options &options = import_options())
    {
        bres_result *imported = nullptr;
        const bres_status status = bres_result_import(path, &options, &imported);

        return detail::called(status, result(imported));
    }
    static outcome<result> import_memory(std::string_view data,
                                         const bres_import_options &options = import_options())
    {
        bres_result *imported = nullptr;
        const bres_status status =
            bres_result_import_memory(data.data(), data.size(), &options, &imported);

        return detail::called(status, result(imported));
    }
    static outcome<result> import_fd(int fd, const bres_import_options &options = import_options())
    {
        bres_result *imported = nullptr;
        const bres_status status = bres_result_import_fd(fd, &options, &imported);

        return detail::called(status, result(imported));
    }
    /* Merges results in their order; `results` is a range of result. These results must not change
     * any more. */
    template <class Range> static outcome<result> merge(const Range &results)
    {
        const auto handles = detail::handles_of<bres_result>(results);
        bres_result *merged = nullptr;
        const bres_status status = bres_result_merge(handles.data(), handles.size(), &merged);

        return detail::made(status, result(merged));
    }

    /* A new reference to the same result. */
    result share() const
    {
        return result(bres_result_ref(get()));
    }
    outcome<void> write(text_argument path,
                        const bres_write_options &options = write_options()) const
    {
        return detail::done(bres_result_write(get(), path, &options));
    }
    /* Writes to a file descriptor, without sidecars. */
    outcome<void> write_fd(int fd, const bres_write_options &options = write_options()) const
    {
        return detail::done(bres_result_write_fd(get(), fd, &options));
    }

    /* The result in the format of another tool; see export_format_name(). */
    outcome<text> export_text(text_argument format,
                              const bres_export_options &options = export_options()) const
    {
        char *written = nullptr;
        const bres_status status = bres_result_export(get(), format, &options, &written);

        return detail::made(status, text(written));
    }

    std::optional<std::string_view> path() const
    {
        return detail::text_of(bres_result_path(get()));
    }
    std::optional<std::string_view> meta_json() const
    {
        return detail::text_of(bres_result_meta_json(get()));
    }
    std::optional<std::string_view> file_version() const
    {
        return detail::text_of(bres_result_file_version(get()));
    }
    std::optional<std::string_view> extra_json() const
    {
        return detail::text_of(bres_result_extra_json(get()));
    }

    device_range devices() const &
    {
        return device_range(get());
    }
    device_range devices() const && = delete;
    benchresult::device device(std::int64_t id) const &
    {
        return benchresult::device(bres_result_device(get(), id));
    }
    benchresult::device device(std::int64_t id) const && = delete;
    /* Benchmarks in file order, including those with a repeated name. */
    subbench_range subbenches() const &
    {
        return subbench_range(get());
    }
    subbench_range subbenches() const && = delete;
    benchresult::subbench subbench(text_argument name) const &
    {
        return benchresult::subbench(bres_result_subbench(get(), name));
    }
    benchresult::subbench subbench(text_argument name) const && = delete;
};

namespace detail
{
/* The text that a C function writes for a handle. */
template <auto Function, class Handle> outcome<text> text_from(const Handle *handle)
{
    char *written = nullptr;
    const bres_status status = Function(handle, &written);

    return made(status, text(written));
}
} // namespace detail

/* A part of a result as one JSON object, as in the file: a benchmark without its states, a state
 * without its summaries, or a summary. */
inline outcome<text> json_of(const subbench &bench)
{
    return detail::text_from<bres_subbench_json>(bench.get());
}
inline outcome<text> json_of(const state &state)
{
    return detail::text_from<bres_state_json>(state.get());
}
inline outcome<text> json_of(const summary &summary)
{
    return detail::text_from<bres_summary_json>(summary.get());
}

/* Replaces a whole file; see bres_write_file(). */
inline outcome<void> write_file(text_argument path, std::string_view data)
{
    return detail::done(bres_write_file(path, data.data(), data.size()));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
