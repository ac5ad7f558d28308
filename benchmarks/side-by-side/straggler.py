#!/usr/bin/env python3
"""What a worker of half the speed costs on servers: `bounded` and `sync`, each with and without it, interleaved.

Trains jobs/cbow.yaml on two servers with four workers, one of which takes twice as long for a step as the others. All of
them stand still for a while after each step (throttle.others), so that four of them have room on two cores: without, the
others get the core of one that stands still, and nothing is lost. They rehearse for long (launch.warmUp): compilers of
four processes share two cores, and a worker that waits for its own holds up all who may not get far ahead of it. Prints
words/s of each case, the ratio slow / well of the same round, and the slow worker's share of the words.

    python3 benchmarks/side-by-side/straggler.py [--rounds 3] [--slowdown 2] [--others 4] [--json FILE]
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
CONSISTENCIES = {"bounded": ["strategy.consistency=bounded", "strategy.staleness=4"], "sync": ["strategy.consistency=sync"]}


def train(settings, options, out):
    command = [str(ROOT / "gradus"), "train", str(ROOT / "jobs" / "cbow.yaml"), "--json", "--strategy", "server", "--launch",
               options.launch, "--ranks", str(options.ranks), "--out", str(out)]
    for setting in ["servers=2", "epochs=2", "data.block=500", "launch.warmUp=4s", *settings, *options.set]:
        command += ["--set", setting]
    run = json.loads(output(command))
    shutil.rmtree(out)
    words = [rank["samples"] for rank in run["rankTimes"]]
    return {"wordsPerSecond": run["wordsPerSecond"], "loss": run["loss"], "slowest": run["slowestWorker"],
            "shareOfLast": words[-1] / sum(words), "staleness": run["staleness"], "bottleneck": run["bottleneck"]}


def print_results(runs):
    print(f"{'':<8}  {'words/s, all well':<30} {'words/s, one slow':<30} {'slow / well':<18} {'its share of words'}")
    for name in CONSISTENCIES:
        well = [run["wordsPerSecond"] for run in runs[name, False]]
        slow = [run["wordsPerSecond"] for run in runs[name, True]]
        ratios = [one / other for one, other in zip(slow, well)]
        shares = [run["shareOfLast"] for run in runs[name, True]]
        print(f"{name:<8}  {spread(well, 0):<30} {spread(slow, 0):<30} {spread(ratios):<18} {spread(shares)}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--slowdown", type=float, default=2)
    parser.add_argument("--others", type=float, default=4, help="times as long as they compute that all take; 1 = no more")
    parser.add_argument("--launch", default="processes")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="for every run")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="everything that was measured")
    return parser.parse_args()


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception, so that children and files go too
    well = [f"throttle.slowdown={options.others}"]
    one_slow = [f"throttle.ranks={options.ranks - 1}", f"throttle.slowdown={options.slowdown * options.others}",
                f"throttle.others={options.others}"]
    cases = [(name, slow) for name in CONSISTENCIES for slow in (False, True)]
    runs = {case: [] for case in cases}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gradus-side-by-side-"))
    try:
        for turn in range(options.rounds):
            # The order changes from round to round: who runs second finds a warmer machine.
            for name, slow in cases if turn % 2 == 0 else reversed(cases):
                settings = CONSISTENCIES[name] + (one_slow if slow else well)
                runs[name, slow].append(train(settings, options, folder / "run"))
            print(f"round {turn + 1} of {options.rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
            if options.json:
                flat = [{"consistency": name, "slow": slow, "runs": done} for (name, slow), done in runs.items()]
                options.json.write_text(json.dumps(flat, indent=1))
    finally:
        shutil.rmtree(folder)
    print(f"{options.rounds} rounds, median (lowest-highest); {os.cpu_count()} cores, {options.ranks} workers, the last "
          f"{options.slowdown:g} times as slow; all {options.others:g} times as slow as they could be")
    print_results(runs)


if __name__ == "__main__":
    main()
