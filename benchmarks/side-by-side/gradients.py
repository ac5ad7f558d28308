#!/usr/bin/env python3
"""Gradients of Gradus's networks against PyTorch's, on the same images and parameters.

Writes generated images, and lets Gradus make one step of plain SGD over all of them, once with a rate that moves nothing and
once with one of 4,096: the difference of the parameters is the gradient, to the last bits. PyTorch computes it from the same
file in double precision and in its own float32. Prints, for every tensor, the largest difference to the double-precision
gradient relative to that tensor's largest entry, for Gradus and for PyTorch's float32; fails above 1e-5, or 1e-4 with batch
normalisation, whose sums over all positions of all images oneDNN makes in float32. That network has tanh where others have
ReLU: values near 0, of which normalisation makes many, would fall on either side by chance.

    /usr/bin/python3 benchmarks/side-by-side/gradients.py [--rows 256]      # needs python3-torch
"""
import argparse
import copy
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np
import torch
from torch import nn

ROOT = pathlib.Path(__file__).resolve().parents[2]
RATE = 4096
DEADLINE = 300


class Residual(nn.Module):
    """Two convolutions with batch normalisation, and what came in added to what came out."""

    def __init__(self):
        super().__init__()
        self.conv1, self.norm1 = nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16)
        self.conv2, self.norm2 = nn.Conv2d(16, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16)
        self.conv3, self.norm3 = nn.Conv2d(16, 32, 3, padding=1, stride=2, bias=False), nn.BatchNorm2d(32)
        self.dense = nn.Linear(32, 10)

    def forward(self, x):
        first = torch.tanh(self.norm1(self.conv1(x)))
        second = torch.tanh(self.norm2(self.conv2(first)) + first)
        third = torch.tanh(self.norm3(self.conv3(second)))
        return self.dense(third.mean(dim=(2, 3)))


NETWORKS = {
    "published": (
        ["convolution 32 kernel=3", "relu", "maxpool 2", "convolution 64 kernel=3", "relu", "maxpool 2", "flatten", "dense 128",
         "relu", "dense classes"],
        1e-5,
        lambda: nn.Sequential(
            nn.Conv2d(3, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
            nn.Linear(2304, 128), nn.ReLU(), nn.Linear(128, 10))),
    "smooth": (
        ["convolution 12 kernel=5 stride=2 padding=2", "tanh", "averagepool 2", "flatten", "dense 40", "sigmoid", "dense classes"],
        1e-5,
        lambda: nn.Sequential(
            nn.Conv2d(3, 12, 5, stride=2, padding=2), nn.Tanh(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(768, 40), nn.Sigmoid(),
            nn.Linear(40, 10))),
    "residual": (
        ["convolution 16 kernel=3 padding=1 bias=false", "batchnorm", "tanh as=first",
         "convolution 16 kernel=3 padding=1 bias=false", "batchnorm", "add first", "tanh",
         "convolution 32 kernel=3 padding=1 stride=2 bias=false", "batchnorm", "tanh", "averagepool global", "flatten",
         "dense classes"],
        1e-4,
        Residual),
}


def gradus(*arguments):
    done = subprocess.run([str(ROOT / "gradus"), *arguments], capture_output=True, text=True, timeout=DEADLINE)
    if done.returncode != 0:
        sys.exit(f"gradus failed: {' '.join(arguments)}\n{done.stderr}")
    return done.stdout


def tensors(run):
    """Tensors of a stored model, in the order of the file."""
    content = (run / "model" / "model.safetensors").read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    head = json.loads(content[8:8 + length])
    found = {}
    for name, entry in head.items():
        if name != "__metadata__":
            start, end = (8 + length + offset for offset in entry["data_offsets"])
            found[name] = np.frombuffer(content[start:end], dtype="<f4").reshape(entry["shape"]).copy()
    return found


def parameters_after_a_step(layers, rate, images, rows, folder):
    job = folder / "job.yaml"
    job.write_text("\n".join(
        ["seed: 1", "ranks: 1", "epochs: 1", f"batchSize: {rows}", "virtualShards: 1", "model:", "  kind: cnn", "  layers:",
         *[f"    - {layer}" for layer in layers], "data:", "  kind: cifar10", f"  path: {images}", "  test: 0",
         "strategy: allreduce", "launch: threads", "optimizer:", "  kind: sgd", f"  rate: {rate}", ""]))
    out = folder / f"rate-{rate}"
    # Such a rate leaves a model that predicts nothing, which is no failure here.
    gradus("train", str(job), "--out", str(out), "--json", "--set", "evaluate.every=0", "--set", "launch.warmUp=0s")
    return tensors(out)


def reference(net, images, labels):
    net.zero_grad()
    nn.functional.cross_entropy(net(images), labels).backward()
    return [parameter.grad.numpy().astype(np.float64) for parameter in net.parameters()]


def compare(name, images, x, y, folder):
    """Whether all tensors of a network agree."""
    layers, tolerance, make = NETWORKS[name]
    before = parameters_after_a_step(layers, "1e-12", images, len(y), folder)
    after = parameters_after_a_step(layers, str(RATE), images, len(y), folder)
    learnt = [key for key in before if "running" not in key]
    net = make().train()
    with torch.no_grad():
        for parameter, key in zip(net.parameters(), learnt, strict=True):
            parameter.copy_(torch.from_numpy(before[key]))
    single = reference(copy.deepcopy(net), x.float(), y)
    double = reference(net.double(), x, y)
    worst = 0
    print(f"{name}: largest difference to PyTorch in double precision, of the largest entry")
    for key, exact, theirs in zip(learnt, double, single):
        ours = (before[key].astype(np.float64) - after[key].astype(np.float64)) / RATE
        scale = np.abs(exact).max()
        difference = np.abs(ours - exact).max() / scale
        worst = max(worst, difference)
        print(f"  {key:<22} {str(exact.shape):<18} Gradus {difference:.1e}   PyTorch float32 {np.abs(theirs - exact).max() / scale:.1e}")
    print(f"  largest {worst:.1e}, tolerance {tolerance:.0e}")
    return worst <= tolerance


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=256)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        images = folder / "images.bin"
        gradus("data", "make", "images", "--rows", str(options.rows), "--out", str(images))
        pixels = np.fromfile(images, dtype=np.uint8).reshape(-1, 3073)
        x = pixels[:, 1:].reshape(-1, 3, 32, 32).astype(np.float64) / 255
        x = (x - x.mean(axis=(0, 2, 3), keepdims=True)) / x.std(axis=(0, 2, 3), keepdims=True)
        y = torch.from_numpy(pixels[:, 0].astype(np.int64))
        agree = [compare(network, images, torch.from_numpy(x), y, folder_of(folder, network)) for network in NETWORKS]
    print(f"PyTorch {torch.__version__}: {'all agree' if all(agree) else 'some differ'}")
    sys.exit(0 if all(agree) else 1)


def folder_of(folder, name):
    made = folder / name
    made.mkdir()
    return made


if __name__ == "__main__":
    main()
