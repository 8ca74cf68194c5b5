#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The checks of a real device (tests/gpu), run on the double of the driver.

A pass shows that the check works, and that the double has the properties that are assumed of a
driver. Each check must fail on a device or a driver that differs.
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

import tool

BUNDLE = os.path.join(tool.BUILD, "gpu-bundle")
CHECK = os.path.join(BUNDLE, "bin", "gpu-check")
MODEL = os.path.join(tool.BUILD, "test", "gpu", "libmodel.so")
VERIFY = os.path.join(tool.ROOT, "tests", "gpu", "check-bundle.sh")
ASSUMPTIONS = os.path.join(tool.ROOT, "tests", "fakecuda", "ASSUMPTIONS.md")
NOTHING = "no CUDA device: nothing was checked\n"
# A device whose kernels have a time limit of 50 s.
DEVICE = {"BENCHRESULT_CUDA_LIBRARY": MODEL, "FAKE_CUDA_DEVICES": "2",
          "GPU_MODEL": "limit=50000000000"}
# Checks that need a kernel compiled by nvcc, which the double cannot run.
UNKNOWN = {"matmul"}

# (check, setting): the setting makes the model another device or driver; the check must fail.
OTHERWISE = (
    ("1", "cuInit:100=0"), ("2", "cuDeviceGet:3=0"), ("3", "cuGetErrorName:1=0"),
    ("4", "cuDeviceGet:101=0"), ("5", "cuCtxSetCurrent:201=0"),
    ("6", "cuDevicePrimaryCtxRelease_v2:201=0"), ("7", "cuCtxSetCurrent:0=1"),
    ("8", "cuCtxGetDevice:201=0"), ("9", "cuStreamQuery:201=400"), ("10", "cuEventRecord:400=1"),
    ("11", "cuStreamQuery:600=0"), ("12", "order=0"), ("13", "order=0"),
    ("14", "cuStreamQuery:600=0"), ("15", "destroy=1"), ("16", "cuStreamDestroy_v2:400=0"),
    ("17", "spin=110"), ("18", "depth=600"), ("18", "depth=10000"), ("19", "spin=110"),
    ("20", "cuEventQuery:0=600"), ("21", "cuEventElapsedTime:600=0"), ("22", "step=5000"),
    ("23", "cuEventQuery:600=0"), ("24", "cuEventElapsedTime_v2:0=700"),
    ("25", "cuMemAlloc_v2:1=0"), ("26", "cuMemFree_v2:1=0"), ("27", "store=0"),
    ("28", "cuMemsetD8Async:1=0"), ("29", "cuMemHostGetDevicePointer_v2:1=999"),
    ("30", "cuCtxSetCurrent:0=1"), ("31", "store=0"), ("32", "cuMemHostRegister_v2:712=0"),
    ("33", "cuModuleLoadData:218=200"), ("34", "cuModuleGetFunction:500=0"),
    ("35", "cuLaunchKernel:1=0"), ("36", "cuCtxSetCurrent:0=1"), ("37", "stamps=0"),
    ("38", "step=3000000"), ("39", "step=3000000"), ("40", "cuStreamSynchronize:702=0"),
    ("41", "cuStreamQuery:700=0"), ("42", "cuMemFree_v2:700=0"), ("43", "cuCtxSetCurrent:0=1"),
    ("44", "cuMemFree_v2:700=0"), ("45", "cuMemAlloc_v2:2=0"), ("46", "store=0"),
    ("47", "cuStreamBeginCapture_v2:900=0"), ("48", "cuStreamEndCapture:401=0"),
    ("49", "cuEventQuery:907=0"), ("50", "graph=0"), ("51", "cuGraphLaunch:0=400"),
    ("52", "cuCtxResetPersistingL2Cache:0=801"), ("53", "cuLaunchKernel:1=0"),
    ("54", "cuFuncSetAttribute:1=0"),
    ("spin", "spin=105"), ("bandwidth", "rate=30"), ("bandwidth", "rate=130"), ("cold", "cache=0"),
    ("clocks", "mhz=50"), ("clocks", "mhz=3000"), ("deadlock", "cuStreamSynchronize:0=1"),
    ("streams", "wait=0"), ("leaks", "leak=65536"))


class CheckTest(tool.ToolTest):
    def run_check(self, *arguments, env=None, program=CHECK):
        process = subprocess.run(
            [program, *arguments], capture_output=True, encoding="utf-8", timeout=300, check=False,
            env={"PATH": os.environ["PATH"], **(DEVICE if env is None else env)},
            cwd=self.directory)
        self.assertEqual(process.stderr, "")
        return process.returncode, process.stdout


