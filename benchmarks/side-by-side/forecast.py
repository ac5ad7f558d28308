#!/usr/bin/env python3
"""How far forecasts of `advise` lie from runs: for each case a calibration, then runs on 1 and N ranks in turns.

The error is the forecast speedup over the measured one, minus 1. Measured is the median over the runs of a round; the
spread is over rounds. Nothing else should run on the machine; what did is told by the cores that it used.

    python3 benchmarks/side-by-side/forecast.py [--cases logistic:threads,cnn:processes] [--rounds 3] [--ranks 2]
    python3 benchmarks/side-by-side/forecast.py --list
    python3 benchmarks/side-by-side/forecast.py --cases cnn:processes --namespaces 1gbit   # needs root

With --namespaces two ranks talk over a pair of network namespaces whose link is limited by tbf to that speed.
"""
import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from children import output

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRADUS = str(ROOT / "gradus")

# Settings that make a run long enough to be measured and short enough to be repeated.
JOBS = {
    "logistic": ("logistic.yaml", "allreduce", ["epochs=200", "evaluate.every=0"]),
    "logistic-local": ("logistic.yaml", "local", ["epochs=200", "evaluate.every=0"]),
    "cnn": ("cnn.yaml", "allreduce", ["steps=100", "data.rows=8000", "data.test=0.02"]),
    "cnn-local": ("cnn.yaml", "local", ["steps=2", "strategy.every=20", "data.rows=8000", "data.test=0.02"]),
    "cbow": ("cbow.yaml", "allreduce", ["epochs=3", "data.words=200000", "data.block=1000"]),
    "cbow-local": ("cbow.yaml", "local", ["epochs=1", "data.words=200000", "data.block=1000", "strategy.every=10"]),
    "cbow-hogwild": ("cbow.yaml", "hogwild", ["epochs=1", "data.words=200000", "data.block=1000"]),
    "criteo": ("criteo.yaml", "allreduce", ["epochs=1", "evaluate.steps=0"]),
}


def arguments(job, launch):
    file, strategy, settings = JOBS[job]
    more = [part for setting in settings for part in ("--set", setting)]
    return [str(ROOT / "jobs" / file), "--strategy", strategy, "--launch", launch, *more]


def forecast(job, launch, options, folder):
    strategy = JOBS[job][1]
    command = [GRADUS, "advise", *arguments(job, launch), "--strategies", strategy, "--json", "--out", str(folder),
               "--seconds", str(options.seconds)]
    if options.namespaces:
        command += ["--bandwidth", options.namespaces, "--latency", options.latency, "--shared-cores"]
    answer = json.loads(output(command))
    rows = {row["ranks"]: row for row in answer["strategies"][0]["rows"]}
    return rows[options.ranks], answer



def measured(job, launch, options, folder):
    """Speedup of N ranks over one, by interleaved runs, and the speeds of both."""
    if options.namespaces:
        return measured_apart(job, options, folder)
    command = [GRADUS, "scale", *arguments(job, launch), "--ranks", f"1,{options.ranks}", "--json",
               "--rounds", str(options.runs), "--out", str(folder), "--calibrate", "0"]
    one, many = json.loads(output(command))["rows"]
    return many["speedup"], f"{one['samplesPerSecond']:,.0f} and {many['samplesPerSecond']:,.0f}/s"


class Others:
    """Cores that something else used meanwhile: what /proc/stat counts as busy or stolen, less what children used."""

    def __init__(self):
        self.before = self.now()

    @staticmethod
    def now():
        with open("/proc/stat") as stat:
            user, nice, system, _, _, irq, soft, steal = map(int, stat.readline().split()[1:9])
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        ticks = os.sysconf("SC_CLK_TCK")
        return (user + nice + system + irq + soft + steal) / ticks, children.ru_utime + children.ru_stime, time.time()

    def cores(self):
        busy, own, seconds = (after - before for after, before in zip(self.now(), self.before))
        return max(0.0, busy - own) / seconds


def run(command):
    subprocess.run(command, check=True, capture_output=True, text=True)


def burst(rate):
    """Bytes that tbf lets through at once: about a millisecond of the link, so that it is as slow as it is called.

    256 kB, of which a link of 100 Mbit/s would have 20 ms, let 1.26 MB pass at 117 Mbit/s after a pause.
    """
    bits = {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}
    unit = next(unit for unit in bits if rate.endswith(unit))
    return max(16_000, int(float(rate[:-len(unit)]) * bits[unit] / 8 / 1000))


def namespaces(rate):
    for name in ("gradus-a", "gradus-b"):
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
        run(["ip", "netns", "add", name])
    run(["ip", "link", "add", "gradus-va", "netns", "gradus-a", "type", "veth", "peer", "name", "gradus-vb",
         "netns", "gradus-b"])
    for name, device, address in (("gradus-a", "gradus-va", "10.77.0.1/24"), ("gradus-b", "gradus-vb", "10.77.0.2/24")):
        inside = ["ip", "netns", "exec", name]
        run([*inside, "ip", "addr", "add", address, "dev", device])
        run([*inside, "ip", "link", "set", device, "up"])
        run([*inside, "ip", "link", "set", "lo", "up"])
        run([*inside, "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", str(burst(rate)),
             "latency", "50ms"])


