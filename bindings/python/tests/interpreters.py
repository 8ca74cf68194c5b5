#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the working interpreters of Python 3.9 and later: one for each version, from PATH or
pyenv."""
import glob
import os
import shutil
import subprocess


def starts(path):
    return path is not None and subprocess.run(
        [path, "-c", "import ctypes"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=False).returncode == 0


def main():
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    for minor in range(9, 30):
        name = f"python3.{minor}"
        places = [shutil.which(name),
                  *glob.glob(os.path.join(pyenv, "versions", f"3.{minor}.*", "bin", name))]
        print(*list(filter(starts, places))[:1], end=" ")


if __name__ == "__main__":
    main()
