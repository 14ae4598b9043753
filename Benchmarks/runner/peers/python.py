"""pytest."""

from ..install import call, python_with
from ..ours import shelf
from ..process import Command
from .peer import Peer


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
