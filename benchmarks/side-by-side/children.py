"""Starts the programs that are measured, so that none outlives the script that measures."""
import subprocess
import sys

LONGEST_SECONDS = 600


def output(command):
    """What a command prints. It is asked to stop, and then made to, if it does not end in time or we are interrupted."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        out, err = child.communicate(timeout=LONGEST_SECONDS)
    except BaseException:
        child.terminate()  # mpirun and our launcher end their ranks when they are told to stop
        try:
            child.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            child.kill()
        raise
    if child.returncode != 0:
        sys.exit(f"command failed: exit code={child.returncode}, command={' '.join(command)}\n{err}{out}")
    return out
