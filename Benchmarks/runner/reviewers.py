"""Exemplar, inline-snapshot and syrupy: where each keeps expected values, and how a person accepts new ones."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from .install import call

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
LIMIT = 600
# Seconds for what a peer does with one file.
PATIENCE = 180


class Reviewer:
    """A tool with a package of its own, in which each situation begins afresh."""

    # Whether a value may be a cell, a key or a file of its own; the peers have one store.
    name = title = ""
    # Options that run the examples in two processes.
    two = []

    def __init__(self, work):
        self.folder = work / self.name
        self.state = work / f"{self.name}-state"
        self.output = ""

    @property
    def environment(self):
        kept = {key: text for key, text in os.environ.items()
                if key not in ("CI", "COLUMNS") and not key.startswith("EXEMPLAR_")}
        return {**kept, "HOSTILE_WORK": str(self.state / "work.json"), "HOSTILE_STATE": str(self.state)}

    def work(self, values, **others):
        """Prepares the values of the next run, each a text or one text for each attempt."""
        shutil.rmtree(self.state, ignore_errors=True)
        self.state.mkdir(parents=True)
        contents = {"values": {name: [value] if isinstance(value, str) else value
                               for name, value in values.items()}, "crashes": [], "edit": [], **others}
        (self.state / "work.json").write_text(json.dumps(contents), "utf-8")

    def start(self, command):
        self.log = (self.folder / ".." / f"{self.name}.log").resolve().open("w+", encoding="utf-8", errors="replace")
        return subprocess.Popen(
            [str(word) for word in command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True)

    def finish(self, process, limit=LIMIT):
        """The status of a process, `None` if it takes too long; what it printed is `output`."""
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = None
        self.log.seek(0)
        self.output = self.log.read()
        self.log.close()
        return status

    def call(self, command, limit=LIMIT):
        return self.finish(self.start(command), limit)

    def ran(self, status, *errors):
        """The status of a run, unless nothing has run: then nothing that follows would prove anything."""
        if status in errors:
            raise SystemExit(f"{self.name} has run nothing:\n{self.output[-3000:]}")
        return status


class Exemplar(Reviewer):
    name = "Exemplar"
    two = ["--jobs", "2"]

    def __init__(self, work, tool, scratch, yaml):
        super().__init__(work)
        self.tool, self.yaml, self.records = tool, yaml, work / "store"
        self.build = ["--scratch-path", scratch, "--disable-build-manifest-caching"]
        self.tests = self.folder / "Tests" / "HostileSpecs"
        self.store = self.tests / "rows.csv"
        self.title = f"exemplar {call(tool, '--version').splitlines()[0]}"
        self.items = []

    def prepare(self):
        """Makes the package, and builds it once."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.tests.mkdir(parents=True)
        (self.folder / "Package.swift").write_text(f"""\
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Hostile",
  dependencies: [.package(name: "exemplar", path: "{ROOT}"{', traits: ["Macros", "YAML"]' if self.yaml else ''})],
  targets: [
    .testTarget(
      name: "HostileSpecs", dependencies: [.product(name: "Exemplar", package: "exemplar")])
  ],
  swiftLanguageModes: [.v6]
)
""")
        shutil.copy(HERE / "Hostile" / "HostileSpec.swift", self.tests)
        if self.yaml:
            (self.tests / "MappingSpec.swift").write_text("""\
import Exemplar

@Spec let mappings = describe("Mappings") {
  outline("keep", from: .yaml("rows")) { (row: Row) in
    try expectColumn("expected", equals: Work.value(row.name ?? ""))
  }
}
""")
        call("swift", "build", "--build-tests", "--package-path", self.folder, *self.build)
        # The tool knows then what the tests are built from.
        self.begin()
        self.put({"a": "x"})
        self.work({"a": "x"})
        if self.test(skip=False):
            raise SystemExit(f"The package does not run:\n{self.output[-3000:]}")

    def begin(self):
        for path in self.tests.iterdir():
            if path.suffix != ".swift":
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        shutil.rmtree(self.records, ignore_errors=True)

    def put(self, expected):
        """Has the store expect these values; `None` is one that is not known yet."""
        self.store.parent.mkdir(exist_ok=True)
        self.store.write_bytes(self.recorded(expected))

    def recorded(self, expected):
        file = io.StringIO(newline="")
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["name", "expected"])
        rows.writerows([name, "?" if value is None else value] for name, value in expected.items())
        return file.getvalue().encode()

    @property
    def environment(self):
        return {**super().environment, "EXEMPLAR_STORE": str(self.records)}

    def command(self, *options, only=None, spec="Cells", skip=True):
        node = f"HostileSpecs/{spec}" + (f"/keep/{only}" if only else "")
        return [self.tool, "test", node, *options, *(["--skip-build"] if skip else []), "--", *self.build]

    def test(self, *options, reruns=0, only=None, spec="Cells", skip=True):
        """Runs the examples; the status. Nothing is accepted."""
        retries = ["--retries", reruns] if reruns else []
        return self.ran(self.call(self.command(*options, *retries, only=only, spec=spec, skip=skip)), 2)

    def review(self, *options):
        return [self.tool, "review", *options, "--", *self.build]

    def listed(self):
        status = self.call(self.review("--json"))
        self.items = json.loads(self.output) if status == 0 else []
        return self.items

    def accept(self, *options, limit=LIMIT, **others):
        """Runs the examples, and accepts each value that is offered: 0 if all were accepted."""
        self.test(*options, **others)
        return self.accept_listed()

    def accept_listed(self):
        ids = [item["id"] for item in self.listed() if item["state"] == "open"]
        if not ids:
            return 1
        status = self.call(self.review("--accept", *ids))
        return status or int(any(item["state"] == "refused" for item in self.items))

    def failures(self):
        """How many examples of the last run have failed."""
        found = re.findall(r"(\d+) failed", self.output)
        return int(found[-1]) if found else 0


