"""Twenty situations in which expected values may be damaged, may be lost, or may pass unseen."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from .install import call
from .reviewers import Exemplar, InlineSnapshot, Syrupy, wait_for


@dataclass
class Found:
    """How many files were damaged, wrong expectations were green, and values were lost; what happened to each."""

    damaged: int = 0
    green: int = 0
    lost: int = 0
    notes: list = field(default_factory=list)

    def damage(self, is_so, note="a file is damaged"):
        self.damaged += self.note(is_so, note)

    def pass_unseen(self, is_so, note="a wrong expectation is green"):
        self.green += self.note(is_so, note)

    def lose(self, count, note="a value is lost"):
        self.lost += count
        self.note(count, note)

    def note(self, is_so, note):
        if is_so and note not in self.notes:
            self.notes.append(note)
        return int(bool(is_so))


class Left(Exception):
    """Why a situation does not exist for a tool."""


# The names of the situations in their order, with their functions.
ALL = {}


def situation(title):
    def add(function):
        ALL[title] = function
        return function
    return add


def is_ours(tool):
    return isinstance(tool, Exemplar)


def changed(tool, before, after, change=lambda data: data):
    """Accepts values in a changed file of the store; the file as it is, and as it should be."""
    target = change(tool.recorded(after))
    tool.begin()
    tool.put(before)
    tool.store.write_bytes(change(tool.store.read_bytes()))
    tool.work(after)
    status = tool.accept()
    return status, tool.store.read_bytes(), target


def holds(found, tool, values, note="a value is lost"):
    """Counts the values that are not the expected ones now."""
    tool.work(values)
    if tool.test():
        found.lose(max(1, tool.failures()), note)


@contextmanager
def mounted(*arguments):
    """A mount, in a namespace that ends with this script."""
    call("mount", *arguments)
    try:
        yield
    finally:
        call("umount", "-l", arguments[-1])


# MARK: Processes


@situation("two workers with one golden")
def two_workers(tool, found):
    names = {f"n{number:02}": f"value {number}" for number in range(40)}
    tool.begin()
    tool.put({name: None for name in names})
    tool.work(names)
    status = tool.accept(*tool.two)
    if "xdist" in tool.output and not is_ours(tool) and status:
        raise Left("it writes nothing in two processes, and says so")
    holds(found, tool, names)
    # Two examples that disagree about one expected value.
    if isinstance(tool, Syrupy):
        return
    tool.begin()
    values = {"a": "one", "b": "two"}
    if is_ours(tool):
        tool.put(values)
        tool.work(values)
        source = tool.tests / "HostileSpec.swift"
        before = source.read_bytes()
        status = tool.accept(*tool.two, spec="Literals")
        found.damage(source.read_bytes() != before)
    else:
        tool.source.write_text(f"""\
from work import value
{tool.imports}

shared = snapshot()


def test_a():
    assert value("a") == shared


def test_b():
    assert value("b") == shared
