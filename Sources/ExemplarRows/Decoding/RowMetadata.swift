import ExemplarCore
import Foundation

/// The metadata of a row in a file: the equivalents of traits in code.
///
/// | Key | Value |
/// |-|-|
/// | `focus` | `true`: only this row and other focused ones run |
/// | `skip` | a reason, or `true`: the row does not run |
/// | `tags` | a text, or several: separated by commas, or as an array |
/// | `timeLimit` | a number of seconds, or a text such as `500ms`, `5s`, `2min` |
/// | `timeZone` | the name of a time zone, such as `Asia/Tokyo` |
/// | `environment` | variables with their values, of which null removes one; or a text such as `KEY=value`, or several |
/// | `platforms` | names of platforms, in the form of tags |
/// | `bug` | a report that the row is about |
/// | `quarantined` | a reason and a date, as `SHOP-12 until 2027-03-01`: before that day, a failure does not fail the run |
///
/// A key that is a parameter of the outline is only data. The other keys can be read as data too.
struct RowMetadata {
  private(set) var traits: [any ExampleTrait] = []
  /// The keys that were taken, and where the first value is.
  private(set) var keys: [String] = []
  private(set) var first: Place?
  /// The first value that is not understood.
  private(set) var mistake: UsageError?

  private struct Key: Sendable {
    var name: String
    /// Whether it affects the selection, and so must be read before anything runs.
    var decidesWhatRuns = false
    /// Reads the trait that a value stands for; `nil` if it changes nothing.
    var trait: @Sendable (RowValue) throws -> PropertyTrait?
  }

  private static let table = [
    Key(name: "focus", decidesWhatRuns: true) { value in
      guard let isFocused = value.truth else {
        throw UnreadableMetadata("determines whether only this row runs; expected true or false")
      }
      return isFocused ? .focused : nil
    },
    Key(name: "skip", decidesWhatRuns: true) { value in
      if let isSkipped = value.truth {
        return isSkipped ? .skipped("skip is set in its data") : nil
      }
      guard let reason = value.word else {
        throw UnreadableMetadata("is the reason for skipping the row; expected a text or true")
      }
      return .skipped(reason)
    },
    Key(name: "tags", decidesWhatRuns: true) { value in
      guard let tags = value.list else {
        throw UnreadableMetadata("names tags; expected a text or an array of texts")
      }
      return PropertyTrait { $0.tags.formUnion(tags) }
    },
    Key(name: "timeLimit") { value in
      let seconds = value.number.flatMap { $0 > 0 && $0 < 1e9 ? Duration.seconds($0) : nil }
      guard let limit = seconds ?? value.word.flatMap({ Duration(text: $0) }) else {
        throw UnreadableMetadata(
          "limits the time; expected a number of seconds, or a text such as 500ms or 5s")
      }
      return .timeLimit(limit)
    },
    Key(name: "timeZone") { value in
      guard let name = value.word, TimeZone(identifier: name) != nil else {
        throw UnreadableMetadata(
          "is the time zone of the row; expected a name such as Asia/Tokyo",
          hint: value.word.map(TimeZone.question) ?? "")
      }
      return .timeZone(name, at: nil)
    },
    Key(name: "environment") { value in
      guard let variables = value.variables else {
        throw UnreadableMetadata(
          "changes environment variables; expected an object with texts or null, or a text such as KEY=value"
        )
      }
      return PropertyTrait { $0.environment.merge(variables) { $1 } }
    },
    Key(name: "platforms", decidesWhatRuns: true, trait: platforms),
    Key(name: "bug") { value in
      guard let report = value.word ?? value.number.map({ _ in "\(value)" }) else {
        throw UnreadableMetadata("names a report; expected a text")
      }
      return .bug(report)
    },
    Key(name: "quarantined") { value in
      guard let text = value.word, (try? Quarantine(text)) != nil else {
        throw UnreadableMetadata(
          "is the reason of a quarantine and a date that exists; expected a text such as "
            + "SHOP-12 until 2027-03-01")
      }
      return .quarantined(text, at: nil)
    },
  ]

  static let keys = table.map(\.name)
  static let keysForPlanning = table.filter(\.decidesWhatRuns).map(\.name)

