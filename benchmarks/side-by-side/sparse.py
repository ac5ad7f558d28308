#!/usr/bin/env python3
"""Logistic regression on generated clicks against liblinear, scikit-learn and Spark MLlib, interleaved.

`./gradus data make ctr` writes the rows as libsvm text. Each round runs every tool once, one after the other, so that a noisy
machine disturbs all alike: from the text to a stored model, with the time of learning alone beside it, and log-loss and AUC on
rows held out. "Whole" is the whole command; "in it" is from the moment when it turns to the rows to the moment when the model is
stored, without the start of the JVM or of Python and its libraries, and without the scores, for which nobody reads the rows held
out before. Gradus makes one pass (or --passes) with AdaGrad, on 1 and on 2 threads: straight from the text, unless --passes are
several; from the text by way of its cache of parsed rows, both without a warm-up, which one pass does not pay for; and from the cache
when it is there, warmed up; scikit-learn one pass of SGDClassifier over rows in memory
(at a rate of 0.005, the best of six settings tried); liblinear solves its problem (-s 0) and stops by itself.

liblinear-train and scikit-learn come from the system's packages (liblinear-tools, python3-sklearn). What is absent is left out,
and said. Run it with the Python that has scikit-learn, as in /usr/bin/python3. Spark is only run if --tools names it: Maven
fetches 300 MB for it, and it needs the memory of --spark-heap, since its gradients have all 33 million features.

    python3 benchmarks/side-by-side/sparse.py [--rows 1000000] [--rounds 3] [--passes 1] [--tools gradus,sklearn] [--data FOLDER]
    python3 benchmarks/side-by-side/sparse.py --tools gradus,spark --rounds 1 --rows 100000 [--spark-heap 9g]
"""
import argparse
import json
import math
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import children  # noqa: E402
from figures import spread  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRADUS = str(ROOT / "gradus")
SPARK = ROOT / "benchmarks" / "side-by-side" / "spark"

# What Spark's own launcher opens for it.
OPENED = ["java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio", "java.util",
          "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref", "sun.nio.ch", "sun.nio.cs",
          "sun.security.action", "sun.util.calendar"]

SKLEARN = """
import json, resource, sys, time
import joblib
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import SGDClassifier
from sklearn.metrics import log_loss, roc_auc_score
train, test, out = sys.argv[1:]
begin = time.perf_counter()
x, y = load_svmlight_file(train, n_features=33762578)
start = time.perf_counter()
model = SGDClassifier(loss='log_loss', alpha=1e-8, learning_rate='constant', eta0=0.005, max_iter=1, tol=None,
                      random_state=1).fit(x, y)
fit = time.perf_counter() - start
model.sparsify()
joblib.dump(model, out)
whole = time.perf_counter() - begin
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
x, y = load_svmlight_file(test, n_features=33762578)
p = model.predict_proba(x)[:, 1]
loss, auc = log_loss(y, p), roc_auc_score(y, p)
scoring = time.perf_counter() - begin - whole
print(json.dumps(dict(fit=fit, whole=whole, scoring=scoring, memory=memory, loss=loss, auc=auc)))
"""


def auc(scores):
    """The area under the curve of (score, positive) pairs, ties counted half."""
    scores.sort()
    below = ordered = positives = 0
    i = 0
    while i < len(scores):
        j = i
        while j < len(scores) and scores[j][0] == scores[i][0]:
            j += 1
        hits = sum(positive for _, positive in scores[i:j])
        ordered += hits * (below + (j - i - hits) / 2)
        positives += hits
        below += j - i - hits
        i = j
    return ordered / (positives * below)


class Times(typing.NamedTuple):
    """Seconds of learning (of one pass), from the rows to a stored model, of the whole command; and its bytes of memory."""
    fit: float
    inside: float
    whole: float
    memory: float


