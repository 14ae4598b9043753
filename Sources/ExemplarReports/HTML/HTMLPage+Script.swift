extension HTMLPage {
  /// The program of the page.
  static let script = #"""
    "use strict";
    // What the run told, a line each; the last may be cut off where the process was killed.
    function read() {
      const text = document.getElementById("data").textContent.trim();
      try { return JSON.parse("[" + text.split("\n").join(",") + "]"); }
      catch { return JSON.parse("[" + text.split("\n").slice(0, -1).join(",") + "]"); }
    }
    const marks = {passed: "✔", failed: "✘", flaky: "≈", skipped: "↷", pending: "○", blocked: "⊘"};
    const bad = {failed: 1, blocked: 1};
    const foldFrom = 8;
    let nodes, roots, run, counts, runIssues, end, date, total, active = 0, shown = [], open = new Set();
    let wanted = new Set(), words = "";

    function load() {
      nodes = []; roots = []; runIssues = []; counts = {}; end = null; run = {};
      const groups = new Map();
      for (const line of read()) switch (line[0]) {
        case "t": date = line[1]; break;
        case "s": run = line[1]; if (nodes.length) groups.clear(); end = null; break;
        case "g": {
          const parent = groups.get(line[2]);
          let name = line[3];
          if (!parent && run.repetition > 1) name += " (repetition " + run.repetition + ")";
          const node = add({group: true, name, place: line[4], outline: line[5] === 1, begin: line[6], children: []}, parent);
          groups.set(line[1], node);
          break;
        }
        case "G": {
          const node = groups.get(line[1]);
          if (!node) break;
          node.begin = line[2]; node.time = line[3] - line[2];
          if (line[4]) { node.details = line[4]; node.failed = line[4].failed || (line[4].issues || []).some(i => i.kind === "failure"); }
          break;
        }
        case "e": {
          counts[line[3]] = (counts[line[3]] || 0) + 1;
          add({name: line[2], state: line[3], time: line[4], begin: line[5], details: line[6]}, groups.get(line[1]));
          break;
        }
        case "i": runIssues.push(line[1]); break;
        case "z": end = line[1]; break;
      }
      total = Object.values(counts).reduce((a, b) => a + b, 0);
      // From the last to the first, children come before their parents.
      for (let i = nodes.length - 1; i >= 0; i--) {
        const node = nodes[i];
        if (node.group) {
          node.bad = (node.bad || 0) + (node.failed ? 1 : 0);
          if (node.time === undefined) node.time = 0;
        } else { node.all = 1; node.bad = bad[node.state] ? 1 : 0; }
        const parent = node.parent;
        if (parent) { parent.bad = (parent.bad || 0) + node.bad; parent.all = (parent.all || 0) + (node.all || 0); }
      }
      for (const node of nodes) if (node.group && (node.bad || !node.parent && nodes.length < 2000)) open.add(node);
    }
    function add(node, parent) {
      node.key = node.name.toLowerCase();
      if (parent) { node.parent = parent; node.level = parent.level + 1; parent.children.push(node); }
      else { node.level = 1; roots.push(node); }
      nodes.push(node);
      return node;
    }
    function path(node) { const names = []; for (let n = node; n; n = n.parent) names.unshift(n.name); return names.join(" › "); }
    function seconds(ms) {
      if (ms < 0.0005) return "";
      if (ms < 1) return Math.round(ms * 1000) + " µs";
      return ms < 1000 ? +ms.toFixed(1) + " ms" : +(ms / 1000).toFixed(2) + " s";
    }
    function element(name, attributes, ...children) {
      const e = document.createElement(name);
      for (const key in attributes) if (attributes[key] !== undefined) e.setAttribute(key, attributes[key]);
      e.append(...children);
      return e;
    }
    const byID = id => document.getElementById(id);

    // Head
    function showHead() {
      const hasFailed = !end || !end.isSuccess;
      const text = hasFailed ? "✘ Failed" : "✔ Passed";
      document.title = text + " · Exemplar";
      byID("title").replaceChildren(element("span", {class: hasFailed ? "bad" : "good"}, text), " · " + total.toLocaleString("en") + " examples");
      const facts = [date && date.replace("T", " ").replace("Z", " UTC"), end && "took " + seconds(end.duration * 1000), run.order === "defined" ? "defined order" : "seed " + run.seed];
      if (run.notSelected) facts.push(run.notSelected + " not selected");
      if (run.focused && run.focused.length) facts.push("focused: " + run.focused.join(", "));
      byID("facts").textContent = facts.filter(Boolean).join(" · ");
      const troubles = end ? end.troubles.slice() : ["The run did not finish. This is what is known of it."];
      if (troubles.length || runIssues.length) {
        const banner = element("div", {class: "banner"});
        for (const trouble of troubles) banner.append(element("p", {class: "bad"}, trouble));
        for (const issue of runIssues) banner.append(...issue.issues.flatMap(issueParts));
        byID("banner").append(banner);
      }
      if (end && end.rerun) byID("banner").append(element("p", {class: "dim"}, "Run what failed again:"), rerun(end.rerun));
      for (const state of Object.keys(marks)) {
        if (!counts[state]) continue;
        const button = element("button", {type: "button", "aria-pressed": "false"}, marks[state] + " " + counts[state].toLocaleString("en") + " " + state);
        button.onclick = () => {
          wanted.has(state) ? wanted.delete(state) : wanted.add(state);
          button.setAttribute("aria-pressed", wanted.has(state));
          filter();
        };
        byID("states").append(button, " ");
      }
    }

    // Details of one example or group
    function issueParts(issue) {
      const parts = [];
      if (issue.kind !== "failure") parts.push(element("p", {class: "warn"}, {known: "Known issue", warning: "Warning", retried: "In an attempt that was tried again"}[issue.kind]));
      parts.push(element("pre", {class: issue.kind === "failure" ? "message" : ""}, issue.message));
      const facts = [];
      if (issue.place) facts.push(["at ", issue.place]);
      if (issue.phase) facts.push(["in ", issue.phase]);
      if (issue.labels) facts.push(["under ", issue.labels.join(" › ")]);
      if (issue.checkpoint) facts.push(["last checkpoint: ", issue.checkpoint]);
      if (facts.length) parts.push(list(facts));
      return parts;
    }
    function list(facts) {
      const ul = element("ul", {class: "facts"});
      for (const [label, value] of facts) ul.append(element("li", {}, label, element("code", {}, value)));
      return ul;
    }
    // “price: 0, tax: 7” as cells; a comma in a value is no end unless a name follows.
    function cells(values) {
      const parts = values.split(/, (?=[\p{L}_][\p{L}\p{N}_ -]*: )/u).map(part => /^([^:]+): ([^]*)$/.exec(part));
      return parts.every(Boolean) ? parts.map(part => [part[1], part[2]]) : null;
    }
    function rowTable(row) {
      const table = element("table", {}, element("caption", {class: "dim"}, "Row " + row.name + (row.place ? " at " + row.place : "")));
      const found = row.values && cells(row.values);
      if (found) {
        table.append(element("tr", {}, ...found.map(cell => element("th", {scope: "col"}, cell[0]))));
        table.append(element("tr", {}, ...found.map(cell => element("td", {}, cell[1]))));
      } else if (row.values) table.append(element("tr", {}, element("td", {}, row.values)));
      return element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Row " + row.name}, table);
    }
    function rerun(line) {
      const button = element("button", {type: "button"}, "Copy");
      button.onclick = async () => {
        let done = true;
        try { await navigator.clipboard.writeText(line); } catch {
          const area = element("textarea", {}); area.value = line; document.body.append(area); area.select();
          done = document.execCommand("copy"); area.remove(); button.focus();
        }
        button.textContent = done ? "Copied" : "Select and copy";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      };
      return element("div", {class: "rerun"}, element("code", {}, line), button);
    }
    function detailParts(node) {
      const details = node.details || {}, parts = [], facts = [];
      if (details.reason) parts.push(element("p", {}, details.reason));
      for (const issue of details.issues || []) parts.push(...issueParts(issue));
      if (node.group && node.failed && !details.issues) parts.push(element("p", {class: "bad"}, "The group failed."));
      if (details.row) parts.push(rowTable(details.row));
      const place = details.place || node.place;
      if (place) facts.push(["declared at ", place]);
      for (const inclusion of details.inclusions || []) facts.push(["in shared examples ", inclusion]);
      if (details.tags) facts.push(["tagged ", details.tags.join(", ")]);
      for (const bug of details.bugs || []) facts.push(["about bug ", bug]);
      if (details.attempts) facts.push(["attempts: ", String(details.attempts)]);
      if (node.time) facts.push(["took ", seconds(node.time)]);
      if (facts.length) parts.push(list(facts));
      for (const attachment of details.attachments || []) {
        parts.push(element("p", {}, "Attached ", element("code", {}, attachment.name), " · " + attachment.size.toLocaleString("en") + " bytes" + (attachment.path ? " · " + attachment.path : "")));
        if (attachment.picture) parts.push(element("img", {src: attachment.picture, alt: attachment.name}));
        else if (attachment.text !== undefined) parts.push(element("pre", {}, attachment.text));
      }
      if (details.rerun) parts.push(rerun(details.rerun));
      return parts;
    }

    // Failures
    let failureLimit = 50;
    function showFailures() {
      const all = nodes.filter(node => node.match && (node.state === "failed" || node.state === "flaky" || node.failed));
      const some = all.slice(0, failureLimit).map(node => {
        const label = node.group ? "group" : node.state;
        const card = element("details", {class: "card " + label},
          element("summary", {}, element("h3", {}, (node.group ? "✘" : marks[node.state]) + " " + path(node))));
        card.open = node.state !== "flaky";
        const fill = () => { if (card.open && card.children.length < 2) card.append(element("div", {}, ...detailParts(node))); };
        card.addEventListener("toggle", fill); fill();
        return card;
      });
      if (all.length > failureLimit) {
        const more = element("button", {type: "button"}, "Show " + Math.min(200, all.length - failureLimit) + " more of " + all.length.toLocaleString("en"));
        more.onclick = () => { failureLimit += 200; showFailures(); };
        some.push(more);
      }
      if (!all.length) some.push(element("p", {class: "dim"}, total ? "None." : "Nothing ran."));
      byID("failures").replaceChildren(...some);
    }

    // The tree: only the lines that are seen are elements.
    const height = 28;
    function flatten() {
      shown = [];
      const visit = (list, isOutline) => {
        let passed = 0;
        const matching = list.filter(node => node.match);
        const folds = isOutline && !words && !wanted.size;
        if (folds) for (const node of matching) if (node.state === "passed") passed++;
        const isFolded = passed >= foldFrom;
        matching.forEach((node, index) => {
          if (isFolded && node.state === "passed") return;
          node.position = index + 1; node.size = matching.length;
          shown.push(node);
          if (node.group && open.has(node)) visit(node.children, node.outline);
        });
        if (isFolded) {
          const parent = matching[0].parent;
          parent.fold = parent.fold || {group: true, isFold: true, parent, level: parent.level + 1, name: ""};
          parent.fold.name = passed.toLocaleString("en") + " passed rows";
          parent.fold.position = parent.fold.size = matching.length - passed + 1;
          shown.push(parent.fold);
          if (open.has(parent.fold)) {
            let position = 0;
            for (const node of matching) if (node.state === "passed") { node.position = ++position; node.size = passed; shown.push(node); }
          }
        }
      };
      visit(roots, false);
      active = Math.max(0, Math.min(active, shown.length - 1));
    }
    function drawTree() {
      const tree = byID("tree");
      const first = Math.max(0, Math.floor(tree.scrollTop / height) - 10);
      const last = Math.min(shown.length, first + Math.ceil(tree.clientHeight / height) + 20);
      const space = element("div", {role: "presentation", style: "height:" + shown.length * height + "px"});
      const lines = [];
      for (let index = first; index < last; index++) {
        const node = shown[index];
        const line = element("div", {class: "node" + (index === active ? " active" : ""), role: "treeitem", id: "n" + index, "aria-level": node.level, "aria-posinset": node.position, "aria-setsize": node.size, "aria-selected": index === active,
          style: "top:" + index * height + "px;padding-left:" + (8 + 18 * Math.min(node.level - 1, 20)) + "px"});
        if (node.group) {
          line.setAttribute("aria-expanded", open.has(node));
          line.append(open.has(node) ? "▾ " : "▸ ", element("span", {class: node.bad ? "bad" : ""}, node.name), element("span", {class: "time"}, node.isFold ? "" : "  " + (node.all || 0).toLocaleString("en") + (node.bad ? ", " + node.bad.toLocaleString("en") + " failed" : "") + " · " + seconds(node.time)));
        } else {
          const color = bad[node.state] ? "bad" : node.state === "passed" ? "good" : "warn";
          line.append(element("span", {class: color}, element("span", {"aria-label": node.state, role: "img"}, marks[node.state])), " " + node.name, element("span", {class: "time"}, "  " + seconds(node.time)));
        }
        line.onclick = () => { active = index; node.group ? toggle(node) : showDetails(node); drawTree(); };
        lines.push(line);
      }
      tree.replaceChildren(space, ...lines);
      if (shown.length) tree.setAttribute("aria-activedescendant", "n" + active); else tree.removeAttribute("aria-activedescendant");
    }
    function toggle(node, isOpen = !open.has(node)) { isOpen ? open.add(node) : open.delete(node); flatten(); drawTree(); }
    function reveal() {
      const tree = byID("tree"), top = active * height;
      if (top < tree.scrollTop) tree.scrollTop = top;
      if (top + height > tree.scrollTop + tree.clientHeight) tree.scrollTop = top + height - tree.clientHeight;
      drawTree();
    }
    function showDetails(node) {
      const dialog = byID("details"), close = element("button", {type: "button"}, "Close");
      close.onclick = () => dialog.close();
      dialog.replaceChildren(element("h3", {}, path(node)), element("p", {class: "dim"}, node.group ? "group" : node.state), ...detailParts(node), element("p", {}, close));
      dialog.showModal();
    }
    function keys(event) {
      const node = shown[active];
      if (!node) return;
      const page = Math.floor(byID("tree").clientHeight / height) - 1;
      switch (event.key) {
        case "ArrowDown": active = Math.min(shown.length - 1, active + 1); break;
        case "ArrowUp": active = Math.max(0, active - 1); break;
        case "PageDown": active = Math.min(shown.length - 1, active + page); break;
        case "PageUp": active = Math.max(0, active - page); break;
        case "Home": active = 0; break;
        case "End": active = shown.length - 1; break;
        case "ArrowRight": if (node.group && !open.has(node)) toggle(node, true); else if (node.group && active + 1 < shown.length) active++; break;
        case "ArrowLeft": if (node.group && open.has(node)) toggle(node, false); else if (node.parent) active = Math.max(0, shown.indexOf(shown.includes(node.parent) ? node.parent : node)); break;
        case "Enter": case " ": node.isFold || node.group && !node.details ? toggle(node) : showDetails(node); break;
        default: return;
      }
      event.preventDefault();
      reveal();
    }

    // Filter
    function filter() {
      words = byID("search").value.trim().toLowerCase();
      const isAll = !words && !wanted.size;
      // Parents come before their children: what matches in a group's name holds below it.
      for (const node of nodes) {
        const inName = !words || node.key.includes(words) || (node.parent && node.parent.inName) || hasText(node);
        node.inName = inName;
        node.match = isAll || (!node.group && inName && (!wanted.size || wanted.has(node.state))) || (node.group && node.failed && inName && (!wanted.size || wanted.has("failed")));
      }
      let found = 0;
      for (let i = nodes.length - 1; i >= 0; i--) {
        const node = nodes[i];
        if (node.match && node.parent) node.parent.match = true;
        if (node.match && !node.group) found++;
      }
      if (!isAll && found < 5000) for (const node of nodes) if (node.group && node.match) open.add(node);
      byID("found").textContent = isAll ? "" : found.toLocaleString("en") + " of " + total.toLocaleString("en") + " examples";
      failureLimit = 50;
      showFailures(); flatten(); drawTree();
    }
    function hasText(node) {
      const details = node.details;
      if (!details || !words) return false;
      return (details.issues || []).some(issue => issue.message.toLowerCase().includes(words)) || (details.tags || []).some(tag => tag.toLowerCase().includes(words)) || (details.reason || "").toLowerCase().includes(words);
    }

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

    addEventListener("DOMContentLoaded", () => {
      load(); showHead(); filter(); showTimeline(); showSlowest();
      byID("search").addEventListener("input", filter);
      const tree = byID("tree");
      tree.addEventListener("scroll", drawTree); tree.addEventListener("keydown", keys);
      addEventListener("resize", drawTree);
      document.documentElement.dataset.ready = "1";
    });
    """#
}