""")
        tool.work(values)
        status = tool.accept()
    found.pass_unseen(status == 0, "one of two values is accepted for both")


@situation("a retry with another value")
def retry(tool, found):
    values = {"a": ["first", "second"]}
    tool.begin()
    tool.put({"a": None})
    before = tool.store.read_bytes() if tool.store.exists() else b""
    tool.work(values)
    found.pass_unseen(tool.test(reruns=1) == 0, "a missing expectation is green in the retry")
    tool.work(values)
    status = tool.accept(reruns=1)
    after = tool.store.read_bytes() if tool.store.exists() else b""
    found.pass_unseen(status == 0 and before != after, "a value is accepted that the next attempt does not have")


@situation("a crash after the report")
def crash(tool, found):
    values = {"a": "one", "b": "two", "c": "three"}
    tool.begin()
    tool.put({name: None for name in values})
    tool.work(values, crashes=["b"])
    status = tool.accept()
    found.pass_unseen(status == 0, "a crash is green")
    tool.work({"b": "two"})
    found.pass_unseen(tool.test(only="b") == 0, "the value of the crashed example is accepted")
    tool.work({"a": "one"})
    found.lose(int(tool.test(only="a") != 0), "the value of the example before is lost")


@situation("a filter")
def filtered(tool, found):
    before = {"a": "one", "b": "two", "c": "three"}
    after = {name: text + " more" for name, text in before.items()}
    target = tool.recorded({**before, "b": after["b"]})
    tool.begin()
    tool.put(before)
    tool.work(after)
    old = tool.store.read_bytes()
    tool.accept(only="b")
    actual = tool.store.read_bytes()
    found.lose(int(actual == old), "the value of the one example is not accepted")
    found.damage(actual not in (old, target), "values of examples that did not run have changed")


@situation("a rename")
def rename(tool, found):
    tool.begin()
    if is_ours(tool):
        tool.work({"a": "one"})
        tool.accept(spec="Files")
        tool.work({"z": "another"})
        found.pass_unseen(tool.test(spec="Files") == 0, "the renamed example is green with another value")
        found.lose(int(tool.accept(spec="Files") != 0), "the value cannot be accepted")
        found.lose(int(tool.test(spec="Files") != 0))
        return
    tool.put({"a": "one"})
    tool.source.write_text(tool.source.read_text().replace("test_a", "test_z").replace('"a"', '"z"'))
    tool.work({"z": "another"})
    found.pass_unseen(tool.test() == 0, "the renamed example is green with another value")
    tool.work({"z": "another"})
    tool.accept()
    holds(found, tool, {"z": "another"})


@situation("two tools at once")
def two_tools(tool, found):
    for _ in range(5):
        values = {"a": "one", "b": "two"}
        tool.begin()
        tool.put({name: None for name in values})
        if is_ours(tool):
            tool.work(values)
            tool.test()
            commands = [tool.review("--accept", item["id"]) for item in tool.listed()]
        else:
            tool.work(values, meet=["a", "b"])
            commands = [tool.command(*tool.flags, "-k", f"test_{name}") for name in values]
        processes = [subprocess.Popen([str(word) for word in command], cwd=tool.folder, env=tool.environment,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL) for command in commands]
        for process in processes:
            process.wait()
        tool.work(values)
        if tool.test():
            found.lose(max(1, tool.failures()), "the value of one of the tools is lost")


@situation("`kill -9` while it writes")
def killed(tool, found):
    count, size = (200, 1_000) if is_ours(tool) else (10, 400_000)
    before = {f"n{number:02}": "a " * size for number in range(count)}
    after = {name: "b " * size for name in before}
    if isinstance(tool, InlineSnapshot):
        before = {name: text[:40_000] for name, text in before.items()}
        after = {name: text[:40_000] for name, text in after.items()}
    whole = [tool.recorded(before), tool.recorded(after)]
    for delay in (0, 0.0005, 0.002, 0.01):
        tool.begin()
        tool.put(before)
        tool.work(after)
        if is_ours(tool):
            tool.test()
            command = tool.review("--accept", *(item["id"] for item in tool.listed()))
        else:
            command = tool.command(*tool.flags)
        folder = tool.store.parent
        old, names = stamp(tool.store), {*os.listdir(folder)}
        process = tool.start(command)
        wait_for(lambda: process.poll() is not None or stamp(tool.store) != old
                 or {*os.listdir(folder)} != names, 120)
        time.sleep(delay)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        tool.finish(process)
        is_damaged = tool.store.read_bytes() not in whole
        found.damage(is_damaged, "the file has neither its old contents nor its new ones")
        if is_damaged:
            # Its tests may not even run.
            continue
        tool.work(after)
        if is_ours(tool):
            tool.accept_listed() if tool.test() else None
        else:
            tool.accept()
        if tool.store.read_bytes() != whole[1] and not found.damaged:
            found.lose(1, "the values cannot be accepted afterwards")


def stamp(path):
    try:
        status = path.stat()
        return status.st_size, status.st_mtime_ns, status.st_ino
    except FileNotFoundError:
        return None


# MARK: File systems


@situation("a read-only tree")
def read_only(tool, found):
    tool.begin()
    tool.put({"a": "one"})
    before = tool.store.read_bytes()
    tool.work({"a": "two"})
    folder = tool.store.parent
    with mounted("--bind", folder, folder):
        call("mount", "-o", "remount,ro,bind", folder)
        status = tool.accept()
    found.damage(tool.store.read_bytes() != before)
    found.pass_unseen(status == 0, "the run is green, and nothing is written")


@situation("a disk that is full")
def full_disk(tool, found):
    tool.begin()
    disk = tool.store.parent
    disk.mkdir(exist_ok=True)
    kept = {path: path.read_bytes() for path in disk.iterdir() if path.is_file()}
    with mounted("-t", "tmpfs", "-o", "size=1m", "tmpfs", disk):
        for path, data in kept.items():
            path.write_bytes(data)
        tool.put({"a": "one", "b": "x" * 200_000})
        before = tool.store.read_bytes()
        # Room for some of the new contents.
        room = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        (disk / "full").write_bytes(b"x" * max(0, room - 100_000))
        tool.work({"a": "two", "b": "y" * 300_000})
        status = tool.accept()
        after = tool.store.read_bytes() if tool.store.exists() else b""
        found.damage(after != before, "the file has lost its contents")
        found.pass_unseen(status == 0, "the run is green, and nothing is written")


@situation("a symbolic link")
def link(tool, found):
    tool.begin()
    tool.put({"a": "one"})
    target = tool.folder / "shared" / tool.store.name
    target.parent.mkdir(exist_ok=True)
    shutil.move(tool.store, target)
    tool.store.symlink_to(os.path.relpath(target, tool.store.parent))
    tool.work({"a": "two"})
    tool.accept()
    found.damage(not tool.store.is_symlink(), "the link is a file now")
    holds(found, tool, {"a": "two"})
    found.lose(int(b"two" not in target.read_bytes()), "the file behind the link is not written")


@situation("a file that is edited meanwhile")
def edited(tool, found):
    tool.begin()
    names = {"a": "one", "b": "two"}
    tool.put({"a": None, "b": None} if is_ours(tool) else names)
    if is_ours(tool):
        edit = [str(tool.store), "expected\n", "expected\nnew,?\n"]
    elif isinstance(tool, InlineSnapshot):
        edit = [str(tool.store), "\n\ndef test_a", "\n\n# Edited by a person.\n\n\ndef test_a"]
    else:
        edit = [str(tool.store), "'one'", "'edited by a person'"]
    tool.work({"a": "one", "b": "two more"}, edit=edit)
    before = tool.store.read_text()
    accepted = tool.accept()
    after = tool.store.read_text()
    target = before.replace(edit[1], edit[2], 1)
    if is_ours(tool):
        found.damage(after != target, "a value is written into another cell")
    else:
        found.lose(int(edit[2].strip("\n").splitlines()[0] not in after), "the edit is lost")
        # A test file must be one afterwards, and the other value must be where it belongs.
        tool.work({"b": "two more"})
        status = tool.test(only="b")
        found.damage(status not in (0, 1), "the file cannot be read any more")
        # A tool that refuses to write, and says so, loses nothing.
        found.lose(int(status == 1 and accepted == 0), "the value is lost")


# MARK: Bytes


def compare(tool, found, expected, actual, note):
    """Compares a value with another one, which must not be green."""
    tool.begin()
    tool.put({"a": expected})
    tool.work({"a": actual})
    found.pass_unseen(tool.test() == 0, note)


@situation("line ends: CRLF")
def crlf(tool, found):
    values = {"a": "one", "b": "two\nlines", "c": "three"}
    _, actual, target = changed(tool, values, {**values, "c": "four"}, lambda data: data.replace(b"\n", b"\r\n"))
    if is_ours(tool):
        # The line end in a cell is part of its value, so the run finds another value there.
        target = target.replace(b"two\r\nlines", b"two\nlines")
    found.damage(actual != target, "other line ends have changed")
    compare(tool, found, "x\ny", "x\r\ny", "a value with CRLF is green where LF is expected")


@situation("a byte-order mark")
def mark(tool, found):
    _, actual, target = changed(tool, {"a": "one", "b": "two"}, {"a": "one", "b": "three"},
                                lambda data: b"\xef\xbb\xbf" + data)
    found.damage(actual != target, "the mark is gone, or something else has changed")
    compare(tool, found, "x", "\ufeffx", "a value with a mark is green where none is expected")


@situation("a file of 100,000 rows")
def many(tool, found):
    names = [f"n{number:06}" for number in range(100_000)]
    before = {name: f"value of {name}" for name in names}
    after = {**before, names[50_000]: "another value"}
    if is_ours(tool):
        _, actual, target = changed(tool, before, after)
        found.damage(actual != target)
        return
    # One test with one expected value, since 100,000 tests take minutes without any snapshot.
    tool.begin()
    body = f"""\
