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
  /// Whether files and groups without the list are passed over.
  private(set) var isOptional = false
  /// The paths that are tried before this one.
  private var preferred: [RowPath] = []

  /// The same path, which some of several files or groups may lack. They are counted as skipped elements.
  public static func ifPresent(_ path: RowPath) -> RowPath {
    var path = path
    path.isOptional = true
    return path
  }

  /// The first of some paths that leads to rows in a file, for files in several shapes: `.first("tests", [])`.
  public static func first(_ path: RowPath, _ others: RowPath...) -> RowPath {
    let all = ([path] + others).flatMap(\.alternatives)
    var last = all[all.count - 1]
    last.preferred = Array(all.dropLast())
    return last
  }

  /// The paths that are tried, one after the other.
  var alternatives: [RowPath] {
    var last = self
    last.preferred = []
    return preferred + [last]
  }

  /// Throws ``UsageError`` if a step is empty, as in `tests.`.
  func check(for place: Place) throws {
    for path in preferred { try path.check(for: place) }
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
