"""A package's tests by `swift test` and by `exemplar test`: verdicts, costs, and what a planted fault does."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import verdicts
from .packages import CHOICE, FAULTS, STARTS, plant
from .process import Command, TookTooLong, Usage, end_processes, finish
from .results import number, row

# Seconds for a run.
LIMIT = 1200
STREAM = "--event-stream-version", "0", "--event-stream-output-path"


@dataclass
class Ran:
    """A run: how it ended, what it used, and the verdict of each test."""

    status: int = 0
    usage: Usage = None
    verdicts: dict = field(default_factory=dict)
    outcomes: dict = field(default_factory=dict)
    twice: list = field(default_factory=list)
    starts: int = 0
    # Why there is no status.
    ended: str = ""


@dataclass
class Compared:
    """What was found out about a package."""

    package: object
    runs: dict
    # The tests whose verdict is not the same in each run of `swift test`.
    unsteady: set
    usages: dict
    faults: dict
    # The end of the key of the test with the faults.
    key: str

    def differences(self, one, other):
        """The steady tests whose verdicts differ, with both."""
        return {key: pair for key, pair in verdicts.differences(one.verdicts, other.verdicts).items()
                if key not in self.unsteady}


class Runs:
    """The commands in the folder of a package."""

    def __init__(self, package, folder, tool):
        self.package = package
        self.folder = folder
        self.tool = str(tool)
        self.xctest = set()

    def commands(self):
        """The commands that are measured, by name."""
        return {
            "`swift test`": self.swift(),
            "`--skip-build`": self.swift("--skip-build"),
            "`--parallel`": self.swift("--parallel"),
            "`exemplar test --jobs 1`": self.exemplar("--jobs", "1"),
            "`exemplar test --jobs 2`": self.exemplar("--jobs", "2"),
        }

    def swift(self, *options):
        return ("swift", "test", *self.package.filter, *options)

    def exemplar(self, *options):
        return (self.tool, "test", *self.package.filter, *options)

    def run(self, argv, limit, fault=""):
        """Runs a command and reads the verdicts, with a fault or without."""
        with tempfile.TemporaryDirectory() as scratch:
            scratch = Path(scratch)
            stream, report, starts = (scratch / name for name in ("stream", "report", "starts"))
            if argv[0] != self.tool:
                argv += (*STREAM, str(stream), "--xunit-output", str(report))
            else:
                argv += ("--report", f"json={report}")
            environment = ((STARTS, str(starts)), (CHOICE, fault))
            ran = Ran()
            with open(scratch / "output", "w+b") as output:
                try:
                    ran.status, ran.usage = finish(
                        Command(argv, environment, str(self.folder)), limit, output)
                except TookTooLong as reason:
                    ran.ended = f"not in {str(reason).removeprefix('more than ')}"
                    end_processes(environment[0])
                output.seek(0)
                text = output.read().decode(errors="replace")
            if argv[0] == self.tool:
                if report.exists():
                    ran.verdicts, ran.outcomes, ran.twice = verdicts.of_events(report, self.xctest)
            else:
                tests = (verdicts.of_xunit(report) if "--parallel" in argv and report.exists()
                         else verdicts.of_log(text))
                self.xctest |= {*tests}
                ran.verdicts = {**tests, **(verdicts.of_stream(stream) if stream.exists() else {})}
            ran.starts = len(starts.read_text().splitlines()) if starts.exists() else 0
            return ran


def compare(package, work, tool, rounds, say):
    folder = package.clone(work)
    package.build(folder)
    runs = Runs(package, folder, tool)
    ran = {}
    for name, argv in runs.commands().items():
        ran[name] = runs.run(argv, LIMIT)
        say(f"  {name}: {ran[name].ended or ran[name].status}, {verdicts.counts(ran[name].verdicts)}")
    usages = measure(folder, runs.commands(), ran, rounds, say)
    plant(package, folder)
    package.build(folder)
    faults = planted(package, runs, say)
    return Compared(package, ran, unsteady(ran, faults), usages, faults, package.key(folder))


def unsteady(ran, faults):
    """The tests whose verdicts differ from one run of `swift test` to another, all without a fault."""
    own = [ran["`swift test`"], ran["`--skip-build`"], faults["`swift test`", ""]]
    return {key for other in own[1:] for key in verdicts.differences(own[0].verdicts, other.verdicts)}


def measure(folder, commands, ran, rounds, say):
    """The least of the clock, of the processor and of the memory of each command, which take turns."""
    least = {}
    for _ in range(rounds):
        for name, argv in commands.items():
            with tempfile.TemporaryFile() as output:
                status, usage = finish(Command(argv, folder=str(folder)), LIMIT, output)
            if status != ran[name].status:
                say(f"  {name} ended with {status}, and before with {ran[name].status}")
            say(f"  {usage.wall:8.2f} s, {usage.processor:8.2f} s of the processor: {name}")
            known = least.get(name, usage)
            least[name] = Usage(*(min(getattr(known, key), getattr(usage, key))
                                  for key in ("processor", "wall", "peak")))
    return least


def planted(package, runs, say):
    """A run of `swift test` and of `exemplar test` for each fault, with the runs without one."""
    commands = {
        "`swift test`": runs.swift("--skip-build"),
        "`exemplar test`": runs.exemplar("--timeout", f"{package.timeout}s"),
    }
    found = {}
    for name, argv in commands.items():
        for fault in ("", *FAULTS):
            usual = found[name, ""].usage.wall if fault else LIMIT
            # The tool may try a test again alone; nothing ends a hang under `swift test`.
            more = 5 * package.timeout if argv[0] == runs.tool else 30
            limit = min(LIMIT, 3 * usual + more)
            found[name, fault] = ran = runs.run(argv, limit, fault)
            say(f"  {name}, {fault or 'no fault'}: {ran.ended or ran.status}, "
                f"{verdicts.counts(ran.verdicts)}, {ran.starts} starts")
    return found


# The page

COLUMNS = ["`swift test`", "`--skip-build`", "`--parallel`", "`exemplar test --jobs 1`",
           "`exemplar test --jobs 2`"]


def page(compared):
    lines = ["### The same verdicts", "",
             *table(["Package", "Tests", "Verdicts of `swift test`", "Different by another command"],
                    map(verdict_cells, compared)), ""]
    lines += [line for each in compared for line in difference_lines(each)]
    for title, key in (("Seconds by the clock", "wall"), ("Seconds of the processor", "processor")):
        lines += [f"### {title}", "",
                  *table(["Package", *COLUMNS], (ratio_cells(each, key) for each in compared)), ""]
    lines += ["### Memory of the largest process, in MB", "",
              *table(["Package", *COLUMNS], (
                  [each.package.title, *(f"{each.usages[name].peak:.0f}" for name in COLUMNS)]
                  for each in compared)), ""]
    lines += ["### Planted faults", "", *table(
        ["Package", "Fault", "Command", "Ended", "Status", "Tests with a verdict", "Fail with the fault",
         "Without a verdict", "Starts of the test", "Reported twice"],
        (cells for each in compared for cells in fault_cells(each)))]
    return lines


def table(head, rows):
    return [row(head), "|-" * len(head) + "|", *map(row, rows)]


def different(compared):
    """The differences from `swift test`, by the name of the command."""
    base = compared.runs["`swift test`"]
    found = {name: compared.differences(base, each) for name, each in compared.runs.items()}
    return {name: each for name, each in found.items() if each}


def verdict_cells(compared):
    base = compared.runs["`swift test`"].verdicts
    counts = [f"{name}: {len(each)}" for name, each in different(compared).items()]
    return [compared.package.title, f"{verdicts.count(base):,}", verdicts.counts(base),
            ", ".join(counts) or "none"]


def listed(keys, most=4):
    """The first keys, and how many more there are."""
    names = [f"`{key}`" for key in sorted(keys)]
    more = [f"{len(names) - most} more tests"] if len(names) > most else []
    return ", ".join(names[:most] + more)


def difference_lines(compared):
    if compared.package.leaves_out:
        suites = ", ".join(f"`{suite}`" for suite in compared.package.leaves_out)
        yield f"- {compared.package.title}: without {suites}, which take most of its time."
        yield ""
    if compared.unsteady:
        yield (f"- {compared.package.title}: under `swift test` alone, the verdict varies from run to run of "
               + listed(compared.unsteady) + ". They do not count here.")
        yield ""
    for name, each in different(compared).items():
        if name == "`--parallel`" and all(pair == (["skipped"], ["passed"]) for pair in each.values()):
            yield f"- {compared.package.title}, {name}: its report has no skipped tests."
            yield ""
            continue
        shown = [f"`{key}` {' '.join(one) or 'absent'} by `swift test`, {' '.join(other) or 'absent'}"
                 for key, (one, other) in each.items()]
        more = f"; and {len(shown) - 5} more" if len(shown) > 5 else ""
        yield f"- {compared.package.title}, {name}: {'; '.join(shown[:5])}{more}."
        yield ""


def ratio_cells(compared, key):
    base = getattr(compared.usages[COLUMNS[0]], key)
    ratios = [f"{getattr(compared.usages[name], key) / base:.2f}" for name in COLUMNS[1:]]
    return [compared.package.title, f"{number(base)} s", *ratios]


def fault_cells(compared):
    for (name, fault), ran in compared.faults.items():
        if not fault:
            continue
        before = compared.faults[name, ""]
        differing = compared.differences(before, ran)
        fails = [key for key, (_, other) in differing.items() if "failed" in other]
        lost = sum(len(one) for one, other in differing.values() if not other)
        at_fault = [key for key in fails if key.endswith(compared.key)]
        shown = "the test" if at_fault else "–"
        if len(fails) > len(at_fault):
            shown += f" and {len(fails) - len(at_fault):,} others"
        yield [compared.package.name, fault, name, ran.ended or f"in {number(ran.usage.wall)} s",
               "–" if ran.ended else str(ran.status),
               f"{verdicts.count(ran.verdicts):,} of {verdicts.count(before.verdicts):,}",
               shown, f"{lost:,}", str(ran.starts), str(len(ran.twice))]
