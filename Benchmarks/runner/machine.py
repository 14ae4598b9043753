"""Where and when it was measured."""

import datetime
import os
import platform
from pathlib import Path


def description():
    """The machine, and how busy it was."""
    load = os.getloadavg()[1]
    return (
        f"{platform.system()}, {platform.machine().replace('_', '-')}, {processor()}"
        f"{os.cpu_count()} cores, {gigabytes()} GB, {datetime.date.today().isoformat()}; "
        f"a load of {load:.1f} at the end")


def processor():
    """The name of the processor, where one is told."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return ""
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, " if names else ""


def gigabytes():
    return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30)
