import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// No output of a command destroys another file.
struct CommandFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in [
      ("z.exemplar", "record"), ("p/Package.swift", ""), ("p/Sources/Shop/Shop.swift", ""),
      ("p/Tests/ShopTests/rows.json", "[]"), ("old.xml", "report"),
    ] {
      try folder.write(text, to: name)
    }
    let record = folder.path + "/z.exemplar"
    link(record, folder.path + "/hard")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/soft", withDestinationPath: record)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/dangling", withDestinationPath: "new.xml")
  }

  private func problem(_ texts: [String], besides other: String? = nil) throws -> String? {
    var files = CommandFiles()
    try files.read([folder.path + "/z.exemplar"])
    do {
      if let other { try files.write(folder.path + "/" + other, as: "--record") }
      let requests = try texts.map { text in
        let parts = text.split(separator: "=", maxSplits: 1)
        return try ReportRequest("\(parts[0])=\(folder.path)/\(parts[1])", option: "--report")
      }
      _ = try ReportRequest.distinct(requests, among: files)
      return nil
    } catch let error as UsageError {
      return error.message.replacing(folder.path + "/", with: "")
    }
  }

  @Test(arguments: ["z.exemplar", "hard", "soft", "p/../z.exemplar", "none/../z.exemplar"])
  func anInputIsNoOutput(path: String) throws {
    try expect(
      problem(["json=\(path)"]),
      equals:
        "The report json would be written over z.exemplar, which is read. Give it another path.")
    try expect(
      problem([], besides: path),
      equals: "--record would be written over z.exemplar, which is read. Give it another path.")
  }

  @Test(arguments: [
    ("a.xml", "a.xml"), ("a.xml", "p/../a.xml"), ("dangling", "new.xml"), ("new.xml", "dangling"),
    ("r-{n}.xml", "r-1.xml"), ("r-17.xml", "r-{n}.xml"), ("r-{n}.xml", "r-17.xml"),
    ("r-{n}.xml", "p/../r-{n}.xml"), ("{n}/r-{n}.xml", "3/r-3.xml"), ("old.xml", "./old.xml"),
  ])
  func twoOutputsAreNotOneFile(first: String, second: String) throws {
    try expect(
      problem(["junit=\(first)", "tap=\(second)"]),
      equals:
        "The reports junit and tap would both be written to \(second). Give each a path of its own."
    )
    try expect(
      problem(["tap=\(second)"], besides: first),
      equals:
        "--record and the report tap would both be written to \(second). Give each a path of its own."
    )
  }

  @Test(arguments: [
    "p/Package.swift", "p/Sources/Shop/Shop.swift", "p/Tests/ShopTests/rows.json",
    "p/Package.resolved", "p/exemplar.json", "p/other.swift", "p/Sources/Shop/new.xml",
  ])
  func aSourceIsNoOutput(path: String) throws {
    try expect(
      problem(["junit=\(path)"]),
      equals:
        "The report junit would be written to \(path), among the sources of the package at p. Give it a path "
        + "elsewhere.")
  }

  /// A device or a pipe contains nothing that another report could destroy.
  @Test(arguments: ["/dev/null", "pipe"])
  func severalReportsMayHaveOneDevice(path: String) throws {
    let path = path.hasPrefix("/") ? path : folder.path + "/" + path
    mkfifo(path, 0o600)
    var files = CommandFiles()
    try files.write(path, as: "--record")
    let requests = try ["junit", "tap"].map {
      try ReportRequest("\($0)=\(path)", option: "--report")
    }
    try expect(ReportRequest.distinct(requests, among: files).count, equals: 2)
  }

  @Test(arguments: [
    ["junit=old.xml", "tap=new"], ["junit=r-{n}.xml", "tap=r-x.xml"],
    ["junit=r-{n}.xml", "tap=r-.xml"], ["junit=p/report.xml", "tap=p/Tests/report"],
    ["json=p/.build/Sources/a/b", "tap=p/z.exemplar"], ["junit=old.xml", "junit=./old.xml"],
    ["json=p/reports/Package.json"],
  ])
  func othersAreWritten(reports: [String]) throws {
    #expect(try problem(reports, besides: "run.exemplar") == nil)
  }
}
