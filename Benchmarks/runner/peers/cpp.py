"""The frameworks of C++."""

from ..install import call, has_file, has_program, need
from ..ours import shelf
from ..process import Command
from .peer import Peer


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
