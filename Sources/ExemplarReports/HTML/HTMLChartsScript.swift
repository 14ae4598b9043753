/// The timeline, and the slowest examples.
enum HTMLChartsScript {
  static let text = #"""
    // Timeline and slowest
    function showTimeline() {
      const bars = roots.filter(node => node.group && node.time > 0).map(node => ({node, begin: node.begin, end: node.begin + node.time}));
      const span = Math.max(1, ...bars.map(bar => bar.end));
      if (!bars.length) { byID("timeline").append(element("p", {class: "dim"}, "Nothing to draw.")); return; }
      const lanes = [];
      bars.sort((a, b) => a.begin - b.begin);
      for (const bar of bars) {
        let lane = lanes.findIndex(end => end <= bar.begin + 0.05);
        if (lane < 0) lane = lanes.length;
        lanes[lane] = bar.end; bar.lane = lane;
      }
      const width = 1060, laneHeight = 34, space = "http://www.w3.org/2000/svg";
      const make = (name, attributes, text) => {
        const e = document.createElementNS(space, name);
        for (const key in attributes) e.setAttribute(key, attributes[key]);
        if (text) e.textContent = text;
        return e;
      };
      const svg = make("svg", {viewBox: "0 0 " + width + " " + (lanes.length * laneHeight + 18), width, role: "img", "aria-label": bars.length + " specs in " + lanes.length + " lanes over " + seconds(span)});
      const draw = (node, begin, end, lane, isInner) => {
        const x = begin / span * width, w = Math.max(1, (end - begin) / span * width);
        const bar = make("rect", {x, y: lane * laneHeight + (isInner ? 18 : 1), width: w, height: isInner ? 12 : 30, rx: 2, fill: node.bad ? "var(--bad)" : "var(--accent)", "fill-opacity": isInner ? 0.75 : 0.28});
        bar.append(make("title", {}, path(node) + " · " + seconds(end - begin)));
        bar.addEventListener("click", () => showDetails(node));
        svg.append(bar);
        if (!isInner && w > 60) svg.append(make("text", {x: x + 4, y: lane * laneHeight + 14, "font-size": 12, fill: "currentColor"}, node.name.slice(0, Math.floor(w / 7))));
      };
      let drawn = 0;
      for (const bar of bars.slice(0, 2000)) draw(bar.node, bar.begin, bar.end, bar.lane, false);
      const lane = new Map(bars.map(bar => [bar.node, bar.lane]));
      for (const node of slowest(400)) {
        let root = node; while (root.parent) root = root.parent;
        if (lane.has(root) && node.time > span / 1000) { draw(node, node.begin, node.begin + node.time, lane.get(root), true); drawn++; }
      }
      svg.append(make("text", {x: 0, y: lanes.length * laneHeight + 14, "font-size": 12, fill: "currentColor"}, "0"), make("text", {x: width, y: lanes.length * laneHeight + 14, "text-anchor": "end", "font-size": 12, fill: "currentColor"}, seconds(span)));
      byID("timeline").append(svg);
    }
    function slowest(count) {
      // A heap would be shorter in time; a threshold is enough.
      let list = nodes.filter(node => !node.group && node.time > 0);
      if (list.length > 20 * count) {
        const times = Float64Array.from(list, node => node.time).sort();
        const least = times[times.length - count];
        list = list.filter(node => node.time >= least);
      }
      return list.sort((a, b) => b.time - a.time).slice(0, count);
    }
    function showSlowest() {
      const table = element("table", {}, element("tr", {}, element("th", {scope: "col"}, "Time"), element("th", {scope: "col"}, "Example")));
      for (const node of slowest(20)) table.append(element("tr", {}, element("td", {class: "number"}, seconds(node.time)), element("td", {}, path(node))));
      byID("slowest").append(table);
    }
    """#
}
