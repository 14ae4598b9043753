import ArgumentParser
import Foundation
import Mutation

/// The reports, and what decides the status.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Fails below this percentage of noticed mutants.", valueName: "percent"))
  var minimum: Double?

  @Option(
    help: ArgumentHelp(
      "Writes a report in the schema of Stryker, which other viewers read.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Writes a page with the source and its mutants.", valueName: "file"))
  var html: String?

  @Option(help: ArgumentHelp("Writes the counts and the survivors as JSON.", valueName: "file"))
  var summary: String?

  @Option(
    help: ArgumentHelp(
      "Records the results, for --merge; PATH is a file, such as shard-1.json.", valueName: "path"))
  var record: String?

  func validate() throws {
    if let minimum, !(0...100).contains(minimum) {
      throw ValidationError("--minimum is a percentage from 0 to 100, not \(minimum).")
    }
  }

  /// The files that are written.
  var files: [String] { [json, html, summary, record].compactMap(\.self) }

  /// Removes the reports of an earlier run, since they would be taken for those of a run that fails before it has any.
  func removeEarlierOnes() throws {
    for path in files {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      if attributes?[.type] as? FileAttributeType != .typeRegular { continue }
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw Problem("\(path) cannot be replaced: \(error.localizedDescription)")
      }
    }
  }

  /// Prints and writes the reports. Returns the status.
  func report(_ known: MutationRecord, in package: URL) throws -> Int32 {
    let results = known.results
    let hasColor =
      isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    print(ConsoleReport(results, in: package, hasColor: hasColor).text)
    if let json { try write(StrykerReport(results, in: package).json, to: json) }
    if let record { try write(known.data, to: record) }
    if let summary { try write(SummaryReport(results, minimum: minimum).json, to: summary) }
    if let html {
      let page = HTMLReport(
        results, of: package.lastPathComponent, in: package, minimum: minimum)
      try write(Data(page.text.utf8), to: html)
    }
    let conclusion = results.conclusion(minimum: minimum)
    print(conclusion.line)
    return conclusion.status
  }

  private func write(_ data: Data, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    } catch {
      throw Problem("\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