from work import WORK
{tool.imports}


def test_all({tool.parameter}):
    assert {{name: values[0] for name, values in WORK["values"].items()}} == {tool.expected}
"""
    tool.source.write_text(body)
    tool.work(before)
    if tool.accept() is None or not tool.store.exists():
        raise Left("recording takes more than three minutes")
    recorded = tool.store.read_bytes()
    tool.work(after)
    if tool.accept() is None:
        found.damage(tool.store.read_bytes() != recorded, "broken off after three minutes, and damaged")
        raise Left("accepting takes more than three minutes")
    text = f"value of {names[50_000]}".encode()
    found.damage(tool.store.read_bytes() != recorded.replace(text, b"another value"))


@situation("duplicate keys")
def duplicates(tool, found):
    for values in (["right", "wrong"], ["wrong", "right"]):
        tool.begin()
        if is_ours(tool):
            (tool.tests / "rows.json").write_text(
                f'[{{"name": "a", "expected": "{values[0]}", "expected": "{values[1]}"}}]\n')
            tool.work({"a": "right"})
            status = tool.test(spec="Keys")
        elif isinstance(tool, Syrupy):
            tool.put({"a": values[0]})
            entry = tool.store.read_text().partition("\n")[2]
            tool.store.write_text(tool.store.read_text() + entry.replace(values[0], values[1]))
            tool.work({"a": "right"})
            status = tool.test()
        else:
            tool.source.write_text(f"""\
