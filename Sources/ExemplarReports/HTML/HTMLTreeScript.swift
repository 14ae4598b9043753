/// The tree of all examples: only the lines that are seen are elements.
enum HTMLTreeScript {
  static let text = #"""
    // The tree: only the lines that are seen are elements.
    const height = 28;
    function flatten() {
      shown = [];
      const visit = (list, isOutline) => {
        let passed = 0;
        const matching = list.filter(node => node.match);
        const folds = isOutline && !words && !wanted.size;
        if (folds) for (const node of matching) if (node.state === "passed") passed++;
        const isFolded = passed >= foldFrom;
        matching.forEach((node, index) => {
          if (isFolded && node.state === "passed") return;
          node.position = index + 1; node.size = matching.length;
          shown.push(node);
          if (node.group && open.has(node)) visit(node.children, node.outline);
        });
        if (isFolded) {
          const parent = matching[0].parent;
          parent.fold = parent.fold || {group: true, isFold: true, parent, level: parent.level + 1, name: ""};
          parent.fold.name = passed.toLocaleString("en") + " passed rows";
          parent.fold.position = parent.fold.size = matching.length - passed + 1;
          shown.push(parent.fold);
          if (open.has(parent.fold)) {
            let position = 0;
            for (const node of matching) if (node.state === "passed") { node.position = ++position; node.size = passed; shown.push(node); }
          }
        }
      };
      visit(roots, false);
      active = Math.max(0, Math.min(active, shown.length - 1));
    }
    function drawTree() {
      const tree = byID("tree");
      const first = Math.max(0, Math.floor(tree.scrollTop / height) - 10);
      const last = Math.min(shown.length, first + Math.ceil(tree.clientHeight / height) + 20);
      const space = element("div", {role: "presentation", style: "height:" + shown.length * height + "px"});
      const lines = [];
      for (let index = first; index < last; index++) {
        const node = shown[index];
        const line = element("div", {class: "node" + (index === active ? " active" : ""), role: "treeitem", id: "n" + index, "aria-level": node.level, "aria-posinset": node.position, "aria-setsize": node.size, "aria-selected": index === active,
          style: "top:" + index * height + "px;padding-left:" + (8 + 18 * Math.min(node.level - 1, 20)) + "px"});
        if (node.group) {
          line.setAttribute("aria-expanded", open.has(node));
          line.append(open.has(node) ? "▾ " : "▸ ", element("span", {class: node.bad ? "bad" : ""}, node.name), element("span", {class: "time"}, node.isFold ? "" : "  " + (node.all || 0).toLocaleString("en") + (node.bad ? ", " + node.bad.toLocaleString("en") + " failed" : "") + " · " + seconds(node.time)));
        } else {
          const color = bad[node.state] ? "bad" : node.state === "passed" ? "good" : "warn";
          line.append(element("span", {class: color}, element("span", {"aria-label": node.state, role: "img"}, marks[node.state])), " " + node.name, element("span", {class: "time"}, "  " + seconds(node.time)));
        }
        line.onclick = () => { active = index; node.group ? toggle(node) : showDetails(node); drawTree(); };
        lines.push(line);
      }
      tree.replaceChildren(space, ...lines);
      if (shown.length) tree.setAttribute("aria-activedescendant", "n" + active); else tree.removeAttribute("aria-activedescendant");
    }
    function toggle(node, isOpen = !open.has(node)) { isOpen ? open.add(node) : open.delete(node); flatten(); drawTree(); }
    function reveal() {
      const tree = byID("tree"), top = active * height;
      if (top < tree.scrollTop) tree.scrollTop = top;
      if (top + height > tree.scrollTop + tree.clientHeight) tree.scrollTop = top + height - tree.clientHeight;
      drawTree();
    }
    function showDetails(node) {
      const dialog = byID("details"), close = element("button", {type: "button"}, "Close");
      close.onclick = () => dialog.close();
      dialog.replaceChildren(element("h3", {}, path(node)), element("p", {class: "dim"}, node.group ? "group" : node.state), ...detailParts(node), element("p", {}, close));
      dialog.showModal();
    }
    function keys(event) {
      const node = shown[active];
      if (!node) return;
      const page = Math.floor(byID("tree").clientHeight / height) - 1;
      switch (event.key) {
        case "ArrowDown": active = Math.min(shown.length - 1, active + 1); break;
        case "ArrowUp": active = Math.max(0, active - 1); break;
        case "PageDown": active = Math.min(shown.length - 1, active + page); break;
        case "PageUp": active = Math.max(0, active - page); break;
        case "Home": active = 0; break;
        case "End": active = shown.length - 1; break;
        case "ArrowRight": if (node.group && !open.has(node)) toggle(node, true); else if (node.group && active + 1 < shown.length) active++; break;
        case "ArrowLeft": if (node.group && open.has(node)) toggle(node, false); else if (node.parent) active = Math.max(0, shown.indexOf(shown.includes(node.parent) ? node.parent : node)); break;
        case "Enter": case " ": node.isFold || node.group && !node.details ? toggle(node) : showDetails(node); break;
        default: return;
      }
      event.preventDefault();
      reveal();
    }
    """#
}
