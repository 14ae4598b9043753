"""RSpec."""

import re

from ..install import call, has_program, need
from ..ours import shelf
from ..process import Command
from .peer import Peer


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
