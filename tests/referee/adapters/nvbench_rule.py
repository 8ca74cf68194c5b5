#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""NVBench's rule on the first run of both files, because it does not support replicates."""
import os
import subprocess
import sys

from results import first_run

if len(sys.argv) != 3:
    sys.exit(f"usage: {sys.argv[0]} REFERENCE CANDIDATE")
copies = [f"{path}.first-run.json" for path in sys.argv[1:]]
try:
    for path, copy in zip(sys.argv[1:], copies):
        first_run(path, copy)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "benchresult.py")
    ran = subprocess.run([sys.executable, program, *copies, "--rule", "nvbench"], check=False)
finally:
    for copy in copies:
        if os.path.exists(copy):
            os.remove(copy)
sys.exit(ran.returncode)
