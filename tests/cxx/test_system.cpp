/* SPDX-License-Identifier: MIT */
/*
 * Properties of the machine, read from a made-up tree.
 */
#include "check.hpp"

#include <cstdio>
#include <string>
#include <sys/stat.h>

using namespace benchresult;

/* A tree with a single property, which is reported as a finding. */
static std::string made_up_tree()
{
    const std::string root = BRES_TEST_BUILD_DIR "/cxx-machine";
    std::string path = root;

    mkdir(root.c_str(), 0700);
    for (const char *part : { "/proc", "/sys", "/kernel" }) {
        path += part;
        mkdir(path.c_str(), 0700);
    }
    std::FILE *file = std::fopen((path + "/nmi_watchdog").c_str(), "w");
    CHECK(file != nullptr);
    if (file != nullptr) {
        std::fputs("1\n", file);
        std::fclose(file);
    }
    return root;
}

TEST(machines_have_facts_and_findings)
{
    machine found = MUST(machine::read("/nonexistent"));

    CHECK(found.facts().size() > 40 && found.findings().empty());
    CHECK(MUST(found.quiet_cpus()).empty());
    const machine_fact missing = found.fact("host name");
    CHECK(!missing && missing.key().empty() && missing.name().empty() && !missing.file());
    CHECK(!missing.value() && !missing.unknown() && !missing.number());
    CHECK(finding().message().empty() && finding().key().empty() && !finding().fix());
    const machine_fact governor = found.fact("governor");
    CHECK(governor && governor.unknown() == "absent" && !governor.value() && !governor.number());
    CHECK(governor.kind() == BRES_FACT_SETTING && governor.name().size() > 8);
    CHECK(governor.file() && governor.file()->substr(0, 4) == "/sys");
    CHECK(MUST(found.json()).view().front() == '{');
    diagnosis report;
    report.machine = found.get();
    CHECK(MUST(doctor_report(report)).view().substr(0, 9) == "# Machine");
    MUST(found.update());
    CHECK(check::failure_of([&] { return found.read_gpu(-1); }));
    CHECK(severity_name(BRES_SEVERITY_WARNING) == "warning");
}

TEST(findings_have_commands)
{
    const machine found = MUST(machine::read(made_up_tree()));

    CHECK(found.fact("nmi_watchdog").value() == "1" && found.fact("nmi_watchdog").number() == 1);
    CHECK(found.findings().size() == 1);
    for (const finding each : found.findings()) {
        CHECK(each.severity() == BRES_SEVERITY_NOTE && each.key() == "nmi_watchdog");
        CHECK(each.file() == "/proc/sys/kernel/nmi_watchdog");
        CHECK(each.fix() == "sudo sysctl kernel.nmi_watchdog=0");
        CHECK(each.message().substr(0, 16) == "the NMI watchdog");
    }
}
