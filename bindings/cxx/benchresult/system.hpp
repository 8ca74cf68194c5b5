/* SPDX-License-Identifier: MIT */
/*
 * The machine, and the facts that disturb measurements on it. See benchresult/system.h.
 */
#ifndef BENCHRESULT_SYSTEM_HPP
#define BENCHRESULT_SYSTEM_HPP

#include <benchresult/outcome.hpp>
#include <benchresult/range.hpp>
#include <benchresult/system.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "note", "warning" or "critical"; empty for an unknown severity. */
inline std::string_view severity_name(bres_severity severity)
{
    return detail::view_of(bres_severity_name(severity));
}

/* A fact, known or unknown. */
class machine_fact : public detail::record<bres_machine_fact>
{
  public:
    using record::record;

    std::string_view key() const
    {
        return detail::view_of(members().key);
    }
    /* The name for messages. */
    std::string_view name() const
    {
        return detail::view_of(members().name);
    }
    std::optional<std::string_view> file() const
    {
        return detail::text_of(members().file);
    }
    /* The value as text, unless it is unknown. */
    std::optional<std::string_view> value() const
    {
        return detail::text_of(members().value);
    }
    /* Why the value is unknown. */
    std::optional<std::string_view> unknown() const
    {
        return detail::text_of(members().unknown);
    }
    bres_fact_kind kind() const
    {
        return static_cast<bres_fact_kind>(members().kind);
    }
    std::optional<double> number() const
    {
        return members().is_number != 0 ? std::optional<double>(members().number) : std::nullopt;
    }
};

/* A fact that disturbs measurements. */
class finding : public detail::record<bres_finding>
{
  public:
    using record::record;

    bres_severity severity() const
    {
        return static_cast<bres_severity>(members().severity);
    }
    /* The key of the fact. */
    std::string_view key() const
    {
        return detail::view_of(members().key);
    }
    std::string_view message() const
    {
        return detail::view_of(members().message);
    }
    std::optional<std::string_view> file() const
    {
        return detail::text_of(members().file);
    }
    /* A command that fixes the finding. */
    std::optional<std::string_view> fix() const
    {
        return detail::text_of(members().fix);
    }
};

/* Facts and findings; views of them are valid until the next update. */
class machine : public detail::owner<bres_machine, bres_machine_free>
{
  public:
    using owner::owner;
    using fact_range =
        detail::range<bres_machine, machine_fact, bres_machine_fact_count, bres_machine_fact_at>;
    using finding_range =
        detail::range<bres_machine, finding, bres_machine_finding_count, bres_machine_finding_at>;

    /* Reads the machine below a directory that stands for "/"; nullptr: this machine. */
    static outcome<machine> read(text_argument root = nullptr)
    {
        bres_machine *found = nullptr;
        const bres_status status = bres_machine_read(root, &found);

        return detail::made(status, machine(found));
    }
    /* Adds a GPU. */
    outcome<void> read_gpu(int device)
    {
        return detail::done(bres_machine_read_gpu(get(), device));
    }
    /* Reads the machine and its GPUs again. */
    outcome<void> update()
    {
        return detail::done(bres_machine_update(get()));
    }

    fact_range facts() const &
    {
        return fact_range(get());
    }
    fact_range facts() const && = delete;
    /* Empty for an unknown key. */
    machine_fact fact(text_argument key) const &
    {
        return machine_fact(bres_machine_fact_find(get(), key));
    }
    machine_fact fact(text_argument key) const && = delete;
    /* The most severe first. */
    finding_range findings() const &
    {
        return finding_range(get());
    }
    finding_range findings() const && = delete;
    /* The CPUs on which a program is disturbed least. */
    outcome<std::vector<std::int32_t>> quiet_cpus() const
    {
        std::vector<std::int32_t> cpus;
        std::size_t count = 0;
        bres_status status = bres_machine_quiet_cpus(get(), nullptr, 0, &count);

        if (status == BRES_OK) {
            cpus.resize(count);
            status = bres_machine_quiet_cpus(get(), cpus.data(), cpus.size(), &count);
        }
        return detail::made(status, std::move(cpus));
    }
    /* Facts and findings as a JSON object. */
    outcome<text> json() const
    {
        char *made = nullptr;
        std::size_t length = 0;
        const bres_status status = bres_machine_json(get(), &made, &length);

        return detail::made(status, text(made, length));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
