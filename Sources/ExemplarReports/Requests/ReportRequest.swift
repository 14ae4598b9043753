import ExemplarCore
import ExemplarLog
import Foundation

/// A report that was asked for: `junit=PATH`, or `junit` alone for the path that the format has by itself.
package struct ReportRequest: Sendable {
  private let format: ReportFormat
  /// The name of the class that writes it, if it is not a built-in format. Built-in names begin
  /// with a lower-case letter.
  package var customName: String? { format.name.first?.isUppercase == true ? format.name : nil }
  /// Where it is written; `nil` stands for the standard output.
  package var path: String?

  package static var help: String {
    "Writes a report; several may be asked for. "
      + ReportFormat.all.map { "\($0.name): \($0.meaning)" }.joined(separator: "; ")
      + "; or the name of a class that is a CustomReport. =- stands for the standard output."
  }

  /// Reads `junit=PATH`. Throws ``UsageError`` for an unknown format, and for an empty path.
  ///
  /// - Parameter option: What a mistake names the option.
  package init(_ text: String, option: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = ReportFormat.all.map(\.name)
    if parts.count == 2, parts[1].isEmpty {
      throw UsageError(
        "\(option) has an empty path; found “\(text)”. Give one, or leave the “=” out.")
    }
    let path = parts.count == 2 ? String(parts[1]) : nil
    if parts[0].first?.isUppercase == true {
      self.init(.custom(String(parts[0])), path: path)
      return
    }
    guard let format = ReportFormat.all.first(where: { $0.name == parts[0] }) else {
      let near = Suggestions.question(Suggestions.near(String(parts[0]), in: names))
      throw UsageError(
        "\(option) must be FORMAT or FORMAT=PATH, with one of \(names.joined(separator: ", ")); "
          + "found “\(text)”.\(near)")
    }
    self.init(format, path: path ?? format.path)
  }

  package init(_ format: ReportFormat, path: String?) {
    self.format = format
    self.path = path == "-" ? nil : path
  }

  /// The reports that an environment asks for, a line each.
  package static func requests(
    in environment: [String: String], option: String = EnvironmentOption.report.rawValue
  ) throws -> [ReportRequest] {
    let lines = environment[EnvironmentOption.report.rawValue]?.textLines ?? []
    return try lines.filter { !$0.isEmpty }.map { try ReportRequest(String($0), option: option) }
  }

  /// The request as it is written, with a whole path: for a process in another folder.
  package var text: String {
    format.name + (path.map { "=" + URL(fileURLWithPath: $0).path } ?? "")
  }

  /// Whether it is written to the console's output, replacing the console.
  package var replacesConsole: Bool { path == nil && !format.sharesConsole }

  /// The reporters of the requested reports. Throws ``UsageError`` if one cannot be written,
  /// and if two have the same destination.
  ///
  /// - Parameters:
  ///   - files: The other files of the command.
  ///   - custom: Creates the writer of a user's report from the name of its class and the path.
  package static func reporters(
    for requests: [ReportRequest], _ context: ReportContext,
    among files: CommandFiles = CommandFiles(),
    custom: (String, String?) throws -> any Reporter = { name, _ in
      throw UsageError("There is no report \(name) here.")
    }
  ) throws -> [any Reporter] {
    let loud = requests.lazy.filter { $0.path == nil }.compactMap {
      ConsoleLayout(rawValue: $0.format.name)
    }
    if context.console.isQuiet, let name = loud.first(where: { $0 != .quiet })?.rawValue {
      throw UsageError(
        "The report \(name) replaces what --quiet prints. Leave one of them out, or give the report a path."
      )
    }
    // Whether each has a place of its own is known before any is opened: what is there would be lost.
    return try distinct(requests, among: files).map { request in
      do {
        return try request.customName.map { try custom($0, request.path) }
          ?? request.format.reporter(request.path, context)
      } catch {
        let reason = error.systemReason
        throw UsageError(
          "The report cannot be written to \(request.path ?? "the standard output"). \(reason)")
      }
    }
  }

  /// The requests, each once. Throws ``UsageError`` if two reports would be written to one place, or one over another
  /// file of the command.
  package static func distinct(
    _ requests: [ReportRequest], among files: CommandFiles = CommandFiles()
  ) throws -> [ReportRequest] {
    var files = files
    var known: Set<String> = []
    var printed: String?
    return try requests.filter { request in
      let name = request.format.name
      guard let path = request.path else {
        if request.format.sharesConsole { return known.insert(name).inserted }
        if printed == name { return false }
        if let printed {
          throw UsageError(
            "The reports \(printed) and \(name) would both be written to the standard output. Give each a path of its own."
          )
        }
        printed = name
        return true
      }
      guard known.insert("\(name)=\(FileTarget(path).path)").inserted else { return false }
      try files.write(path, as: "The report \(name)")
      return true
    }
  }
}
