"""Instructions that the parts of a run take, counted by callgrind.

They hardly depend on the load of the machine.
"""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .install import Missing, call
from .ours import shelf

# The same order of everything in each run.
STEADY = {"SWIFT_DETERMINISTIC_HASHING": "1", "EXEMPLAR_SEED": "1", "LANG": "C.UTF-8"}
# What the programs, and valgrind, need of the surroundings.
KEPT = ["PATH", "LD_LIBRARY_PATH"]


@dataclass
class Counted:
    """A program with so many books, and two numbers of them, whose difference counts."""

    key: str
    program: str
    arguments: object
    environment: object
    sizes: tuple
    fails: bool = False


def counted(work):
    """What is counted; `work` is a folder for files."""
    log = str(work / "counted.exlog")

    def rows(size):
        return shelf("rows", size)

    def none(size):
        return []

    def file(form):
        return lambda size: (("SHELF", form), ("SHELF_FILE", books(work, size, form)))

    return [
        Counted("a row, with a console", "RunCost", none, rows, (100, 600)),
        Counted("a row, with a log", "RunCost", none,
                lambda size: (*rows(size), ("EXEMPLAR_LOG", f"{log}-{size}")), (100, 600)),
        Counted("a row, with JSON Lines", "RunCost", none,
                lambda size: (*rows(size), ("EXEMPLAR_EVENTS", f"{log}-{size}.jsonl")), (50, 250)),
        Counted("a row of a log, shown", "ShownLog",
                lambda size: [shown_log(work, size)], none, (100, 600)),
        Counted("an `it`", "RunCost", none, lambda size: shelf("examples", size), (100, 600)),
        Counted("a row that is not selected", "RunCost",
                lambda size: [f"ShelfSpecs/A shelf/holds/#{size}"], rows, (500, 5_500)),
        Counted("a row, listed", "RunCost", lambda size: ["--list"], rows, (100, 600)),
        Counted("a row that an `#expect` fails", "RunCost", none,
                lambda size: shelf("failures", size), (20, 120), fails=True),
        Counted("a row that an error fails", "RunCost", none,
                lambda size: shelf("errors", size), (20, 120), fails=True),
        Counted("a row of CSV", "RunCost", none, file("csv"), (100, 600)),
        Counted("a row of CSV, with an expected column", "RunCost", none, file("expected"), (100, 600)),
        Counted("a row of JSON Lines", "RunCost", none, file("jsonl"), (100, 600)),
        Counted("the start of a program", "RunCost", none, rows, (1,)),
    ]


def shown_log(work, size):
    return str(work / f"shown-{size}.exlog")


def books(work, size, form):
    """The path of a file with so many books, which is made if it is not there."""
    path = work / f"books-{size}.{form}"
    if path.exists():
        return str(path)
    has_label = form == "expected"
    lines = [] if form == "jsonl" else ["name,pages,price,sold" + (",label" if has_label else "")]
    for book in range(size):
        pages, price, sold = 100 + book % 900, f"{5 + book % 90}.5", str(book % 2 == 0).lower()
        lines.append(
            f"book {book},{pages},{price},{sold}" + (f",{pages} pages" if has_label else "") if form != "jsonl" else
            f'{{"name": "book {book}", "pages": {pages}, "price": {price}, "sold": {sold}}}')
    path.write_text("\n".join(lines) + "\n")
    return str(path)


class Callgrind:
    """Counts what programs do.

    They are copied without what is for debuggers, since callgrind cannot read all of that.
    """

    def __init__(self, programs, work, scale):
        self.programs = programs
        self.work = work
        # Optimized code is so quick that more books are needed above the noise.
        self.scale = scale

    def prepare(self):
        """Copies the programs, and makes the logs that are read."""
        self.work.mkdir(parents=True, exist_ok=True)
        for name, path in self.programs.items():
            call("strip", "-g", "-o", self.work / name, path)
        for entry in counted(self.work):
            for size in self.sizes(entry):
                if entry.program == "ShownLog":
                    self.write_log(size)

    def write_log(self, size):
        variables = dict(shelf("rows", size)) | {"EXEMPLAR_LOG": shown_log(self.work, size)}
        subprocess.run([self.work / "RunCost"], env=self.environment(variables),
                       stdout=subprocess.DEVNULL, check=True)

    def sizes(self, entry):
        return entry.sizes if len(entry.sizes) == 1 else [self.scale * size for size in entry.sizes]

    def environment(self, variables):
        # Nothing else of the surroundings: a run does more where `CI` is set, for example.
        kept = {key: os.environ[key] for key in KEPT if key in os.environ}
        return {**kept, **STEADY, "TMPDIR": str(self.work), **variables}

    def count(self, entry, size):
        """The instructions of one run."""
        output = self.work / f"{re.sub('[^a-z]+', '-', entry.key)}-{size}.out"
        result = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}",
             str(self.work / entry.program), *entry.arguments(size)],
            env=self.environment(dict(entry.environment(size))), text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output.unlink(missing_ok=True)
        found = re.search(r"Collected : (\d+)", result.stderr)
        if not found or (result.returncode != 0) != entry.fails:
            raise Missing(f"{entry.key}: ended with {result.returncode}\n"
                          f"{result.stdout[-1000:]}\n{result.stderr[-2000:]}")
        return int(found.group(1))

    def all(self):
        """The instructions of one book in everything that is counted."""
        self.prepare()
        entries = counted(self.work)
        jobs = [(entry, size) for entry in entries for size in self.sizes(entry)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            totals = iter(list(pool.map(lambda job: self.count(*job), jobs)))
        return {entry.key: self.each(self.sizes(entry), totals) for entry in entries}

    @staticmethod
    def each(sizes, totals):
        if len(sizes) == 1:
            return next(totals)
        small, large = next(totals), next(totals)
        return round((large - small) / (sizes[1] - sizes[0]))