  /// Reads the metadata of `row`, without the keys that are certainly data.
  init(of row: Row, data: Set<Spelling>) {
    for entry in Self.table where !data.contains(entry.name) {
      let key = entry.name
      guard let value = row.value(under: key), !value.isNothing else { continue }
      do {
        guard let trait = try entry.trait(value) else { continue }
        traits.append(trait)
        keys.append(key)
        first = first ?? row.place(of: value, under: key)
      } catch {
        let error = error as? UnreadableMetadata ?? UnreadableMetadata("\(error)")
        mistake =
          mistake
          ?? UsageError(
            "\u{201C}\(key)\u{201D} of \(row.title) \(error.meaning), found \(value.kind)."
              + "\(error.hint) If it is data and not about the row itself, "
              + "read it as a parameter of the outline, or use .withoutMetadata on the source.",
            at: row.place(of: value, under: key))
      }
    }
  }

  private struct UnreadableMetadata: Error {
    var meaning: String
    var hint = ""

    init(_ meaning: String, hint: String = "") { (self.meaning, self.hint) = (meaning, hint) }
  }

  @Sendable private static func platforms(_ value: RowValue) throws -> PropertyTrait? {
    let known = Platform.known
    guard let names = value.list, !names.isEmpty else {
      throw UnreadableMetadata("names platforms; expected a text or an array of texts")
    }
    var platforms: Set<Platform> = []
    for name in names {
      guard let platform = Platform(named: name) else {
        let near = Suggestions.near(name, in: known.map(\.name), limit: 1)
        throw UnreadableMetadata(
          "names platforms, but \u{201C}\(name)\u{201D} is not one; "
            + "expected some of \(known.map(\.name).joined(separator: ", "))",
          hint: Suggestions.question(near.map(\.quoted)))
      }
      platforms.insert(platform)
    }
    return PropertyTrait { [platforms] in $0.platforms = platforms }
  }
}

extension RowMetadata {
  /// In strict mode, the mistake that a key which nothing reads was probably meant for one of ours.
  ///
  /// Keys are data as a rule, and a row may hold more of them than an outline reads. So only those
  /// are refused that are a slip away from a key that would have changed what runs.
  static func misspelled(
    in row: Row, read: @autoclosure () -> Set<Spelling>
  ) -> UsageError? {
    guard ExampleScope.current?.isStrict == true else { return nil }
    let slips = row.allKeys.filter(isSlip)
    if slips.isEmpty { return nil }
    let read = read()
    for key in slips where !read.contains(key) {
      guard let near = Suggestions.near(key, in: keys).first, let value = row.value(under: key)
      else {
        continue
      }
      return UsageError(
        "Nothing reads \u{201C}\(key)\u{201D} of \(row.title).\(Suggestions.question([near.quoted])) "
          + "In strict mode, a key that is almost one of \(keys.joined(separator: ", ")) is refused.",
        at: row.place(of: value, under: key))
    }
    return nil
  }

  /// Whether a key is almost one of ours.
  private static func isSlip(_ key: String) -> Bool {
    // Most rows have the keys of the row before.
    if let known = knownKeys.withLock({ $0[key] }) { return known }
    let isSlip = key != "name" && !keys.contains(key) && !Suggestions.near(key, in: keys).isEmpty
    knownKeys.withLock { if $0.count < 1000 { $0[key] = isSlip } }
    return isSlip
  }

  private static let knownKeys = Locked([String: Bool]())
}

extension Row {
  /// Whether the value under a key is metadata of the row, which outlines read themselves.
  package func isMetadata(_ key: String) -> Bool {
    let others = Set<Spelling>(of: RowMetadata.keys.filter { $0 != key })
    return RowMetadata.keys.contains(key) && RowMetadata(of: self, data: others).mistake == nil
  }
}

extension RowValue {
  /// Whether it stands for nothing: null, or an empty cell.
  fileprivate var isNothing: Bool {
    switch content {
    case .null, .untyped(""): true
    default: false
    }
  }

  /// Environment variables: an object with their values, or texts such as `KEY=value`.
  fileprivate var variables: [String: String?]? {
    var variables: [String: String?] = [:]
    if let object {
      for (name, value) in zip(object.keys, object.values) {
        guard value.isNull || value.variable != nil else { return nil }
        variables[name] = .some(value.variable)
      }
    } else {
      for value in array ?? [self] {
        guard
          let parts = value.word?.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
          parts.count == 2
        else { return nil }
        variables[String(parts[0])] = .some(String(parts[1]))
      }
    }
    return ProcessEnvironment.problem(of: variables) == nil ? variables : nil
  }

  /// The value of a variable: a text, or a number or a truth value as it is written.
  private var variable: String? {
    switch content {
    case .number, .bool: "\(self)"
    default: word
    }
  }

  /// Several texts: an array of them, or one text with commas.
  fileprivate var list: [String]? {
    if let array {
      let texts = array.compactMap(\.text)
      return texts.count == array.count ? texts : nil
    }
    return word.map { text in
      text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
  }
}
