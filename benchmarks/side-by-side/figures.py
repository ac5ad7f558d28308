"""How figures of several rounds are printed."""
import statistics


def spread(values, digits=2):
    """Median (lowest-highest)."""
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"
