#!/usr/bin/env python3
"""All-reduce of float32 between processes of this machine: Open MPI and Gradus, interleaved.

Each round runs, for 2 and 4 ranks, Open MPI and Gradus over shared memory and then over TCP, one after the other, so that a
noisy machine disturbs all alike. Both measure in the same way (allreduce.c, dev.gradus.benchmarks.SumClock). Open MPI runs
in several variants, in place and with a separate input; of these the best one of each size is what we are compared with.
GB/s is size / time. Ratios are their time / our time of the same round: above 1 we are faster.

How long a cache line takes to the other core is probed before and after every run, since on some machines it changes within
seconds and moves sums by a factor of several. A run whose two probes agree is of that state, fast or slow; only runs of the
same state are compared, and runs during which the state changed are left out.

    python3 benchmarks/side-by-side/allreduce.py [--rounds 5] [--ranks 2,4] [--json FILE]
"""
import argparse
import json
import os
import pathlib
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial

import cores
from children import output
from figures import spread

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "benchmarks" / "side-by-side"
JAR = ROOT / "benchmarks" / "target" / "benchmarks.jar"

# What ./gradus gives the JVM of a rank.
JAVA = ["java", "-Xshare:auto", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages", "-XX:-BackgroundCompilation", "-Xmx1g",
        "--add-modules=jdk.incubator.vector", "-cp", "{jar}", "dev.gradus.benchmarks.AllReduceBenchmark"]

# pml ob1 is named, or else another component might choose another way than the one that btl says. Open MPI yields by itself
# where ranks outnumber cores; said explicitly it was no faster.
OB1 = ["--mca", "pml", "ob1", "--mca", "btl_base_warn_component_unused", "0"]
VADER = [*OB1, "--mca", "btl", "self,vader", "--mca", "btl_vader_single_copy_mechanism"]
LOOPBACK = [*OB1, "--mca", "btl", "self,tcp", "--mca", "btl_tcp_if_include", "lo"]
RING = ["--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_allreduce_algorithm"]
VARIANTS = {
    "shared": {
        "cma": [*VADER, "cma", "--bind-to", "none"],
        "cma, bound": [*VADER, "cma", "--bind-to", "core"],
        "copies": [*VADER, "none", "--bind-to", "none"],
    },
    "tcp": {
        "default": [*LOOPBACK, "--bind-to", "none"],
        "bound": [*LOOPBACK, "--bind-to", "core"],
    },
}
THOROUGH = {
    "shared": {
        "cma, ring": [*VADER, "cma", "--bind-to", "none", *RING, "4"],
        "cma, segmented ring": [*VADER, "cma", "--bind-to", "none", *RING, "5"],
        "cma, rabenseifner": [*VADER, "cma", "--bind-to", "none", *RING, "6"],
    },
    "tcp": {
        "segmented ring": [*LOOPBACK, "--bind-to", "none", *RING, "5"],
        "large buffers": [*LOOPBACK, "--bind-to", "none", "--mca", "btl_tcp_sndbuf", "4194304", "--mca", "btl_tcp_rcvbuf", "4194304"],
    },
}

# Our links, and what each is compared with.
LINKS = [("shared", "shared"), ("tcp", "tcp")]

STATES = ["fast", "slow"]


def stale(jar):
    if not jar.exists():
        return True
    sources = [ROOT / module / "src" / "main" for module in ("core", "simd", "benchmarks")]
    return any(file.stat().st_mtime > jar.stat().st_mtime for folder in sources for file in folder.rglob("*.java"))


def build(folder):
    if stale(JAR):
        print("building benchmarks.jar ...", file=sys.stderr)
        skipped = ["-DskipTests", "-Dspotless.check.skip", "-Dcheckstyle.skip", "-Denforcer.skip", "-Djacoco.skip"]
        output(["mvn", "-q", "-B", "-f", str(ROOT / "pom.xml"), *skipped, "package", "-pl", "core,simd,benchmarks"])
    # A copy, so that a build meanwhile does not change what is measured.
    shutil.copy(JAR, folder / "benchmarks.jar")
    flags = ["-O3", "-march=native", "-Wall", "-Wextra"]
    output(["mpicc", *flags, "-o", str(folder / "allreduce"), str(HERE / "allreduce.c")])
    cores.build(folder)


