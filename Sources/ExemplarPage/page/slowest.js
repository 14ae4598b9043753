
// Slowest
function slowest(count) {
  let list = nodes.filter(node => !node.group && node.time > 0);
  // Sorting numbers is faster than sorting nodes, so that a threshold leaves few nodes to sort.
  if (list.length > 20 * count) {
    const times = Float64Array.from(list, node => node.time).sort();
    const least = times[times.length - count];
    list = list.filter(node => node.time >= least);
  }
  return list.sort((a, b) => b.time - a.time).slice(0, count);
}
function showSlowest() {
  const rows = slowest(20).map(node => element("tr", {},
    element("td", {class: "number"}, seconds(node.time)), element("td", {}, path(node))));
  byID("slowest").append(element("table", {}, headings("Time", "Example"), ...rows));
}
