#!/usr/bin/env python3
"""jobs/logistic.yaml against NumPy's float32 mini-batch loop on one core, interleaved.

Each round runs NumPy and Gradus (1 and 2 ranks, as threads and as processes) one after the other, so that a noisy machine
disturbs all alike. NumPy's loop does what the job does, less: it neither shuffles nor computes the loss. Both are warm:
NumPy's first pass and Gradus's start-up are not counted. Prints seconds, ratios of the same round, and their spread.

    python3 benchmarks/side-by-side/logistic.py [--rounds 5]
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from figures import spread

ROOT = pathlib.Path(__file__).resolve().parents[2]

NUMPY = """
import time
import numpy as np
rows, features, batch, epochs = 1_000_000, 20, 8192, 8
random = np.random.default_rng(1)
x = random.standard_normal((rows, features), dtype=np.float32)
y = (x @ random.standard_normal(features).astype(np.float32) > 0).astype(np.float32)
def train(epochs):
    w, b = np.zeros(features, np.float32), np.float32(0)
    for epoch in range(epochs):
        for start in range(0, rows, batch):
            part = x[start:start + batch]
            error = 1 / (1 + np.exp(-(part @ w + b))) - y[start:start + batch]
            rate = np.float32(0.5 / len(part))
            w -= rate * (part.T @ error)
            b -= rate * error.sum()
    return w
train(1)
begin = time.perf_counter()
train(epochs)
print(time.perf_counter() - begin)
"""


def numpy_seconds():
    one_core = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
    done = subprocess.run([sys.executable, "-c", NUMPY], env=one_core, capture_output=True, text=True, check=True)
    return float(done.stdout)


def gradus(launch, ranks, out, more):
    command = [str(ROOT / "gradus"), "train", str(ROOT / "jobs" / "logistic.yaml"), "--json", "--launch", launch]
    command += ["--ranks", str(ranks), "--out", str(out), *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"gradus failed with exit code {done.returncode}:\n{done.stderr}")
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    options = parser.parse_args()
    try:
        import numpy
    except ImportError:
        sys.exit("numpy is not installed for this python3; nothing to compare with")
    more = [part for setting in options.set for part in ("--set", setting)]
    cases = [("threads", 1), ("threads", 2), ("processes", 1), ("processes", 2)]
    seconds = {case: [] for case in cases}
    baseline, accuracy = [], []
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gradus-side-by-side-"))
    try:
        for turn in range(options.rounds):
            baseline.append(numpy_seconds())
            for launch, ranks in cases:
                run = gradus(launch, ranks, folder / f"{launch}-{ranks}-{turn}", more)
                seconds[launch, ranks].append(run["seconds"])
                accuracy.append(run["accuracy"])
            print(f"round {turn + 1} of {options.rounds}", file=sys.stderr)
    finally:
        shutil.rmtree(folder)
    print(f"1,000,000 x 20, 8 epochs, batch 8,192; {options.rounds} rounds, median (lowest-highest); "
          f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"numpy {numpy.__version__}, 1 core      {spread([1e3 * s for s in baseline], 1)} ms")
    for launch, ranks in cases:
        own = seconds[launch, ranks]
        ratio = [theirs / ours for theirs, ours in zip(baseline, own)]
        speedup = [one / many for one, many in zip(seconds[launch, 1], own)]
        print(f"gradus, {ranks} {launch:<10}  {spread([1e3 * s for s in own], 1)} ms"
              f"   {spread(ratio)} x numpy   speedup {spread(speedup)}")
    print(f"lowest accuracy on held-out rows: {min(accuracy)}")


if __name__ == "__main__":
    main()
