# SPDX-License-Identifier: MIT
"""Writes and reads journals as benchresult-json(5) describes them, without the library."""
import json
import os
import struct

SIGNATURE = b"benchresult-journal 1\n"
HEAD = 0xFFFFFFFF


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def record(bench, value, times=None, rates=None):
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    content = text + floats(times or []) + floats(rates or [])
    kinds = (times is not None) | (rates is not None) << 1
    count = len(times if times is not None else rates or [])
    header = struct.pack("<IIQQI", bench, kinds, len(text), count, crc32c(content))
    return header + struct.pack("<I", crc32c(header)) + content


def journal(head, *records):
    return SIGNATURE + record(HEAD, head) + b"".join(records)


def sample_counts(path):
    """The number of samples in each complete record after the head; empty without a file."""
    counts = []
    if not os.path.exists(path):
        return counts
    with open(path, "rb") as file:
        data = file.read()
    offset = len(SIGNATURE)
    while offset + 32 <= len(data):
        bench, kinds, size, count = struct.unpack_from("<IIQQ", data, offset)
        offset += 32 + size + 4 * count * bin(kinds).count("1")
        if bench != HEAD and offset <= len(data):
            counts.append(count)
    return counts
