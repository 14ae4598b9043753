"""The two frameworks that come with Swift."""

from ..install import call
from ..ours import shelf
from ..process import Command
from .peer import Peer


class Swift(Peer):
    """The package of the two frameworks that come with Swift."""

    folder = "Swift"

    def prepare(self):
        for configuration in ("release", "debug"):
            call("swift", "build", "-c", configuration, "--build-tests", "--package-path",
                 self.sources, "--scratch-path", self.work)
        return f"{self.title} of " + call("swift", "--version").split(" (")[0]


class XCTest(Swift):
    title = "XCTest"
    rows_form = "a method each"

    def run(self, kind, size, *arguments, build="release", **expectations):
        noun = "test" if size == 1 else "tests"
        passed = f"Executed {size} {noun}, with 0 failures"
        return Command((str(self.work / build / "XCTestShelf"), *arguments), shelf(kind, size),
                       **{"expects": passed, **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def debug_rows(self, size):
        return self.run("rows", size, build="debug")

    def examples(self, size):
        return self.run("rows", size)

    def failures(self, size):
        return self.run("failures", size, expects=f"with {size} failure", fails=True)

    def selected(self, size):
        return self.run("rows", size, f"XCTestShelf.ShelfTests/testHolds{size - 1}",
                        expects="Executed 1 test, with 0 failures")

    def listed(self, size):
        return self.run("rows", size, "--list-tests", expects=f"testHolds{size - 1}")


class SwiftTesting(Swift):
    title = "Swift Testing"
    rows_form = "`@Test(arguments:)`"

    def run(self, kind, size, *arguments, build="release", **expectations):
        noun = "case" if size == 1 else "cases"
        return Command(
            (str(self.work / build / "SwiftPeersPackageTests.xctest"),
             "--testing-library", "swift-testing", *arguments), shelf(kind, size),
            **{"expects": f"with {size} test {noun} passed", **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def debug_rows(self, size):
        return self.run("rows", size, build="debug")

    def failures(self, size):
        return self.run("failures", size, expects=f"with {size} issue", fails=True)

    def reported(self, size):
        path = self.file("events.jsonl")
        return self.run("rows", size, "--event-stream-output-path", path,
                        "--event-stream-version", "0", writes=path)
