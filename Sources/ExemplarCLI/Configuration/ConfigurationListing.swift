import ExemplarCore
import ExemplarReports
import Foundation

/// The options in effect with their origins, as text and as JSON.
struct ConfigurationListing {
  private let environment: ToolEnvironment

  init(_ environment: ToolEnvironment) {
    self.environment = environment
  }

  /// The options that have a value, in the order of their table.
  private var given: [(option: EnvironmentOption, values: [String], value: ConfiguredValue)] {
    EnvironmentOption.allCases.compactMap { option in
      guard let value = environment.values[option] else { return nil }
      // The URL of a queue may contain a password.
      let text = option == .queue ? (try? environment.queue())?.description ?? "…" : value.text
      let values = text.split(separator: "\n").map(String.init)
      return (option, option.isFlag ? values.map(Self.word) : values, value)
    }
  }

  /// The spelling of a flag in the file.
  private static func word(forFlag text: String) -> String {
    Bool(optionText: text).map { "\($0)" } ?? text
  }

  /// Returns the value of an option that no layer has, and its reason, if both are known before the run.
  private func fallback(for option: EnvironmentOption, _ options: RunOptions) -> (String, String)? {
    switch option {
    case .order: (options.order.rawValue, "default")
    case .jobs: ("\(ProcessInfo.processInfo.activeProcessorCount)", "processors")
    case .retries: ("\(options.retries)", "default")
    case .strict: ("\(options.isStrict)", options.isStrict ? "CI is set" : "default")
    // Elsewhere, a focus succeeds without the option.
    case .allowFocus: options.allowsFocus ? nil : ("false", "CI is set")
    default: nil
    }
  }

  /// A line for each value, in columns.
  func text(_ style: Style) throws -> String {
    let options = try environment.options()
    let title = environment.file ?? "No \(ConfigurationFile.name)"
    let profile = environment.profile.map { ", profile \($0)" } ?? ""
    var rows: [(name: String, value: String, origin: String)] = []
    for (option, values, value) in given {
      for (index, text) in values.enumerated() {
        rows.append(
          index == 0
            ? (option.longName, text, value.originText(for: option)) : ("", text, ""))
      }
    }
    let others = ConfigurationFile.options.filter { environment.values[$0] == nil }
    for option in others {
      guard let (value, reason) = fallback(for: option, options) else { continue }
      rows.append((option.longName, value, reason))
    }
    let widths = (rows.map(\.name.count).max() ?? 0, min(rows.map(\.value.count).max() ?? 0, 48))
    var lines = [style.bold(title + profile), ""]
    for (name, value, origin) in rows {
      let line = "  \(name.padded(to: widths.0))  \(value.padded(to: widths.1))"
      lines.append(origin.isEmpty ? line.trimmed : line + "  " + style.dim(origin))
    }
    let rest = others.filter { fallback(for: $0, options) == nil }
    lines += [""] + Self.wrapped("Not given:", rest.map(\.longName)).map(style.dim)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Breaks words into lines of at most 78 columns.
  private static func wrapped(_ title: String, _ words: [String]) -> [String] {
    var lines = [title]
    for (index, word) in words.enumerated() {
      let word = word + (index == words.count - 1 ? "" : ",")
      if lines.last!.count + word.count >= 78 { lines.append(" ") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }

  /// One object.
  var json: String {
    get throws {
      struct Document: Encodable {
        struct Option: Encodable {
          var name: String
          var values: [String]
          var origin: String
          var profile: String?
          var place: Place?
        }
        var file: String?
        var profile: String?
        var options: [Option]
      }
      let options = given.map { option, values, value in
        let (origin, profile): (String, String?) =
          switch value.origin {
          case .commandLine: ("commandLine", nil)
          case .environment: ("environment", nil)
          case .file(_, let profile): (profile == nil ? "file" : "profile", profile)
          }
        return Document.Option(
          name: option.longName, values: values, origin: origin, profile: profile,
          place: value.place)
      }
      return try Document(
        file: environment.file, profile: environment.profile, options: options
      ).jsonText
    }
  }
}

extension ConfiguredValue {
  fileprivate func originText(for option: EnvironmentOption) -> String {
    switch origin {
    case .commandLine: "command line"
    case .environment: option.rawValue
    case .file(let place, let profile):
      "\(place.path):\(place.line)" + (profile.map { ", profile \($0)" } ?? "")
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
