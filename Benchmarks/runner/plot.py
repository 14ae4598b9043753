"""A plot of an axis: seconds of the processor over sizes, both in powers of ten."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 250, 40, 44
# Ours is drawn in the color of the text, and thicker; the others in these.
COLORS = ["#3b82c4", "#d9822b", "#3f9b5f", "#a05cb5", "#c4524d", "#8b7a3c", "#4aa3a3", "#7a7f87"]

STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 14px; font-weight: 600 }
.faint { fill: #6e7781 }
.grid { stroke: #d0d7de; stroke-width: 1 }
.line { fill: none; stroke-width: 1.8 }
.ours { stroke: #24292f; stroke-width: 3 }
.ours-dot { fill: #24292f }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .faint { fill: #8d96a0 }
  .grid { stroke: #30363d }
  .ours { stroke: #e6edf3 }
  .ours-dot { fill: #e6edf3 }
}
"""


class Plot:
    def __init__(self, axis, measured):
        self.axis = axis
        self.measured = [series for series in measured if len(series.points) > 1]
        times = [self.seconds(point) for series in self.measured
                 for point in series.points.values()]
        self.low = math.floor(math.log10(min(times, default=0.01)))
        self.high = max(self.low + 1, math.ceil(math.log10(max(times, default=1))))
        self.end = math.log10(max(axis.sizes))

    @staticmethod
    def seconds(point):
        return max(point.processor, 0.001)

    def x(self, size):
        return LEFT + math.log10(size) / self.end * (WIDTH - LEFT - RIGHT)

    def y(self, seconds):
        part = (math.log10(seconds) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def text(self):
        title = escape(self.axis.title.replace("`", ""))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{title}: seconds of the processor over the number of books</title>",
            f"<style>{STYLE}</style>",
            f'<text class="title" x="{LEFT}" y="22">{title}</text>',
            *self.grid(), *self.lines(), "</svg>"]
        return "\n".join(parts) + "\n"

    def grid(self):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for power in range(self.low, self.high + 1):
            y = self.y(10 ** power)
            yield f'<path class="grid" d="M{LEFT} {y:.1f}H{right}"/>'
            yield (f'<text class="faint" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
                   f"{10.0 ** power:g} s</text>")
        for size in self.axis.sizes:
            x = self.x(size)
            yield f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>'
            yield (f'<text class="faint" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">'
                   f"{size:,}</text>")

    def lines(self):
        """The others first, so that ours lies on top; the names stand at the ends."""
        ends = []
        others = [series for series in self.measured if not series.is_ours]
        for index, series in enumerate(others):
            ends.append(self.line_end(series))
            yield from self.line(series, COLORS[index % len(COLORS)])
        for series in self.measured:
            if series.is_ours:
                ends.append(self.line_end(series))
                yield from self.line(series, None)
        yield from self.names(ends, others)

    def line(self, series, color):
        points = [(self.x(size), self.y(self.seconds(point)))
                  for size, point in sorted(series.points.items())]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        kind = f'class="line" stroke="{color}"' if color else 'class="line ours"'
        yield f'<path {kind} d="M{path}"/>'
        fill = f'fill="{color}"' if color else 'class="ours-dot"'
        for x, y in points:
            yield f'<circle {fill} cx="{x:.1f}" cy="{y:.1f}" r="{3 if color else 4}"/>'

    def line_end(self, series):
        return self.y(self.seconds(series.points[series.largest])), series

    def names(self, ends, others):
        """The names beside the plot, from the top in the order of the lines' ends."""
        x, y = WIDTH - RIGHT + 16, TOP - 8
        for end, series in sorted(ends, key=lambda pair: pair[0]):
            y = max(end, y + 18)
            if series.is_ours:
                mark, weight = 'class="ours-dot"', ' font-weight="600"'
            else:
                mark = f'fill="{COLORS[others.index(series) % len(COLORS)]}"'
                weight = ""
            name = escape(series.name.split(", which")[0].replace("`", ""))
            yield f'<circle {mark} cx="{x}" cy="{y:.1f}" r="4"/>'
            yield f'<text x="{x + 10}" y="{y + 4:.1f}"{weight}>{name}</text>'


def write(folder, axis, measured):
    """Writes the plot, and returns its path beside the page."""
    folder.mkdir(exist_ok=True)
    (folder / f"{axis.key}.svg").write_text(Plot(axis, measured).text(), encoding="utf-8")
    return f"{folder.name}/{axis.key}.svg"
