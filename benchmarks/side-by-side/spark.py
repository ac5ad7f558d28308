#!/usr/bin/env python3
"""Our Spark ML estimators against those of Spark MLlib, by turns in one application with two slots (spark/SparkPeers.java).

`logistic` is a million rows of 20 features, without a gap between the classes, over the curve of MLlib's iterations, `word2vec` a million
words at dimension 100 by hierarchical softmax, with the share of the text's analogies that come out right, `mlp` a network 2-32-32-4 on 40,000 points, `startup` the time until ranks of a job learn in an application
that runs already. CPU seconds are those of the whole process: Spark, compiler and collector included. The first round is cold and is
printed, but not in the table. Needs spark/target/gradus-spark.jar: mvn -Dquick -Dspark package.

    python3 benchmarks/side-by-side/spark.py logistic|word2vec|mlp|startup [--rounds 3] [--heap 3g] [--iterations 1,16]

With fewer iterations of MLlib's, more rounds fit into the same time; ours are run for those of 1 to 4 that are among them.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "benchmarks" / "side-by-side" / "spark" / "SparkPeers.java"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["logistic", "word2vec", "mlp", "startup"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--heap", default="3g")
    parser.add_argument("--iterations", default="1,2,3,4,6,8,10,12,14,15,16,20,24,32", help="of MLlib's logistic regression")
    options = parser.parse_args()
    target = ROOT / "spark" / "target"
    if not (target / "gradus-spark.jar").exists():
        sys.exit(f"no jar: {target / 'gradus-spark.jar'}; make it by mvn -Dquick -Dspark package")
    classes = f"{target / 'gradus-spark.jar'}:{(target / 'spark.classpath').read_text()}"
    with tempfile.TemporaryDirectory(prefix="gradus-spark-") as folder:
        subprocess.run(["javac", "-nowarn", "-proc:none", "-cp", classes, "-d", folder, str(PROGRAM)], check=True)
        # What ./gradus gives a command that computes, so that both have the same virtual machine.
        inner = [f"-XX:CompileCommand=BackgroundCompilation,dev.gradus.{name}.*::*,false"
                 for name in ("simd", "model", "optim", "data.sparse")]
        subprocess.run(["java", f"-Xmx{options.heap}", "-XX:+UseParallelGC", "-XX:CompileCommand=quiet", *inner,
                        f"@{ROOT / 'spark' / 'jvm.options'}", "-cp", f"{folder}:{classes}", "SparkPeers", options.what,
                        str(options.rounds), folder, options.iterations], check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})


if __name__ == "__main__":
    main()
