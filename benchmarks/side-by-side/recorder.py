#!/usr/bin/env python3
"""What recording costs: jobs with metrics.trace: true and false, interleaved.

Runs jobs/logistic.yaml, whose steps of 0.1 ms are the worst case, and jobs/cnn.yaml on generated images, with both settings one
after the other, round by round, and the order turned in every other round. Prints rows/s and the ratio on / off of the same round.

    python3 benchmarks/side-by-side/recorder.py [--rounds 5] [--ranks 2] [--launch threads] [--jobs logistic,cnn]
"""
import argparse
import json
import pathlib
import shutil
import statistics
import sys
import tempfile

from children import output

ROOT = pathlib.Path(__file__).resolve().parents[2]

# More epochs than the job has: a run of 50 ms measures the scheduler.
JOBS = {
    "logistic": ["epochs=200", "evaluate.every=0"],
    "cnn": ["steps=30", "evaluate.every=0", "data.kind=images", "data.rows=4096"],
}


def speed(name, options, recording, out):
    command = [str(ROOT / "gradus"), "train", str(ROOT / "jobs" / f"{name}.yaml"), "--json", "--launch", options.launch,
               "--ranks", str(options.ranks), "--out", str(out), "--set", f"metrics.trace={recording}"]
    for setting in JOBS[name]:
        command += ["--set", setting]
    run = json.loads(output(command))
    shutil.rmtree(out)
    return run["samplesPerSecond"]


def spread(values, digits):
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--launch", default="threads")
    parser.add_argument("--jobs", default="logistic,cnn")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        for name in options.jobs.split(","):
            speeds = {"true": [], "false": []}
            for turn in range(options.rounds):
                for recording in ("true", "false") if turn % 2 == 0 else ("false", "true"):
                    speeds[recording].append(speed(name, options, recording, folder / "run"))
                print(f"{name}, round {turn + 1}: with / without {speeds['true'][-1] / speeds['false'][-1]:.3f}", file=sys.stderr)
            ratios = [on / off for on, off in zip(speeds["true"], speeds["false"])]
            print(f"{name}: rows/s with {spread(speeds['true'], 0)}, without {spread(speeds['false'], 0)}; "
                  f"with / without {spread(ratios, 3)}", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
