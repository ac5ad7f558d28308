#!/usr/bin/env python3
"""What the same bits on any number of ranks cost: jobs with deterministic: true and false, interleaved.

Runs jobs/logistic.yaml (short gradients) and dense.yaml (25 MB) with both settings one after the other, at each number of
ranks, round by round. Prints milliseconds a step, the ratio true / false of the same round, and bytes sent a step.

    python3 benchmarks/side-by-side/deterministic.py [--rounds 5] [--ranks 1,2,3,4] [--json FILE]

--exact and --plain compare other settings in the same way: --plain virtualShards=4 --exact virtualShards=16
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile

from children import output
from figures import spread

ROOT = pathlib.Path(__file__).resolve().parents[2]

# More epochs than the job has, and a longer warm-up: a run of 50 ms measures the scheduler and the compiler.
JOBS = {
    "logistic": (ROOT / "jobs" / "logistic.yaml", ["epochs=200", "evaluate.every=0", "launch.warmUp=5s"]),
    "dense": (ROOT / "benchmarks" / "side-by-side" / "dense.yaml", []),
}


def train(job, launch, ranks, settings, out):
    command = [str(ROOT / "gradus"), "train", str(job), "--json", "--launch", launch, "--ranks", str(ranks), "--out", str(out)]
    for setting in settings:
        command += ["--set", setting]
    result = output(command)
    shutil.rmtree(out)
    run = json.loads(result)
    return {key: run[key] for key in ("steps", "seconds", "computeSeconds", "exchangeSeconds", "bytesSent", "messages",
                                      "parametersHash")}


def step_millis(runs):
    return [1e3 * run["seconds"] / run["steps"] for run in runs]


def print_job(name, runs, options):
    print(f"\n{name}: {options.exact} against {options.plain}")
    print(f"{'ranks':>5}  {'plain ms a step':<24} {'exact ms a step':<24} {'exact / plain':<18} {'bytes a step':>14} {'exact':>14}")
    for ranks in options.ranks:
        plain, exact = runs[name, ranks, options.plain], runs[name, ranks, options.exact]
        ratios = [ours / theirs for ours, theirs in zip(step_millis(exact), step_millis(plain))]
        sent = [runs_of[0]["bytesSent"] / runs_of[0]["steps"] for runs_of in (plain, exact)]
        print(f"{ranks:>5}  {spread(step_millis(plain), 3):<24} {spread(step_millis(exact), 3):<24} {spread(ratios):<18} "
              f"{sent[0]:>14,.0f} {sent[1]:>14,.0f}")
    hashes = {run["parametersHash"] for ranks in options.ranks for run in runs[name, ranks, options.exact]}
    print(f"parameters with {options.exact}: "
          + ("the same bits in all runs" if len(hashes) == 1 else f"{len(hashes)} different results"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ranks", type=lambda text: [int(number) for number in text.split(",")], default=[1, 2, 3, 4])
    parser.add_argument("--jobs", type=lambda text: text.split(","), default=list(JOBS), help="of " + ", ".join(JOBS))
    parser.add_argument("--launch", default="processes", help="processes or threads")
    parser.add_argument("--plain", default="deterministic=false", metavar="KEY=VALUE")
    parser.add_argument("--exact", default="deterministic=true", metavar="KEY=VALUE")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="for every run")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="everything that was measured")
    return parser.parse_args()


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception, so that children and files go too
    cases = [(name, ranks, setting) for name in options.jobs for ranks in options.ranks
             for setting in (options.plain, options.exact)]
    runs = {case: [] for case in cases}
    loads = []
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gradus-side-by-side-"))
    try:
        for turn in range(options.rounds):
            # The order changes from round to round: who runs second finds a warmer machine.
            for name, ranks, setting in cases if turn % 2 == 0 else reversed(cases):
                job, more = JOBS[name]
                runs[name, ranks, setting].append(train(job, options.launch, ranks, [*more, *options.set, setting], folder / "run"))
            loads.append(os.getloadavg()[0])
            print(f"round {turn + 1} of {options.rounds}, load {loads[-1]:.1f}", file=sys.stderr)
            if options.json:
                flat = [{"job": name, "ranks": ranks, "setting": setting, "runs": done}
                        for (name, ranks, setting), done in runs.items()]
                options.json.write_text(json.dumps({"loads": loads, "cases": flat}, indent=1))
    finally:
        shutil.rmtree(folder)
    print(f"{options.rounds} rounds, median (lowest-highest); {os.cpu_count()} cores, load after a round {spread(loads, 1)}, "
          "of which the ranks are a part")
    for name in options.jobs:
        print_job(name, runs, options)


if __name__ == "__main__":
    main()
