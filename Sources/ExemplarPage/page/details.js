
// Details of an example or a group
const issueKinds = {known: "Known issue", quarantined: "In quarantine", warning: "Warning", retried: "In an attempt that was retried"};
function issueParts(issue) {
  const parts = issue.kind === "failure" ? [] : [paragraph("warn", issueKinds[issue.kind])];
  parts.push(...messageParts(issue.message, issue.kind === "failure" ? "message" : ""), ...pictureParts(issue.pictures));
  const facts = [];
  if (issue.place) facts.push(["at ", issue.place]);
  if (issue.phase) facts.push(["in ", issue.phase]);
  if (issue.labels) facts.push(["under ", issue.labels.join(" › ")]);
  if (issue.checkpoint) facts.push(["last checkpoint: ", issue.checkpoint]);
  if (facts.length) parts.push(list(facts));
  parts.push(...quote(issue.line));
  return parts;
}
// A line of a file, with a caret below a column.
function quote(line) {
  if (!line) return [];
  const [text, before] = line, attributes = {class: "code", tabindex: "0", role: "group", "aria-label": "Line"};
  const caret = before === undefined ? [] : ["\n", element("span", {}, before), element("b", {}, "^")];
  return [element("pre", attributes, text, ...caret)];
}
function list(facts) {
  const items = facts.map(([label, value]) => element("li", {}, label, element("code", {}, value)));
  return element("ul", {class: "facts"}, ...items);
}
function rerun(line) {
  const copy = button("Copy");
  copy.onclick = async () => {
    let done = true;
    try { await navigator.clipboard.writeText(line); } catch {
      const area = element("textarea", {}); area.value = line; document.body.append(area); area.select();
      done = document.execCommand("copy"); area.remove(); copy.focus();
    }
    copy.textContent = done ? "Copied" : "Select and copy";
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  };
  return element("div", {class: "rerun"}, element("code", {}, line), copy);
}
function detailParts(node) {
  const details = node.details || {}, parts = [], facts = [];
  if (details.reason) parts.push(element("p", {}, details.reason));
  for (const issue of details.issues || []) parts.push(...issueParts(issue));
  if (node.group && node.failed && !details.issues) parts.push(paragraph("bad", "The group failed."));
  if (details.row) parts.push(rowTable(details.row), ...quote(details.row.line));
  const place = details.place || node.place;
  if (place && !(details.issues || []).some(issue => issue.place === place)) facts.push(["declared at ", place]);
  for (const inclusion of details.inclusions || []) facts.push(["in shared examples ", inclusion]);
  facts.push(...details.facts || []);
  if (details.attempts) facts.push(["attempts: ", String(details.attempts)]);
  if (node.time) facts.push(["took ", seconds(node.time)]);
  if (facts.length) parts.push(list(facts));
  parts.push(...(details.attachments || []).flatMap(attachmentParts), ...historyParts(node));
  if (details.rerun) parts.push(rerun(details.rerun));
  return parts;
}
function attachmentParts({name, size, path, picture, text, output}) {
  const bytes = ` · ${number(size)} bytes`;
  if (output) {
    const plain = text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, "");
    return [element("details", {class: "output", open: ""},
      element("summary", {}, "Output" + bytes), element("pre", {}, plain))];
  }
  const title = element("p", {}, "Attached ", element("code", {}, name), bytes + (path ? " · " + path : ""));
  if (picture) return [title, element("img", {src: picture, alt: name})];
  return text === undefined ? [title] : [title, element("pre", {}, text)];
}

// A short label for the past of an example, if it is notable.
function chip(node) {
  const summary = story(node);
  const text = summary && {flaky: "flaky before", broken: /^New/.test(summary.text) ? "new" : summary.text.split(",")[0].toLowerCase(),
    new: "first run"}[summary.kind];
  return text && node.state !== "flaky" ? [element("span", {class: "chip"}, text)] : [];
}