class Tools:
    def __init__(self, options, folder):
        self.rows, self.folder, self.options = options.rows, folder, options
        data = pathlib.Path(options.data) if options.data else folder
        self.train, self.test = data / "train.svm", data / "test.svm"
        if self.train.exists() and self.test.exists():
            return
        data.mkdir(exist_ok=True)
        children.output([GRADUS, "data", "make", "ctr", "--rows", str(options.rows), "--out", str(self.train),
                         "--test-out", str(self.test)])

    def present(self):
        found = {"gradus": self.gradus}
        if "spark" in (self.options.tools or "").split(","):
            found["spark"] = self.spark
        if shutil.which("liblinear-train"):
            found["liblinear"] = self.liblinear
        if subprocess.run([sys.executable, "-c", "import sklearn"], capture_output=True).returncode == 0:
            found["sklearn"] = self.sklearn
        for name in ("liblinear", "sklearn"):
            if name not in found:
                print(f"{name} is absent and left out", file=sys.stderr)
        return found

    def gradus(self):
        for threads in (1, 2):
            cache = self.folder / "cache"
            shutil.rmtree(cache, ignore_errors=True)
            # The second makes the cache that the third finds.
            for source, read, warm_up in (("text", "text", "0s"), ("text by a cache", "cache", "0s"), ("cache", "cache", "500ms")):
                if source != "text" or self.options.passes == 1:
                    yield self.gradus_from(source, threads, {"data.read": read, "data.cache": cache, "launch.warmUp": warm_up})

    def gradus_from(self, source, threads, settings):
        run = self.folder / f"run-{time.time_ns()}"
        command = [GRADUS, "train", str(ROOT / "jobs" / "criteo.yaml"), "--json", "--out", str(run), "--strategy", "hogwild",
                   "--launch", "threads", "--ranks", str(threads)]
        settings = {"data.kind": "libsvm", "data.path": self.train, "data.test": 0, "data.rows": 0, "evaluate.steps": 0,
                    "epochs": self.options.passes, **settings}
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        begin = time.perf_counter()
        result = json.loads(children.output(command))
        whole = time.perf_counter() - begin
        # The job is written just before the rows are opened, the description of the model last.
        inside = (run / "model" / "model.json").stat().st_mtime - (run / "job.yaml").stat().st_mtime
        scores = json.loads(children.output([GRADUS, "evaluate", str(run), "--json", "--data", str(self.test)]))
        return (f"gradus, {threads} thread{'s' if threads > 1 else ''}, from {source}",
                Times(result["seconds"] / self.options.passes, inside, whole, result["peakMemoryBytes"]), scores["loss"], scores["auc"])

    def sklearn(self):
        begin = time.perf_counter()
        result = json.loads(children.output(
            [sys.executable, "-c", SKLEARN, str(self.train), str(self.test), str(self.folder / "sklearn.bin")]))
        # Without the scores, which are computed in the same process.
        whole = time.perf_counter() - begin - result["scoring"]
        yield ("sklearn SGD", Times(result["fit"], result["whole"], whole, result["memory"]), result["loss"],
               result["auc"])

    def spark(self):
        path = self.folder / "spark-class-path"
        if not path.exists():
            children.output(["mvn", "-q", "-B", "-f", str(SPARK / "pom.xml"), "dependency:build-classpath",
                             f"-Dmdep.outputFile={path}"])
            children.output(["javac", "-nowarn", "-cp", path.read_text(), "-d", str(self.folder),
                             str(SPARK / "SparkClicks.java")])
        opened = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in OPENED]
        out = children.output(
            ["java", f"-Xmx{self.options.spark_heap}", "-XX:+UseParallelGC", *opened, "-cp",
             f"{self.folder}:{path.read_text()}", "SparkClicks", str(self.train), str(self.test), "33762579",
             str(self.options.spark_iterations)])
        result = json.loads(out.strip().splitlines()[-1])
        yield (f"spark local[2], {result['iterations']} iterations",
               Times(result["fit"], result["whole"], float("nan"), float("nan")), result["loss"], float("nan"))

    def liblinear(self):
        model, found = self.folder / "liblinear.model", self.folder / "liblinear.out"
        begin = time.perf_counter()
        children.output(["liblinear-train", "-q", "-s", "0", str(self.train), str(model)])
        whole = time.perf_counter() - begin
        children.output(["liblinear-predict", "-q", "-b", "1", str(self.test), str(model), str(found)])
        with open(found) as lines:
            column = lines.readline().split().index("1")
            p = [float(line.split()[column]) for line in lines]
        with open(self.test) as lines:
            labels = [line.startswith("+1") for line in lines]
        loss = -sum(math.log(max(1e-15, a if y else 1 - a)) for a, y in zip(p, labels)) / len(p)
        yield ("liblinear -s 0", Times(float("nan"), whole, whole, float("nan")), loss, auc(list(zip(p, labels))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--passes", type=int, default=1, help="of Gradus")
    parser.add_argument("--spark-iterations", type=int, default=1)
    parser.add_argument("--spark-heap", default="9g")
    parser.add_argument("--data", help="folder to keep the generated text in, and to find it in the next time")
    parser.add_argument("--tools", help="only these, like gradus,sklearn")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gradus-sparse-") as folder:
        tools = Tools(options, pathlib.Path(folder))
        chosen = {name: tool for name, tool in tools.present().items()
                  if not options.tools or name in options.tools.split(",")}
        found = {}
        for number in range(options.rounds):
            for tool in chosen.values():
                for name, times, loss, area in tool():
                    found.setdefault(name, []).append((*times, loss, area))
                    print(f"round {number + 1} of {options.rounds}: {name}: a pass {times.fit:.2f} s, whole {times.whole:.2f} s, "
                          f"in it {times.inside:.2f} s, {times.memory / 1e6:.0f} MB, log-loss {loss:.4f}, AUC {area:.4f}",
                          file=sys.stderr)
    print(f"{options.rows} rows; seconds, median (lowest-highest); million rows/s of the median")
    print(f"{'':40} {'a pass':>20} {'M rows/s':>9} {'whole':>22} {'in it':>22} {'M rows/s':>9} {'MB':>6} {'log-loss':>9} {'AUC':>7}")
    for name, runs in found.items():
        fit, inside, whole, memory, loss, area = zip(*runs)
        print(f"{name:40} {spread(fit):>20} {options.rows / statistics.median(fit) / 1e6:9.2f} {spread(whole):>22} "
              f"{spread(inside):>22} {options.rows / statistics.median(inside) / 1e6:9.3f} "
              f"{statistics.median(memory) / 1e6:6.0f} {statistics.median(loss):9.4f} {statistics.median(area):7.4f}")


if __name__ == "__main__":
    main()
