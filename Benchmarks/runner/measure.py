"""What a command costs at each size, within bounds."""

import math
import time
from dataclasses import dataclass, field

from .process import TookTooLong, WentWrong, run


@dataclass
class Series:
    """A framework on an axis: its name, and what is run for so many books."""

    name: str
    command: object
    is_ours: bool = False


@dataclass
class Measured:
    """The least that each size took, and why the sizes after them were left out."""

    name: str
    is_ours: bool
    points: dict = field(default_factory=dict)
    left_out: str = ""

    def cost(self, size):
        """Seconds of the processor above those of one book."""
        return max(0.0, self.points[size].processor - self.points[1].processor)

    def shows(self, size):
        """Whether the cost is above what one run differs from the next; not if the time was over before it was measured."""
        return 1 in self.points and self.cost(size) > max(0.003, 0.03 * self.points[1].processor)

    def micros(self, size):
        """The cost of a book, in microseconds."""
        return self.cost(size) / size * 1e6

    @property
    def largest(self):
        return max(self.points, default=1)

    @property
    def slope(self):
        """By which power the cost grows from the last size but one to the last: linear is 1."""
        sizes = [size for size in sorted(self.points) if size > 1 and self.shows(size)]
        if len(sizes) < 2:
            return None
        small, large = sizes[-2:]
        return math.log(self.cost(large) / self.cost(small)) / math.log(large / small)


class Measurements:
    """Measures one command after the other until the time is over; what was measured is kept."""

    def __init__(self, seconds, say):
        self.end = time.monotonic() + seconds
        self.say = say
        self.known = {}

    @property
    def left(self):
        return self.end - time.monotonic()

    def measure(self, series, sizes, seconds):
        """Goes up the sizes as long as the next one is likely to fit into so many seconds."""
        measured = Measured(series.name, series.is_ours)
        last = None
        for size in sizes:
            if self.left < 1:
                measured.left_out = f"{size:,} did not fit into the time"
                break
            limit = min(seconds, self.left)
            expected = 0 if last is None else self.expected(measured, last, size)
            if expected > limit:
                measured.left_out = f"{size:,} would take {expected:.0f} s or more"
                break
            try:
                measured.points[size] = self.least(series.command(size), limit)
            except TookTooLong as reason:
                measured.left_out = f"{size:,} took {reason}"
                break
            except WentWrong as reason:
                self.say(str(reason))
                measured.left_out = f"{size:,} went wrong"
                break
            last = size
        return measured

    @staticmethod
    def expected(measured, last, size):
        """Seconds that a size takes if the cost grows as much as the size."""
        begin = measured.points[1].wall
        return begin + (measured.points[last].wall - begin) * size / last

    def least(self, command, limit):
        """The usage of the run of the least work: of three if they are short, of two, or of one."""
        if command in self.known:
            return self.known[command]
        if command.warms:
            run(command, max(1.0, 2 * limit))
        runs = [run(command, max(1.0, 2 * limit))]
        while len(runs) < 3 and (len(runs) + 1) * runs[0].wall < limit / 2:
            runs.append(run(command, max(1.0, 2 * limit)))
        best = min(runs, key=lambda usage: usage.processor)
        self.known[command] = best
        self.say(f"  {best.processor:8.3f} s of {len(runs)}: {describe(command)}")
        return best


def describe(command):
    name = command.argv[0].rsplit("/", 1)[-1]
    return " ".join([name, *(f"{key}={value}" for key, value in command.environment)])
