# SPDX-License-Identifier: MIT
"""The machine, read from made-up trees of /proc and /sys."""
import os
import pickle
import tempfile
import unittest

import benchresult
from benchresult import machines

STAT = "cpu  9\n" + "".join(f"cpu{cpu} {{}} 0 0 1000 0 0 0 0\n" for cpu in range(3))


class MachineTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = temporary.name

    def put(self, path, content):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)

    def test_facts(self):
        self.put("proc/sys/kernel/ostype", "Linux\n")
        self.put("proc/sys/kernel/perf_event_paranoid", "-1\n")
        self.put("proc/pressure/cpu", "some avg10=1.50 total=9\n")
        facts = benchresult.machine(self.root).facts
        self.assertEqual(facts["system"].value, "Linux")
        self.assertEqual(facts["perf_event_paranoid"].value, -1)
        self.assertIsInstance(facts["perf_event_paranoid"].value, int)
        self.assertEqual((facts["cpu_pressure"].value, facts["cpu_pressure"].kind),
                         (1.5, machines.FactKind.GAUGE))
        self.assertEqual((facts["governor"].value, facts["governor"].unknown), (None, "absent"))
        self.assertEqual(facts["system"].file, "/proc/sys/kernel/ostype")
        self.assertIsNone(facts["machine"].file)

    def test_findings(self):
        self.put("proc/sys/kernel/nmi_watchdog", "1\n")
        self.put("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n")
        found = benchresult.machine(self.root)
        self.assertEqual([str(finding.severity) for finding in found.findings],
                         ["warning", "note"])
        self.assertEqual(found.findings[1], benchresult.Finding(
            severity=benchresult.Severity.NOTE, key="nmi_watchdog",
            message="the NMI watchdog is 1: the watchdog uses a hardware counter and interrupts "
                    "the CPUs",
            file="/proc/sys/kernel/nmi_watchdog", fix="sudo sysctl kernel.nmi_watchdog=0"))
        self.assertEqual(repr(found), "<Machine: 0 critical, 1 warning, 1 note>")
        self.put("proc/sys/kernel/nmi_watchdog", "0\n")
        found.update()
        self.assertIn("the NMI watchdog changed: it was 1, and is now 0",
                      [finding.message for finding in found.findings])

    def test_quiet_cpus(self):
        self.put("proc/stat", STAT.format(0, 0, 0))
        found = benchresult.machine(self.root)
        self.assertEqual(found.quiet_cpus, [1, 2])
        self.put("proc/stat", STAT.format(0, 5000, 0))
        found.update()
        self.assertEqual(found.quiet_cpus, [0, 2])
        self.assertEqual(benchresult.machine("/nonexistent").quiet_cpus, [])

    def test_json(self):
        self.put("proc/sys/kernel/nmi_watchdog", "1\n")
        document = benchresult.machine(self.root).json()
        self.assertEqual(document["host"]["nmi_watchdog"], 1)
        self.assertEqual([finding["key"] for finding in document["findings"]], ["nmi_watchdog"])

    def test_refusals(self):
        with self.assertRaises(TypeError):
            benchresult.machine(7)
        with self.assertRaises(TypeError):
            benchresult.machine(self.root, gpus=["0"])
        with self.assertRaises(benchresult.Error):
            benchresult.machine(self.root, gpus=[-1])
        with self.assertRaises(TypeError):
            pickle.dumps(benchresult.machine(self.root))

    def test_this_machine(self):
        root = os.environ.pop("BENCHRESULT_SYSTEM_ROOT", None)
        try:
            self.assertEqual(benchresult.machine().facts["system"].value, "Linux")
        finally:
            if root is not None:
                os.environ["BENCHRESULT_SYSTEM_ROOT"] = root


if __name__ == "__main__":
    unittest.main()
