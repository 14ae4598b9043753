import ExemplarCore

extension PlistLayout {
  /// The row that was found, or what is wrong with it.
  func row(_ found: Found) -> SourcedRow {
    switch found.kind {
    case .mistake(let mistake, let name): return .mistake(mistake, named: name, in: found.suites)
    case .entry(let entry):
      if let mistake = naming.mistake(ofKey: entry.key, at: entry.place(in: path)) {
        return .mistake(mistake, named: nil, in: found.suites)
      }
      do {
        let row = Row(
          name: entry.key, fields: try fields(entry.node), place: entry.place(in: path),
          suites: found.suites)
        return .row(row)
      } catch {
        return .mistake(mistake(error), named: entry.key, in: found.suites)
      }
    case .element(let node):
      do {
        return .row(try element(node, in: found.suites))
      } catch {
        return .mistake(mistake(error), named: nil, in: found.suites)
      }
    }
  }

  private func mistake(_ error: any Error) -> AuthoringMistake {
    error as? AuthoringMistake ?? AuthoringMistake("\(error)", at: Place(path: path))
  }

  private func fields(_ node: PlistNode) throws -> RowFields {
    let value = try node.value(path: path)
    if case .object(let fields) = value.content { return fields }
    var fields = RowFields()
    _ = fields.add(value, for: "value")
    return fields
  }

  /// The row that an element of an array is; its key `name` names it.
  private func element(_ node: PlistNode, in suites: [RowSuite]) throws -> Row {
    guard case .object(let fields) = try node.value(path: path).content else {
      throw AuthoringMistake(
        "Expected a dictionary as a row, found \(node.kind).", at: node.place(in: path))
    }
    var row = Row(name: nil, fields: fields, place: node.place(in: path), suites: suites)
    guard let name = fields["name"], name.text?.isEmpty != true else {
      if naming == .optional { return row }
      throw AuthoringMistake(
        "The row has no name; expected a text under \u{201C}name\u{201D}.", at: row.place)
    }
    guard case .string(let text) = name.content else {
      throw AuthoringMistake(
        "The name of a row must be text, found \(name.kind).", at: row.place(of: name))
    }
    row.name = text
    return row
  }
}
