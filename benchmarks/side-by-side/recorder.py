#!/usr/bin/env python3
"""What recording costs: jobs with metrics.trace: true and false, interleaved.

Runs jobs/logistic.yaml, whose steps of 0.1 ms are the worst case, and jobs/cnn.yaml on generated images, with both settings one
after the other, round by round, and the order turned in every other round. Prints rows/s, CPU time a row, and the ratios with / without
recording of the same round: their median and range, and their mean with twice its standard error. CPU time is what a process was given,
so other programs hardly show in it; but a rank that waits for another uses CPU too, so on 2 ranks it says less than on 1.

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
from figures import spread

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
    return run["samplesPerSecond"], run["cpuPercent"] / 100 * run["seconds"] / run["samples"]


def ratios(runs, figure):
    """With / without of the same round, as a median with its range and a mean with twice its standard error."""
    all_of = [on[figure] / off[figure] for on, off in zip(runs["true"], runs["false"])]
    error = 2 * statistics.stdev(all_of) / len(all_of) ** 0.5 if len(all_of) > 1 else float("nan")
    return f"{spread(all_of, 3)}, mean {statistics.mean(all_of):.3f} +- {error:.3f}"


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
            runs = {"true": [], "false": []}
            for turn in range(options.rounds):
                for recording in ("true", "false") if turn % 2 == 0 else ("false", "true"):
                    runs[recording].append(speed(name, options, recording, folder / "run"))
                on, off = runs["true"][-1], runs["false"][-1]
                print(f"{name}, round {turn + 1}: with / without {on[0] / off[0]:.3f}, CPU {on[1] / off[1]:.3f}", file=sys.stderr)
            with_, without = ([run[0] for run in runs[recording]] for recording in ("true", "false"))
            print(f"{name}: rows/s with {spread(with_, 0)}, without {spread(without, 0)}; "
                  f"with / without {ratios(runs, 0)}; CPU a row {ratios(runs, 1)}", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