from work import value
{tool.imports}


def test_a():
    assert {{"key": value("a")}} == snapshot({{"key": "{values[0]}", "key": "{values[1]}"}})
""")
            tool.work({"a": "right"})
            status = tool.test()
        found.pass_unseen(status == 0, "one of two contradictory expectations is green")


@situation("a quoted cell with new lines")
def quoted(tool, found):
    before = {"a": 'one "1",\ntwo\n', "b": "x\n\ny,", "c": "plain"}
    after = {**before, "b": 'x\n"\ny,\n\n'}
    _, actual, target = changed(tool, before, after)
    found.damage(actual != target)
    holds(found, tool, after)


# Values that look alike, or disappear: the value, and another one.
LOOKALIKES = [
    ("\u00e9", "e\u0301"), ("a\tb", "a b"), ("a ", "a"), (" a", "a"), ("a\n", "a"), ("", " "), ("a\u00a0b", "a b"),
    ("a\u2028b", "a\nb"), ("a\u0085b", "a\nb"), ("a\x0cb", "a\nb"), ("a\rb", "a\nb"), ("a\x1bb", "ab"),
    ("\u200b", ""), ("\U0001f469\u200d\U0001f680", "\U0001f469\U0001f680"), ("\u0301a", "a"), ("\u212b", "\u00c5"),
    ("a\x1cb", "a\nb"), ("a\x0bb", "a\nb"), ("1.0", "1"), ("?!", "?"), ("\\n", "\n"), ("'''", '"""'), ("#", "# "),
]


