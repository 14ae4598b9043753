import ExemplarCore

/// What Swift Testing takes for a test: a group, an example or an outline, or a row as a case of it.
struct EventStreamTest {
  enum Kind { case suite, example, outline }

  let id: String
  let name: String
  /// The name as it was written.
  let displayName: String
  let place: Place
  let module: String
  let kind: Kind
  /// The names below the outline, for a row, as one, and as a path.
  private(set) var row: (name: String, path: String)?

  /// Editors match ids of functions by their form: `Module.Suite/function()/File.swift:1:2`.
  init(_ id: ExampleID, _ place: Place, _ kind: Kind, parent: ExampleID?) {
    module = id.components.first ?? ""
    displayName = id.name
    self.place = place
    self.kind = kind
    let names = id.text.split(separator: "/", maxSplits: 1)
    let path = names.count > 1 ? "\(names[0]).\(names[1])" : id.text
    switch kind {
    case .suite:
      name = id.name
      self.id = path
    case .example, .outline:
      let parameters = kind == .outline ? "(_:)" : "()"
      name = id.name + parameters
      self.id =
        "\(path)\(parameters)/\(place.fileName):\(max(1, place.line)):\(max(1, place.column))"
    }
    depth = id.components.count
  }

  private let depth: Int

  var isRow: Bool { row != nil }

  /// A row below it, in a suite of its data or not.
  func row(_ id: ExampleID) -> EventStreamTest {
    var test = self
    let names = id.components.dropFirst(depth)
    test.row = (names.map(ExampleID.printable).joined(separator: " › "), ExampleID(names).text)
    return test
  }

  /// The beginning of a sentence about it.
  var title: String {
    if let row { return "Test case “\(row.name)” of “\(displayName)”" }
    return (kind == .suite ? "Suite" : "Test") + " “\(displayName)”"
  }
}
