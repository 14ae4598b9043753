"""One process, and what it uses of the machine."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

# Large enough for the totals that a framework prints at the end, after lines for its failures.
TAIL = 65_536


@dataclass(frozen=True)
class Command:
    """What is run, and how one can tell that it did what it should."""

    argv: tuple
    environment: tuple = ()
    folder: str = "."
    # Must stand near the end of the output, so that a run that does nothing is no measurement.
    expects: str = ""
    fails: bool = False
    # Whether the first run fills a cache, and does not count.
    warms: bool = False
    # A file that it writes, whose size counts.
    writes: str = ""


@dataclass(frozen=True)
class Usage:
    """Seconds of the processor, in all threads and children; seconds; peak of the memory in MB."""

    processor: float
    wall: float
    peak: float
    written: int = 0


class TookTooLong(Exception):
    pass


class WentWrong(Exception):
    pass


def run(command, limit):
    """Runs a command, for `limit` seconds at most."""
    with tempfile.TemporaryFile() as output:
        status, usage = finish(command, limit, output)
        output.seek(max(0, output.seek(0, os.SEEK_END) - TAIL))
        text = output.read().decode(errors="replace")
    check(command, status, text)
    return replace(usage, written=written(command))


def finish(command, limit, output):
    """Runs a command to its end, whatever that is: its status, and what it used. Its output goes to a file."""
    environment = {**os.environ, **dict(command.environment)}
    begin = time.monotonic()
    process = subprocess.Popen(
        command.argv, cwd=command.folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
    ended = threading.Event()

    def end():
        ended.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, end)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    if ended.is_set():
        raise TookTooLong(f"more than {limit:.0f} s")
    return process.returncode, Usage(usage.ru_utime + usage.ru_stime, wall, megabytes(usage))


def check(command, status, text):
    if (status != 0) != command.fails or command.expects not in text:
        words = " ".join(str(word) for word in command.argv)
        wanted = "fail" if command.fails else "succeed"
        raise WentWrong(
            f"`{words}` ended with {status}; it should {wanted} and print “{command.expects}”. "
            f"It printed:\n{text[-2000:]}")


def megabytes(usage):
    # Linux tells kilobytes, macOS bytes.
    return usage.ru_maxrss / (1024 if os.uname().sysname == "Linux" else 1_048_576)


def written(command):
    """How much a command wrote, which is removed."""
    if not command.writes:
        return 0
    path = Path(command.writes)
    if not path.exists():
        raise WentWrong(f"{command.argv[0]} has not written {path.name}.")
    size = path.stat().st_size
    path.unlink()
    return size


def end_processes(mark):
    """Ends the processes that a hanging command has left, by a variable that no other process has."""
    wanted = "=".join(mark).encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)
        except OSError:
            continue