def open_mpi(folder, ranks, arguments, options):
    command = ["mpirun", "-n", str(ranks), "--oversubscribe", *arguments]
    if os.geteuid() == 0:
        command.append("--allow-run-as-root")
    sizes = [str(size) for size in options.sizes]
    return json.loads(output([*command, str(folder / "allreduce"), str(options.seconds), *sizes]))["results"]


def gradus(folder, ranks, link, options):
    command = [part.format(jar=folder / "benchmarks.jar") for part in JAVA]
    sizes = ",".join(str(size) for size in options.sizes)
    words = [f"ranks={ranks}", f"link={link}", f"paths={options.paths}", f"sizes={sizes}", f"seconds={options.seconds}"]
    return json.loads(output([*command, *words]))["results"]


def variants(link, ranks, thorough):
    all_of_them = VARIANTS[link] | (THOROUGH[link] if thorough else {})
    # A core for each rank cannot be had where ranks outnumber cores.
    return {name: more for name, more in all_of_them.items() if "bound" not in name or ranks <= os.cpu_count()}


def drivers(folder, options):
    """What a round runs: (tool, ranks, link, variant, how to run it)."""
    for ranks in options.ranks:
        done = set()
        for own, theirs in LINKS:
            if own not in options.links:
                continue
            if theirs not in done:
                done.add(theirs)
                for name, more in variants(theirs, ranks, options.thorough).items():
                    yield "Open MPI", ranks, theirs, name, partial(open_mpi, folder, ranks, more, options)
            yield "Gradus", ranks, own, "", partial(gradus, folder, ranks, own, options)


def one_round(folder, options):
    """One measurement of everything, in the order of the runs."""
    runs = []
    for tool, ranks, link, variant, measure in drivers(folder, options):
        before = cores.settled(folder, options.settle)
        results = measure()
        after = cores.probe(folder)
        runs.append({"tool": tool, "ranks": ranks, "link": link, "variant": variant, "probes": [before, after],
                     "state": cores.state(before, after), "results": results})
    sizes = [str(size) for size in options.sizes]
    return {"load": os.getloadavg()[0], "limits": json.loads(output([str(folder / "limits"), "0.1", *sizes])), "runs": runs}


def times(one, wanted, size, figure):
    """Microseconds of one round by variant and path; wanted is (tool, ranks, link, state)."""
    found = {}
    for run in one["runs"]:
        if (run["tool"], run["ranks"], run["link"], run["state"]) == wanted:
            for result in run["results"]:
                if result["bytes"] == size:
                    found[", ".join(part for part in (run["variant"], result["path"]) if part)] = result[figure]
    return found


def pairs(rounds, table, size, figure):
    """By our path: (variant, its time, ours) of each round in which we and the variant that is their best ran in this state."""
    ranks, own, theirs, of_state = table
    them = [times(each, ("Open MPI", ranks, theirs, of_state), size, figure) for each in rounds]
    by_variant = {}
    for one in them:
        for variant, micros in one.items():
            by_variant.setdefault(variant, []).append(micros)
    if not by_variant:
        return {}
    best = min(by_variant, key=lambda variant: statistics.median(by_variant[variant]))
    found = {}
    for each, one in zip(rounds, them):
        for path, micros in times(each, ("Gradus", ranks, own, of_state), size, figure).items():
            if best in one:
                found.setdefault(path, []).append((best, one[best], micros))
    return found


def readable(size):
    return f"{size >> 20} MB" if size >= 1 << 20 else f"{size >> 10} KB" if size >= 1 << 10 else f"{size} B"


def speed(size, micros):
    return f"{size / micros / 1e3:.2f}"


def ratios(found):
    return spread([them / us for _, them, us in found])


