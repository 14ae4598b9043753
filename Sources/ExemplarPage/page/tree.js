
// The tree. Only visible lines are elements.
const height = 28;
function flatten() {
  shown = [];
  const visit = (list, isOutline) => {
    const matching = list.filter(node => node.match);
    const passed = isOutline && !words && !wanted.size ? matching.filter(node => node.state === "passed") : [];
    const isFolded = passed.length >= foldFrom;
    matching.forEach((node, index) => {
      if (isFolded && node.state === "passed") return;
      node.position = index + 1; node.size = matching.length;
      shown.push(node);
      if (node.group && open.has(node)) visit(node.children, node.outline);
    });
    if (isFolded) showFold(matching[0].parent, passed, matching.length - passed.length + 1);
  };
  visit(roots, false);
  active = Math.max(0, Math.min(active, shown.length - 1));
}
// Shows the passed rows of an outline as one line that opens.
function showFold(parent, passed, position) {
  const fold = parent.fold = parent.fold || {group: true, isFold: true, parent, level: parent.level + 1};
  fold.name = number(passed.length) + " passed rows";
  fold.position = fold.size = position;
  shown.push(fold);
  if (!open.has(fold)) return;
  passed.forEach((node, index) => { node.position = index + 1; node.size = passed.length; shown.push(node); });
}
function drawTree() {
  const tree = byID("tree");
  const first = Math.max(0, Math.floor(tree.scrollTop / height) - 10);
  const last = Math.min(shown.length, first + Math.ceil(tree.clientHeight / height) + 20);
  const space = element("div", {role: "presentation", style: `height:${shown.length * height}px`});
  const lines = [];
  for (let index = first; index < last; index++) lines.push(treeLine(shown[index], index));
  tree.replaceChildren(space, ...lines);
  if (shown.length) tree.setAttribute("aria-activedescendant", "n" + active);
  else tree.removeAttribute("aria-activedescendant");
}
function treeLine(node, index) {
  const line = element("div", {
    class: "node" + (index === active ? " active" : ""), role: "treeitem", id: "n" + index,
    "aria-level": node.level, "aria-posinset": node.position, "aria-setsize": node.size,
    "aria-selected": index === active,
    style: `top:${index * height}px;padding-left:${8 + 18 * Math.min(node.level - 1, 20)}px`,
  });
  const note = text => element("span", {class: "time"}, text && "  " + text);
  if (node.group) {
    const failed = node.bad ? `, ${number(node.bad)} failed` : "";
    line.setAttribute("aria-expanded", open.has(node));
    line.append(
      open.has(node) ? "▾ " : "▸ ", element("span", {class: node.bad ? "bad" : ""}, node.name),
      note(node.isFold ? "" : `${number(node.all || 0)}${failed} · ${seconds(node.time)}`));
  } else {
    const color = bad[node.state] ? "bad" : node.state === "passed" ? "good" : "warn";
    const mark = element("span", {"aria-label": node.state, role: "img"}, marks[node.state]);
    line.append(element("span", {class: color}, mark), " " + node.name, note(seconds(node.time)));
  }
  line.onclick = () => { active = index; node.group ? toggle(node) : showDetails(node); drawTree(); };
  return line;
}
function toggle(node, isOpen = !open.has(node)) {
  isOpen ? open.add(node) : open.delete(node);
  flatten(); drawTree();
}
function reveal() {
  const tree = byID("tree"), top = active * height;
  if (top < tree.scrollTop) tree.scrollTop = top;
  if (top + height > tree.scrollTop + tree.clientHeight) tree.scrollTop = top + height - tree.clientHeight;
  drawTree();
}
function showDetails(node) {
  const dialog = byID("details"), close = button("Close");
  close.onclick = () => dialog.close();
  dialog.replaceChildren(
    element("h3", {}, path(node)), paragraph("dim", node.group ? "group" : node.state),
    ...detailParts(node), element("p", {}, close));
  dialog.showModal();
}
function keys(event) {
  const node = shown[active];
  if (!node) return;
  const page = Math.floor(byID("tree").clientHeight / height) - 1, last = shown.length - 1;
  switch (event.key) {
    case "ArrowDown": active = Math.min(last, active + 1); break;
    case "ArrowUp": active = Math.max(0, active - 1); break;
    case "PageDown": active = Math.min(last, active + page); break;
    case "PageUp": active = Math.max(0, active - page); break;
    case "Home": active = 0; break;
    case "End": active = last; break;
    case "ArrowRight":
      if (node.group && !open.has(node)) toggle(node, true);
      else if (node.group && active < last) active++;
      break;
    case "ArrowLeft":
      if (node.group && open.has(node)) toggle(node, false);
      else if (node.parent) active = Math.max(0, shown.indexOf(shown.includes(node.parent) ? node.parent : node));
      break;
    case "Enter": case " ": node.isFold || node.group && !node.details ? toggle(node) : showDetails(node); break;
    default: return;
  }
  event.preventDefault();
  reveal();
}
