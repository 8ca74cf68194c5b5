/* SPDX-License-Identifier: MIT */
/*
 * bench_load.py compares this with bres_result_load(): simdjson's on-demand parser reads the same
 * file, and copies the names, summaries and values of all states into strings. Prints the seconds
 * and the peak of the resident memory in bytes.
 *
 * usage: simdjson_worker FILE
 */
#include <chrono>
#include <cstdio>
#include <simdjson.h>
#include <string>
#include <sys/resource.h>
#include <vector>

using simdjson::ondemand::object;

namespace
{

struct named_value {
    std::string name;
    std::string type;
    std::string value;
};

struct summary {
    std::string tag;
    std::vector<named_value> values;
};

struct state {
    std::string name;
    std::vector<named_value> axes;
    std::vector<summary> summaries;
};

std::string text(simdjson::simdjson_result<simdjson::ondemand::value> value)
{
    const simdjson::ondemand::json_type type = value.type();

    return type == simdjson::ondemand::json_type::string
               ? std::string(std::string_view(value))
               : std::string(std::string_view(value.raw_json_token()));
}

named_value read_value(object from)
{
    named_value made;

    for (auto field : from) {
        const std::string_view key = field.unescaped_key();

        if (key == "name")
            made.name = text(field.value());
        else if (key == "type")
            made.type = text(field.value());
        else if (key == "value")
            made.value = text(field.value());
    }
    return made;
}

summary read_summary(object from)
{
    summary made;

    for (auto field : from) {
        const std::string_view key = field.unescaped_key();

        if (key == "tag")
            made.tag = text(field.value());
        else if (key == "data")
            for (object each : field.value().get_array())
                made.values.push_back(read_value(each));
    }
    return made;
}

state read_state(object from)
{
    state made;

    for (auto field : from) {
        const std::string_view key = field.unescaped_key();

        if (key == "name")
            made.name = text(field.value());
        else if (key == "axis_values")
            for (object each : field.value().get_array())
                made.axes.push_back(read_value(each));
        else if (key == "summaries")
            for (object each : field.value().get_array())
                made.summaries.push_back(read_summary(each));
    }
    return made;
}

} // namespace

int main(int argc, char **argv)
{
    const auto start = std::chrono::steady_clock::now();
    simdjson::ondemand::parser parser;
    std::vector<state> states;
    struct rusage usage;

    if (argc != 2)
        return 2;
    try {
        const simdjson::padded_string file = simdjson::padded_string::load(argv[1]);
        simdjson::ondemand::document document = parser.iterate(file);

        for (object bench : document["benchmarks"].get_array())
            for (object each : bench["states"].get_array())
                states.push_back(read_state(each));
    } catch (const simdjson::simdjson_error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%.6f %lld\n",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                static_cast<long long>(usage.ru_maxrss) * 1024);
    return states.empty() ? 1 : 0;
}
