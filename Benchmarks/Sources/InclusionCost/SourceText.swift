/// A file with many groups, each of which checks the same ten things.
struct SourceText {
  enum Kind: CaseIterable {
    /// The ten things are shared examples.
    case inclusion
    /// The same as an inclusion, but for a function that has one form only.
    case call
    /// The ten things are written in each group.
    case context
  }
  let kind: Kind
  let count: Int

  var text: String {
    var text = """
      import Exemplar

      func plain<Value>(
        _ shared: SharedExamples<Value>, _ parameter: @escaping @Sendable () -> Value
      ) -> SpecNode { itBehavesLike(shared) { parameter() } }

      let aShelf = SharedExamples("a shelf") { (books: Given<[String]>) in
      \(examples("  "))
      }

      """
    // As people write them: twenty in one group.
    for start in stride(from: 0, to: count, by: 20) {
      text += "func spec\(start)() -> SpecNode {\n  describe(\"Shelves from \(start)\") {\n"
      for number in start..<min(start + 20, count) {
        text += "    context(\"shelf \(number)\") {\n\(group(number))\n    }\n"
      }
      text += "  }\n}\n"
    }
    return text
  }

  private func group(_ number: Int) -> String {
    switch kind {
    case .inclusion: "      itBehavesLike(aShelf) { [\"\(number)\"] }"
    case .call: "      plain(aShelf) { [\"\(number)\"] }"
    case .context:
      "      let books = Given { [\"\(number)\"] }\n" + examples("      ")
    }
  }

  private func examples(_ indent: String) -> String {
    (0..<10).map {
      "\(indent)it(\"holds \($0)\") { precondition(books().count > 0) }"
    }.joined(separator: "\n")
  }
}