def print_table(rounds, table, sizes):
    ranks, own, theirs, of_state = table
    print(f"\n{ranks} ranks, {own} against Open MPI's {theirs}, {of_state} state")
    print(f"{'size':>7} {'Open MPI us':>12} {'GB/s':>6}  {'of':<22} {'Gradus us':>10} {'GB/s':>6}  {'path':<8} {'rounds':>6}  "
          f"{'ratio':<18} ratio back to back")
    for size in sizes:
        streams = pairs(rounds, table, size, "streamMicros")
        for path, found in pairs(rounds, table, size, "medianMicros").items():
            label = found[0][0]
            them = statistics.median(micros for _, micros, _ in found)
            us = statistics.median(micros for _, _, micros in found)
            print(f"{readable(size):>7} {them:>12.1f} {speed(size, them):>6}  {label:<22} {us:>10.1f} {speed(size, us):>6}  "
                  f"{path:<8} {len(found):>6}  {ratios(found):<18} {ratios(streams[path]) if path in streams else ''}")


def print_states(rounds):
    """How many runs of each side were in which state, and what the probes said."""
    for tool in ("Open MPI", "Gradus"):
        runs = [run for each in rounds for run in each["runs"] if run["tool"] == tool]
        counts = Counter(run["state"] for run in runs)
        probes = [nanos for run in runs for nanos in run["probes"]]
        print(f"runs of {tool}: {', '.join(f'{count} {name}' for name, count in sorted(counts.items()))}; "
              f"a cache line to the other core and back {spread(probes, 0)} ns")


def print_limits(rounds, sizes):
    print("\nmemcpy, each thread its own buffers, GB/s copied by all threads together")
    for size in sizes:
        by_threads = []
        for threads in (1, 2):
            speeds = [copy["gigabytesPerSecond"] for each in rounds for copy in each["limits"]["copies"]
                      if (copy["bytes"], copy["threads"]) == (size, threads)]
            by_threads.append(f"{threads} thread{'s' if threads > 1 else ' '} {spread(speeds, 1):<20}")
        print(f"{readable(size):>7}  {'  '.join(by_threads)}")
    if any(run["state"] == "busy" for each in rounds for run in each["runs"]):
        print("cores were not free around some runs, which are left out; measure again on an idle machine")


def machine():
    version = output(["mpirun", "--version"]).splitlines()[0]
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.splitlines()[0]
    return {"openMpi": version, "java": java, "cores": os.cpu_count(), "system": platform.platform()}


def numbers(text):
    return [int(number) for number in text.split(",")]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ranks", type=numbers, default=[2, 4])
    parser.add_argument("--sizes", type=numbers, default=[4 << 10, 64 << 10, 1 << 20, 25 << 20, 100 << 20], help="bytes")
    parser.add_argument("--links", type=lambda text: text.split(","), default=[own for own, _ in LINKS])
    parser.add_argument("--paths", default="heap,bucket", help="our kinds of memory, each measured in the same processes")
    parser.add_argument("--seconds", type=float, default=0.4, help="time to measure each size")
    parser.add_argument("--settle", type=float, default=5, help="longest time to wait for the fast state before a run")
    parser.add_argument("--thorough", action="store_true", help="also other algorithms and settings of Open MPI")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="everything that was measured")
    return parser.parse_args()


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception, so that children and files go too
    missing = [tool for tool in ("mpicc", "mpirun") if shutil.which(tool) is None]
    if missing:
        print(f"skipped: {' and '.join(missing)} not found; install openmpi-bin and libopenmpi-dev")
        return
    about = machine()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gradus-side-by-side-"))
    rounds = []
    try:
        build(folder)
        for turn in range(options.rounds):
            rounds.append(one_round(folder, options))
            print(f"round {turn + 1} of {options.rounds}, load {rounds[-1]['load']:.1f}", file=sys.stderr)
            if options.json:
                options.json.write_text(json.dumps({"machine": about, "rounds": rounds}, indent=1))
    finally:
        shutil.rmtree(folder)
    print(f"{about['openMpi']}; {about['java']}; {about['cores']} cores; {options.rounds} rounds, median (lowest-highest); "
          f"load after a round {spread([each['load'] for each in rounds], 1)}, of which the ranks are a part")
    print_states(rounds)
    for ranks in options.ranks:
        for own, theirs in LINKS:
            for of_state in STATES:
                table = ranks, own, theirs, of_state
                if own in options.links and any(pairs(rounds, table, size, "medianMicros") for size in options.sizes):
                    print_table(rounds, table, options.sizes)
    print_limits(rounds, options.sizes)


if __name__ == "__main__":
    main()
