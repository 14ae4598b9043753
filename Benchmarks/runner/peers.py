"""The frameworks beside which Exemplar is measured: how each is installed, built and run.

Each of them has the same shelf of books in the folder Peers, and reads the same variables. A method
that a peer does not have is something that it cannot do.
"""

import re

from .install import call, has_file, has_program, need, python_with
from .ours import shelf
from .process import Command


class Peer:
    """A framework; `sources` holds its shelf, and `work` what is built of it."""

    def __init__(self, sources, work):
        self.sources = sources / self.folder
        self.work = work / self.folder
        self.work.mkdir(parents=True, exist_ok=True)

    @property
    def folder(self):
        return self.title

    def file(self, name):
        """A report, which is removed when it has been measured."""
        return str(self.work / name)


class GoogleTest(Peer):
    title = "GoogleTest"
    rows_form = "`TEST_P`"

    def prepare(self):
        need("g++", unless=has_program("g++"))
        need("libgtest-dev", unless=has_file("/usr/include/gtest/gtest.h"))
        for name, level in (("release", "-O2"), ("debug", "-O0")):
            call("g++", level, "-g", "-o", self.work / name, self.sources / "shelf.cpp",
                 "-lgtest", "-lpthread")
        return "GoogleTest " + call("dpkg-query", "-W", "-f", "${Version}", "libgtest-dev")

    def run(self, kind, size, *arguments, build="release", **expectations):
        passed = f"[  PASSED  ] {size} test"
        return Command((str(self.work / build), "--gtest_brief=1", *arguments), shelf(kind, size),
                       **{"expects": passed, **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def debug_rows(self, size):
        return self.run("rows", size, build="debug")

    def examples(self, size):
        return self.run("examples", size)

    def failures(self, size):
        return self.run("failures", size, expects=f"[==========] {size} test", fails=True)

    def reported(self, size):
        path = self.file("report.json")
        return self.run("rows", size, f"--gtest_output=json:{path}", writes=path)

    def selected(self, size):
        return self.run("rows", size, f"--gtest_filter=A/Shelf.Holds/{size - 1}",
                        expects="[  PASSED  ] 1 test")

    def listed(self, size):
        return self.run("rows", size, "--gtest_list_tests", expects=f"Holds/{size - 1} ")


class Catch2(Peer):
    title = "Catch2"
    rows_form = "`GENERATE`, which folds them into one test"

    def prepare(self):
        need("g++", unless=has_program("g++"))
        need("catch2", unless=has_file("/usr/include/catch2/catch.hpp"))
        for name, level in (("release", "-O2"), ("debug", "-O0")):
            if not (self.work / name).exists():  # Its header takes the compiler half a minute.
                call("g++", level, "-g", "-o", self.work / name, self.sources / "shelf.cpp")
        return "Catch2 " + call("dpkg-query", "-W", "-f", "${Version}", "catch2")

    def run(self, kind, size, build="release", **expectations):
        noun = "assertion" if size == 1 else "assertions"
        passed = f"All tests passed ({size} {noun}"
        return Command((str(self.work / build),), shelf(kind, size),
                       **{"expects": passed, **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def debug_rows(self, size):
        return self.run("rows", size, "debug")

    def failures(self, size):
        return self.run("failures", size, expects=f"{size} failed", fails=True)


class Go(Peer):
    title = "Go"
    rows_form = "`t.Run`"

    def prepare(self):
        need("golang-go", unless=has_program("go"))
        call("go", "test", "-c", "-o", self.work / "shelf", folder=self.sources)
        return call("go", "version").split(" linux")[0].replace("go version go", "Go ").strip()

    def run(self, kind, size, *arguments, **expectations):
        return Command((str(self.work / "shelf"), *arguments), shelf(kind, size),
                       **{"expects": "PASS", **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def failures(self, size):
        return self.run("failures", size, expects=f"{size - 1} is not there", fails=True)

    def selected(self, size):
        return self.run("rows", size, "-test.run", f"^TestShelf$/^{size - 1}$")


class JUnit(Peer):
    title = "JUnit"
    rows_form = "`@TestFactory`"
    jars = ("junit-platform-console junit-platform-launcher junit-platform-engine "
            "junit-platform-commons junit-platform-reporting junit-jupiter-api "
            "junit-jupiter-engine opentest4j opentest4j-reporting-events "
            "opentest4j-reporting-schema apiguardian-api picocli").split()

    def prepare(self):
        need("default-jdk-headless", unless=has_program("javac"))
        need("junit5", unless=has_file("/usr/share/java/junit-platform-console.jar"))
        self.classes = ":".join([f"/usr/share/java/{jar}.jar" for jar in self.jars]
                                + [str(self.work)])
        call("javac", "-cp", self.classes, "-d", self.work, self.sources / "ShelfTest.java")
        return "JUnit " + call("dpkg-query", "-W", "-f", "${Version}", "junit5")

    def run(self, kind, size, *arguments, **expectations):
        passed = f"{size} tests successful"
        return Command(
            ("java", "-cp", self.classes, "org.junit.platform.console.ConsoleLauncher",
             "--disable-banner", "--details", "summary", "-c", "ShelfTest", *arguments),
            shelf(kind, size), **{"expects": passed, **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def failures(self, size):
        return self.run("failures", size, expects=f"{size} tests failed", fails=True)

    def reported(self, size):
        return self.run("rows", size, "--reports-dir", str(self.work),
                        writes=self.file("TEST-junit-jupiter.xml"))


class Pytest(Peer):
    title = "pytest"
    rows_form = "`parametrize`"

    def prepare(self):
        self.python = python_with("pytest", self.work)
        return call(self.python, "-m", "pytest", "--version").strip()

    def run(self, kind, size, *arguments, select="", **expectations):
        return Command(
            (self.python, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider",
             f"test_shelf.py{select}", *arguments),
            shelf(kind, size), str(self.sources),
            **{"expects": f"{size} passed", **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def failures(self, size):
        return self.run("failures", size, expects=f"{size} failed", fails=True)

    def reported(self, size):
        path = self.file("report.xml")
        return self.run("rows", size, f"--junitxml={path}", writes=path)

    def selected(self, size):
        return self.run("rows", size, select=f"::test_holds[{size - 1}]", expects="1 passed")

    def listed(self, size):
        return self.run("rows", size, "--collect-only", expects=f"{size} test")


class RSpec(Peer):
    title = "RSpec"
    rows_form = "`it` in a loop"

    def prepare(self):
        need("ruby-rspec", unless=has_program("rspec"))
        return "RSpec " + re.search(r"rspec-core ([\d.]+)", call("rspec", "--version")).group(1)

    def run(self, kind, size, *arguments, select="", **expectations):
        noun = "example" if size == 1 else "examples"
        return Command(
            ("rspec", f"shelf_spec.rb{select}", *arguments), shelf(kind, size), str(self.sources),
            **{"expects": f"{size} {noun}, 0 failures", **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def examples(self, size):
        return self.run("rows", size)

    def failures(self, size):
        return self.run("failures", size, expects=f", {size} failure", fails=True)

    def reported(self, size):
        path = self.file("report.json")
        return self.run("rows", size, "--format", "json", "--out", path, "--format", "progress",
                        writes=path)

    def selected(self, size):
        return self.run("rows", size, select=f"[1:{size}]", expects="1 example, 0 failures")

    def listed(self, size):
        return self.run("rows", size, "--dry-run")


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


ALL = [GoogleTest, Catch2, Go, JUnit, RSpec, Pytest, XCTest, SwiftTesting]
