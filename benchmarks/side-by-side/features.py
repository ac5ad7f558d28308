#!/usr/bin/env python3
"""Time of a step of jobs/criteo.yaml against the number of possible features, which should not matter.

Rows have 39 entries whatever the number of features (2^16 to 2^28); rounds go through all numbers, one after the other, so that
a noisy machine disturbs all alike. Nothing that is counted may grow: time of a step, bytes sent in a step. Memory may grow with
the features that occur.

    python3 benchmarks/side-by-side/features.py [--rounds 3] [--strategy allreduce] [--bits 16,20,24,28]
"""
import argparse
import json
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import children  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--strategy", default="allreduce")
    parser.add_argument("--bits", default="16,20,24,28")
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory(prefix="gradus-features-") as folder:
        for number in range(options.rounds):
            for bits in map(int, options.bits.split(",")):
                out = children.output([
                    str(ROOT / "gradus"), "train", str(ROOT / "jobs" / "criteo.yaml"), "--json", "--launch", "threads",
                    "--strategy", options.strategy, "--set", f"data.featureSpace={1 << bits}", "--set", "evaluate.steps=0",
                    "--set", f"data.cache={folder}/cache", "--out", f"{folder}/run-{number}-{bits}"])
                found.setdefault(bits, []).append(json.loads(out))
    print(f"{options.strategy}, 2 threads, {options.rounds} rounds: median (lowest-highest)")
    print("features     us a step               bytes a step   bytes a dense step / those   peak memory MB")
    for bits, runs in found.items():
        times = [1e6 * run["seconds"] / run["steps"] for run in runs]
        sent = runs[0]["bytesSent"] / runs[0]["steps"]
        # Each of two ranks sends half of all weights to the other, and then the sums of the other half.
        dense = 2 * 4 * (1 << bits)
        ratio = f"{dense / sent:,.0f}" if sent else "-"
        memory = statistics.median(run["peakMemoryBytes"] for run in runs) / 1e6
        print(f"2^{bits:<10} {statistics.median(times):6.0f} ({min(times):.0f}-{max(times):.0f}) {sent:22,.0f} {ratio:>24} "
              f"{memory:20.0f}")


if __name__ == "__main__":
    main()
