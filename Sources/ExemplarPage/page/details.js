
// Details of an example or a group
const issueKinds = {known: "Known issue", quarantined: "In quarantine", warning: "Warning", retried: "In an attempt that was retried"};
function issueParts(issue) {
  const parts = issue.kind === "failure" ? [] : [paragraph("warn", issueKinds[issue.kind])];
  parts.push(...messageParts(issue.message, issue.kind === "failure" ? "message" : ""));
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
  if (place) facts.push(["declared at ", place]);
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
  const word = summary && {flaky: "flaky before", broken: "new", new: "first run"}[summary.kind];
  return word && node.state !== "flaky" ? [element("span", {class: "chip"}, word)] : [];
}

// Failures
let failureLimit = 50;
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
  const parts = all.slice(0, failureLimit).map(node => card(node, isFolded(node) && alike.get(cause(node))));
  if (all.length > failureLimit) {
    const more = button(`Show ${Math.min(200, all.length - failureLimit)} more of ${number(all.length)}`);
    more.onclick = () => { failureLimit += 200; showFailures(); };
    parts.push(more);
  }
  if (!all.length) parts.push(paragraph("dim", total ? "None." : "Nothing ran."));
  byID("failures").replaceChildren(...parts);
}
// Failures that are alike, by the first of them.
function alikeTitle(nodes) {
  const parent = nodes.every(node => node.parent === nodes[0].parent) && nodes[0].parent;
  const names = nodes.slice(0, 3).map(node => parent ? node.name : path(node)).join(", ");
  return `${parent ? path(parent) + ": " : ""}${number(nodes.length)} fail alike, such as ${names}`;
}
function alikeParts(nodes) {
  const details = nodes[0].details, all = button(`Show all ${number(nodes.length)}`);
  all.onclick = () => { unfolded.add(details.cause); showFailures(); };
  return [
    ...details.issues.flatMap(issueParts), ...(details.row ? [rowTable(details.row), ...quote(details.row.line)] : []),
    rerun(causes.get(details.cause)), all];
}
function card(node, alike) {
  const mark = node.failed ? "✘" : marks[node.group ? "quarantined" : node.state];
  const title = `${mark} ${alike ? alikeTitle(alike) : path(node)}`;
  const card = element("details", {class: "card " + (node.failed ? "group" : node.group ? "quarantined" : node.state)},
    element("summary", {}, element("h3", {}, title), ...(alike ? [] : chip(node))));
  card.open = node.state === "failed" || !!node.failed;
  const fill = () => {
    if (card.open && card.children.length < 2) {
      card.append(element("div", {}, ...(alike ? alikeParts(alike) : detailParts(node))));
    }
  };
  card.addEventListener("toggle", fill); fill();
  return card;
}