@situation("tabs, emoji and combining marks")
def characters(tool, found):
    values = {f"c{number:02}": pair[0] for number, pair in enumerate(LOOKALIKES)}
    others = {f"c{number:02}": pair[1] for number, pair in enumerate(LOOKALIKES)}
    tool.begin()
    tool.put({name: None for name in values})
    tool.work(values)
    tool.accept()
    holds(found, tool, values, "a value is not the same when it is read again")
    tool.work(others)
    tool.test()
    green = len(others) - tool.failures()
    found.green += green
    found.note(green, "values that look alike are taken for equal")


# MARK: Languages


@situation("comments in YAML")
def comments(tool, found):
    if isinstance(tool, Syrupy):
        raise Left("its files have no comments")
    if is_ours(tool):
        text = "# Prices\n- name: a   # the first\n  expected: one  # old\n\n- {name: b, expected: two} # flow\n"
        yaml(tool, found, text, {"a": "1: one", "b": "two"}, text.replace("expected: one", "expected: '1: one'"),
             text.replace("expected: one", 'expected: "1: one"'))
        return
    # Its files are those of Python.
    tool.begin()
    text = """\
from work import value
from inline_snapshot import snapshot

# Prices


def test_a():
    # The first.
    assert {"key": value("a"), "other": 1} == snapshot({
        # Why it is one.
        "key": 'one',  # old
        "other": 1,  # the other
    })
"""
    tool.source.write_text(text)
    tool.work({"a": "two"})
    tool.accept()
    found.damage(tool.source.read_text() != text.replace("'one'", "'two'"), "comments, or the layout, have changed")


@situation("an anchor in YAML")
def anchor(tool, found):
    if not is_ours(tool):
        raise Left("it has no format with references")
    text = "- name: a\n  expected: &one one\n- name: b\n  expected: *one\n"
    # The value that has the anchor is the one of both rows.
    yaml(tool, found, text, {"a": "two", "b": "one"}, text)
    yaml(tool, found, text, {"a": "one", "b": "two"}, text, "- name: a\n  expected: &one one\n- name: b\n  expected: two\n")


def yaml(tool, found, text, values, *allowed):
    """Accepts what is offered of a YAML file, which has one of the allowed contents then."""
    if not tool.yaml:
        raise Left("needs --yaml")
    tool.begin()
    file = tool.tests / "rows.yaml"
    file.write_text(text)
    tool.work(values)
    found.pass_unseen(tool.test(spec="Mappings") == 0)
    tool.accept(spec="Mappings")
    found.damage(file.read_text() not in (text, *allowed), "something else has changed")


@situation("a literal in a macro")
def macro(tool, found):
    if not is_ours(tool):
        raise Left("Python has no macros")
    tool.begin()
    source = tool.tests / "HostileSpec.swift"
    before = source.read_bytes()
    tool.work({"a": "one"})
    for spec, old, new in (("Macros", b'value("a")) }', b'value("a")) { "one" } }'),
                           ("Macro rows", b'1, "?")', b'1, "one")')):
        found.pass_unseen(tool.test(spec=spec) == 0)
        status = tool.accept(spec=spec)
        after = source.read_bytes()
        found.damage(after != (before.replace(old, new) if status == 0 else before),
                     "the literal is written at another place")
        if after != before:
            found.lose(int(tool.test(spec=spec, skip=False) != 0), "the accepted value is not the expected one")
            source.write_bytes(before)
            tool.test(spec=spec, skip=False)
