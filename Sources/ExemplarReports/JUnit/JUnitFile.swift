import ExemplarCore
import Foundation

/// The XML of a report: a file of consecutive suites, whose head contains the counts.
///
/// After each write the file is a whole document: the unfinished part is at its end until it is
/// overwritten, and the head is updated. So a process that is killed leaves a valid document that
/// states that the run did not finish.
struct JUnitFile {
  private var file: ReportFile
  /// The name of the files; `{n}` in it stands for a number, and asks for files below `limit`.
  private let path: String
  private let limit: Int
  private var number = 1
  /// How much of the file stays as it is.
  private var written = 0
  /// Suites that are whole and not written yet.
  private var pending = ReportText()
  /// Whether so much waits that it should be written.
  var isFull: Bool { pending.count > 1 << 20 }
  private var counts = JUnitCounts()

  /// What CI systems take in one file is 30 MB.
  static let usualLimit = 29_000_000

  init(path: String?, limit: Int = usualLimit) throws {
    self.path = path ?? "-"
    self.limit = limit
    file = try ReportFile(path: Self.name(self.path, 1), isRewritten: true)
    written = Self.headSize
    if self.path.contains("{n}") { try removeOld() }
  }

  /// Removes what an earlier, longer run has written behind the first file: it would be read as a part of this one.
  private func removeOld() throws {
    var number = 2
    while true {
      let path = Self.name(path, number)
      guard let old = FileHandle(forReadingAtPath: path) else { return }
      let head = try old.read(upToCount: Self.headSize) ?? Data()
      try old.close()
      // Contents of other writers stay until they are overwritten.
      if head.starts(with: Self.beginning.utf8) {
        try FileManager.default.removeItem(atPath: path)
      }
      number += 1
    }
  }

  private static func name(_ path: String, _ number: Int) -> String {
    path.replacing("{n}", with: "\(number)")
  }

  /// Adds a suite that is whole.
  mutating func append(_ suite: JUnitSuite, seed: String) throws {
    var text = ReportText()
    suite.append(to: &text, seed: seed)
    if path.contains("{n}"), written + pending.count > Self.headSize,
      written + pending.count + text.count + Self.tail.utf8.count > limit
    {
      try close()
      number += 1
      file = try ReportFile(path: Self.name(path, number), isRewritten: true)
      written = Self.headSize
      counts = JUnitCounts()
    }
    pending += text
    counts += suite.counts
  }

  /// Makes the file a whole document, with suites at its end that are not whole.
  mutating func write(unfinished suites: [JUnitSuite] = [], seed: String = "") throws {
    var text = pending
    pending.removeAll()
    let whole = text.count
    var counts = counts
    for suite in suites {
      suite.append(to: &text, seed: seed)
      counts += suite.counts
    }
    text += Self.tail
    try file.write(text, at: written)
    try file.truncate(to: written + text.count)
    try file.write(Self.head(counts), at: 0)
    written += whole
  }

  mutating func close() throws {
    try write()
    try file.close()
  }

  private static let beginning =
    #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + #"<testsuites name="Exemplar""#
  private static let tail = "</testsuites>\n"
  private static let headSize = 200

  /// The head of the file, of one size whatever it counts.
  private static func head(_ counts: JUnitCounts) -> ReportText {
    var text = ReportText(beginning)
    counts.append(to: &text, hasSkipped: false)
    while text.count < headSize - 2 { text.append(UInt8(ascii: " ")) }
    text += ">\n"
    return text
  }
}
