#!/usr/bin/env python3
"""From libsvm text to a held-out log-loss: Gradus beside scikit-learn.

Both learn from the first so many rows of one generated text and store a model; rows held out are scored afterwards and count for
nothing. Gradus makes one pass of AdaGrad (jobs/criteo.yaml, rate 0.07) on 2 threads, as `data.read: auto` has it. scikit-learn makes
one pass of SGDClassifier with each of two settings, the best of eight that were tried on 1 and on 4 million rows: a constant rate of
0.005, and averaged weights at a rate of 0.01 (more passes were worse). Each point of scikit-learn is compared with the quickest of
Gradus that is at least as good. "Whole" is the whole command with the start of the JVM, or of Python and its libraries; "in it" leaves
that out on both sides.

    /usr/bin/python3 benchmarks/side-by-side/clicks_to_loss.py [--rounds 2] [--data FOLDER]    # needs python3-sklearn
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import children  # noqa: E402
from figures import spread  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRADUS = str(ROOT / "gradus")

SKLEARN = """
import json, sys, time
begin = time.perf_counter()
import joblib
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import SGDClassifier
from sklearn.metrics import log_loss
train, test, out, rate, average = sys.argv[1:]
start = time.perf_counter()
x, y = load_svmlight_file(train, n_features=33762578)
loaded = time.perf_counter()
model = SGDClassifier(loss='log_loss', alpha=1e-8, learning_rate='constant', eta0=float(rate), average=average == 'yes', max_iter=1,
                      tol=None, random_state=1).fit(x, y)
fit = time.perf_counter() - loaded
model.sparsify()
joblib.dump(model, out)
inside = time.perf_counter() - start
before = time.perf_counter()
x, y = load_svmlight_file(test, n_features=33762578)
loss = log_loss(y, model.predict_proba(x)[:, 1])
print(json.dumps(dict(fit=fit, inside=inside, loss=loss, scoring=time.perf_counter() - before)))
"""


class Text:
    """The first so many rows of a generated text, and rows held out."""

    def __init__(self, folder, rows):
        self.folder, self.test = folder, folder / "test.svm"
        self.whole = folder / "train.svm"
        if not (self.whole.exists() and self.test.exists()):
            folder.mkdir(exist_ok=True)
            children.output([GRADUS, "data", "make", "ctr", "--rows", str(rows), "--out", str(self.whole), "--test-out", str(self.test)])

    def first(self, rows):
        path = self.folder / f"first-{rows}.svm"
        if not path.exists():
            with open(path, "wb") as out:
                subprocess.run(["head", "-n", str(rows), str(self.whole)], stdout=out, check=True)
        return path


def gradus(text, rows, folder, settings):
    run = folder / f"run-{time.time_ns()}"
    command = [GRADUS, "train", str(ROOT / "jobs" / "criteo.yaml"), "--json", "--out", str(run), "--strategy", "hogwild", "--launch",
               "threads", "--ranks", "2"]
    for key, value in {"data.kind": "libsvm", "data.path": text.first(rows), "data.test": 0, "data.rows": 0, "evaluate.steps": 0,
                       "launch.warmUp": "0s", "data.cache": run.with_suffix(".cache"), **settings}.items():
        command += ["--set", f"{key}={value}"]
    begin = time.perf_counter()
    children.output(command)
    whole = time.perf_counter() - begin
    # The job is written just before the rows are opened, the description of the model last.
    inside = (run / "model" / "model.json").stat().st_mtime - (run / "job.yaml").stat().st_mtime
    scores = json.loads(children.output([GRADUS, "evaluate", str(run), "--json", "--data", str(text.test)]))
    return whole, inside, scores["loss"]


def sklearn(text, rows, folder, rate, average):
    begin = time.perf_counter()
    found = json.loads(children.output([sys.executable, "-c", SKLEARN, str(text.first(rows)), str(text.test), str(folder / "model.bin"),
                                        str(rate), "yes" if average else "no"]))
    return time.perf_counter() - begin - found["scoring"], found["inside"], found["loss"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--rows", default="100000,200000,400000,700000,1000000,2000000,4000000", help="of Gradus")
    parser.add_argument("--peer-rows", default="1000000,4000000", help="of scikit-learn")
    parser.add_argument("--data", help="folder to keep the text in, and to find it in the next time")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    options = parser.parse_args()
    sizes, theirs = ([int(rows) for rows in text.split(",")] for text in (options.rows, options.peer_rows))
    settings = dict(setting.split("=", 1) for setting in options.set)
    ours, peer = {rows: [] for rows in sizes}, {}
    with tempfile.TemporaryDirectory(prefix="gradus-to-loss-") as name:
        folder = pathlib.Path(name)
        text = Text(pathlib.Path(options.data) if options.data else folder / "text", max(sizes + theirs))
        for rows in {*sizes, *theirs}:
            text.first(rows)
        for number in range(options.rounds):
            for rows in sizes:
                ours[rows].append(gradus(text, rows, folder, settings))
                print(f"round {number + 1}: Gradus, {rows} rows: {ours[rows][-1]}", file=sys.stderr)
            for rows in theirs:
                for rate, average in ((0.005, False), (0.01, True)):
                    seen = peer.setdefault((rows, rate, average), [])
                    seen.append(sklearn(text, rows, folder, rate, average))
                    print(f"round {number + 1}: scikit-learn, {rows} rows, {'averaged' if average else 'last'}: {seen[-1]}", file=sys.stderr)
    print(f"seconds, median (lowest-highest) of {options.rounds} rounds")
    for rows, runs in ours.items():
        whole, inside, loss = zip(*runs)
        print(f"Gradus        {rows:9,} rows            whole {spread(whole)}  in it {spread(inside)}  log-loss {statistics.median(loss):.4f}")
    for (rows, rate, average), runs in peer.items():
        whole, inside, loss = zip(*runs)
        print(f"scikit-learn  {rows:9,} rows  {'averaged' if average else 'last    '}  whole {spread(whole)}  in it {spread(inside)}"
              f"  log-loss {statistics.median(loss):.4f}")
        # Every run of a size must be as good, and the size is chosen by medians over all rounds, not by the luck of one.
        good = [size for size in sizes if max(run[2] for run in ours[size]) <= min(loss)]
        if good:
            best = min(good, key=lambda size: statistics.median(run[0] for run in ours[size]))
            ratios = [[their[at] / our[at] for their, our in zip(runs, ours[best])] for at in (0, 1)]
            print(f"              times as long as Gradus with {best:,} rows: whole {spread(ratios[0], 1)}, in it {spread(ratios[1], 1)}")
        else:
            print("              Gradus is not as good with any of its sizes")


if __name__ == "__main__":
    main()
