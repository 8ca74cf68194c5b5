/* SPDX-License-Identifier: MIT */
/*
 * Loading and reading results: ranges, absent values, errors, and no allocations while reading.
 */
#include "check.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>
#if defined(__cpp_lib_span)
#include <span>
#endif

using namespace benchresult;

static result loaded()
{
    return MUST(result::load(check::sample("main.json")));
}

/* A view is a plain pointer; an owner is a pointer that can be moved but not copied. */
static_assert(sizeof(state) == sizeof(void *) && std::is_trivially_copyable_v<state>);
static_assert(sizeof(result) == sizeof(void *) && !std::is_copy_constructible_v<result> &&
              std::is_nothrow_move_constructible_v<result>);

TEST(ranges_have_an_index)
{
    const result all = loaded();
    const auto benches = all.subbenches();

    CHECK(benches.size() == bres_result_subbench_count(all.get()));
    CHECK(std::distance(benches.begin(), benches.end()) ==
          static_cast<std::ptrdiff_t>(benches.size()));
    CHECK(benches[0].name() == "copy");
    CHECK(benches.front() == benches[0]);
    CHECK(benches.back() == *(benches.end() - 1));
    CHECK(benches.begin()[1] == benches[1]);
    CHECK(benches.begin()->name() == "copy");
    CHECK(*(2 + benches.begin()) == benches[2]);
    CHECK(benches.begin() < benches.end());
    CHECK(!benches[99]);
    const auto found = std::find_if(benches.begin(), benches.end(),
                                    [](subbench bench) { return bench.name() == "sort"; });
    CHECK(found != benches.end() && *found == all.subbench("sort"));
    CHECK(std::is_sorted(benches.begin(), benches.end(),
                         [](subbench a, subbench b) { return a.name() < b.name(); }));
    std::size_t count = 0;
    for (auto it = benches.end(); it != benches.begin();)
        count += (*--it).states().size();
    CHECK(count == 8);
}

TEST(parts_as_json)
{
    const result all = loaded();
    const subbench copy = all.subbench("copy");
    const state first = copy.states().front();

    CHECK(MUST(json_of(copy)).view().find("\"name\":\"copy\"") != std::string_view::npos);
    CHECK(MUST(json_of(first)).view().find("\"summaries\"") == std::string_view::npos);
    CHECK(MUST(json_of(first.summaries().front())).view().find("\"tag\"") !=
          std::string_view::npos);
}

TEST(everything_is_there)
{
    const result all = loaded();
    const subbench copy = all.subbench("copy");
    const state first = copy.states().front();

    CHECK(all.path() == check::sample("main.json"));
    CHECK(all.meta_json().has_value() && !all.extra_json().has_value());
    CHECK(all.devices().size() == 1 && all.device(0).name() == "Synthetic GPU");
    CHECK(all.device(0).int64("sm_version").has_value());
    CHECK(!all.device(0).int64("no such key").has_value());
    CHECK(!all.device(99));
    CHECK(copy.device_ids().size() == 1 && copy.device_ids()[0] == 0);
    CHECK(copy.axes().size() == 2 && copy.axis("Elements{io}").flags() == "pow2");
    CHECK(copy.axis("Elements{io}").values()[0].int64() == 1 << 20);
    CHECK(copy.axis("T").values()[0].input_string() == "I32");
    CHECK(first.subbench() == copy);
    CHECK(copy.state(first.point_name()) == first);
    CHECK(first.point().size() == 2 && first.point()[1].axis == "Elements{io}[pow2]");
    CHECK(first.point_text(first.point()[1].axis) == "20");
    CHECK(first.device() == 0 && !first.is_skipped() && !first.skip_reason());
    CHECK(first.axis_value("Elements{io}").int64() == 1 << 20);
    CHECK(first.axis_values()[0].name() == "T");
    CHECK(first.median().has_value() && first.bw().has_value());
    CHECK(!all.subbench("sort").states()[0].device().has_value());
}

