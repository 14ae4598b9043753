"use strict";
// Reads the run, renders the head of the page, and filters.

const marks = {passed: "✔", failed: "✘", flaky: "≈", quarantined: "⚑", skipped: "↷", pending: "○", blocked: "⊘"};
const bad = {failed: 1, blocked: 1};
const foldFrom = 8;
let nodes, roots, run, counts, runIssues, end, date, total, active = 0, shown = [], open = new Set();
let about = {}, causes = new Map(), unfolded = new Set(), wanted = new Set(), words = "", earlier = [], hooks = [], lost = new Set(), failedBefore = [];

// The lines of the run. The last line is truncated if the process was killed while writing it.
function read() {
  const lines = document.getElementById("data").textContent.trim().split("\n");
  try { return JSON.parse("[" + lines.join(",") + "]"); }
  catch { return JSON.parse("[" + lines.slice(0, -1).join(",") + "]"); }
}
function load() {
  nodes = []; roots = []; runIssues = []; counts = {}; end = null; run = {}; failedBefore = [];
  const groups = new Map();
  let before = "", worker = 0;
  for (const line of read()) switch (line[0]) {
    case "t": date = line[1]; break;
    case "f": about = Object.fromEntries(line[1]); break;
    case "h": earlier = line[1]; break;
    case "x": lost.add(worker); break;
    case "w": worker = line[1]; break;
    case "k": {
      const [, group, name, begin, time] = line;
      hooks.push({hook: true, name, parent: groups.get(group), begin, time, worker});
      break;
    }
    case "p": before = line[1]; break;
    case "s":
      if (run.repetition && !(end && end.isSuccess)) {
        const failure = `Repetition ${run.repetition} ${end ? "failed" : "did not finish"}.`;
        failedBefore.push(failure, ...(end ? end.troubles : []));
      }
      run = line[1];
      if (nodes.length) groups.clear();
      end = null;
      break;
    case "g": {
      const [, number, parentNumber, text, place, outline, begin] = line, parent = groups.get(parentNumber);
      const name = !parent && run.repetition > 1 ? `${text} (repetition ${run.repetition})` : text;
      groups.set(number, add({group: true, name, place, outline: outline === 1, begin, children: []}, parent));
      break;
    }
    case "G": {
      const [, number, begin, groupEnd, details] = line, node = groups.get(number);
      if (!node) break;
      node.begin = begin;
      node.time = groupEnd - begin;
      if (!details) break;
      node.details = details;
      node.failed = details.failed || (details.issues || []).some(issue => issue.kind === "failure");
      break;
    }
    case "e": {
      const [, group, name, state, time, begin, details] = line;
      counts[state] = (counts[state] || 0) + 1;
      add({name, state, time, begin, details, before, worker}, groups.get(group));
      break;
    }
    case "c": causes.set(line[1], line[2]); break;
    case "i": runIssues.push({...line[1], worker}); break;
    case "z": end = line[1]; break;
  }
  total = Object.values(counts).reduce((a, b) => a + b, 0);
  // In reverse order, children come before their parents.
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i], parent = node.parent;
    if (node.group) {
      node.bad = (node.bad || 0) + (node.failed ? 1 : 0);
      if (node.time === undefined) node.time = 0;
    } else { node.all = 1; node.bad = bad[node.state] ? 1 : 0; }
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

// Helpers
const byID = id => document.getElementById(id);
const number = value => value.toLocaleString("en");
const amount = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const key in attributes) if (attributes[key] !== undefined) e.setAttribute(key, attributes[key]);
  e.append(...children);
  return e;
}
const paragraph = (name, ...children) => element("p", {class: name}, ...children);
const button = (text, attributes = {}) => element("button", {type: "button", ...attributes}, text);
const headings = (...texts) => element("tr", {}, ...texts.map(text => element("th", {scope: "col"}, text)));
function path(node) {
  const names = [];
  for (let n = node; n; n = n.parent) names.unshift(n.name);
  return names.join(" › ");
}
function seconds(ms) {
  if (ms < 0.0005) return "";
  if (ms < 1) return Math.round(ms * 1000) + " µs";
  return ms < 1000 ? +ms.toFixed(1) + " ms" : +(ms / 1000).toFixed(2) + " s";
}
// Whether the body of an example ran.
const hasRun = node => node.state === "passed" || node.state === "failed" || node.state === "flaky"
  || node.state === "quarantined";

