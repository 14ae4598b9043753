import ExemplarCore

extension PlistLayout {
  /// The row that was found, or what is wrong with it.
  func row(_ found: Found, _ maker: inout RowMaker) -> RowOrMistake {
    switch found.kind {
    case .mistake(let mistake, let name):
      return .mistake(mistake, named: name, in: found.suites)
    case .entry(let entry):
      return row(of: entry.node, named: entry.key, in: found.suites) { value in
        maker.entry(value, named: entry.key, at: entry.place(in: path), in: found.suites)
      }
    case .element(let node):
      return row(of: node, named: nil, in: found.suites) { value in
        maker.element(
          value, at: node.place(in: path), in: found.suites, expected: "a dictionary")
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
