# SPDX-License-Identifier: MIT
"""Journals, written as benchresult-json(5) describes them and by nothing of the library."""
import json
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