// Head
// Whether repetitions are missing. A failed repetition may be the last one.
const isCutShort = () => end && end.isSuccess && run.repetition < run.repetitions;
function showHead() {
  // An issue that is recorded after the end of the run fails the run, too.
  const hasFailed = failedBefore.length || !end || !end.isSuccess || isCutShort()
    || counts.failed || counts.blocked || nodes.some(node => node.failed)
    || runIssues.some(line => line.issues.some(issue => issue.kind === "failure"));
  const text = hasFailed ? "✘ Failed" : "✔ Passed";
  document.title = [text, about.package, "Exemplar"].filter(Boolean).join(" · ");
  byID("title").replaceChildren(
    element("span", {class: hasFailed ? "bad" : "good"}, text), " · " + amount(total, "example"));
  byID("facts").textContent = [
    date && date.replace("T", " ").replace("Z", " UTC"),
    end && end.duration && "took " + seconds(end.duration * 1000),
    run.order === "defined" ? "defined order" : run.seed && "seed " + run.seed,
    run.notSelected && number(run.notSelected) + " not selected",
    run.focused && run.focused.length && "focused: " + run.focused.join(", "),
  ].filter(Boolean).join(" · ");
  byID("about").replaceChildren(...[
    about.package && element("b", {}, about.package), about.commit && "commit " + about.commit, about.platform,
    about.command && element("code", {}, about.command),
  ].filter(Boolean).flatMap((part, i) => i ? [" · ", part] : [part]));
  showBanner();
  for (const state of Object.keys(marks)) {
    if (!counts[state]) continue;
    const toggle = button(`${marks[state]} ${number(counts[state])} ${state}`, {"aria-pressed": "false"});
    toggle.onclick = () => {
      wanted.has(state) ? wanted.delete(state) : wanted.add(state);
      toggle.setAttribute("aria-pressed", wanted.has(state));
      filter();
    };
    byID("states").append(toggle);
  }
}
function showBanner() {
  const problems = failedBefore.concat(
    end ? end.troubles : ["The run did not finish. This page shows the part that was recorded."]);
  if (isCutShort()) problems.push(`The run ended after repetition ${run.repetition} of ${run.repetitions}.`);
  if (problems.length || runIssues.length) {
    const parts = runIssues.flatMap(line => line.issues.flatMap(issueParts));
    byID("banner").append(
      element("div", {class: "banner"}, ...problems.map(problem => paragraph("bad", problem)), ...parts));
  }
}
function showReruns() {
  const parts = [];
  if (end && end.rerunFailed) {
    parts.push(paragraph("dim", "All failures, on the machine of this run and before the next run there:"), rerun(end.rerunFailed));
  }
  if (end && end.rerun) {
    const title = end.notNamed ? `The first failures (${number(end.notNamed)} more are not listed):` : "The failures:";
    parts.push(paragraph("dim", title), rerun(end.rerun));
  }
  byID("again").hidden = !parts.length;
  byID("reruns").replaceChildren(...parts);
}

// Filter
function filter() {
  words = byID("search").value.trim().toLowerCase();
  const isAll = !words && !wanted.size, isWanted = state => !wanted.size || wanted.has(state);
  // Parents come before their children, so that a match in the name of a group includes its children.
  for (const node of nodes) {
    node.inName = !words || node.key.includes(words) || (node.parent && node.parent.inName) || hasText(node);
    node.match = isAll
      || node.inName && (node.group ? node.failed && isWanted("failed") : isWanted(node.state));
  }
  let found = 0;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    if (node.match && node.parent) node.parent.match = true;
    if (node.match && !node.group) found++;
  }
  if (!isAll && found < 5000) for (const node of nodes) if (node.group && node.match) open.add(node);
  byID("found").textContent = isAll ? "" : `${number(found)} of ${amount(total, "example")}`;
  failureLimit = 50;
  showFailures(); flatten(); drawTree();
}
function hasText(node) {
  const details = node.details;
  if (!details || !words) return false;
  const texts = [...(details.issues || []).map(issue => issue.message), ...(details.facts || []).map(fact => fact[1]), details.reason];
  return texts.some(text => text && text.toLowerCase().includes(words));
}

addEventListener("DOMContentLoaded", () => {
  load(); showHead(); filter(); showReruns(); showHistory(); drawTimeline(); showSlowest();
  byID("search").addEventListener("input", filter);
  byID("failures").addEventListener("keydown", failureKeys);
  const tree = byID("tree");
  tree.addEventListener("scroll", drawTree); tree.addEventListener("keydown", keys);
  addEventListener("resize", () => { drawTree(); drawTimeline(); });
  document.documentElement.dataset.ready = "1";
});
