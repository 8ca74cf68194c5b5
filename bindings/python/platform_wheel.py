# SPDX-License-Identifier: MIT
"""The files of a platform wheel: the library, its helper programs, and the shared libraries that
not every Linux system has.

The carried libraries get new names, because another package in the process may have loaded another
version under the original name.
"""
import hashlib
import os
import platform
import re
import shutil
import subprocess

#: The libraries that a wheel may expect: those of the C library and of gcc.
SYSTEM = frozenset(
    "libc.so.6 libm.so.6 libdl.so.2 librt.so.1 libpthread.so.0 libutil.so.1 libresolv.so.2 "
    "libgcc_s.so.1 libstdc++.so.6".split())
LIBRARY = "libbenchresult.so.1"
#: Folder in the package -> the search path of its files.
RUN_PATHS = {"lib": "$ORIGIN", "libexec": "$ORIGIN/../lib"}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def is_system(name):
    return name in SYSTEM or name.startswith("ld-linux")


def needed(path):
    """The libraries that a file needs."""
    return re.findall(r"^ +NEEDED +(\S+)$", output("objdump", "-p", path), re.MULTILINE)


def newest_glibc(paths):
    """The newest version of the C library that a symbol in the files needs."""
    versions = {(2, 5)}  # the oldest version that a tag can name
    for path in paths:
        references = output("objdump", "-p", path).partition("Version References:")[2]
        versions.update((int(major), int(minor)) for major, minor in re.findall(
            r" GLIBC_(\d+)\.(\d+)", references))
    return max(versions)


def tag(paths):
    major, minor = newest_glibc(paths)
    return f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"


def found_libraries(path):
    """Name -> path of the libraries that the loader finds for a file, transitively."""
    return dict(re.findall(r"^\s+(\S+) => (/\S+)", output("ldd", path), re.MULTILINE))


def carried_name(name, path):
    """The name of a carried library, which depends on its content."""
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:8]
    stem, dot, rest = name.partition(".so")
    return f"{stem}-{digest}{dot}{rest}"


def copy(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(os.path.realpath(source), target)
    os.chmod(target, 0o755)
    subprocess.run(["strip", "--strip-unneeded", target], check=True)


def collect(build, directory):
    """Copies the files of a build into `lib` and `libexec` below a directory. Returns their
    paths."""
    files = {os.path.join("lib", LIBRARY): os.path.join(build, "lib", LIBRARY)}
    for name in sorted(os.listdir(os.path.join(build, "libexec"))):
        files[os.path.join("libexec", name)] = os.path.join(build, "libexec", name)
    names = {}
    for source in list(files.values()):
        for name, path in found_libraries(source).items():
            if not is_system(name):
                names[name] = carried_name(name, path)
                files[os.path.join("lib", names[name])] = path
    paths = []
    for relative, source in files.items():
        path = os.path.join(directory, relative)
        copy(source, path)
        adapt(path, names)
        paths.append(path)
    return paths


def adapt(path, names):
    """Lets a copied file find the carried libraries under their new names."""
    folder, file = os.path.split(path)
    carried = [name for name in needed(path) if name in names]
    for name in carried:
        patch(path, "--replace-needed", name, names[name])
    if carried:
        patch(path, "--set-rpath", RUN_PATHS[os.path.basename(folder)])
    if file in names.values():
        patch(path, "--set-soname", file)


def patch(path, *options):
    """Makes a single change: patchelf mixes up the texts of several changes."""
    subprocess.run(["patchelf", *options, path], check=True)
