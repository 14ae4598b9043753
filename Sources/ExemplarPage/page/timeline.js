
// Timeline: a lane for each worker and its successors.
const rootOf = node => { let root = node; while (root && root.parent) root = root.parent; return root; };
function spans() {
  const workers = new Map();
  const add = (item, root) => {
    const {worker: number, begin} = item, end = begin + (item.time || 0);
    let worker = workers.get(number);
    if (!worker) workers.set(number, worker = {number, begin, end, parts: new Map(), count: 0});
    let part = worker.parts.get(root);
    if (!part) worker.parts.set(root, part = {root, begin, end, items: []});
    for (const span of [worker, part]) {
      span.begin = Math.min(span.begin, begin);
      span.end = Math.max(span.end, end);
    }
    part.items.push(item);
    if (!item.hook) worker.count++;
  };
  let root = null, parent = null;
  for (const node of nodes) if (!node.group && hasRun(node)) {
    if (node.parent !== parent || !parent) { parent = node.parent; root = rootOf(node); }
    add(node, root);
  }
  for (const hook of hooks) if (hook.parent) add(hook, rootOf(hook.parent));
  return [...workers.values()].sort((a, b) => a.begin - b.begin || a.number - b.number);
}
// Assigns spans to as few rows as possible. Spans in a row may overlap by the slack, in milliseconds, which is the
// error of their times.
function inRows(list, slack, limit = Infinity) {
  const ends = [];
  list.sort((a, b) => a.begin - b.begin);
  for (const span of list) {
    let row = ends.findIndex(end => end <= span.begin + slack);
    if (row < 0) row = ends.length < limit ? ends.length : limit - 1;
    const end = span.end === undefined ? span.begin + (span.time || 0) : span.end;
    ends[row] = Math.max(ends[row] || 0, end); span.row = row;
  }
  return ends.length;
}
function svgElement(name, attributes, text) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) e.setAttribute(key, attributes[key]);
  if (text) e.textContent = text;
  return e;
}
function fit(text, room) {
  if (text.length * 6.6 <= room) return text;
  return room < 24 ? "" : text.slice(0, Math.floor(room / 6.6) - 1) + "…";
}
function laneTitle(workers, isOnly) {
  const numbers = workers.map(worker => worker.number).filter(Boolean);
  if (!numbers.length) return isOnly ? "One process" : "Other processes";
  const rest = numbers.length > 4 ? `${numbers.length - 1} others` : numbers.slice(1).join(", ");
  return `Worker ${numbers[0]}${rest && ", then " + rest}`;
}
function drawTimeline() {
  const box = byID("timeline"), workers = spans();
  if (!workers.length) { box.replaceChildren(paragraph("dim", "Nothing to draw.")); return; }
  const end = Math.max(1, ...workers.map(worker => worker.end)), width = Math.max(300, box.clientWidth - 2);
  const at = time => time / end * width, lanes = [], count = inRows(workers, 0), shapes = [];
  for (let i = 0; i < count; i++) lanes.push(workers.filter(worker => worker.row === i));
  const draw = (...arguments_) => { const e = svgElement(...arguments_); shapes.push(e); return e; };
  const label = (x, y, text, more) => draw("text", {x, y, "font-size": 12, fill: "currentColor", ...more}, text);
  let y = 0;
  for (const lane of lanes) drawLane(lane);

  function drawLane(lane) {
    const parts = lane.flatMap(worker => [...worker.parts.values()]), top = y;
    for (const part of parts) part.depth = inRows(part.items, 1, 6);
    const rows = inRows(parts, 1, 12), used = parts.reduce((all, part) => all + part.end - part.begin, 0);
    const busy = Math.round(Math.min(1, used / end / rows) * 100);
    const examples = amount(lane.reduce((all, worker) => all + worker.count, 0), "example");
    const title = `${laneTitle(lane, lanes.length === 1)} · ${examples} · busy ${busy} %`;
    label(0, y + 13, fit(title, width), {class: "lane"});
    y += 19;
    for (let row = 0; row < rows; row++) {
      const inRow = parts.filter(part => part.row === row);
      for (const part of inRow) drawPart(part, y);
      y += 20 + Math.max(...inRow.map(part => part.depth)) * 13;
    }
    const exited = lane.filter((worker, i) => i + 1 < lane.length || lost.has(worker.number));
    for (const worker of exited) drawExit(worker, top, exited.length <= Math.max(2, width / 130));
    y += exited.length ? 18 : 8;
  }
  function drawExit({number, end}, top, hasText) {
    const x = at(end), isLost = lost.has(number), isRight = x > width - 120;
    draw("line", {x1: x, x2: x, y1: top + 17, y2: y - 2, class: isLost ? "end lost" : "end"});
    if (!hasText) return;
    draw("text", {
      x: isRight ? x - 3 : x + 3, y: y + 7, "font-size": 11, class: isLost ? "lost" : "end",
      "text-anchor": isRight ? "end" : "start",
    }, `${isLost ? "✘ " : ""}${number ? "worker " + number : "the process"} exited${isLost ? " early" : ""}`);
  }
  function drawPart({root, begin, end, items, depth}, y) {
    const x = at(begin), w = Math.max(1, at(end) - x);
    const isBad = items.some(item => bad[item.state] || item.failed);
    const back = draw("rect", {x, y, width: w, height: 17 + depth * 13, rx: 3, class: isBad ? "spec bad" : "spec"});
    if (root) {
      back.append(svgElement("title", {}, `${root.name} · ${seconds(end - begin)}`));
      back.addEventListener("click", () => showDetails(root));
      const name = fit((isBad ? "✘ " : "") + root.name, w - 6);
      if (name) label(x + 4, y + 12, name, {"pointer-events": "none"});
    }
    // Items that are narrower than a pixel are drawn together with their neighbors.
    const ends = [], last = [];
    for (const item of items) {
      const row = item.row, start = at(item.begin), to = at(item.begin + (item.time || 0));
      const isSmall = to - start < 1.5, from = isSmall ? start : Math.min(to, Math.max(start, ends[row] || 0));
      const kind = item.hook ? "hook" : item.state, before = last[row];
      ends[row] = Math.max(to, ends[row] || 0);
      if (before && isSmall && before.isSmall && from - before.to < 1) {
        before.to = Math.max(before.to, to); before.count++;
        if (kind === "failed" || before.kind === "hook") before.kind = kind;
        continue;
      }
      if (before) drawItem(before, y);
      last[row] = {item, row, from, to, kind, isSmall, count: 1};
    }
    for (const item of last) if (item) drawItem(item, y);
  }
  function drawItem({item, row, from, to, kind, count}, y) {
    const top = y + 16 + row * 13, w = Math.max(0.8, to - from - (to - from > 3 ? 1 : 0));
    const bar = draw("rect", {x: from, y: top, width: w, height: 11, rx: Math.min(2, w / 2), class: "item " + kind});
    const name = item.hook ? `${item.name} of ${path(item.parent)}` : `${path(item)} · ${item.state}`;
    bar.append(svgElement("title", {}, count > 1
      ? `${number(count)} short examples, the first is ${item.hook ? name : path(item)}`
      : `${name} · ${seconds(item.time)}`));
    if (count > 1) return;
    if (!item.hook) bar.addEventListener("click", () => showDetails(item));
    if (w <= 40) return;
    const text = fit((kind === "failed" ? "✘ " : "") + item.name, (w - 4) * 1.15);
    draw("text", {x: from + 3, y: top + 9, "font-size": 10, class: "on", "pointer-events": "none"}, text);
  }

  const summary = (count === 1 ? "One worker at a time" : count + " workers side by side") + " over " + seconds(end)
    + (lost.size ? `; ${lost.size === 1 ? "1 process" : lost.size + " processes"} exited early` : "") + ".";
  const hasWorkers = workers.some(worker => worker.number) || lost.size;
  const svg = svgElement("svg", {
    viewBox: `0 0 ${width} ${y + 16}`, width, height: y + 16, role: "img", "aria-label": summary});
  svg.append(...ticks(end, width, y), ...shapes);
  const text = hasWorkers ? summary : `All examples ran in one process, over ${seconds(end)}.`;
  box.replaceChildren(paragraph("dim", text), svg);
}
// Lines at round times.
function ticks(end, width, y) {
  const rough = end / Math.max(2, Math.floor(width / 130)), power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough), lines = [];
  for (let time = 0; time <= end; time += step) {
    const x = time / end * width, isLast = time + step > end && x > width - 40;
    const anchor = isLast ? "end" : time ? "middle" : "start";
    lines.push(
      svgElement("line", {x1: x, x2: x, y1: 0, y2: y, class: "tick"}),
      svgElement("text", {x: isLast ? width : x, y: y + 12, "font-size": 11, class: "time", "text-anchor": anchor},
        time ? seconds(time) : "0"));
  }
  return lines;
}
