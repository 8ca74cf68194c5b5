#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the package for pip (PEP 517 and 660) with the standard library alone. An installation
therefore needs no network: `pip install ./bindings/python`.

In the source tree a wheel carries the library and its helper programs. With the setting `pure`
(`pip wheel --config-settings pure=1`), and outside the source tree, a wheel has the Python files
alone, for a library that is installed by other means.

usage: build_backend.py DIRECTORY | --wheel DIRECTORY

As a program it installs the Python files into a directory, or writes a wheel with the library.
"""
import base64
import fcntl
import hashlib
import io
import os
import re
import stat
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
IN_SOURCE_TREE = os.path.exists(os.path.join(ROOT, "include", "benchresult.h"))
PURE_TAG = "py3-none-any"
NAME = "benchresult"


def read(*parts):
    with open(os.path.join(HERE, *parts), "rb") as file:
        return file.read()


def version():
    """The version of the headers from which the declarations were generated."""
    return re.search(rb'^VERSION = "([^"]+)"$', read(NAME, "_abi.py"), re.MULTILINE)[1].decode()


def licence():
    """The licence: beside this file in a source distribution, otherwise at the root of the tree."""
    own = os.path.exists(os.path.join(HERE, "LICENSE"))
    return read("LICENSE") if own else read("..", "..", "LICENSE")


def metadata():
    head = (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\n"
            "Summary: Benchmark results: load, compare, measure (bindings of libbenchresult)\n"
            "License: MIT\nRequires-Python: >=3.9\nPlatform: Linux\n"
            "Description-Content-Type: text/markdown\n\n")
    return head.encode() + read("README.md")


def files(*tops):
    """Yields the paths of a distribution: files, and all files below directories."""
    for top in tops:
        path = os.path.join(HERE, top)
        if not os.path.isdir(path):
            yield top
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), HERE)


def mode(data):
    """The type and permissions of a file in a wheel; pip keeps the permission to execute."""
    return stat.S_IFREG | (0o755 if data.startswith(b"\x7fELF") else 0o644)


def write_wheel(directory, contents, tag=PURE_TAG):
    """Writes a wheel with these contents (path -> bytes) and its metadata. Returns its name."""
    about = f"{NAME}-{version()}.dist-info"
    contents = {
        **contents,
        f"{about}/METADATA": metadata(),
        f"{about}/LICENSE": licence(),
        f"{about}/WHEEL": (f"Wheel-Version: 1.0\nGenerator: {NAME}\n"
                           f"Root-Is-Purelib: {str(tag == PURE_TAG).lower()}\n"
                           f"Tag: {tag}\n").encode(),
    }
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()[:-1]},"
        f"{len(data)}\n" for path, data in contents.items())
    contents[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    name = f"{NAME}-{version()}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path)  # with a fixed date: equal trees give equal wheels
            entry.external_attr = mode(data) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def python_files():
    return {path: read(path) for path in files(NAME)}


def build_library():
    """Builds the files that a wheel carries, under a lock: two makes in one tree would disturb each
    other."""
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "wheel.lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_library()


def make_library():
    subprocess.run([os.environ.get("MAKE", "make"), "--no-print-directory", "-C", ROOT,
                    "wheel-parts"], check=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if not IN_SOURCE_TREE or (config_settings or {}).get("pure"):
        return write_wheel(wheel_directory, python_files())
    import platform_wheel

    build_library()
    contents = python_files()
    with tempfile.TemporaryDirectory() as directory:
        paths = platform_wheel.collect(os.path.join(ROOT, "build"), directory)
        for path in paths:
            with open(path, "rb") as file:
                contents[f"{NAME}/{os.path.relpath(path, directory)}"] = file.read()
        return write_wheel(wheel_directory, contents, platform_wheel.tag(paths))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package in the source tree, which opens the library of the build tree."""
    if IN_SOURCE_TREE:
        build_library()
    return write_wheel(wheel_directory, {f"{NAME}.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    top = f"{NAME}-{version()}"
    contents = {path: read(path) for path in files(
        "pyproject.toml", "build_backend.py", "platform_wheel.py", "README.md", NAME, "tests",
        "examples")}
    contents.update({"PKG-INFO": metadata(), "LICENSE": licence()})
    with tarfile.open(os.path.join(sdist_directory, f"{top}.tar.gz"), "w:gz",
                      format=tarfile.PAX_FORMAT) as archive:
        for path, data in sorted(contents.items()):
            entry = tarfile.TarInfo(f"{top}/{path}")
            entry.size = len(data)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(data))
    return f"{top}.tar.gz"


def install(target):
    with tempfile.TemporaryDirectory() as directory:
        name = write_wheel(directory, python_files())
        with zipfile.ZipFile(os.path.join(directory, name)) as wheel:
            wheel.extractall(target)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--wheel":
        os.makedirs(arguments[1], exist_ok=True)
        print(os.path.join(arguments[1], build_wheel(arguments[1])))
    elif len(arguments) == 1:
        install(arguments[0])
    else:
        sys.exit("usage: build_backend.py DIRECTORY | --wheel DIRECTORY")


if __name__ == "__main__":
    main(sys.argv[1:])
