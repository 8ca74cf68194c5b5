#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the package for pip (PEP 517 and 660) with the standard library alone. An installation
therefore needs no network: `pip install ./bindings/python`.

usage: build_backend.py DIRECTORY

As a program it installs the package into a directory, without pip.
"""
import base64
import hashlib
import io
import os
import re
import sys
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
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
    """Paths below the directories, and files, that belong to a distribution."""
    for top in tops:
        path = os.path.join(HERE, top)
        if not os.path.isdir(path):
            yield top
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), HERE)


def write_wheel(directory, contents):
    """Returns a wheel with these contents (path -> bytes) and its metadata."""
    about = f"{NAME}-{version()}.dist-info"
    contents = {
        **contents,
        f"{about}/METADATA": metadata(),
        f"{about}/LICENSE": licence(),
        f"{about}/WHEEL": (f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: true\n"
                           "Tag: py3-none-any\n").encode(),
    }
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()[:-1]},"
        f"{len(data)}\n" for path, data in contents.items())
    contents[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    name = f"{NAME}-{version()}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path)  # of a fixed date: the same tree gives the same wheel
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {path: read(path) for path in files(NAME)})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {f"{NAME}.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    top = f"{NAME}-{version()}"
    contents = {path: read(path) for path in files("pyproject.toml", "build_backend.py",
                                                   "README.md", NAME, "tests", "examples")}
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
        with zipfile.ZipFile(os.path.join(directory, build_wheel(directory))) as wheel:
            wheel.extractall(target)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: build_backend.py DIRECTORY")
    install(sys.argv[1])
