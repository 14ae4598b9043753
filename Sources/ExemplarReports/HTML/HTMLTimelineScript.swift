/// The timeline: which worker ran what, and when.
enum HTMLTimelineScript {
  static let text = #"""
    // Timeline: a lane for each worker, and for those that took over where one was gone.
    const hasRun = node => node.state === "passed" || node.state === "failed" || node.state === "flaky";
    const rootOf = node => { let root = node; while (root && root.parent) root = root.parent; return root; };
    function spans() {
      const workers = new Map();
      const add = (item, root) => {
        const end = item.begin + (item.time || 0);
        let worker = workers.get(item.worker);
        if (!worker) workers.set(item.worker, worker = {number: item.worker, begin: item.begin, end, parts: new Map(), count: 0});
        let part = worker.parts.get(root);
        if (!part) worker.parts.set(root, part = {root, begin: item.begin, end, items: []});
        for (const span of [worker, part]) { span.begin = Math.min(span.begin, item.begin); span.end = Math.max(span.end, end); }
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
    // Puts spans into as few rows as have room; a row may be late by the half millisecond that times are exact to.
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
    function drawTimeline() {
      const box = byID("timeline"), workers = spans();
      if (!workers.length) { box.replaceChildren(element("p", {class: "dim"}, "Nothing to draw.")); return; }
      const end = Math.max(1, ...workers.map(worker => worker.end)), width = Math.max(300, box.clientWidth - 2);
      const at = time => time / end * width;
      const slots = [], count = inRows(workers, 0);
      for (let i = 0; i < count; i++) slots.push(workers.filter(worker => worker.row === i));
      const space = "http://www.w3.org/2000/svg", shapes = [];
      const make = (name, attributes, text) => {
        const e = document.createElementNS(space, name);
        for (const key in attributes) e.setAttribute(key, attributes[key]);
        if (text) e.textContent = text;
        return e;
      };
      const label = (x, y, text, more) => shapes.push(make("text", {x, y, "font-size": 12, fill: "currentColor", ...more}, text));
      const fit = (text, room) => text.length * 6.6 <= room ? text : room < 24 ? "" : text.slice(0, Math.floor(room / 6.6) - 1) + "…";
      let y = 0;
      const tops = [];
      for (const slot of slots) {
        const parts = slot.flatMap(worker => [...worker.parts.values()]);
        for (const part of parts) part.depth = inRows(part.items, 1, 6);
        const rows = inRows(parts, 1, 12), busy = Math.min(1, parts.reduce((all, part) => all + part.end - part.begin, 0) / end / rows);
        const numbers = slot.map(worker => worker.number).filter(Boolean), some = slot.reduce((all, worker) => all + worker.count, 0);
        const names = !numbers.length ? slots.length > 1 ? "Beside the workers" : "One process" : "Worker " + numbers[0] + (numbers.length > 1 ? ", then " + (numbers.length > 4 ? numbers.length - 1 + " others, as each ended" : numbers.slice(1).join(", ")) : "");
        tops.push(y);
        label(0, y + 13, fit(names + " · " + some.toLocaleString("en") + (some === 1 ? " example" : " examples") + " · busy " + Math.round(busy * 100) + " %", width), {class: "lane"});
        y += 19;
        for (let row = 0; row < rows; row++) {
          const inRow = parts.filter(part => part.row === row), depth = Math.max(...inRow.map(part => part.depth));
          for (const part of inRow) drawPart(part, y);
          y += 20 + depth * 13;
        }
        const marked = slot.filter((worker, i) => i + 1 < slot.length || lost.has(worker.number));
        for (const worker of marked) {
          const x = at(worker.end), isLost = lost.has(worker.number);
          shapes.push(make("line", {x1: x, x2: x, y1: tops[tops.length - 1] + 17, y2: y - 2, class: isLost ? "end lost" : "end"}));
          if (marked.length <= Math.max(2, width / 130)) shapes.push(make("text", {x: x > width - 120 ? x - 3 : x + 3, y: y + 7, "font-size": 11, class: isLost ? "lost" : "end", "text-anchor": x > width - 120 ? "end" : "start"}, (isLost ? "✘ " : "") + (worker.number ? "worker " + worker.number : "the process") + (isLost ? " is gone" : " left")));
        }
        y += marked.length ? 18 : 8;
      }
      function drawPart(part, y) {
        const x = at(part.begin), w = Math.max(1, at(part.end) - x);
        const isBad = part.items.some(item => bad[item.state] || item.failed);
        const back = make("rect", {x, y, width: w, height: 17 + part.depth * 13, rx: 3, class: isBad ? "spec bad" : "spec"});
        shapes.push(back);
        if (part.root) {
          back.append(make("title", {}, part.root.name + " · " + seconds(part.end - part.begin)));
          back.addEventListener("click", () => showDetails(part.root));
          const name = fit((isBad ? "✘ " : "") + part.root.name, w - 6);
          if (name) label(x + 4, y + 12, name, {"pointer-events": "none"});
        }
        const ends = [];
        // What is smaller than a point is drawn with its neighbors.
        let last = [];
        for (const item of part.items) {
          const row = item.row, begin = at(item.begin), to = at(item.begin + (item.time || 0)), isSmall = to - begin < 1.5;
          const from = isSmall ? begin : Math.min(to, Math.max(begin, ends[row] || 0));
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
        const bar = make("rect", {x: from, y: top, width: w, height: 11, rx: Math.min(2, w / 2), class: "item " + kind});
        const what = item.hook ? item.name + " of " + path(item.parent) : path(item);
        bar.append(make("title", {}, count > 1 ? count.toLocaleString("en") + " short examples, from " + what : what + " · " + (item.hook ? "" : item.state + " · ") + seconds(item.time)));
        if (count === 1 && !item.hook) bar.addEventListener("click", () => showDetails(item));
        shapes.push(bar);
        const text = (kind === "failed" ? "✘ " : "") + item.name;
        if (count === 1 && w > 40) shapes.push(make("text", {x: from + 3, y: top + 9, "font-size": 10, class: "on", "pointer-events": "none"}, fit(text, (w - 4) * 1.15)));
      }
      // Ticks at round times.
      const rough = end / Math.max(2, Math.floor(width / 130)), power = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough), lines = [];
      for (let time = 0; time <= end; time += step) {
        lines.push(make("line", {x1: at(time), x2: at(time), y1: 0, y2: y, class: "tick"}));
        const isLast = time + step > end && at(time) > width - 40;
        lines.push(make("text", {x: isLast ? width : at(time), y: y + 12, "font-size": 11, class: "time", "text-anchor": isLast ? "end" : time ? "middle" : "start"}, time ? seconds(time) : "0"));
      }
      const most = slots.length, gone = lost.size;
      const said = (most === 1 ? "One worker at a time" : most + " workers side by side") + " over " + seconds(end) + (gone ? "; " + gone + (gone === 1 ? " process ended" : " processes ended") + " before its time" : "") + ".";
      const svg = make("svg", {viewBox: "0 0 " + width + " " + (y + 16), width, height: y + 16, role: "img", "aria-label": said});
      svg.append(...lines, ...shapes);
      box.replaceChildren(element("p", {class: "dim"}, workers.some(worker => worker.number) || gone ? said : "All ran in one process, over " + seconds(end) + "."), svg);
    }
    """#
}
