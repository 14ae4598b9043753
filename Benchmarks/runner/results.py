"""Tables, and the section of the page that holds them."""


def table(axis, measured):
    """The cost of each size, the slope, and the ratio to ours, at the largest size of both."""
    sizes = axis.sizes[1:]
    head = ["", "One, ms", *(f"{size:,}" for size in sizes), "Slope", "To ours", "Peak, MB"]
    writes = any(point.written for series in measured for point in series.points.values())
    if writes:
        head.append("Bytes")
    lines = [row(head), "|-" * len(head) + "|"]
    lines += [row(cells(series, sizes, reference(measured), writes)) for series in measured]
    left_out = [f"{series.name}: {series.left_out}" for series in measured if series.left_out]
    if left_out:
        lines += ["", "Left out: " + "; ".join(left_out) + "."]
    return lines


def summary(found):
    """A line for each axis: what ours costs, and how many times that the others cost."""
    lines = [row(["Axis", "Books", "Exemplar, µs", "Times that"]), "|-|-|-|-|"]
    for axis, measured in found:
        ours = reference(measured)
        if not ours or not ours.shows(ours.largest):
            continue
        others = [f"{name(series)} {ratio(series, ours)}" for series in measured
                  if series is not ours and ratio(series, ours) != "–"]
        lines.append(row([axis.title, f"{ours.largest:,}", number(ours.micros(ours.largest)),
                          ", ".join(others)]))
    return lines


def name(series):
    """A short name: that of the framework, or of the form of ours."""
    first, _, rest = series.name.partition(", ")
    return rest if first == "Exemplar" else first


def reference(measured):
    return next((series for series in measured if series.is_ours), None)


def cells(series, sizes, ours, writes):
    if 1 not in series.points:
        return [series.name] + ["–"] * (len(sizes) + 4 + writes)
    costs = [number(series.micros(size)) if size in series.points and series.shows(size) else "–"
             for size in sizes]
    largest = series.points[series.largest]
    slope = "–" if series.slope is None else f"{series.slope:.2f}"
    line = [series.name, number(series.points[1].processor * 1e3), *costs, slope,
            ratio(series, ours), f"{series.points[1].peak:.0f} to {largest.peak:.0f}"]
    if writes:
        line.append(number(largest.written / series.largest) if largest.written else "–")
    return line


def ratio(series, ours):
    """How many times the cost of ours this is."""
    if series is ours:
        return "1"
    common = [size for size in series.points
              if ours and size > 1 and size in ours.points and ours.shows(size)]
    if not common or not series.shows(max(common)):
        return "–"
    return number(series.cost(max(common)) / ours.cost(max(common)))


def number(value):
    """Two digits that count, and no exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row(columns):
    return "| " + " | ".join(columns) + " |"


def write(path, name, lines):
    """Replaces what stands between the marks of a section; the rest of the page stays."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, found, rest = path.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{path} has no section for {name}: {begin.strip()} … {end}")
    text = before + begin + "\n".join(lines) + "\n" + end + after
    path.write_text(text, encoding="utf-8")
