# SPDX-License-Identifier: MIT
"""Measures one state for another process, which describes the state on standard input."""
from __future__ import annotations

import importlib
import json
import os
import runpy
import sys
from typing import Any, Dict

from .. import bench
from ..criterion import StoppingCriterion
from ._benchmark import Benchmark
from ._processes import FAILED
from ._run import Run

_MAIN = "__benchresult_main__"


def _namespace(request: Dict[str, Any]) -> Any:
    """The module of the function."""
    if request["module"] != "__main__":
        return importlib.import_module(request["module"])
    program = request["program"]
    if program["module"] is not None:
        names = runpy.run_module(program["module"], run_name=_MAIN, alter_sys=False)
    else:
        names = runpy.run_path(program["file"], run_name=_MAIN)
    module = type(sys)(_MAIN)
    vars(module).update(names)
    return module


def _benchmark(request: Dict[str, Any]) -> Benchmark:
    bench._is_importing = True
    found = _namespace(request)
    for part in request["function"].split("."):
        found = getattr(found, part)
    made = Benchmark._make(found)
    made._name = request["name"]
    made._takes_values = request["takes_values"]
    made._is_cpu_only = request["is_cpu_only"]
    made._axes = [(kind, name, [value]) for kind, name, value in request["axes"]]
    made._settings = request["settings"]
    name, parameters = request["criterion"]
    made._criterion = StoppingCriterion(name, **parameters)
    return made


def main() -> int:
    """Writes the result of the state to the path that the command line names."""
    request = json.load(sys.stdin)
    sys.path[:] = request["path"]
    run = Run([_benchmark(request)])
    device = request["device"]
    options = [] if device is None else ["--devices", str(device)]
    run.run(["benchmark", "-q", *options, "--jsonbin", os.path.abspath(sys.argv[1])])
    return FAILED if run.has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