TEST(summaries_are_values)
{
    const result all = loaded();
    const state first = all.subbench("copy").states()[0];
    const summary median = first.summary("nv/cold/time/gpu/median");

    CHECK(median.hint() == "duration" && median.float64() == first.median());
    CHECK(!median.int64().has_value() && !median.string().has_value());
    CHECK(median.fields().size() == 1 && median.fields()[0].name() == "value");
    CHECK(median.field("value").type() == "float64");
    CHECK(!median.field("no such field"));
    CHECK(first.summary(std::string("nv/cold/sample_size")).int64() == 40);
    CHECK(first.summary(std::string_view("nv/cold/sample_size and more").substr(0, 19)).int64() ==
          40);
    CHECK(first
              .summary(std::string_view("nv/cold/time/gpu/median, and a name that is much longer "
                                        "than what is kept on the stack of such an argument"))
              .get() == nullptr);
}

TEST(a_chain_of_lookups_needs_one_check)
{
    const result all = loaded();
    const result none;

    CHECK(!all.subbench("nobody").state("nowhere").summary("nothing").float64().has_value());
    CHECK(none.subbenches().empty() && none.subbench("copy").states().empty());
    CHECK(none.subbench("copy").name().empty());
}

TEST(samples_are_a_view)
{
    const result all = loaded();
    const state first = all.subbench("copy").states()[0];
    const span<const float> times = MUST(first.samples());
    const span<const float> rates = MUST(first.frequencies());
    const float *raw = nullptr;
    std::size_t count = 0;

    CHECK(times.size() == 40 && rates.size() == 40);
    CHECK(bres_state_samples(first.get(), &raw, &count) == BRES_OK && raw == times.data());
    CHECK(*std::min_element(times.begin(), times.end()) > 0);
    CHECK(times.front() == times[0] && times.back() == times[39]);
#if defined(__cpp_lib_span)
    const std::span<const float> standard = times;
    CHECK(standard.data() == times.data() && standard.size() == 40);
#endif
}

#if defined(__cpp_lib_ranges)
static_assert(std::ranges::random_access_range<subbench::state_range>);
static_assert(std::ranges::sized_range<subbench::state_range>);
static_assert(std::ranges::view<subbench::state_range>);
static_assert(std::ranges::borrowed_range<comparison::row_range>);
static_assert(std::ranges::contiguous_range<span<const float>>);

TEST(ranges_are_those_of_the_standard)
{
    const result all = loaded();
    const auto states = all.subbench("copy").states();

    CHECK(std::ranges::count_if(states, [](state each) { return each.bw().has_value(); }) == 4);
    CHECK((*std::ranges::find(states, "Device=0 T=F64 Elements{io}=2^20", &state::name)).device() ==
          0);
/* clang before 16 cannot compile the views of libstdc++. */
#if !defined(__clang__) || __clang_major__ >= 16
    std::size_t values = 0;
    const auto measured = [](state each) { return each.median().has_value(); };
    for (state each : states | std::views::drop(1) | std::views::filter(measured))
        values += each.axis_values().size();
    CHECK(values == 6);
#endif
}
#endif

TEST(files_of_other_tools_are_imported)
{
    const std::string_view text =
        R"({"results": [{"command": "true", "mean": 2, "times": [1, 3]}]})";
    import_options options;

    options.bench = "shell";
    const result all = MUST(result::import_memory(text, options));
    CHECK(all.subbench("shell").states()[0].axis_value("Command").string() == "true");
    CHECK(MUST(all.subbench("shell").states()[0].samples()).size() == 2);
    CHECK(import_format_name(0) == std::string_view("nvbench"));
    CHECK(import_format_name(1000) == nullptr);
    CHECK(std::string_view(MUST(all.export_text("go"))).substr(0, 9) == "Benchmark");
    CHECK(export_format_name(0) == std::string_view("google-benchmark"));
    CHECK(export_format_name(1000) == nullptr);
    options.format = "no-format";
    const auto unknown = check::failure_of([&] { return result::import_memory(text, options); });
    const auto missing = check::failure_of([] { return result::import_file("/no/such/file"); });
    const auto closed = check::failure_of([] { return result::import_fd(-1); });
    CHECK(unknown && unknown->status() == BRES_ERROR_KEY);
    CHECK(missing && missing->status() == BRES_ERROR_NO_FILE);
    CHECK(closed && closed->status() == BRES_ERROR_IO);
}