ANSWERING = """
import socket
server = socket.create_server(("10.77.0.1", 17600))
print("ready", flush=True)
peer, _ = server.accept()
peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
while peer.recv(100):
    peer.send(b"x" * 100)
"""
ASKING = """
import socket, time
peer = socket.create_connection(("10.77.0.1", 17600))
peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
times = []
for _ in range(2000):
    start = time.perf_counter()
    peer.send(b"x" * 100)
    peer.recv(100)
    times.append(time.perf_counter() - start)
print(sorted(times)[len(times) // 2])
"""


def one_way():
    """Seconds of 100 bytes between the namespaces: half of the median round trip over TCP, without anything of ours.

    Each end has a core, as ranks have: on one core the two would answer each other without waking another.
    """
    inside = ["ip", "netns", "exec"]
    on_first, on_second = (["taskset", "-c", core, sys.executable, "-c"] for core in "01")
    with subprocess.Popen([*inside, "gradus-a", *on_first, ANSWERING], stdout=subprocess.PIPE) as answering:
        answering.stdout.readline()
        return float(output([*inside, "gradus-b", *on_second, ASKING])) / 2


def apart(job, ranks, options, folder):
    """Seconds of a run whose ranks join from two namespaces; rank 0 shares the launcher's."""
    secret = pathlib.Path(folder).parent / "secret"
    if not secret.exists():
        secret.write_text("0123456789abcdef" * 4)
        secret.chmod(0o600)
    env = dict(os.environ, GRADUS_SECRET_FILE=str(secret))
    port = 17_700 + os.getpid() % 1000
    launcher = subprocess.Popen(
        ["ip", "netns", "exec", "gradus-a", GRADUS, "train", *arguments(job, "join"), "--json", "--out", str(folder),
         "--ranks", str(ranks), "--set", "launch.host=10.77.0.1", "--set", f"launch.port={port}",
         "--set", "exchange.link=tcp"],  # or ranks would find that they can share memory
        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    workers = [subprocess.Popen(
        ["ip", "netns", "exec", name, GRADUS, "worker", "--join", f"10.77.0.1:{port}", "--quiet"],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for name in ("gradus-a", "gradus-b")[:ranks]]
    try:
        out, err = launcher.communicate(timeout=120)
    finally:
        for child in [launcher, *workers]:
            if child.poll() is None:
                child.terminate()
                child.wait(10)
    if launcher.returncode != 0:
        sys.exit(f"a run in namespaces failed: exit code={launcher.returncode}\n{err}")
    return json.loads(out)["samplesPerSecond"]


def measured_apart(job, options, folder):
    ones, manys = [], []
    for turn in range(options.runs):
        ones.append(apart(job, 1, options, f"{folder}-one-{turn}"))
        manys.append(apart(job, 2, options, f"{folder}-two-{turn}"))
    one, many = statistics.median(ones), statistics.median(manys)
    return many / one, f"{one:,.0f} and {many:,.0f}/s"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", default="logistic:threads,logistic:processes,cnn:threads,cnn:processes,"
                                           "cbow:threads,cbow:processes,cbow-local:threads,cbow-local:processes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=3, help="runs of each number of ranks in a round")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=45, help="most seconds of a calibration")
    parser.add_argument("--namespaces", metavar="RATE", help="like 1gbit or 100mbit")
    parser.add_argument("--latency", help="of the namespaces (default: half of a round trip that is measured before)")
    parser.add_argument("--keep", metavar="FOLDER", help="where to leave the runs and forecasts")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{name}: {file}, {strategy}, {' '.join(more)}" for name, (file, strategy, more) in JOBS.items()))
        return
    if options.namespaces:
        namespaces(options.namespaces)
        options.latency = options.latency or f"{1e6 * one_way():.0f}us"
        print(f"{options.namespaces}, one way {options.latency}")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {options.ranks} ranks, {options.rounds} rounds")
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="gradus-forecast-")).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for case in options.cases.split(","):
            job, launch = case.split(":")
            errors = []
            for turn in range(options.rounds):
                others = Others()
                row, answer = forecast(job, launch, options, folder / f"{job}-{launch}-{turn}-advise")
                meanwhile = [others.cores()]
                others = Others()
                real, speeds = measured(job, launch, options, folder / f"{job}-{launch}-{turn}-scale")
                meanwhile.append(others.cores())
                errors.append(row["speedup"] / real - 1)
                inside = row["speedupLow"] <= real <= row["speedupHigh"]
                print(f"  {case}: forecast {row['speedup']:.2f} ({row['speedupLow']:.2f}-{row['speedupHigh']:.2f}), "
                      f"measured {real:.2f} ({speeds}), error {100 * errors[-1]:+.0f} %, {'in' if inside else 'outside'} the band, "
                      f"calibrated {answer['calibrationSeconds']:.0f} s, "
                      f"others used {meanwhile[0]:.2f} cores during the calibration and {meanwhile[1]:.2f} during the runs", flush=True)
            print(f"{case}: median error {100 * statistics.median(errors):+.0f} % "
                  f"({100 * min(errors):+.0f} to {100 * max(errors):+.0f})", flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(folder)
        if options.namespaces:
            for name in ("gradus-a", "gradus-b"):
                subprocess.run(["ip", "netns", "del", name], capture_output=True)


if __name__ == "__main__":
    main()
