"""The state that the machine's two cores are in: how long a cache line takes from one to the other and back."""
import json
import pathlib
import time

from children import output

HERE = pathlib.Path(__file__).resolve().parent

# Between the two states of the EPYCs that we saw, 110 to 130 ns and 270 to 380; a Xeon always had 210 to 235.
SLOW_NANOS = 250

# Far above any pair of cores that have nothing else to do, far below a time slice.
BUSY_NANOS = 5_000


def build(folder):
    """Compiles what probes, for a folder; needs a C compiler."""
    output(["cc", "-O3", "-march=native", "-Wall", "-Wextra", "-pthread", "-o", str(folder / "limits"), str(HERE / "limits.c")])


def probe(folder):
    """Nanoseconds in which a cache line goes to the other core and back, now."""
    return json.loads(output([str(folder / "limits"), "0.1"]))["roundTripNanos"]


def settled(folder, seconds):
    """Probes until the state is fast, for so many seconds at most: runs that move much memory leave a slow one behind."""
    end = time.monotonic() + seconds
    nanos = probe(folder)
    while nanos > SLOW_NANOS and time.monotonic() < end:
        time.sleep(0.2)
        nanos = probe(folder)
    return nanos


def state(before, after):
    """That of a run between two probes; busy if the cores were not free, changed if the two do not agree."""
    if max(before, after) > BUSY_NANOS:
        return "busy"
    if (before > SLOW_NANOS) != (after > SLOW_NANOS):
        return "changed"
    return "slow" if before > SLOW_NANOS else "fast"
