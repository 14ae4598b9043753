"""The values that the tests of the peers compare, as the file HOSTILE_WORK describes them; `HostileSpec.swift` has the same."""

import json
import os
from pathlib import Path

WORK = json.loads(Path(os.environ["HOSTILE_WORK"]).read_text("utf-8"))


def value(name):
    """The value of a name in this attempt, which may be one of another process."""
    values = WORK["values"][name]
    if WORK["edit"] and is_first("edit"):
        path, old, new = WORK["edit"]
        text = Path(path).read_text("utf-8")
        Path(path).write_text(text.replace(old, new), "utf-8")
    attempt = 0
    while attempt < len(values) - 1 and not is_first(f"{name}-{attempt}"):
        attempt += 1
    meet(name)
    return values[attempt]


def finish(name):
    """What happens after the comparison."""
    if name in WORK["crashes"]:
        os.abort()


def meet(name):
    """Waits until another process has come as far, if two are at work."""
    import time

    others = WORK.get("meet", [])
    if name not in others:
        return
    state = Path(os.environ["HOSTILE_STATE"])
    (state / f"met-{name}").touch()
    end = time.monotonic() + 60
    while not all((state / f"met-{other}").exists() for other in others) and time.monotonic() < end:
        time.sleep(0.01)


def is_first(mark):
    """Whether nothing has asked for this mark before, in any process."""
    try:
        os.close(os.open(Path(os.environ["HOSTILE_STATE"]) / mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        return True
    except FileExistsError:
        return False
