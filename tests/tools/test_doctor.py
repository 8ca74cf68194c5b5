#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult doctor: reports about made-up machines, and commands in a steadier setting."""
import json
import os
import signal
import subprocess
import sys
import unicodedata
import unittest

import program
import tool

STEP = 16384


def width(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


class DoctorTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.environment = dict(os.environ, BENCHRESULT_SYSTEM_ROOT=self.directory)
        self.environment.pop("BENCHRESULT_SETTING", None)
        self.environment["BENCHRESULT_LIBEXEC"] = os.path.join(tool.BUILD, "libexec")

    def put(self, path, content):
        path = self.path(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)

    def doctor(self, *arguments, **keys):
        return self.run_tool("doctor", *arguments, env=self.environment, **keys)

    def report(self, *arguments):
        process = self.doctor("--max-time", "0", *arguments)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return process.stdout


class ReportTest(DoctorTest):
    def test_findings(self):
        self.put("proc/sys/kernel/nmi_watchdog", "1\n")
        self.put("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n")
        report = self.report()
        self.assertLess(report.index("- warning: turbo is 'on'"),
                        report.index("- note: the NMI watchdog is 1"))
        self.assertIn("  fix: sudo sysctl kernel.nmi_watchdog=0\n", report)
        self.assertNotIn("# Measurement", report)

    def test_nothing_is_visible(self):
        report = self.report()
        self.assertIn("No visible fact of this machine disturbs measurements.\n", report)
        self.assertIn("\n# Not visible\n\n- absent: system, release, processor,", report)

    def test_lines_are_narrow(self):
        def odd():
            self.put("proc/cpuinfo", "model name\t: " + "x" * 300 + " 水" * 60 + "\n")
            self.put("sys/hypervisor/type", "水" * 90 + "\n")
            os.mkfifo(self.path("proc/swaps"))
            os.symlink("self", self.path("proc/self"))

        for prepare in (lambda: None, odd):
            prepare()
            report = self.report()
            self.assertLessEqual(max(map(width, report.splitlines())), 80, report)
        self.environment.pop("BENCHRESULT_SYSTEM_ROOT")
        self.assertLessEqual(max(map(width, self.report().splitlines())), 80)

    def test_json(self):
        self.put("proc/sys/kernel/nmi_watchdog", "1\n")
        report = json.loads(self.report("--format", "json"))
        self.assertEqual(list(report), ["format_version", "host", "gpus", "findings", "probe",
                                        "failure", "require", "fit"])
        self.assertEqual(report["host"]["nmi_watchdog"], 1)
        [finding] = report["findings"]
        self.assertEqual(list(finding), ["severity", "key", "message", "file", "fix"])
        self.assertEqual((report["gpus"], report["probe"], report["fit"]), ([], None, None))

    def test_output(self):
        self.assertEqual(self.report("-o", self.path("report.md")), "")
        self.assertIn("# Findings\n", self.read("report.md"))

    def test_gpu_that_is_missing(self):
        self.environment["BENCHRESULT_CUDA_LIBRARY"] = "/nonexistent/libcuda.so.1"
        process = self.doctor("--max-time", "0", "--gpu", "0")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("/nonexistent/libcuda.so.1", process.stderr)

    def test_usage(self):
        for arguments, message in (
                (("--gpu", "x"), "'x' is not a whole number"),
                (("--format", "csv"), "unknown format 'csv' (expected markdown or json)"),
                (("--require", "1", "--max-time", "0"), "--require and --save need a measurement"),
                (("--save", "--max-time", "0"), "--require and --save need a measurement"),
                (("--no-pin",), "--no-... options need a COMMAND"),
                (("--no-aslr",), "--no-... options need a COMMAND"),
                (("--",), "'--' is the last argument"),
                (("true",), "unexpected 'true' (expected '--' before a COMMAND)"),
                (("--save", "--", "true"), "cannot be combined with a COMMAND"),
                (("--gpu", "0", "--", "true"), "cannot be combined with a COMMAND"),
                (("--odd",), "unknown option '--odd'")):
            with self.subTest(arguments):
                process = self.doctor(*arguments)
                self.assertEqual((process.returncode, process.stdout), (2, ""))
                self.assertIn(message, process.stderr)

    def test_help(self):
        printed = self.done("doctor", "--help")
        self.assertLessEqual(max(map(len, printed.splitlines())), 80)


class MeasurementTest(DoctorTest):
    """A second is too short for the race; the tests of the probe itself use virtual time."""

    def test_report(self):
        process = self.doctor("-q", "--max-time", "1")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        report = process.stdout
        self.assertIn("\n# Measurement\n\nThe idle test:", report)
        self.assertRegex(report, r"\n\| spin +\| ")
        self.assertIn("\nResult: ", report)
        self.assertLessEqual(max(map(width, report.splitlines())), 80, report)

    def test_requirement_that_no_machine_meets(self):
        process = self.doctor("-q", "--max-time", "1", "--require", "0.001", "--format", "json")
        self.assertEqual((process.returncode, process.stderr),
                         (1, "benchresult: --require: the machine is not fit for 0.001 %\n"))
        report = json.loads(process.stdout)
        self.assertEqual((report["require"], report["fit"]), (1e-5, False))
        self.assertEqual([idle["work"] for idle in report["probe"]["idle"]], ["spin", "memory"])
        self.assertEqual([race["work"] for race in report["probe"]["race"]],
                         ["spin", "memory", "system calls"])
        self.assertIn("end", report["host"])

    def test_measurement_that_fails(self):
        self.environment["BENCHRESULT_LIBEXEC"] = self.directory
        process = self.doctor("-q", "--max-time", "1")
        self.assertEqual(process.returncode, 2)
        self.assertIn("\n# Measurement\n\nNothing was measured: ", process.stdout)
        self.assertIn("benchresult-probe-runner", process.stderr)

    def test_variation_that_is_not_known(self):
        self.environment["XDG_STATE_HOME"] = self.path("state")
        process = self.doctor("-q", "--max-time", "1", "--save")
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("# Measurement\n", process.stdout)
        self.assertFalse(os.path.exists(self.path("state")))

    def test_signal(self):
        with subprocess.Popen([tool.TOOL, "doctor", "-q", "--max-time", "600"],
                              stdout=subprocess.PIPE, env=self.environment) as process:
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=60)
        self.assertIn(process.returncode, (143, -signal.SIGTERM))
        self.assertEqual(output, b"")


