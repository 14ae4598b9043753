
// Messages. The lines of a difference are colored by their signs, and changes within a line are marked.
const differenceStart = /^− left, \+ right:$/, dumpEnd = /\(First: −, Second: \+\)$/;
function messageParts(text, name) {
  const lines = text.split(/\r\n|[\n\r]/), start = lines.findIndex(line => differenceStart.test(line));
  let from = start + 1, to = from, isDump = false;
  if (start >= 0) while (to < lines.length && /^(− |\+ |  )/.test(lines[to])) to++;
  else {
    // swift-custom-dump explains its signs after the difference.
    to = lines.findIndex(line => dumpEnd.test(line));
    from = to < 0 ? -1 : lines.findIndex(line => /^ *[−+] /.test(line));
    if (from > 0 && /^ {2,}\S/.test(lines[from - 1])) {
      while (from > 0 && lines[from - 1].trim() && !/:$/.test(lines[from - 1])) from--;
    }
    isDump = true;
  }
  if (from < 0 || to <= from) return [element("pre", {class: name}, text)];
  const before = lines.slice(0, isDump ? from : start).join("\n").trimEnd();
  const after = lines.slice(isDump ? to + 1 : to).join("\n").trim();
  const [left, right] = isDump ? ["− first", "+ second"] : ["− left", "+ right"];
  return [
    ...(before ? [element("pre", {class: name}, before)] : []),
    paragraph("dim signs", element("del", {}, left), " ", element("ins", {}, right)),
    differenceLines(lines.slice(from, to)),
    ...(after ? [element("pre", {class: name}, after)] : []),
  ];
}
const segmenter = typeof Intl === "object" && Intl.Segmenter && new Intl.Segmenter();
const characters = text => segmenter ? Array.from(segmenter.segment(text), part => part.segment) : Array.from(text);
function differenceLines(lines) {
  const box = element("pre", {class: "diff", tabindex: "0", role: "group", "aria-label": "Difference"});
  const isMark = i => /^ +\^+$/.test(lines[i] || ""), isRight = i => /^\+ /.test(lines[i] || "");
  lines.forEach((line, i) => {
    if (isMark(i) && isRight(i - 1)) return;
    const sign = (line.match(/^ *([−+]) /) || [])[1], under = i + (sign === "−" ? 2 : 1);
    const hasMark = sign && /^[−+]/.test(line) && isMark(under) && (sign === "+" || isRight(i + 1));
    const content = hasMark ? markedParts(line, lines[under - 1], lines[under], sign) : [line];
    box.append(element(sign === "−" ? "del" : sign === "+" ? "ins" : "span", {}, ...content), "\n");
  });
  return box;
}
// The line with its changed part in bold. The mark is below the right line.
function markedParts(line, rightLine, mark, sign) {
  const own = characters(line), right = characters(rightLine), start = mark.indexOf("^");
  const length = mark.length - start, rest = right.length - Math.min(right.length, start + length);
  const end = sign === "+" ? Math.min(own.length, start + length) : Math.max(start, own.length - rest);
  const part = (from, to) => own.slice(from, to).join("");
  return [part(0, start), element("b", {}, part(start, end)), part(end)];
}
