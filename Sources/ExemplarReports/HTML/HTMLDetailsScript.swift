/// What the program shows of one example, and the cards of what failed.
enum HTMLDetailsScript {
  static let text = #"""
    // Details of one example or group
    function issueParts(issue) {
      const parts = [];
      if (issue.kind !== "failure") parts.push(element("p", {class: "warn"}, {known: "Known issue", warning: "Warning", retried: "In an attempt that was tried again"}[issue.kind]));
      parts.push(...messageParts(issue.message, issue.kind === "failure" ? "message" : ""));
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
      const cell = /([\p{L}_][\p{L}\p{N}_ -]*): ("(?:[^"\\]|\\.)*"|.*?)(?:, (?=[\p{L}_][\p{L}\p{N}_ -]*: )|$)/yus, found = [];
      while (cell.lastIndex < values.length) {
        const part = cell.exec(values);
        if (!part) return null;
        found.push([part[1], part[2]]);
      }
      return found;
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
        if (attachment.output) {
          const output = element("details", {class: "output"}, element("summary", {}, "Output · " + attachment.size.toLocaleString("en") + " bytes"), element("pre", {}, attachment.text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, "")));
          output.open = true;
          parts.push(output);
          continue;
        }
        parts.push(element("p", {}, "Attached ", element("code", {}, attachment.name), " · " + attachment.size.toLocaleString("en") + " bytes" + (attachment.path ? " · " + attachment.path : "")));
        if (attachment.picture) parts.push(element("img", {src: attachment.picture, alt: attachment.name}));
        else if (attachment.text !== undefined) parts.push(element("pre", {}, attachment.text));
      }
      parts.push(...historyParts(node));
      if (details.rerun) parts.push(rerun(details.rerun));
      return parts;
    }

    // A word about earlier runs beside the name, where they tell something.
    function chip(node) {
      const told = story(node), word = told && {flaky: "flaky before", broken: "new", new: "first run"}[told.kind];
      return word && node.state !== "flaky" ? [element("span", {class: "chip"}, word)] : [];
    }

    // Failures
    let failureLimit = 50;
    function showFailures() {
      const all = nodes.filter(node => node.match && (node.state === "failed" || node.state === "flaky" || node.failed));
      const some = all.slice(0, failureLimit).map(node => {
        const label = node.group ? "group" : node.state;
        const card = element("details", {class: "card " + label},
          element("summary", {}, element("h3", {}, (node.group ? "✘" : marks[node.state]) + " " + path(node)), ...chip(node)));
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
    """#
}
