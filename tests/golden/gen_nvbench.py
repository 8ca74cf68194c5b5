#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write NVBench-format JSON (+ optional float32 sidecars) at random, for checks.

usage: gen_nvbench.py OUT.json --seed N [--benches B] [--states S] [--samples K] [--shift F]
       [--jsonbin] [--weird P]   (P = probability of an odd state: skipped, null values, missing tags)
Two calls with the same --seed and different --salt give matching states with different data.
"""
import argparse, json, math, os, random, struct, sys
from array import array

def nv(name, typ, value):
    return {"name": name, "type": typ, "value": value}

def summ(tag, name, hint, typ, value, hide=None):
    s = {"tag": tag, "name": name, "description": f"{name} of isolated runs", "hint": hint}
    if hide: s["hide"] = hide
    s["data"] = [nv("value", typ, value)]
    return s

def fstr(v):
    return repr(float(v)) if math.isfinite(v) else ("inf" if v > 0 else "-inf" if v < 0 else "nan")

def draw(rng, kind, center, noise, n):
    if kind == "normal":
        return [abs(rng.gauss(center, center*noise))+1e-12 for _ in range(n)]
    if kind == "lognormal":
        return [center*math.exp(rng.gauss(0, noise)) for _ in range(n)]
    if kind == "bimodal":
        return [center*(1.0 if rng.random() < .7 else 1.0+8*noise)*(1+rng.gauss(0, noise/4)) for _ in range(n)]
    if kind == "quant":   # event-timer quantised: few unique values
        q = center*noise/3 or 1e-9
        return [max(q, round(rng.gauss(center, center*noise)/q)*q) for _ in range(n)]
    if kind == "const":
        return [center]*n
    raise SystemExit(kind)

def pct(v, p):
    return v[(p*(len(v)-1)+50)//100]

def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out"); ap.add_argument("--seed", type=int, default=1); ap.add_argument("--salt", type=int, default=0)
    ap.add_argument("--benches", type=int, default=3); ap.add_argument("--states", type=int, default=12)
    ap.add_argument("--samples", type=int, default=60); ap.add_argument("--shift", type=float, default=0.0)
    ap.add_argument("--jsonbin", action="store_true"); ap.add_argument("--weird", type=float, default=0.0)
    ap.add_argument("--devices", type=int, default=1); ap.add_argument("--classic", type=float, default=0.3,
                    help="probability that a bench has no robust summaries")
    ap.add_argument("--noclock", type=float, default=0.2)
    ap.add_argument("--dups", type=int, default=1, help="every configuration this many times")
    ap.add_argument("--near", action="store_true", help="effects close to the decision thresholds, little noise")
    ap.add_argument("--tail", type=float, default=0.0, help="few distinct values, plus this fraction of rare far ones")
    a = ap.parse_args()
    shape = random.Random(a.seed); rng = random.Random((a.seed << 20) ^ (a.salt+1)*7919)
    base = os.path.basename(a.out); d = os.path.dirname(os.path.abspath(a.out))
    nfile = nfreq = 0
    if a.jsonbin:
        os.makedirs(os.path.join(d, base+"-bin"), exist_ok=True); os.makedirs(os.path.join(d, base+"-freqs-bin"), exist_ok=True)
    benches = []
    for b in range(a.benches):
        axes, classic, noclock = [], shape.random() < a.classic, shape.random() < a.noclock
        n1 = max(1, int(math.sqrt(a.states)))
        n2 = max(1, -(-a.states // n1))
        if n1 * n2 > 1 or shape.random() < .7:
            axes.append({"name": "Elements{io}", "type": "int64", "flags": "pow2", "values": [
                {"input_string": str(i), "description": f"2^{i} = {1<<i}", "value": 1 << i} for i in range(4, 4+n1)]})
            axes.append({"name": "T", "type": "string", "flags": "", "values": [
                {"input_string": f"t{j}", "description": "", "value": f"t{j}"} for j in range(n2)]})
        states = []
        for dev in range(a.devices):
            combos = [(i, j) for i in range(n1) for j in range(n2)] if axes else [None]
            for combo in [c for c in combos[:a.states] for _ in range(a.dups)]:
                kind = shape.choice(["normal", "lognormal", "bimodal", "quant", "const"])
                center = 10 ** shape.uniform(-6.3, -1.5); noise = 10 ** shape.uniform(-4, -1)
                effect = shape.choice([0, 0, 0, .001, .004, .006, .02, -.02, .1, -.1, .5])*a.salt
                n = max(1, int(a.samples*shape.uniform(.4, 1.6)*rng.uniform(.8, 1.2)))
                t = array("f", draw(rng, kind, center*(1+effect+a.shift), noise, n))
                if a.near:
                    e = shape.choice([0, 0, .0024, .0026, .0049, .0051, .0099, .0102, -.0024, -.0051, -.0102])*a.salt
                    w = 10 ** shape.uniform(-4.3, -2.3); c2 = center*(1+e+a.shift)
                    t = array("f", [abs(c2*(1+w*abs(rng.gauss(0, 1))*(1 if rng.random() < .8 else -.6))) for _ in range(n)])
                if a.tail:
                    q = center*shape.choice([.001, .002, .004]); k0 = shape.choice([0, 0, 1, 2])*a.salt; m = shape.choice([3, 8, 20])
                    t = array("f", [center*(rng.uniform(1.05, 1.4)) if rng.random() < a.tail else
                                    center + q*(min(m-1, int(abs(rng.gauss(0, m/3)))) + k0) for _ in range(n)])
                clk = 1.2e9*(1+shape.choice([0, 0, 0, .01, .2])*a.salt)
                f = array("f", [clk*(1+rng.gauss(0, .002)) for _ in range(n)])
                s = sorted(float(x) for x in t); mean = sum(s)/n
                sd = math.sqrt(sum((x-mean)**2 for x in s)/(n-1)) if n > 1 else math.inf
                q1, med, q3 = pct(s, 25), pct(s, 50), pct(s, 75)
                G = "nv/cold/time/gpu/"; h = "Hidden by default."
                S = [summ("nv/cold/sample_size", "Samples", "sample_size", "int64", str(n)),
                     summ("nv/cold/walltime", "Walltime", "duration", "float64", fstr(n*mean*1.3), h),
                     summ("nv/cold/time/cpu/mean", "CPU Time", "duration", "float64", fstr(mean*1.1)),
                     summ(G+"min", "Min GPU Time", "duration", "float64", fstr(s[0]), h),
                     summ(G+"max", "Max GPU Time", "duration", "float64", fstr(s[-1]), h),
                     summ(G+"mean", "GPU Time", "duration", "float64", fstr(mean)),
                     summ(G+"stdev/absolute", "Noise", "duration", "float64", fstr(sd), h),
                     summ(G+"stdev/relative", "Noise", "percentage", "float64", fstr(sd/mean if n > 4 else math.inf))]
                if not classic:
                    S += [summ(G+"q1", "Q1", "duration", "float64", fstr(q1), h), summ(G+"median", "Median", "duration", "float64", fstr(med), h),
                          summ(G+"q3", "Q3", "duration", "float64", fstr(q3), h), summ(G+"iqr/absolute", "IQR", "duration", "float64", fstr(q3-q1), h),
                          summ(G+"iqr/relative", "Rel IQR", "percentage", "float64", fstr((q3-q1)/med), h)]
                if not noclock:
                    S.append(summ("nv/cold/sm_clock_rate/mean", "Clock Rate", "frequency", "float64", fstr(sum(f)/n), h))
                S.append(summ("nv/cold/bw/global/bytes_per_second", "GlobalMem BW", "byte_rate", "float64", fstr(1e9/mean)))
                S.append(summ("nv/cold/bw/global/utilization", "BWUtil", "percentage", "float64", fstr(shape.random())))
                if a.jsonbin:
                    drop = rng.random()
                    with open(os.path.join(d, base+"-bin", f"{nfile}.bin"), "wb") as o:
                        data = t if not (a.weird and drop < a.weird/4) else t[:-1]
                        data.tofile(o)
                    x = {"tag": "nv/json/bin:nv/cold/sample_times", "name": "Sample Times File", "hint": "file/sample_times",
                         "description": "little-endian float32", "hide": "Not needed in table.",
                         "data": [nv("filename", "string", f"{base}-bin/{nfile}.bin"), nv("size", "int64", str(n))]}
                    nfile += 1; S.append(x)
                    if not (a.weird and rng.random() < a.weird/3):
                        with open(os.path.join(d, base+"-freqs-bin", f"{nfreq}.bin"), "wb") as o: f.tofile(o)
                        S.append({"tag": "nv/json/freqs-bin:nv/cold/sample_freqs", "name": "Sample Frequencies File", "hint": "file/sample_freqs",
                             "description": "little-endian float32", "hide": "Not needed in table.",
                             "data": [nv("filename", "string", f"{base}-freqs-bin/{nfreq}.bin"), nv("size", "int64", str(n))]})
                        nfreq += 1
                name = f"Device={dev}"; av = []
                if combo:
                    i, j = combo
                    name += f" Elements{{io}}=2^{4+i} T=t{j}"
                    av = [nv("Elements{io}", "int64", str(1 << (4+i))), nv("T", "string", f"t{j}")]
                st = {"name": name, "min_samples": 10, "skip_time": -1.0, "timeout": 15.0, "device": dev, "type_config_index": 0,
                      "axis_values": av if av else None, "summaries": S, "is_skipped": False}
                if a.weird and rng.random() < a.weird:
                    w = rng.choice(["skip", "null", "zero", "drop", "nosum", "negnoise"])
                    if w == "skip": st["is_skipped"] = True; st["skip_reason"] = "odd"; st["summaries"] = None
                    elif w == "nosum": st["summaries"] = []
                    elif w == "null":
                        for y in S:
                            if y["tag"].endswith("relative") or y["tag"].endswith("absolute"): y["data"][0]["value"] = None
                    elif w == "zero":
                        for y in S:
                            if y["tag"] in (G+"mean", G+"median"): y["data"][0]["value"] = "0"
                    elif w == "drop": st["summaries"] = [y for y in S if rng.random() > .3]
                    elif w == "negnoise":
                        for y in S:
                            if y["tag"].endswith("relative"): y["data"][0]["value"] = "-0.1"
                states.append(st)
        benches.append({"name": f"bench_{b}", "index": b, "min_samples": 10, "skip_time": -1.0, "timeout": 15.0,
                        "devices": list(range(a.devices)), "axes": axes if axes else None, "states": states})
    root = {"meta": {"argv": ["gen"], "version": {"json": {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"},
            "nvbench": {"major": 0, "minor": 1, "patch": 0, "string": "0.1.0", "git_branch": "x", "git_sha": "0", "git_version": "x", "git_is_dirty": False}}},
            "devices": [{"id": i, "name": f"Synthetic GPU {i}", "sm_version": 900, "number_of_sms": 132, "global_memory_bus_bandwidth": 4800000000000} for i in range(a.devices)],
            "benchmarks": benches}
    with open(a.out, "w") as o:
        json.dump(root, o, indent=2); o.write("\n")
main()