class Peer(Reviewer):
    """A plugin of pytest: a run with an option accepts all values."""

    flags = []
    # An expression for the expected value.
    expected = ""
    parameter = ""
    imports = ""

    def __init__(self, work, python):
        super().__init__(work)
        self.python = python
        version = call(python, "-c", f"import importlib.metadata as m; print(m.version({self.name!r}))").strip()
        self.title = f"{self.name} {version}"
        self.source = self.folder / "test_rows.py"

    def prepare(self):
        self.begin()

    def begin(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        shutil.copy(HERE / "Hostile" / "work.py", self.folder)

    def tests(self, names):
        text = f"from work import WORK, finish, value\n{self.imports}\n"
        for name in names:
            text += f"""

def test_{name}({self.parameter}):
    try:
        assert value("{name}") == {self.expected}
    finally:
        finish("{name}")
"""
        return text

    def put(self, expected):
        """Has the store expect these values; `None` is one that is not known yet."""
        self.source.write_text(self.tests(expected), "utf-8")
        known = {name: value for name, value in expected.items() if value is not None}
        if known:
            self.work(known)
            names = " or ".join(f"test_{name}" for name in known)
            self.call(self.command(*self.flags, "-k", names) if len(known) < len(expected) else
                      self.command(*self.flags), PATIENCE)

    def recorded(self, expected):
        self.begin()
        self.put(expected)
        return self.store.read_bytes()

    @property
    def environment(self):
        return {**super().environment, "PYTHONDONTWRITEBYTECODE": "1"}

    def command(self, *options):
        return [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]

    def test(self, *options, reruns=0, only=None, limit=PATIENCE, **_):
        retries = ["--reruns", reruns] if reruns else []
        one = ["-k", f"test_{only}"] if only else []
        status = self.call(self.command(*options, *retries, *one), limit)
        # A plugin that refuses two processes has an answer, although nothing has run.
        return status if "combined with xdist" in self.output else self.ran(status, 4, 5)

    two = ["-n", "2"]

    def accept(self, *options, **others):
        """Runs the tests, and accepts every value: 0 if the run was green."""
        return self.test(*self.flags, *options, **others)

    def failures(self):
        found = re.findall(r"(\d+) failed", self.output)
        return int(found[-1]) if found else 0


class InlineSnapshot(Peer):
    name = "inline-snapshot"
    flags = ["--inline-snapshot=create,fix"]
    expected = "snapshot()"
    imports = "from inline_snapshot import snapshot"

    @property
    def store(self):
        return self.source


class Syrupy(Peer):
    name = "syrupy"
    flags = ["--snapshot-update"]
    expected = parameter = "snapshot"

    @property
    def store(self):
        return self.folder / "__snapshots__" / "test_rows.ambr"


def wait_for(condition, seconds):
    """Whether a condition becomes true, which is asked as often as possible."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
    return False