// Failures: a line for each cause, which opens
let failureLimit = 50;
const openFrom = 3, opened = new Set();
// Of the parts of a message, the first line: of a crash, it is the fatal error.
const firstLine = text => text.split("\n", 1)[0];
// The line of code to look at: of a crash, its innermost frame in the package.
const crashFrame = /\bby signal .*\n {2}\S.* at (\S.*:\d+)$/m;
function failurePlace(node) {
  const issue = firstIssue(node), frame = issue && issue.message.match(crashFrame);
  return frame ? frame[1] : (issue && issue.place || (node.details || {}).place || node.place || "").replace(/(:\d+):\d+$/, "$1");
}
const firstIssue = node => ((node.details || {}).issues || []).find(issue => issue.kind !== "warning" && issue.kind !== "known");
function showFailures() {
  // Hooks of a quarantined group that fail keep its examples from running.
  const isExcused = node => ((node.details || {}).issues || []).some(issue => issue.kind === "quarantined");
  const isFailure = node => ["failed", "flaky"].includes(node.state) || node.failed || isExcused(node);
  const alike = new Map(), failed = nodes.filter(node => node.match && isFailure(node));
  const cause = node => node.details && !unfolded.has(node.details.cause) ? node.details.cause : undefined;
  for (const node of failed) {
    if (!alike.has(cause(node))) alike.set(cause(node), []);
    alike.get(cause(node)).push(node);
  }
  const isFolded = node => causes.has(cause(node)) && alike.get(cause(node)).length > 3;
  const all = failed.filter(node => !isFolded(node) || alike.get(cause(node))[0] === node);
  // The causes of most failures first.
  const size = node => isFolded(node) ? alike.get(cause(node)).length : 1;
  all.sort((a, b) => size(b) - size(a));
  const red = all.filter(node => node.state === "failed" || node.failed).length;
  const cards = all.slice(0, failureLimit).map(node => card(node, isFolded(node) && alike.get(cause(node)), red <= openFrom));
  const parts = [...cards];
  if (all.length > failureLimit) {
    const more = button(`Show ${Math.min(200, all.length - failureLimit)} more of ${number(all.length)}`);
    more.onclick = () => { failureLimit += 200; showFailures(); };
    parts.push(more);
  }
  const counts = all.length < failed.length ? `${amount(all.length, "cause")} of ${amount(failed.length, "failure")}` : "";
  const toggle = button("Open all");
  toggle.onclick = () => {
    const isOpen = cards.some(card => !card.open);
    for (const card of cards) card.open = isOpen;
    toggle.textContent = isOpen ? "Close all" : "Open all";
  };
  byID("tools").replaceChildren(counts, ...(cards.length > openFrom ? [toggle] : []));
  if (!all.length) parts.push(paragraph("dim", total ? "None." : "Nothing ran."));
  byID("failures").replaceChildren(...parts);
}
// The arrow keys move from cause to cause.
function failureKeys(event) {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key], lines = [...byID("failures").querySelectorAll(".card > summary")];
  const index = lines.indexOf(document.activeElement);
  if (!step || index < 0) return;
  event.preventDefault();
  lines[Math.max(0, Math.min(lines.length - 1, index + step))].focus();
}
function alikeParts(nodes) {
  const details = nodes[0].details, all = button(`Show all ${number(nodes.length)}`);
  all.onclick = () => { unfolded.add(details.cause); showFailures(); };
  return [
    paragraph("dim", `The first of ${number(nodes.length)}: `, element("b", {}, path(nodes[0]))),
    ...details.issues.flatMap(issueParts), ...(details.row ? [rowTable(details.row), ...quote(details.row.line)] : []),
    rerun(causes.get(details.cause)), all];
}
// A name with the groups around it less prominent.
function namePath(node) {
  const around = node.parent ? [element("span", {class: "around"}, path(node.parent) + " › ")] : [];
  return [...around, node.name];
}
function card(node, alike, isOpen) {
  const mark = node.failed ? "✘" : marks[node.group ? "quarantined" : node.state];
  const issue = firstIssue(node), message = issue ? firstLine(issue.message) : (node.details || {}).reason || "";
  const parent = alike && alike.every(other => other.parent === node.parent) && node.parent;
  const title = !alike ? namePath(node) : parent ? namePath(parent) : [message];
  const count = alike ? [element("span", {class: "count"}, `${number(alike.length)} fail alike`)] : [];
  const summary = element("summary", {},
    element("span", {class: "mark"}, mark), element("h3", {}, ...title, ...count, ...(alike ? [] : chip(node))),
    element("code", {class: "place"}, failurePlace(node)),
    !alike || parent
      ? element("code", {class: "first"}, message)
      : element("span", {class: "names dim"}, alike.slice(0, 3).map(path).join(", ") + ", …"));
  const card = element("details", {class: "card " + (node.failed ? "group" : node.group ? "quarantined" : node.state)}, summary);
  card.open = opened.has(node) || isOpen && (node.state === "failed" || !!node.failed);
  const fill = () => {
    card.open ? opened.add(node) : opened.delete(node);
    if (card.open && card.children.length < 2) {
      card.append(element("div", {}, ...(alike ? alikeParts(alike) : detailParts(node))));
    }
  };
  card.addEventListener("toggle", fill); fill();
  return card;
}