class GpuCheckTest(CheckTest):
    def ids(self):
        status, output = self.run_check("--list")
        self.assertEqual(status, 0)
        return [line.split("\t")[0] for line in output.splitlines()]

    def test_every_assumption_has_a_check(self):
        with open(ASSUMPTIONS, encoding="utf-8") as file:
            numbers = re.findall(r"(?m)^(\d+)\. ", file.read())
        ids = self.ids()
        self.assertEqual([one for one in ids if one.isdigit()], numbers)
        self.assertEqual(len(set(ids)), len(ids))

    def test_every_check_passes_on_the_model(self):
        ids = [one for one in self.ids() if one not in UNKNOWN]
        status, output = self.run_check(*ids)
        self.assertEqual(re.findall(r"(?m)^pass  (\w+): ", output), ids, output)
        self.assertTrue(output.endswith(f"gpu-check: {len(ids)} passed, 0 failed, 0 skipped\n"))
        self.assertEqual(status, 0)

    def test_every_check_can_fail(self):
        self.assertEqual({one for one, _ in OTHERWISE} | UNKNOWN, set(self.ids()))
        for one, model in OTHERWISE:
            with self.subTest(id=one, model=model):
                status, output = self.run_check(
                    one, env={**DEVICE, "GPU_MODEL": f"{DEVICE['GPU_MODEL']} {model}"})
                self.assertEqual(status, 1, output)
                self.assertIn(f"\nFAIL  {one}: ", output)

    def test_a_check_that_crashes_has_failed(self):
        library = os.path.join(tool.BUILD, "test", "fakecuda", "without", "cuStreamQuery",
                               "libcuda.so.1")
        status, output = self.run_check("6", "14", env={"BENCHRESULT_CUDA_LIBRARY": library})
        self.assertEqual(status, 1)
        self.assertRegex(output, r"pass  6: .*\n +ended by signal 11 .*\nFAIL  14: ")

    def test_checks_that_need_more_are_skipped(self):
        status, output = self.run_check("4", "10", "40",
                                        env={"BENCHRESULT_CUDA_LIBRARY": MODEL})
        self.assertEqual(status, 0)
        self.assertEqual(re.findall(r"(?m)^skip  (\w+): ", output), ["10", "40"])
        status, _ = self.run_check("10", env={"BENCHRESULT_CUDA_LIBRARY": MODEL})
        self.assertEqual(status, 77)

    def test_without_a_device(self):
        for env in ({"BENCHRESULT_CUDA_LIBRARY": "/nonexistent"},
                    {**DEVICE, "CUDA_VISIBLE_DEVICES": ""}):
            status, output = self.run_check(env=env)
            self.assertEqual(status, 77)
            self.assertTrue(output.startswith(NOTHING), output)
        self.assertEqual(self.run_check("--device", "7")[0], 77)

    def test_command_line(self):
        for arguments in (["--frobnicate"], ["--device"], ["nowhere"]):
            process = subprocess.run([CHECK, *arguments], capture_output=True, check=False,
                                     timeout=60)
            self.assertEqual(process.returncode, 2)
            self.assertNotEqual(process.stderr, b"")


def ptx_of(path):
    """The PTX text in a C file."""
    with open(os.path.join(tool.ROOT, path), encoding="utf-8") as file:
        text = re.search(r"const char \w*ptx\[\] =\s*((?:\s*\"[^\"]*\")+);", file.read()).group(1)
    return "".join(re.findall(r'"([^"]*)"', text)).replace("\\n", "\n")


PTXAS = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")


@unittest.skipIf(PTXAS is None, "there is no ptxas")
class PtxTest(tool.ToolTest):
    def test_kernels_assemble_for_every_architecture(self):
        help_text = subprocess.run([PTXAS, "--help"], capture_output=True, encoding="utf-8",
                                   timeout=60, check=True).stdout
        architectures = sorted(set(re.findall(r"'(sm_\w+)'", help_text)))
        self.assertGreater(len(architectures), 3)
        for path in ("tests/gpu/kernels.c", "examples/cuda_copy.c", "examples/stencil.h"):
            source = self.write("kernels.ptx", ptx_of(path))
            self.assertIn(".entry", self.read("kernels.ptx"))
            for architecture in architectures:
                process = subprocess.run(
                    [PTXAS, "--gpu-name", architecture, "--warning-as-error", "-o",
                     self.path("cubin"), source], capture_output=True, encoding="utf-8",
                    timeout=60, check=False)
                self.assertEqual((process.returncode, process.stderr), (0, ""),
                                 f"{path} for {architecture}")


class BundleTest(CheckTest):
    """The bundle without the parts that nvcc compiles, in another directory."""

    def setUp(self):
        super().setUp()
        self.bundle = self.path("bundle")
        shutil.copytree(BUNDLE, self.bundle,
                        ignore=shutil.ignore_patterns("gpu-check-runtime", "kernels"))
        self.script = os.path.join(self.bundle, "run.sh")

    def check_bundle(self):
        return subprocess.run(["sh", VERIFY, self.bundle], capture_output=True, encoding="utf-8",
                              timeout=60, check=False)

    def test_needs_nothing_else(self):
        process = self.check_bundle()
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("needs nothing but glibc", process.stdout)

    def test_programs_that_need_more_are_noticed(self):
        shutil.copy(os.path.realpath(sys.executable), os.path.join(self.bundle, "bin", "python"))
        process = self.check_bundle()
        self.assertEqual(process.returncode, 1)
        self.assertRegex(process.stderr, r"/bin/python needs lib")

    def test_run(self):
        status, output = self.run_check(self.script, program="sh")
        self.assertEqual(self.read("gpu-check.log"), output)
        self.assertEqual(status, 0, output)
        self.assertIn("\ngpu-check: ", output)
        self.assertIn("## stencil", output)
        self.assertIn("run.sh: 0 failed", output)

    def test_run_without_a_device(self):
        status, output = self.run_check(self.script, program="sh",
                                        env={"BENCHRESULT_CUDA_LIBRARY": "/nonexistent"})
        self.assertEqual(status, 77)
        self.assertIn(NOTHING, output)
        self.assertEqual(self.read("gpu-check.log"), output)


if __name__ == "__main__":
    unittest.main()
