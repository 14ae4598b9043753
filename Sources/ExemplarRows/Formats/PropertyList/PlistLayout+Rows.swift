import ExemplarCore

extension PlistLayout {
  /// The row that was found, or what is wrong with it.
  func row(_ found: Found) -> RowOrMistake {
    switch found.kind {
    case .mistake(let mistake, let name):
      return .mistake(mistake, named: name, in: found.suites)
    case .entry(let entry):
      if let mistake = naming.mistake(ofKey: entry.key, at: entry.place(in: path)) {
        return .mistake(mistake, named: nil, in: found.suites)
      }
      return row(of: entry.node, named: entry.key, in: found.suites) { value in
        .row(
          Row(
            name: entry.key, fields: value.fieldsOfRow, place: entry.place(in: path),
            suites: found.suites))
      }
    case .element(let node):
      return row(of: node, named: nil, in: found.suites) { value in
        RowOrMistake(
          of: value, at: node.place(in: path), naming, in: found.suites, expected: "a dictionary")
      }
    }
  }

  private func row(
    of node: PlistNode, named name: String?, in suites: [RowSuite],
    _ make: (RowValue) -> RowOrMistake
  ) -> RowOrMistake {
    do {
      return make(try node.value(path: path))
    } catch {
      return .mistake(
        AuthoringMistake(wrapping: error, at: Place(path: path)), named: name, in: suites)
    }
  }
}
