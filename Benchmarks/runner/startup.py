"""How long a run takes that has nothing to build, and one example."""

from .process import WentWrong, run

NOTE = "The package of this folder, in debug; the least of five tries that take turns."
TRIES = 5
LIMIT = 60


def measure(exemplar, measurements):
    """The least seconds, and the least of the processor, of commands that take turns."""
    commands = {
        "`exemplar test`": exemplar.under_exemplar_test(1),
        "`swift test`": exemplar.swift_test(),
    }
    least = {}
    for attempt in range(TRIES + 1):
        for name, command in commands.items():
            try:
                usage = run(command, LIMIT)
            except WentWrong as reason:
                measurements.say(str(reason))
                return {}
            measurements.say(f"  {usage.wall:8.3f} s: {name}")
            if attempt == 0:
                continue  # It may build.
            wall, processor = least.get(name, (usage.wall, usage.processor))
            least[name] = (min(wall, usage.wall), min(processor, usage.processor))
        if measurements.left < 0 and least:
            break
    return least


def table(least):
    """Lines of the table, with the ratio to `swift test`."""
    if not least:
        return ["It went wrong; nothing was measured."]
    lines = ["| Command | Seconds | To `swift test` | Of the processor | To `swift test` |",
             "|-|-|-|-|-|"]
    wall, processor = least["`swift test`"]
    for name, (seconds, work) in least.items():
        lines.append(
            f"| {name} | {seconds:.2f} | {seconds / wall:.2f} "
            f"| {work:.2f} | {work / processor:.2f} |")
    return lines
