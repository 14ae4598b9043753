/// The program of the page: it reads the run, shows its head, and filters.
enum HTMLScript {
  static let text = #"""
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
    let wanted = new Set(), words = "", earlier = [], hooks = [], lost = new Set(), failedBefore = [];

    function load() {
      nodes = []; roots = []; runIssues = []; counts = {}; end = null; run = {}; failedBefore = [];
      const groups = new Map();
      let before = "", worker = 0;
      for (const line of read()) switch (line[0]) {
        case "t": date = line[1]; break;
        case "h": earlier = line[1]; break;
        case "x": lost.add(worker); break;
        case "w": worker = line[1]; break;
        case "k": hooks.push({hook: true, name: line[2], parent: groups.get(line[1]), begin: line[3], time: line[4], worker}); break;
        case "p": before = line[1]; break;
        case "s":
          if (run.repetition && !(end && end.isSuccess)) failedBefore.push("Repetition " + run.repetition + (end ? " failed." : " did not finish."), ...(end ? end.troubles : []));
          run = line[1]; if (nodes.length) groups.clear(); end = null; break;
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
          add({name: line[2], state: line[3], time: line[4], begin: line[5], details: line[6], before, worker}, groups.get(line[1]));
          break;
        }
        case "i": runIssues.push({...line[1], worker}); break;
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
    // Whether more repetitions were to come: one that fails may be the last.
    const isCutShort = () => end && end.isSuccess && run.repetition < run.repetitions;
    function showHead() {
      // What is told after the end of the run fails it too.
      const hasFailed = failedBefore.length || !end || !end.isSuccess || isCutShort() || counts.failed || counts.blocked
        || nodes.some(node => node.failed) || runIssues.some(line => line.issues.some(issue => issue.kind === "failure"));
      const text = hasFailed ? "✘ Failed" : "✔ Passed";
      document.title = text + " · Exemplar";
      byID("title").replaceChildren(element("span", {class: hasFailed ? "bad" : "good"}, text), " · " + total.toLocaleString("en") + " examples");
      const facts = [date && date.replace("T", " ").replace("Z", " UTC"), end && end.duration && "took " + seconds(end.duration * 1000), run.order === "defined" ? "defined order" : run.seed && "seed " + run.seed];
      if (run.notSelected) facts.push(run.notSelected + " not selected");
      if (run.focused && run.focused.length) facts.push("focused: " + run.focused.join(", "));
      byID("facts").textContent = facts.filter(Boolean).join(" · ");
      const troubles = failedBefore.concat(end ? end.troubles : ["The run did not finish. This is what is known of it."],
        isCutShort() ? ["The run ended after repetition " + run.repetition + " of " + run.repetitions + "."] : []);
      if (troubles.length || runIssues.length) {
        const banner = element("div", {class: "banner"});
        for (const trouble of troubles) banner.append(element("p", {class: "bad"}, trouble));
        for (const issue of runIssues) banner.append(...issue.issues.flatMap(issueParts));
        byID("banner").append(banner);
      }
      if (end && end.rerun) byID("banner").append(element("p", {class: "dim"}, end.notNamed ? "Run the first of what failed again, all but " + end.notNamed.toLocaleString("en") + ":" : "Run what failed again:"), rerun(end.rerun));
      if (end && end.rerunFailed) byID("banner").append(element("p", {class: "dim"}, "All that failed, on the machine of this run and before another one:"), rerun(end.rerunFailed));
      for (const state of Object.keys(marks)) {
        if (!counts[state]) continue;
        const button = element("button", {type: "button", "aria-pressed": "false"}, marks[state] + " " + counts[state].toLocaleString("en") + " " + state);
        button.onclick = () => {
          wanted.has(state) ? wanted.delete(state) : wanted.add(state);
          button.setAttribute("aria-pressed", wanted.has(state));
          filter();
        };
        byID("states").append(button);
      }
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

    addEventListener("DOMContentLoaded", () => {
      load(); showHead(); filter(); showHistory(); drawTimeline(); showSlowest();
      byID("search").addEventListener("input", filter);
      const tree = byID("tree");
      tree.addEventListener("scroll", drawTree); tree.addEventListener("keydown", keys);
      addEventListener("resize", () => { drawTree(); drawTimeline(); });
      document.documentElement.dataset.ready = "1";
    });
    """#
}
