#!/usr/bin/env python3
"""How far the live page is behind its run, and what serving it costs.

Trains jobs/logistic.yaml for a while, serves its page by `gradus watch` and hears its events as a browser does. When an event
comes, what was shown until then is as old as the training since: that is how far behind the page is, at worst. The start of
the clock is taken from the freshest event of all. CPU is that of the watching process, from /proc, after its first seconds.

    python3 benchmarks/side-by-side/live.py [--seconds 20] [--launch threads]
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARM_SECONDS = 5


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(path, deadline):
    while not path.exists():
        if time.monotonic() > deadline:
            raise SystemExit(f"not there in time: {path}")
        time.sleep(0.05)


def events(address, until):
    """Pairs of arrival and seconds of training, of every reading that moves the numbers on the page."""
    with urllib.request.urlopen(address + "events", timeout=30) as stream:
        name = ""
        for line in stream:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                name = text[7:]
            elif text.startswith("data: ") and name in ("now", "reading"):
                reading = json.loads(text[6:])
                if name == "now" or reading["type"] == "step":
                    yield time.monotonic(), reading["seconds"]
            if time.monotonic() > until:
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--launch", default="threads")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    run = folder / "run"
    gradus = str(ROOT / "gradus")
    train = subprocess.Popen(
        [gradus, "train", str(ROOT / "jobs" / "logistic.yaml"), "--ranks", "1", "--launch", options.launch, "--out", str(run),
         "--set", "epochs=1000000", "--set", "evaluate.every=0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watch = None
    try:
        wait_for(run / "now.json", time.monotonic() + 30)
        watch = subprocess.Popen([gradus, "watch", str(run), "--json"], stdout=subprocess.PIPE, text=True)
        address = json.loads(watch.stdout.readline())["address"]
        started, spent, heard = time.monotonic(), None, []
        for arrival, seconds in events(address, started + WARM_SECONDS + options.seconds):
            if arrival - started > WARM_SECONDS:
                if spent is None:
                    spent, since = cpu_seconds(watch.pid), arrival
                heard.append((arrival, seconds))
        used = (cpu_seconds(watch.pid) - spent) / (time.monotonic() - since)
        start = min(arrival - seconds for arrival, seconds in heard)
        behind = [later - start - seconds for (_, seconds), (later, _) in zip(heard, heard[1:])]
        print(f"events: {len(heard)} in {options.seconds:.0f} s")
        print(f"behind, s: median {statistics.median(behind):.2f}, largest {max(behind):.2f}")
        print(f"CPU of the watching process: {100 * used:.2f} % of a core")
    finally:
        for process in (train, watch):
            if process is not None:
                process.terminate()
                process.wait(10)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
