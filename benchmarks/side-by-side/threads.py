#!/usr/bin/env python3
"""What a second thread gains word vectors, beside what the machine has to give: two processes that share nothing.

Each round trains the same text on one thread, then in two processes of one thread at the same time, then on two threads that race
over one table. *Apart* is the sum of the two processes' words/s over those of the one thread: what two cores yield when nothing
is shared but memory and the last cache. *Two threads* is the same for the threads that race. Both are of the training loop alone.

How long a cache line takes to the other core is probed before and after the two threads' run (cores.py; needs a C compiler), and a round
is of the state that both probes say; before it the script waits up to --settle seconds for the fast one.

    python3 benchmarks/side-by-side/threads.py --text TEXT [--rounds 3] [--epochs 2] [--models skipgram,cbow] [--settle 10]
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import children  # noqa: E402
import cores  # noqa: E402
from figures import spread  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Trainer:
    """Trains one text into a folder for each run; the text is encoded once for all of them."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def words_per_second(self, model, threads, name):
        settings = {"model.kind": model, "data.kind": "text", "data.path": self.options.text, "data.cache": self.folder / "cache",
                    "epochs": self.options.epochs, "evaluate.steps": 0}
        command = [str(ROOT / "gradus"), "train", str(ROOT / "jobs" / "skipgram.yaml"), "--json", "--out", str(self.folder / name),
                   "--strategy", "hogwild", "--launch", "threads", "--ranks", str(threads)]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        return json.loads(children.output(command))["wordsPerSecond"]

    def round(self, model, number):
        """Words/s on one thread, of two processes together, and on two threads; and what the probes around the last said."""
        one = self.words_per_second(model, 1, f"{model}-one-{number}")
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            apart = sum(pool.map(lambda side: self.words_per_second(model, 1, f"{model}-{side}-{number}"), ("a", "b")))
        before = cores.settled(self.folder, self.options.settle)
        two = self.words_per_second(model, 2, f"{model}-two-{number}")
        return one, apart, two, (before, cores.probe(self.folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--models", default="skipgram,cbow")
    parser.add_argument("--settle", type=float, default=10)
    options = parser.parse_args()
    models = options.models.split(",")
    with tempfile.TemporaryDirectory(prefix="gradus-threads-") as folder:
        cores.build(pathlib.Path(folder))
        trainer = Trainer(options, pathlib.Path(folder))
        trainer.words_per_second(models[0], 2, "encode")  # the text is encoded here, and counts for nothing
        found = {}
        for number in range(options.rounds):
            for model in models:
                one, apart, two, probes = trainer.round(model, number)
                state = cores.state(*probes)
                found.setdefault((model, state), []).append((one / 1e6, apart / 1e6, two / 1e6))
                print(f"round {number + 1} of {options.rounds}: {model}: one thread {one / 1e6:.2f} M words/s, two processes apart "
                      f"{apart / one:.2f} times, two threads {two / one:.2f} times, {state}: {probes[0]} and {probes[1]} ns", file=sys.stderr)
    print("M words/s, and ratios of the same round: median (lowest-highest)")
    for (model, state), rounds in sorted(found.items()):
        one, apart, two = zip(*rounds)
        print(f"{model:9} {state:8} {len(rounds)} rounds: one thread {spread(one)}, two apart {spread(apart)}, two threads {spread(two)}; over one"
              f" thread: apart {spread([a / b for a, b in zip(apart, one)])}, two threads {spread([a / b for a, b in zip(two, one)])}")


if __name__ == "__main__":
    main()
