"""What is measured: each axis, with those that are measured on it."""

from dataclasses import dataclass

from .measure import Series

ROWS = [1, 1_000, 10_000, 100_000, 1_000_000]
FAILURES = [1, 500, 5_000]


@dataclass
class Axis:
    key: str
    title: str
    # What is counted, in the singular.
    unit: str
    sizes: list
    series: list
    note: str = ""


def ours(name, command):
    return Series(name, command, is_ours=True)


def beside(peers, method, form=None):
    """The peers that can do something, by the name of the method that does it."""
    return [
        Series(f"{peer.title}, {form or peer.rows_form}", getattr(peer, method))
        for peer in peers if hasattr(peer, method)
    ]


def axes(exemplar, peers):
    """All axes; `peers` are those that are there."""
    pytest = [peer for peer in peers if peer.title == "pytest"]
    return [
        Axis("rows", "A row, release, with a console", "row", ROWS, [
            ours("Exemplar, an outline", lambda size: exemplar.shelf("rows", size)),
            *beside(peers, "rows")]),
        Axis("rows-debug", "A row, debug, as `swift test` builds it", "row", ROWS, [
            ours("Exemplar, under `swift test`", exemplar.under_swift_test),
            *beside(peers, "debug_rows")]),
        Axis("rows-tool", "A row under `exemplar test`, debug", "row", ROWS, [
            ours("Exemplar, `exemplar test`", exemplar.under_exemplar_test),
            Series("Exemplar, under `swift test`", exemplar.under_swift_test),
            *beside(pytest, "rows")],
            "The work of the tool, of the process with the tests, and of `swift build`, above that "
            "for one row."),
        Axis("rows-events", "A row with its events written, release", "row", ROWS, [
            ours("Exemplar, `EXEMPLAR_LOG`", lambda size: exemplar.logged("EXEMPLAR_LOG", size)),
            Series("Exemplar, `EXEMPLAR_EVENTS`",
                   lambda size: exemplar.logged("EXEMPLAR_EVENTS", size)),
            *beside(peers, "reported", "its report in a file")]),
        Axis("examples", "An example of its own, release", "example", ROWS, [
            ours("Exemplar, `it`", lambda size: exemplar.shelf("examples", size)),
            *beside(peers, "examples", "one by one")]),
        Axis("select", "One row of many selected, release", "row", ROWS, [
            ours("Exemplar, by id", exemplar.selected), *beside(peers, "selected", "by id")],
            "The cost of each row that exists but does not run."),
        Axis("list", "Rows listed, release", "row", ROWS, [
            ours("Exemplar, `--list`", exemplar.listed), *beside(peers, "listed", "listed")]),
        Axis("failures", "A failing row of rows that all fail, release", "failure", FAILURES, [
            ours("Exemplar, `#expect`", lambda size: exemplar.failures("failures", size)),
            Series("Exemplar, an error", lambda size: exemplar.failures("errors", size)),
            *beside(peers, "failures", "an assertion")]),
        Axis("files", "A row of a file, typed, release", "row", ROWS, [
            ours("Exemplar, JSON Lines", lambda size: exemplar.rows("jsonl", size)),
            Series("Exemplar, CSV", lambda size: exemplar.rows("csv", size)),
            Series("`JSONDecoder` alone, line by line",
                   lambda size: exemplar.rows("jsonl", size, "floor"))]),
    ]