class CommandTest(DoctorTest):
    def setting(self, *options):
        """The content of BENCHRESULT_SETTING in the environment of the command."""
        process = self.doctor("-q", *options, "--", "sh", "-c", 'echo "$BENCHRESULT_SETTING"')
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return dict(word.split("=") for word in process.stdout.split())

    def test_status_and_output(self):
        process = self.doctor("-q", "--", "sh", "-c", "cat; echo error >&2; exit 7", input="text")
        self.assertEqual((process.returncode, process.stdout, process.stderr),
                         (7, "text", "error\n"))

    def test_the_command_has_the_process(self):
        with subprocess.Popen([tool.TOOL, "doctor", "-q", "--", "sh", "-c", "echo $$; read line"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                              env=self.environment) as process:
            self.assertEqual(int(process.stdout.readline()), process.pid)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(), -signal.SIGTERM)

    def test_ignored_signals_stay_ignored(self):
        for number in (signal.SIGPIPE, signal.SIGCHLD):
            for handler in (signal.SIG_DFL, signal.SIG_IGN):
                process = self.doctor("-q", "--", "grep", "SigIgn", "/proc/self/status",
                                      restore_signals=False,
                                      preexec_fn=lambda: signal.signal(number, handler))
                mask = int(process.stdout.split()[1], 16)
                self.assertEqual(bool(mask >> (number - 1) & 1), handler == signal.SIG_IGN)

    def test_command_that_cannot_start(self):
        process = self.doctor("-q", "--", self.path("none"))
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn(f"cannot start '{self.path('none')}': No such file", process.stderr)

    def test_environment_has_a_fixed_size(self):
        for extra in (0, 1, 7, 1000, STEP):
            self.environment["EXTRA"] = "x" * extra
            process = subprocess.run(
                [tool.TOOL, "doctor", "-q", "--no-pin", "--", "cat", "/proc/self/environ"],
                capture_output=True, env=self.environment, check=True)
            entries = process.stdout.split(b"\0")[:-1]
            size = sum(len(entry) + 1 + 8 for entry in entries)
            self.assertEqual(size, STEP if extra < STEP else 2 * STEP)
            [setting] = [entry for entry in entries if entry.startswith(b"BENCHRESULT_SETTING=")]
            self.assertIn(f"environment={size}".encode(), setting)

    def test_environment_of_a_nested_doctor(self):
        process = self.doctor("-q", "--", tool.TOOL, "doctor", "-q", "--", "sh", "-c",
                              "echo ${#BENCHRESULT_PADDING}; echo $BENCHRESULT_SETTING")
        length, setting = process.stdout.splitlines()
        self.assertLess(int(length), STEP)
        self.assertEqual(setting.count("environment="), 1)

    def test_pinned_to_quiet_cpus(self):
        [cpu, *_] = sorted(os.sched_getaffinity(0))
        self.put("proc/stat", f"cpu{cpu} 1 0 0 100 0 0 0 0\n")
        self.assertEqual(self.setting()["cpus"], str(cpu))
        process = self.doctor("-q", "--", "grep", "Cpus_allowed_list", "/proc/self/status")
        self.assertEqual(process.stdout.split()[1], str(cpu))

    def test_cpus_that_are_refused(self):
        self.put("proc/stat", "cpu8000 1 0 0 100 0 0 0 0\n")
        self.assertEqual(self.setting()["cpus"], "all")
        process = self.doctor("--", "sh", "-c", "exit 3")
        self.assertEqual(process.returncode, 3)
        self.assertIn("note: cannot choose CPUs: Invalid argument\n", process.stderr)

    def test_cpus_that_are_not_visible(self):
        self.assertEqual(self.setting()["cpus"], "all")
        process = self.doctor("--", "true")
        self.assertIn("note: the command is not pinned: the CPUs are not visible\n",
                      process.stderr)

    def test_priority(self):
        process = self.doctor("-q", "--", "sh", "-c", 'nice; echo "$BENCHRESULT_SETTING"')
        niceness, setting = process.stdout.splitlines()
        self.assertIn(f"priority={niceness}", setting.split())
        self.assertIn(int(niceness), (-10, os.nice(0)))

    def test_measures_are_off(self):
        self.assertEqual(self.setting("--no-pin", "--no-priority").keys(), {"environment"})
        self.assertEqual(self.setting("--no-pin", "--no-environment").keys(), {"priority"})
        self.assertEqual(self.setting("--no-pin", "--no-environment", "--no-priority"), {})
        process = self.doctor("--no-pin", "--no-environment", "--no-priority", "--", "sh", "-c",
                              'echo "${BENCHRESULT_SETTING-unset} ${BENCHRESULT_PADDING-unset}"')
        self.assertEqual((process.stdout, process.stderr), ("unset unset\n", ""))

    def test_randomization(self):
        def personality(*options):
            process = self.doctor(*options, "--", "cat", "/proc/self/personality")
            return int(process.stdout, 16), process.stderr

        before, _ = personality("-q")
        after, notes = personality("--no-aslr")
        self.assertEqual((after, before & 0x40000), (before | 0x40000, 0))
        self.assertIn("note: without address space randomization, all runs have the same "
                      "memory layout\n", notes)
        self.assertEqual(self.setting("--no-aslr")["aslr"], "off")

    def test_randomization_of_a_nested_doctor(self):
        process = self.doctor("-q", "--no-aslr", "--", tool.TOOL, "doctor", "-q", "--",
                              "printenv", "BENCHRESULT_SETTING")
        self.assertIn(" aslr=off ", process.stdout)

    def test_notes(self):
        [cpu, *_] = sorted(os.sched_getaffinity(0))
        self.put("proc/stat", f"cpu{cpu} 1 0 0 100 0 0 0 0\n")
        process = self.doctor("--no-priority", "--", "true")
        self.assertEqual(process.stderr, f"benchresult: note: the setting is cpus={cpu} "
                                         f"environment={STEP}\n")

    def test_passport_has_the_setting(self):
        file = self.path("result.json")
        process = self.doctor("-q", "--no-pin", "--no-priority", "--", program.BODIES,
                              "-b", "say", *program.QUICK, "--json", file)
        self.assertEqual(process.returncode, 0, process.stderr + process.stdout)
        with open(file, encoding="utf-8") as stream:
            host = json.load(stream)["meta"]["benchresult"]["host"]
        self.assertEqual(host["setting"], f"environment={STEP}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
