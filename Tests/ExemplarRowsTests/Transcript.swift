import ExemplarCore
import ExemplarRows
import Testing

/// The rows of a JSON text.
func transcript(_ text: String, named naming: RowNaming = []) async -> [String] {
  await transcript(of: .json(.text(text, path: "books.json"), named: naming))
}

/// The rows of the text of a property list.
func transcript(plist text: String) async -> [String] {
  await transcript(of: .plist(.text(text, path: "books.plist")))
}

/// What a source gives until it ends or cannot be read further, one line for each thing:
/// `2:3 Emma {price: 8}` for a row, `2:3 mistake: …` for a row that is wrong by itself, and
/// `2:3 error: …` for what ends the reading. Where paths are shown, the whole place stands there.
func transcript(
  of source: RowSource,
  for site: DeclarationSite = anySite,
  showingPaths: Bool = false
) async -> [String] {
  func position(_ place: Place?) -> String {
    place.map { (showingPaths ? "\($0)" : "\($0.line):\($0.column)") + " " } ?? ""
  }
  func position(of error: any Error) -> String { position((error as? UsageError)?.place) }
  func line(for row: RowResult) -> String {
    switch row {
    case .success(let row):
      "\(position(row.place))\(path(row.suites))\(row.name ?? "-") "
        + "\(RowValue(.object(row.fields)))"
        + row.outerFields.map { " in \(RowValue(.object($0)))" }.joined()
    case .failure(let invalid):
      "\(position(of: invalid.mistake))\(path(invalid.suites))"
        + "\(invalid.name.map { "\($0) " } ?? "")mistake: \(invalid.mistake)"
    }
  }
  var lines: [String] = []
  do {
    let rows = try await source.rows(for: site)
    do {
      while let row = try await rows.next() { lines.append(line(for: row)) }
    } catch {
      lines.append("\(position(of: error))error: \(error)")
    }
    // Whatever the end was, it is final.
    if let row = try await rows.next() { lines.append("after the end: " + line(for: row)) }
  } catch {
    lines.append("\(position(of: error))error: \(error)")
  }
  return lines
}

/// A declaration for sources that are not searched for.
let anySite = DeclarationSite(module: "M", place: Place(path: "Books.swift"))

extension RowSource {
  /// The rows up to the first error.
  func readRows(for site: DeclarationSite = anySite) async throws -> [Row] {
    let iterator = try await rows(for: site)
    var rows: [Row] = []
    while case .success(let row)? = try await iterator.next() { rows.append(row) }
    return rows
  }

  /// The first row, of which there must be one.
  func firstRow(for site: DeclarationSite = anySite) async throws -> Row {
    try await rows(for: site).row()
  }

  /// The only row.
  func onlyRow() async throws -> Row {
    let rows = try await rows(for: anySite)
    let row = try await rows.row()
    guard try await rows.isOver() else { throw UsageError("There is not just one row.") }
    return row
  }
}

extension RowCursor<RowResult> {
  /// The next row, of which there must be one.
  func row() async throws -> Row {
    guard let result = try await next() else { throw UsageError("There is no row.") }
    return try result.get()
  }

  /// Whether there is no further row.
  func isOver() async throws -> Bool { if case nil = try await next() { true } else { false } }
}

/// The only row of a JSON text.
func onlyRow(_ text: String) async throws -> Row {
  try await RowSource.json(.text(text, path: "books.json")).onlyRow()
}

/// Where an error is and what it says, `1:9 In “price” of …`; `nil` if there is none.
func mistake<Value>(of body: () throws -> Value) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(position(of: error))\(error)"
  }
}

extension Row {
  /// What is said where it, or the value of a key, is no value of each type.
  func expectMistakes(
    _ mistakes: (key: String?, type: any Decodable.Type, message: String)...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (key, type, message) in mistakes {
      let found = mistake { try key.map { try decode($0, as: type) } ?? decode(as: type) }
      #expect(found == message, "\(type)", sourceLocation: sourceLocation)
    }
  }
}

/// The data suites around a row, each with a slash after it.
private func path(_ suites: [RowSuite]) -> String {
  suites.map { "\($0.name)/" }.joined()
}

private func position(of error: any Error) -> String {
  (error as? UsageError)?.place.map { "\($0.line):\($0.column) " } ?? ""
}
