/// What differs between two values, which a message tells as lines, as lines that are easy to see.
enum HTMLDifferenceScript {
  static let text = #"""
    // A message; of a difference in it, what went and what came, each with its sign, and what changed in a line.
    const heads = [/^− left, \+ right:$/, /\(First: −, Second: \+\)$/];
    function messageParts(text, name) {
      const lines = text.split("\n"), parts = [];
      let from = lines.findIndex(line => heads[0].test(line)), to, isDump = false;
      if (from < 0) {
        // swift-custom-dump says at the end what its signs stand for.
        to = lines.findIndex(line => heads[1].test(line));
        from = to < 0 ? -1 : lines.findIndex(line => /^ *[−+] /.test(line));
        if (from > 0 && /^ {2,}\S/.test(lines[from - 1])) while (from > 0 && lines[from - 1].trim() && !/:$/.test(lines[from - 1])) from--;
        isDump = true;
      } else { to = from + 1; while (to < lines.length && /^(− |\+ |  )/.test(lines[to])) to++; }
      if (from < 0 || to <= from) return [element("pre", {class: name}, text)];
      const before = lines.slice(0, from).join("\n").trimEnd(), after = lines.slice(isDump ? to + 1 : to).join("\n").trim();
      if (before) parts.push(element("pre", {class: name}, before));
      parts.push(element("p", {class: "dim signs"}, element("del", {}, "− " + (isDump ? "first" : "left")), " ", element("ins", {}, "+ " + (isDump ? "second" : "right"))));
      parts.push(differenceLines(lines.slice(isDump ? from : from + 1, to)));
      if (after) parts.push(element("pre", {class: name}, after));
      return parts;
    }
    const characters = typeof Intl === "object" && Intl.Segmenter ? (s => text => Array.from(s.segment(text), part => part.segment))(new Intl.Segmenter()) : text => Array.from(text);
    function differenceLines(lines) {
      const box = element("pre", {class: "diff", tabindex: "0", role: "group", "aria-label": "What differs"});
      lines.forEach((line, i) => {
        const sign = (line.match(/^ *([−+]) /) || [])[1], under = i + (sign === "−" ? 2 : 1);
        if (/^ +\^+$/.test(line) && /^\+ /.test(lines[i - 1] || "")) return;
        const mark = sign && /^[−+]/.test(line) && /^ +\^+$/.test(lines[under] || "") && (sign === "+" || /^\+ /.test(lines[i + 1])) ? lines[under] : "";
        const content = [];
        if (mark) {
          const own = characters(line), right = characters(lines[under - 1]), start = mark.indexOf("^");
          const length = mark.length - start, left = right.length - Math.min(right.length, start + length);
          const end = sign === "+" ? Math.min(own.length, start + length) : Math.max(start, own.length - left);
          content.push(own.slice(0, start).join(""), element("b", {}, own.slice(start, end).join("")), own.slice(end).join(""));
        } else content.push(line);
        box.append(element(sign === "−" ? "del" : sign === "+" ? "ins" : "span", {}, ...content), "\n");
      });
      return box;
    }
    """#
}
