
// Earlier runs
const letters = {p: "passed", f: "failed", x: "flaky", s: "skipped", o: "pending", b: "blocked", q: "quarantined"};
// The outcomes of an example in the runs that included it. The last one is the outcome in this run.
function past(node) {
  if (!earlier.length || node.group) return null;
  const times = (node.details || {}).times || [], first = earlier.length - node.before.length;
  const list = [...node.before].map((letter, i) => ({state: letters[letter], time: times[i], date: earlier[first + i]}));
  return [...list.filter(run => run.state).slice(-29), {state: node.state, time: node.time, date}];
}
const day = text => (text || "").slice(0, 10);
const minute = text => (text || "").slice(0, 16).replace("T", " ") + " UTC";
// Summarizes the runs of an example as a kind and a sentence.
function story(node) {
  if (node.story === undefined) node.story = past(node) && storyOf(past(node).filter(hasRun), hasRun(node), (node.details || {}).flaky);
  return node.story;
}
// It is flaky if the tool has found that it passed and failed with the same code.
function storyOf(runs, isIncluded, isFlaky) {
  const count = state => runs.filter(run => run.state === state).length;
  const failed = count("failed"), flaky = count("flaky"), all = amount(runs.length, "run");
  let turns = 0, last = 0, first = 0;
  for (let i = 1; i < runs.length; i++) {
    if ((runs[i].state === "failed") !== (runs[i - 1].state === "failed")) { turns++; first = last; last = i; }
  }
  const before = amount(last - first, "run") + " before.", since = () => day(runs[last].date);
  if (!runs.length || isIncluded && runs.length === 1) {
    return {kind: "new", text: "It did not run in the recorded runs before this one."};
  }
  if (isFlaky) {
    const parts = [failed && "failed in " + failed, flaky && "passed only on retry in " + flaky];
    const text = `Flaky: ${parts.filter(Boolean).join(", ")} of ${all}.`;
    return {kind: "flaky", weight: (turns + flaky) / runs.length, text};
  }
  if (!turns) {
    return failed
      ? {kind: "failed", text: `Failed in all ${all} on record.`} : {kind: "passed", text: `Passed in all ${all} on record.`};
  }
  if (runs[last].state !== "failed") return {kind: "mended", text: `Passing since ${since()}; failed in the ${before}`};
  return {kind: "broken", text: runs.length - last === 1 && isIncluded
    ? `New failure: passed in the ${before}`
    : `Failing since ${since()}, in the last ${amount(runs.length - last, "run")}; passed in the ${before}`};
}
function strip(node) {
  const runs = past(node), most = Math.max(...runs.map(run => run.time || 0));
  const titles = runs.map(run => run.state + (run.time >= 10 ? " in " + seconds(run.time) : ""));
  const label = `The last ${amount(runs.length, "run")}, this one last: ${titles.join(", ")}`;
  const bars = runs.map((run, i) => {
    const height = most >= 10 ? Math.max(2, Math.round(20 * (run.time || 0) / most)) : 2;
    const name = "run " + run.state + (i === runs.length - 1 ? " this" : "");
    return element("span", {class: name, title: minute(run.date) + ": " + titles[i]},
      element("i", {style: `height:${height}px`}), marks[run.state]);
  });
  return element("span", {class: "strip", role: "img", "aria-label": label}, ...bars);
}
function historyParts(node) {
  const summary = story(node);
  if (!summary) return [];
  const name = summary.kind === "flaky" || summary.kind === "broken" ? "warn" : "dim";
  return [element("div", {class: "past"}, strip(node), element("span", {class: name}, summary.text))];
}
function showHistory() {
  if (!earlier.length) return;
  byID("history").hidden = false;
  byID("h-past").textContent = "Flaky over the last " + amount(earlier.length + 1, "run");
  const found = nodes.filter(node => !node.group && (node.details || {}).flaky && story(node).kind === "flaky");
  found.sort((a, b) => b.story.weight - a.story.weight);
  const title = found.length ? amount(found.length, "example") : "No example";
  const parts = [paragraph("dim", `${title} passed and failed with the same code since ${minute(earlier[0])}.`)];
  if (found.length) {
    const rows = found.slice(0, 20).map(node =>
      element("tr", {}, element("td", {}, path(node)), element("td", {}, ...historyParts(node))));
    parts.push(element("table", {}, headings("Example", "Runs, this one last"), ...rows));
    if (found.length > 20) parts.push(paragraph("dim", `and ${number(found.length - 20)} more`));
  }
  byID("past").replaceChildren(...parts);
}
