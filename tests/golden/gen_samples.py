#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Deterministic sample streams (seconds) for checks of stopping criteria: gen_samples(kind, seed, n) -> list of float."""
import math, random, struct, sys

def gen_samples(kind, seed, n):
    r = random.Random(seed); c = 10 ** r.uniform(-6, -2); noise = 10 ** r.uniform(-3.5, -0.7); out = []
    for i in range(n):
        if kind == "normal":      x = c * (1 + r.gauss(0, noise))
        elif kind == "lognormal": x = c * math.exp(r.gauss(0, noise))
        elif kind == "quant":
            q = 5e-7 if c > 5e-6 else c / 8
            x = max(q, round(c * (1 + r.gauss(0, noise)) / q) * q)
        elif kind == "bimodal":   x = c * ((1 if r.random() < .8 else 1 + 10 * noise) + r.gauss(0, noise / 5))
        elif kind == "drift":     x = c * (1 + 0.5 * i / n + r.gauss(0, noise))
        elif kind == "regime":    x = c * ((1 if (i // 400) % 2 == 0 else 1.3) + r.gauss(0, noise / 10))
        elif kind == "const":     x = c
        elif kind == "spikes":    x = c * ((1 if r.random() < .995 else 50) + r.gauss(0, noise / 10))
        elif kind == "zeros":     x = 0.0 if r.random() < .5 else c
        else: raise ValueError(kind)
        out.append(abs(x))
    return out

KINDS = ["normal", "lognormal", "quant", "bimodal", "drift", "regime", "const", "spikes", "zeros"]
if __name__ == "__main__":
    kind, seed, n, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    open(path, "wb").write(struct.pack(f"<{n}d", *gen_samples(kind, seed, n)))