TEST(errors_say_where)
{
    const auto missing = check::failure_of([] { return result::load("/no/such/file.json"); });
    const auto syntax = check::failure_of([] { return result::load_memory("{ \"devices\": x"); });
    const auto kind = check::failure_of(
        [] { return result::load_memory(R"({"devices": [], "benchmarks": [{"name": 1}]})"); });

    CHECK(missing && missing->status() == BRES_ERROR_NO_FILE);
    CHECK(missing && missing->file() == "/no/such/file.json" && missing->system_errno() != 0);
    CHECK(missing &&
          std::string_view(missing->what()).find("/no/such/file.json") != std::string_view::npos);
    CHECK(missing && !missing->offset().has_value());
    CHECK(syntax && syntax->status() == BRES_ERROR_SYNTAX && syntax->offset() == 13);
    CHECK(kind && kind->status() == BRES_ERROR_KIND && !kind->path().empty());
    CHECK(kind && !kind->expected().empty());
    /* The copy does not change when later calls fail. */
    const error copy = *missing;
    CHECK(copy.what() == missing->what() && status_name(copy.status()) == "BRES_ERROR_NO_FILE");
}

TEST(warnings_are_heard)
{
    static const char document[] = R"({"devices": [], "benchmarks": [{"name": "b", "devices": [],
        "axes": [], "states": [{"name": "s", "device": null, "is_skipped": false, "axis_values": [],
        "summaries": [{"tag": "t", "data": [{"name": "value", "type": "int64", "value": "x"}]}]}]}]})";
    std::vector<std::string> heard;
    load_options options;

    options.flags = BRES_LOAD_LENIENT;
    const result all = MUST(result::load_memory(
        document, with_log(options, [&](bres_log_level level, std::string_view message) {
            CHECK(level == BRES_LOG_WARNING);
            heard.emplace_back(message);
        })));
    CHECK(heard.size() == 1);
    CHECK(!all.subbenches()[0].states()[0].summary("t").int64().has_value());
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
TEST(what_a_log_handler_throws_comes_out)
{
    load_options options;
    bool caught = false;

    options.flags = BRES_LOAD_LENIENT;
    try {
        (void)result::load(check::sample("main.json"), options);
        (void)result::load_memory(
            R"({"devices": [], "benchmarks": [{"name": "b", "devices": [], "axes": [],
                "states": [{"name": "s", "device": "x", "is_skipped": false, "axis_values": [],
                "summaries": []}]}]})",
            with_log(options, [](auto, auto) { throw 42; }));
    } catch (int thrown) {
        caught = thrown == 42;
    }
    CHECK(caught);
}
#endif

TEST(looking_does_not_allocate)
{
    const result all = loaded();
    double sum = 0;
    std::size_t letters = 0;

    for (const subbench bench : all.subbenches())
        for (const state each : bench.states())
            (void)MUST(each.samples());
    const std::size_t before = check::allocations();
    for (const subbench bench : all.subbenches())
        for (const state each : bench.states()) {
            letters += each.name().size() + each.point_name().size();
            for (const value on_axis : each.axis_values())
                letters += on_axis.text().value_or("").size();
            letters += each.summary("nv/cold/sample_size").tag().size();
            for (const summary one : each.summaries())
                for (const value field : one.fields())
                    sum += field.float64().value_or(0);
            sum += each.median().value_or(0);
            for (const float time : MUST(each.samples()))
                sum += static_cast<double>(time);
        }
    CHECK(check::allocations() == before);
    CHECK(sum > 0 && letters > 0);
}
