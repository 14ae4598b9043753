
// The row of an example: a line for each column if a value is long, else a line for all of them.
function rowTable({name, place, columns = []}) {
  const caption = element("caption", {class: "dim"}, `Row ${name}${place ? " at " + place : ""}`);
  const table = element("table", {class: "row"}, caption), isNamed = columns.some(([name]) => name);
  const cells = columns.map(([name, value, read]) => element("td", {},
    element("code", {}, ...(name ? valueParts(value) : [value])),
    ...(read ? [element("span", {class: "dim"}, " → "), element("code", {}, read)] : [])));
  const isLong = columns.length > 8 || columns.some(([, value]) => value.length > 40);
  if (isNamed && isLong) {
    table.append(...columns.map(([name], i) => element("tr", {}, element("th", {scope: "row"}, name), cells[i])));
  } else {
    if (isNamed) table.append(headings(...columns.map(([name]) => name)));
    table.append(element("tr", {}, ...cells));
  }
  return element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Row " + name}, table);
}
// A value with its keys dimmed and, if it is long, a line for each element. Quotation marks enclose texts, and keys
// that contain characters of the syntax, so that all brackets and commas outside them are syntax.
function valueParts(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]]|, |: |(?:(?!, |: )[^"{}[\]])+|./gsu) || [];
  const ends = [], starts = [], parts = [];
  tokens.forEach((token, i) => {
    if (token === "{" || token === "[") starts.push(i);
    else if ((token === "}" || token === "]") && starts.length) ends[starts.pop()] = i;
  });
  let depth = 0, shortUntil = -1;
  const line = () => "\n" + "  ".repeat(depth);
  tokens.forEach((token, i) => {
    const end = ends[i], isClosing = ends.includes(i), within = end ? tokens.slice(i + 1, end) : [];
    const isShort = within.join("").length <= 60
      || token === "[" && within.every(other => other.length <= 12 && other !== "[" && other !== "{");
    if (i > shortUntil && end && isShort) shortUntil = end;
    const isLong = i > shortUntil;
    if (isLong && isClosing) depth--, parts.push(line());
    const isKey = tokens[i + 1] === ": ";
    parts.push(isKey ? element("span", {class: "dim"}, token) : token === ", " && isLong ? "," : token);
    if (isLong && end) depth++;
    if (isLong && (end || token === ", ")) parts.push(line());
  });
  return parts;
}
