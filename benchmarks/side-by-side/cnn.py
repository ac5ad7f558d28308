#!/usr/bin/env python3
"""jobs/cnn.yaml against PyTorch on the same network, on one core and on two processes, interleaved.

Each round runs PyTorch with its own layout of images and with channels last, alone and as two processes with
DistributedDataParallel over gloo (its usual buckets, and buckets of 256 KB), and Gradus with 1 and 2 ranks in float32 and, where the
processor has it, bf16. All have a batch of 128 over all processes, momentum, one thread a process, and images in memory. PyTorch
neither shuffles nor scores anything; its first steps are not counted, nor is Gradus's start-up. Prints images/s, ratios of the
same round to the best of PyTorch, and their spread.

    /usr/bin/python3 benchmarks/side-by-side/cnn.py [--rounds 3]      # needs python3-torch and libopenblas0-pthread
"""
import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

from figures import spread

ROOT = pathlib.Path(__file__).resolve().parents[2]

TORCH = """
import os, sys, time
import torch, torch.distributed as dist, torch.nn as nn
if not any("openblas" in line or "mkl_" in line for line in open("/proc/self/maps")):
    sys.exit("PyTorch multiplies by the reference BLAS, at half of its speed: install libopenblas0-pthread")
rank, world, last, bucket, steps = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "last", float(sys.argv[4]), int(sys.argv[5])
torch.set_num_threads(1)
torch.manual_seed(1)
net = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2),
                    nn.Flatten(), nn.Linear(2304, 128), nn.ReLU(), nn.Linear(128, 10))
batch = 128 // world
x, y = torch.randn(20 * batch, 3, 32, 32), torch.randint(0, 10, (20 * batch,))
if last:
    net, x = net.to(memory_format=torch.channels_last), x.contiguous(memory_format=torch.channels_last)
if world > 1:
    dist.init_process_group("gloo", rank=rank, world_size=world)
    net = nn.parallel.DistributedDataParallel(net, bucket_cap_mb=bucket)
rule = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
loss = nn.CrossEntropyLoss()
def step(i):
    at = i % 20 * batch
    rule.zero_grad()
    loss(net(x[at:at + batch]), y[at:at + batch]).backward()
    rule.step()
for i in range(10):
    step(i)
if world > 1:
    dist.barrier()
begin = time.perf_counter()
for i in range(steps):
    step(i)
if world > 1:
    dist.barrier()
if rank == 0:
    print(steps * 128 / (time.perf_counter() - begin))
"""

DEADLINE = 300


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def torch(world, layout, bucket, steps):
    one_core = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1",
                    MASTER_ADDR="127.0.0.1", MASTER_PORT=str(free_port()))
    command = [sys.executable, "-W", "ignore", "-c", TORCH]
    ranks = [subprocess.Popen([*command, str(rank), str(world), layout, str(bucket), str(steps)], env=one_core, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) for rank in range(world)]
    try:
        said = [rank.communicate(timeout=DEADLINE) for rank in ranks]
    finally:
        for rank in ranks:
            rank.kill()
    for rank, (_, error) in zip(ranks, said):
        if rank.returncode != 0:
            sys.exit(f"PyTorch failed with exit code {rank.returncode}:\n{error}")
    return float(said[0][0])


def gradus(ranks, out, more):
    command = [str(ROOT / "gradus"), "train", str(ROOT / "jobs" / "cnn.yaml"), "--json", "--ranks", str(ranks), "--out", str(out), *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1]
    return json.loads(done.stdout), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100, help="steps of PyTorch that are timed")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    options = parser.parse_args()
    found = subprocess.run([sys.executable, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit("torch is not installed for this python3; nothing to compare with (Debian: python3-torch)")
    more = [part for setting in options.set for part in ("--set", setting)]
    peers = {(1, "usual", 25): [], (1, "last", 25): [], (2, "usual", 25): [], (2, "last", 25): [], (2, "last", 0.25): []}
    ours = {(ranks, precision): [] for precision in ("float32", "bf16") for ranks in (1, 2)}
    hidden = []
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gradus-side-by-side-"))
    try:
        for turn in range(options.rounds):
            print(f"round {turn + 1} of {options.rounds}", file=sys.stderr)
            for (world, layout, bucket), seen in peers.items():
                seen.append(torch(world, layout, bucket, options.steps))
            for (ranks, precision), seen in list(ours.items()):
                out = folder / f"{turn}-{ranks}-{precision}"
                summary, refused = gradus(ranks, out, [*more, "--set", f"model.precision={precision}"])
                if summary is None:
                    print(f"{precision} is left out: {refused}", file=sys.stderr)
                    ours = {case: values for case, values in ours.items() if case[1] != precision}
                    break
                seen.append(summary["samplesPerSecond"])
                if ranks == 2 and precision == "float32":
                    hidden.append(summary["overlap"] * 100)
    finally:
        shutil.rmtree(folder)
    print(f"\nPyTorch {found.stdout.strip()}; {os.cpu_count()} cores; images/s, median (lowest-highest) of {options.rounds} rounds")
    for (world, layout, bucket), seen in peers.items():
        way = "channels last" if layout == "last" else "usual layout"
        print(f"PyTorch {world} process{'es' if world > 1 else '  '}  {way}{f', buckets of {bucket} MB' if world > 1 else '':22}  {spread(seen, 0)}")
    for (ranks, precision), seen in ours.items():
        best = [max(peer[turn] for (world, *_), peer in peers.items() if world == ranks) for turn in range(options.rounds)]
        ratios = [our / their for our, their in zip(seen, best)]
        print(f"Gradus {ranks} rank{'s' if ranks > 1 else ' '} {precision:8} {spread(seen, 0)}  against the best of PyTorch {spread(ratios)}")
    print(f"Gradus, 1 to 2 ranks, float32: {spread([b / a for a, b in zip(ours[(1, 'float32')], ours[(2, 'float32')])])}"
          f"; of the exchange hidden: {spread(hidden, 0)} %")


if __name__ == "__main__":
    main()
