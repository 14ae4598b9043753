/// The slowest examples.
enum HTMLSlowestScript {
  static let text = #"""
    // Slowest
    function slowest(count) {
      // A heap would be shorter in time; a threshold is enough.
      let list = nodes.filter(node => !node.group && node.time > 0);
      if (list.length > 20 * count) {
        const times = Float64Array.from(list, node => node.time).sort();
        const least = times[times.length - count];
        list = list.filter(node => node.time >= least);
      }
      return list.sort((a, b) => b.time - a.time).slice(0, count);
    }
    function showSlowest() {
      const table = element("table", {}, element("tr", {}, element("th", {scope: "col"}, "Time"), element("th", {scope: "col"}, "Example")));
      for (const node of slowest(20)) table.append(element("tr", {}, element("td", {class: "number"}, seconds(node.time)), element("td", {}, path(node))));
      byID("slowest").append(table);
    }
    """#
}
