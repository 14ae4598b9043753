/// What became of an example in earlier runs, as marks and in words.
enum HTMLHistoryScript {
  static let text = #"""
    // Earlier runs
    const letters = {p: "passed", f: "failed", x: "flaky", s: "skipped", o: "pending", b: "blocked"};
    // What it came to in the runs that it ran in, this one last.
    function past(node) {
      if (!earlier.length || node.group) return null;
      const times = (node.details || {}).times || [], first = earlier.length - node.before.length, list = [];
      for (let i = 0; i < node.before.length; i++) if (node.before[i] !== "-") list.push({state: letters[node.before[i]], time: times[i], date: earlier[first + i]});
      return [...list.slice(-29), {state: node.state, time: node.time, date}];
    }
    const day = text => (text || "").slice(0, 10), minute = text => (text || "").slice(0, 16).replace("T", " ") + " UTC";
    const runsOf = count => count.toLocaleString("en") + (count === 1 ? " run" : " runs");
    // What the runs tell together: a kind, and a sentence.
    function story(node) {
      if (node.story !== undefined) return node.story;
      const runs = (past(node) || []).filter(run => run.state === "passed" || run.state === "failed" || run.state === "flaky");
      const hasRun = node.state === "passed" || node.state === "failed" || node.state === "flaky";
      const failed = runs.filter(run => run.state === "failed").length, flaky = runs.filter(run => run.state === "flaky").length;
      let turns = 0, last = 0;
      for (let i = 1; i < runs.length; i++) if ((runs[i].state === "failed") !== (runs[i - 1].state === "failed")) { turns++; last = i; }
      const of = " of " + runsOf(runs.length);
      if (!past(node)) node.story = null;
      else if (!runs.length || hasRun && runs.length === 1) node.story = {kind: "new", text: "It did not run in the recorded runs before this one."};
      else if (flaky || turns > 1) node.story = {kind: "flaky", weight: (turns + flaky) / runs.length, text: "Flaky: " + [failed ? "failed in " + failed : "", flaky ? "passed only when tried again in " + flaky : ""].filter(Boolean).join(", ") + of + "."};
      else if (!turns) node.story = {kind: failed ? "failed" : "passed", text: (failed ? "Failed" : "Passed") + " in all " + runsOf(runs.length) + " that are recorded."};
      else if (runs[last].state === "failed") node.story = {kind: "broken", text: runs.length - last === 1 && hasRun ? "New failure: passed in the " + runsOf(last) + " before." : "Fails since " + day(runs[last].date) + ", in the last " + runsOf(runs.length - last) + "; passed in the " + runsOf(last) + " before."};
      else node.story = {kind: "mended", text: "Passes since " + day(runs[last].date) + "; failed in the " + runsOf(last) + " before."};
      return node.story;
    }
    function strip(node) {
      const runs = past(node), most = Math.max(...runs.map(run => run.time || 0));
      const said = runs.map(run => run.state + (run.time >= 10 ? " in " + seconds(run.time) : ""));
      const bar = element("span", {class: "strip", role: "img", "aria-label": "The last " + runsOf(runs.length) + ", this one last: " + said.join(", ")});
      runs.forEach((run, i) => {
        const height = most >= 10 ? Math.max(2, Math.round(20 * (run.time || 0) / most)) : 2;
        bar.append(element("span", {class: "run " + run.state + (i === runs.length - 1 ? " this" : ""), title: minute(run.date) + ": " + said[i]},
          element("i", {style: "height:" + height + "px"}), marks[run.state]));
      });
      return bar;
    }
    function historyParts(node) {
      const told = story(node);
      if (!told) return [];
      return [element("div", {class: "past"}, strip(node), element("span", {class: told.kind === "flaky" || told.kind === "broken" ? "warn" : "dim"}, told.text))];
    }
    function showHistory() {
      if (!earlier.length) return;
      byID("history").hidden = false;
      byID("h-past").textContent = "Flaky over the last " + runsOf(earlier.length + 1);
      const found = nodes.filter(node => !node.group && /[fx]/.test(node.before + (node.state === "failed" || node.state === "flaky" ? "f" : "")) && story(node).kind === "flaky");
      found.sort((a, b) => b.story.weight - a.story.weight);
      const parts = [element("p", {class: "dim"}, (found.length ? found.length.toLocaleString("en") + (found.length === 1 ? " example" : " examples") : "No example") + " passed and failed by turns since " + minute(earlier[0]) + ".")];
      if (found.length) {
        const table = element("table", {}, element("tr", {}, element("th", {scope: "col"}, "Example"), element("th", {scope: "col"}, "Runs, this one last")));
        for (const node of found.slice(0, 20)) table.append(element("tr", {}, element("td", {}, path(node)), element("td", {}, ...historyParts(node))));
        parts.push(table);
        if (found.length > 20) parts.push(element("p", {class: "dim"}, "and " + (found.length - 20).toLocaleString("en") + " more"));
      }
      byID("past").replaceChildren(...parts);
    }
    """#
}
