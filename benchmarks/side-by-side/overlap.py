#!/usr/bin/env python3
"""What it gains to exchange gradients while the backward pass goes on, between two hosts with a slow network.

Makes two network namespaces joined by a cable, limits both directions by tbf, runs one rank of the job in each, with
exchange.overlap on and off by turns, and prints images/s, the share of the exchange that was hidden, and the ratio on / off of
the same round. Needs root (network namespaces), iproute2, and takes what it made down at the end.

    python3 benchmarks/side-by-side/overlap.py [--rounds 3] [--rates 1gbit,100mbit] [--job jobs/cnn.yaml] [--steps 80]
"""
import argparse
import json
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile

from figures import spread

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEADLINE = 300
PORT = 40123


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=30)


class Hosts:
    """Two namespaces with an address each."""

    def __init__(self):
        name = f"gradus{os.getpid()}"
        self.names = [f"{name}a", f"{name}b"]
        self.addresses = ["10.98.7.1", "10.98.7.2"]

    def __enter__(self):
        try:
            for name in self.names:
                ip("netns", "add", name)
            ends = [name[-8:] for name in self.names]
            ip("link", "add", ends[0], "netns", self.names[0], "type", "veth", "peer", "name", ends[1], "netns", self.names[1])
            for name, end, address in zip(self.names, ends, self.addresses):
                ip("-n", name, "link", "set", "lo", "up")
                ip("-n", name, "addr", "add", f"{address}/24", "dev", end)
                ip("-n", name, "link", "set", end, "up")
            self.ends = ends
        except subprocess.SubprocessError as e:
            self.__exit__()
            sys.exit(f"network namespaces cannot be made here: {getattr(e, 'stderr', e)}")
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, timeout=30)

    def limit(self, rate):
        for name, end in zip(self.names, self.ends):
            subprocess.run(["tc", "-n", name, "qdisc", "replace", "dev", end, "root", "tbf", "rate", rate, "burst", "256kb",
                            "latency", "50ms"], check=True, capture_output=True, timeout=30)

    def start(self, host, environment, *words):
        command = ["ip", "netns", "exec", self.names[host], str(ROOT / "gradus"), *words]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def run(hosts, options, overlap, folder):
    environment = {**os.environ, "GRADUS_SECRET": secrets.token_hex(32)}
    address = f"{hosts.addresses[0]}:{PORT}"
    launcher = hosts.start(
        0, environment, "train", options.job, "--ranks", "2", "--launch", "join", "--json", "--out", str(folder),
        "--set", f"launch.host={hosts.addresses[0]}", "--set", f"launch.port={PORT}", "--set", f"steps={options.steps}", "--set", f"exchange.overlap={overlap}",
        "--set", "evaluate.every=0", "--set", "exchange.link=tcp", *[word for setting in options.set for word in ("--set", setting)])
    ranks = [hosts.start(rank, environment, "worker", "--join", address, "--rank", str(rank)) for rank in (0, 1)]
    try:
        out, err = launcher.communicate(timeout=DEADLINE)
    finally:
        for child in (launcher, *ranks):
            if child.poll() is None:
                child.terminate()
        for child in ranks:
            child.communicate(timeout=20)
        shutil.rmtree(folder, ignore_errors=True)
    if launcher.returncode != 0:
        sys.exit(f"run failed: exit code={launcher.returncode}\n{err}{out}")
    return json.loads(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rates", default="1gbit,100mbit")
    parser.add_argument("--job", default=str(ROOT / "jobs" / "cnn.yaml"))
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="for every run")
    options = parser.parse_args()
    with Hosts() as hosts, tempfile.TemporaryDirectory() as name:
        for rate in options.rates.split(","):
            hosts.limit(rate)
            rounds = [{on: run(hosts, options, on, pathlib.Path(name) / "run") for on in ("true", "false")}
                      for _ in range(options.rounds)]
            print(f"{rate}, {options.rounds} rounds, median (lowest-highest)")
            for on in ("true", "false"):
                runs = [results[on] for results in rounds]
                print(f"  overlap {on:<5}  images/s {spread([r['samplesPerSecond'] for r in runs], 0):<22} "
                      f"hidden {spread([100 * r['overlap'] for r in runs], 0)} %  "
                      f"ms a step {spread([1e3 * r['seconds'] / r['steps'] for r in runs], 1)}, "
                      f"of which compute {spread([1e3 * r['computeSeconds'] / r['steps'] for r in runs], 1)}")
            print("  on / off      " + spread([results["true"]["samplesPerSecond"] / results["false"]["samplesPerSecond"]
                                               for results in rounds]), flush=True)


if __name__ == "__main__":
    main()
