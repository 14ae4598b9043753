"""What it costs to share examples among processes, beside pytest-xdist."""

from .install import Missing, call, python_with
from .ours import shelf
from .process import Command, TookTooLong, WentWrong, run

NOTE = (
    "Examples that do nothing, in four specs, in debug; `exemplar test` with one worker and with two, the second "
    "of which begins when the first has run for a tenth of a second, "
    "and pytest in one process, and in one and two of pytest-xdist. Seconds of the processor in all, `swift build` "
    "with nothing to do included; above those for four examples in one worker; and both to one worker. The "
    "least of three tries that take turns.")
BOOKS = 10_000
MANY = 100_000
TRIES = 3
LIMIT = 300


def exemplar_with(exemplar, jobs, books):
    return Command(
        (f"{exemplar.debug}/exemplar", "test", "--jobs", str(jobs), "--package-path",
         str(exemplar.folder)) + exemplar.rest(),
        shelf("shelves", books), expects=f"{books} examples: {books} passed", warms=True)


def pytest_with(python, sources, processes, books):
    workers = ("-n", str(processes)) if processes else ()
    return Command(
        (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *workers, "test_shelf.py"),
        shelf("rows", books), str(sources), expects=f"{books} passed")


def commands(exemplar, work, sources):
    """What is run: by name, the command, what is subtracted, and what it is compared with."""
    found = {}
    for books in (BOOKS, MANY):
        for jobs in (1, 2):
            found[f"Exemplar, {books:,}, `--jobs {jobs}`"] = (
                exemplar_with(exemplar, jobs, books), exemplar_with(exemplar, 1, 4),
                f"Exemplar, {books:,}, `--jobs 1`")
    python = python_with("xdist", work)
    if call(python, "-c", "import pytest, xdist") == "":
        for processes in (0, 1, 2):
            name = f"pytest, {BOOKS:,}" + (f", `-n {processes}`" if processes else "")
            found[name] = (
                pytest_with(python, sources, processes, BOOKS),
                pytest_with(python, sources, min(processes, 1), 4),
                f"pytest, {BOOKS:,}, `-n 1`")
    return found


def measure(exemplar, work, sources, say):
    """The least of the processor and of the clock of each command, in seconds."""
    try:
        chosen = commands(exemplar, work / "xdist", sources / "pytest")
    except Missing as reason:
        say(str(reason))
        chosen = {}
    least = {}
    every = {command for pair in chosen.values() for command in pair[:2]}
    for _ in range(TRIES):
        for command in every:
            try:
                # `swift build` reads manifests anew where the environment is another than the last time.
                if command.warms:
                    run(command, LIMIT)
                usage = run(command, LIMIT)
            except (WentWrong, TookTooLong) as reason:
                say(str(reason))
                return chosen, {}
            say(f"  {usage.processor:8.3f} s: {' '.join(command.argv[:6])}")
            if command not in least or usage.processor < least[command].processor:
                least[command] = usage
    return chosen, least


def table(chosen, least):
    """Lines of the table."""
    if not least:
        return ["It went wrong; nothing was measured."]
    lines = ["| | Of the processor, s | To one worker | Above four, s | To one worker | By the clock, s |",
             "|-|-|-|-|-|-|"]

    def costs(name):
        command, base, _ = chosen[name]
        return least[command].processor, least[command].processor - least[base].processor

    for name, (command, _, reference) in chosen.items():
        (all_in_all, above), (whole, share) = costs(name), costs(reference)
        lines.append(
            f"| {name} | {all_in_all:.2f} | {all_in_all / whole:.2f} "
            f"| {above:.2f} | {above / share:.2f} | {least[command].wall:.1f} |")
    return lines
