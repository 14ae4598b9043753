"""The tests of Go."""

from ..install import call, has_program, need
from ..ours import shelf
from ..process import Command
from .peer import Peer


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
