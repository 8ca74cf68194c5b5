/* SPDX-License-Identifier: MIT */
/*
 * GPUs: programs without a GPU, and measuring, racing and tuning launchers on the double of the
 * driver.
 */
#include "check.hpp"

#include <array>
#include <cstdlib>
#include <stdexcept>

using namespace benchresult;

namespace
{
/* A benchmark to measure into, with three samples per state. */
struct loop {
    result_builder building;
    subbench_builder bench;
    criterion enough;
    measure_options options;

    loop()
        : building(MUST(result_builder::make())), bench(MUST(building.add_subbench("loop"))),
          enough(MUST(criterion::make(MUST(criteria::make()), "sample-count")))
    {
        MUST(enough.set_int64("target-samples", 3));
        options.criterion = enough.get();
        options.min_samples = 1;
    }
};
} // namespace

static void without_a_gpu()
{
    loop self;
    const auto failure = check::failure_of([&] {
        return measure_cuda([](launch each) { keep(each.stream()); }, self.bench, self.options);
    });

    CHECK(failure && failure->status() == BRES_ERROR_NO_DEVICE);
    const auto queue = [](launch each) { keep(each.stream()); };
    const auto refused = check::failure_of([&] { return race_cuda(queue, queue); });
    CHECK(refused && refused->status() == BRES_ERROR_NO_DEVICE);
    tuner tuned = MUST(tuner::make());
    MUST(tuned.add_int64("Tile", { 8, 16 }));
    CHECK(check::failure_of([&] { return tuned.run_cuda([](launch, trial) {}); }));
    CHECK(!cuda_available() && cuda_device_count() == 0);
    CHECK(check::failure_of([] { return cuda_stream::make(0); }));
    CHECK(check::failure_of([] { return cuda_buffer::make(0, 4); }));
    CHECK(check::failure_of([] { return cuda_module::load(0, "no PTX"); }));
    CHECK(check::failure_of([] { return cuda_device_json(0); }));
    CHECK(!cuda_stream().handle() && cuda_buffer().size() == 0);
    CHECK(check::failure_of([] { return cuda_kernel().launch({}, nullptr, 1, 2.0F); }));
}

static void memory_and_streams()
{
    cuda_buffer buffer = MUST(cuda_buffer::make(0, 16));
    cuda_stream stream = MUST(cuda_stream::make(0));
    const std::array<int, 4> written = { 1, 2, 3, 4 };
    std::array<int, 4> read = {};

    MUST(buffer.write(0, written.data(), sizeof written));
    MUST(buffer.read(0, read.data(), sizeof read));
    CHECK(read == written && buffer.size() == 16 && buffer.address() != 0);
    MUST(buffer.fill(0, stream.handle()));
    MUST(stream.synchronize());
    CHECK(check::failure_of([&] { return buffer.read(8, read.data(), 16); }));
    MUST(stream.capture());
    MUST(buffer.fill(1, stream.handle()));
    cuda_graph graph = MUST(stream.finish());
    MUST(graph.upload(stream.handle()));
    MUST(graph.launch(stream.handle()));
    MUST(stream.synchronize());
}

static void launchers()
{
    loop self;
    cuda_buffer buffer = MUST(cuda_buffer::make(0, 1 << 20));
    unsigned launched = 0;
    result_builder described = MUST(result_builder::make());
    const state_builder state = MUST(measure_cuda(
        [&](launch each) {
            launched++;
            MUST(buffer.fill(0, each.stream()));
        },
        self.bench, self.options));

    CHECK(launched >= 4 && state.device() == 0);
    CHECK(MUST(state.samples()).size() >= 3);
    const device added = MUST(described.add_device(0, "double", MUST(cuda_device_json(0)).c_str()));
    CHECK(added.name() == "double" && MUST(cuda_device_query(0)).sm_count > 0);
    const auto failure = check::failure_of([&] {
        return measure_cuda([](launch) { return bres_measure_fail("not today"); }, self.bench,
                            self.options);
    });
    CHECK(failure && failure->status() == BRES_ERROR_VALUE);
    CHECK(failure && std::string_view(failure->what()) == "not today");
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
    bool caught = false;
    try {
        measure_cuda([](launch) { throw std::out_of_range("in a launcher"); }, self.bench,
                     self.options);
    } catch (const std::out_of_range &) {
        caught = true;
    }
    CHECK(caught);
#endif
    CHECK(self.bench.states().size() == 1);
}

/* A kernel whose duration is set in the double. */
struct work {
    cuda_module module;
    cuda_kernel kernel;
    unsigned launched = 0;

    work()
        : module(MUST(cuda_module::load(0, ".version 6.0\n.target sm_50\n.address_size 64\n"
                                           ".visible .entry work()\n{\n    ret;\n}\n"))),
          kernel(MUST(module.kernel("work")))
    {
    }
    auto launcher()
    {
        return [this](launch each) {
            launched++;
            MUST(kernel.launch({ { 1, 1, 1 }, { 1, 1, 1 }, 0 }, each.stream()));
        };
    }
};

static void races()
{
    work self;
    race_options options;

    options.min_pairs = 1;
    options.max_pairs = 3;
    const race_outcome ended = MUST(race_cuda(self.launcher(), self.launcher(), options));
    CHECK(ended.pairs == 3 && ended.stop_reason == BRES_RACE_PAIRS_OVER && self.launched >= 6);
    CHECK(ended.ratio > 0);
    const auto failure = check::failure_of([&] {
        return race_cuda(
            self.launcher(), [](launch) { return bres_measure_fail("not today"); }, options);
    });
    CHECK(failure && std::string_view(failure->what()) == "not today");
}

static void tuners()
{
    work self;
    tuner_options options;

    options.max_samples = 6;
    tuner tuned = MUST(tuner::make(options));
    MUST(tuned.add_int64("Tile", { 8, 16 }));
    MUST(tuned.run_cuda([&](launch each, trial configuration) {
        CHECK(configuration.int64("Tile") == 8 || configuration.int64("Tile") == 16);
        self.launcher()(each);
    }));
    CHECK(tuned.stop_reason() == BRES_TUNER_SAMPLES_OVER && self.launched >= 6);
    const result all = tuned.result();
    CHECK(all.subbench("tune").states().size() == 2);
}

/* A driver that has been found stays loaded, so the calls without a driver come first. */
TEST(gpus_come_and_stay)
{
    setenv("BENCHRESULT_CUDA_LIBRARY", "/no/such/library", 1);
    without_a_gpu();
    setenv("BENCHRESULT_CUDA_LIBRARY", BRES_TEST_CUDA_LIBRARY, 1);
    CHECK(cuda_available() && cuda_device_count() > 0);
    memory_and_streams();
    launchers();
    races();
    tuners();
    unsetenv("BENCHRESULT_CUDA_LIBRARY");
}
