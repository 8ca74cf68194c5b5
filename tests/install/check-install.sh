#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a bare Debian system that has only gcc and python3-venv: below /usr/local, as a
# wheel in a virtual environment, and as a wheel in ~/.local. Each time a program measures, compares
# and judges. Needs root, debootstrap and its mirror.
# usage: check-install.sh MAKE [ROOT] (build everything and the wheel first; ROOT: a root to use)
set -eu

make=$1
root=$(realpath -m "${2:-build/check-install/root}")
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}

fail() {
    echo "install: $*"
    exit 1
}

in_root() {
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        chroot "$root" "$@"
}

command -v debootstrap >/dev/null || fail "debootstrap is missing (expected the package debootstrap)"
mkdir -p "$(dirname "$root")"
[ -d "$root/usr" ] ||
    debootstrap --variant=minbase --include=python3-venv,gcc,libc6-dev "$suite" "$root"

# The judge reads /proc. The mount ends with this script.
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT

# The files that `make install` installs, and its scripts.
$make --no-print-directory install-list PREFIX=/usr/local
rm -rf "$root/source"
mkdir -p "$root/source/build" "$root/source/tools"
cp -R LICENSE mk include man bindings "$root/source"
cp -R tools/completion "$root/source/tools"
cp -R build/install build/libexec build/wheel "$root/source/build"

cat >"$root/source/program.py" <<'end'
import warnings

import benchresult as br

warnings.simplefilter("ignore", br.MeasurementWarning)
state = br.measure(lambda: sum(range(100)), timeout=0.01)
assert len(state.samples) > 0
assert br.compare_samples([1.0, 1.01, 1.02] * 20, [1.1, 1.11, 1.12] * 20).verdict == "SLOW"
with open("/tmp/solution.c", "w") as file:
    file.write(br.starter("relu"))
assert not br.judge("relu", "/tmp/solution.c", first_case=True).accepted
end

# The wheel first, while no other installed library can replace the library that it contains.
in_root python3 -m venv --clear /tmp/venv
in_root sh -c '/tmp/venv/bin/pip install --quiet --no-index /source/build/wheel/*.whl'
in_root /tmp/venv/bin/python /source/program.py || fail "the wheel does not work in a venv"
pip="/tmp/venv/bin/pip --python /usr/bin/python3"
in_root sh -c "$pip install --quiet --no-index --user --break-system-packages \
    /source/build/wheel/*.whl"
in_root python3 /source/program.py || fail "the wheel does not work in ~/.local"
in_root sh -c "$pip uninstall --quiet --yes --break-system-packages benchresult"

# The libraries that the wheel contains come from packages here.
packages=$(ldd build/lib/libbenchresult.so | sed -n 's|.*=> /.*\(/[^ /]*\) .*|*\1|p' |
    xargs dpkg -S | cut -d: -f1 | sort -u)
for package in $packages; do
    in_root dpkg -s "$package" >/dev/null 2>&1 ||
        (cd "$root/source" && apt-get -qq -o APT::Sandbox::User=root download "$package")
done
in_root sh -c 'dpkg -i /source/*.deb >/dev/null'
in_root sh -c 'cd /source && sh mk/install.sh install build/install/list &&
    sh mk/loader.sh refresh /usr/local/lib'
in_root benchresult judge --list >/dev/null || fail "the installed command does not run"
in_root sh -c 'python3 /source/bindings/python/build_backend.py \
    "$(python3 -c "import sysconfig; print(sysconfig.get_path(\"purelib\"))")"'
in_root python3 /source/program.py || fail "the package does not work with the installed library"
in_root sh -c 'cd /source && sh mk/install.sh uninstall build/install/list &&
    sh mk/loader.sh refresh /usr/local/lib'
if in_root benchresult --help >/dev/null 2>&1; then
    fail "uninstall leaves the command"
fi
rm -rf "$root/source"
