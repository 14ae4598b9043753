import ExemplarCore

/// The path to the rows of a file whose rows are not at its top: `"testGroups.tests"`.
///
/// Steps are keys, separated by dots. A step is taken in each element of an array, and each of
/// these elements is a group of its rows. `*` means every element of an array or an object, whose
/// keys then name groups. A dot, a star or a backslash in a key is written after a backslash; or
/// the steps are given as an array, in which only `"*"` has a special meaning. Without any step, the rows are at the
/// top.
public struct RowPath: Sendable, Hashable {
  /// The keys; `nil` for `*`.
  let steps: [String?]
  private let text: String

  /// Throws ``UsageError`` if a step is empty, as in `tests.`.
  func check(for place: Place) throws {
    guard steps.contains("") else { return }
    throw UsageError(
      "A step of the path \(text.quoted) is empty; expected keys with dots between them.", at: place
    )
  }
}

extension RowPath: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    var steps: [String?] = []
    var key = ""
    var isEscaped = false
    var hasEscape = false
    func step() -> String? { key == "*" && !hasEscape ? nil : key }
    for character in text {
      if isEscaped {
        key.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
        hasEscape = true
      } else if character == "." {
        steps.append(step())
        key = ""
        hasEscape = false
      } else {
        key.append(character)
      }
    }
    self.init(steps: steps + [step()], text: text)
  }
}

extension RowPath: ExpressibleByArrayLiteral {
  public init(arrayLiteral steps: String...) { self.init(steps) }

  /// The path of some keys, among which `"*"` stands for everything.
  package init(_ steps: [String]) {
    self.init(steps: steps.map { $0 == "*" ? nil : $0 }, text: steps.joined(separator: "."))
  }
}
