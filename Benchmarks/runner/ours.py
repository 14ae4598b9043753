"""The programs of this package, and the command lines that run them."""

import sys

from .install import call
from .process import Command


class Ours:
    """Exemplar, built in release and in debug."""

    def __init__(self, folder, work, scratch):
        self.folder = folder
        self.work = work
        self.scratch = ["--scratch-path", str(scratch)] if scratch else []

    # Building

    def build(self):
        """Builds what is measured; takes minutes the first time."""
        for arguments in (
            ["-c", "release", "--product", "RunCost"],
            ["-c", "release", "--product", "StreamingRows"],
            ["--build-tests"],
            ["--product", "exemplar"],
        ):
            print("building", " ".join(arguments), file=sys.stderr, flush=True)
            self.swift("build", *arguments)
        self.release = self.programs("release")
        self.debug = self.programs("debug")

    def swift(self, command, *arguments):
        return call("swift", command, "--package-path", self.folder, *self.scratch, *arguments)

    def programs(self, configuration):
        """The folder of the built programs."""
        output = self.swift("build", "-c", configuration, "--show-bin-path")
        return output.strip().splitlines()[-1]

    def version(self):
        return call("swift", "--version").split(" (")[0].replace("Apple ", "")

    # Running

    def shelf(self, kind, size, *arguments, environment=(), **expectations):
        """The program with a console, in release."""
        return Command(
            (f"{self.release}/RunCost", *arguments),
            (*shelf(kind, size), *environment), **{**passes(size), **expectations})

    def failures(self, kind, size):
        return self.shelf(kind, size, expects=f": {size} failed", fails=True)

    def selected(self, size):
        path = f"ShelfSpecs/A shelf/holds/#{size}"
        return self.shelf("rows", size, path, expects="1 example: 1 passed")

    def listed(self, size):
        return self.shelf("rows", size, "--list", expects=examples(size))

    def logged(self, variable, size):
        """A run that also writes its events, as EXEMPLAR_LOG or EXEMPLAR_EVENTS says."""
        path = str(self.work / "events")
        return self.shelf("rows", size, environment=((variable, path),), writes=path)

    def under_swift_test(self, size):
        """The process that `swift test` starts when the tests are built."""
        return Command(
            (f"{self.debug}/BenchmarksPackageTests.xctest", "--testing-library", "swift-testing"),
            shelf("rows", size), **passes(size))

    def under_exemplar_test(self, size):
        """The tool; `swift build` keeps what a manifest says for each environment, so it is warmed."""
        return Command(
            (f"{self.debug}/exemplar", "test", "--package-path", str(self.folder)) + self.rest(),
            shelf("rows", size), warms=True, **passes(size))

    def rest(self):
        return ("--", *self.scratch) if self.scratch else ()

    def swift_test(self):
        return Command(
            ("swift", "test", "--package-path", str(self.folder), *self.scratch),
            shelf("rows", 1), expects="1 example: 1 passed")

    def rows(self, form, size, *arguments):
        """An outline over a file of so many books."""
        temporary = (("TMPDIR", str(self.work)),)
        return Command(
            (f"{self.release}/StreamingRows", form, str(size), *arguments), temporary,
            expects="decoded")


def shelf(kind, size):
    return (("SHELF", kind), ("SHELF_BOOKS", str(size)))


def examples(size):
    return "1 example" if size == 1 else f"{size} examples"


def passes(size):
    return {"expects": f"{examples(size)}: {size} passed"}


