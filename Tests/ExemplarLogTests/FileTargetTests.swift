import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// How files are written: through links, and never in the place of a device.
struct FileTargetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func kind(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path(name), &status) == 0)
    return status.st_mode & S_IFMT
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  /// Writes in each way that there is.
  private static let ways: [@Sendable (String) throws -> Void] = [
    { try FileTarget($0).write("new") },
    { path in
      let file = FileHandle(fileDescriptor: try FileTarget(path).open(), closeOnDealloc: true)
      try file.write(contentsOf: Data("new".utf8))
    },
  ]

  @Test(arguments: ways.indices)
  func aLinkStaysAndItsFileIsWritten(way: Int) throws {
    try folder.write("old", to: "a/file")
    try link("link", to: "a/file")
    try link("chain", to: path("link"))
    try link("dangling", to: "a/missing")
    for name in ["chain", "dangling"] { try Self.ways[way](path(name)) }
    #expect(text("a/file") == "new" && text("a/missing") == "new")
    for name in ["link", "chain", "dangling"] { try expect(kind(name), equals: S_IFLNK) }
    try expect(FileManager.default.contentsOfDirectory(atPath: path("a")).count, equals: 2)
  }

  /// A node of our own with the numbers of the null device: the system's must not be at risk.
  @Test(.enabled(if: getuid() == 0), arguments: ways.indices)
  func aDeviceIsWrittenAndStays(way: Int) throws {
    try #require(mknod(path("null"), S_IFCHR | 0o666, 1 << 8 | 3) == 0)
    try link("link", to: "null")
    for name in ["null", "link"] { try Self.ways[way](path(name)) }
    #expect(try kind("null") == S_IFCHR && kind("link") == S_IFLNK)
    #expect(throws: UsageError.self) { _ = try EventLogWriter(path: path("null")) }
    try expect(kind("null"), equals: S_IFCHR)
  }

  @Test(arguments: ways.indices)
  func aPipeIsWrittenAndStays(way: Int) throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: UsageError.self) { try Self.ways[way](path("pipe")) }
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try Self.ways[way](path("pipe"))
    try expect(kind("pipe"), equals: S_IFIFO)
    try expect(FileHandle(fileDescriptor: reader).read(upToCount: 9), equals: Data("new".utf8))
  }

  /// Another name of the old file, and its readers, keep its contents.
  @Test(arguments: ways.indices)
  func anotherNameKeepsTheOldContents(way: Int) throws {
    try folder.write("old", to: "file")
    try #require(Foundation.link(path("file"), path("other")) == 0)
    chmod(path("file"), 0o640)
    try Self.ways[way](path("file"))
    #expect(text("file") == "new" && text("other") == "old")
    var status = stat()
    #expect(stat(path("file"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  /// A folder, and a file that its user may not write, are refused.
  @Test(arguments: ways.indices)
  func othersAreRefused(way: Int) throws {
    try folder.write("old", to: "file")
    #expect(throws: (any Error).self) { try Self.ways[way](folder.path) }
    #expect(throws: (any Error).self) { try Self.ways[way](path("file/below")) }
    try link("circle", to: "circle")
    #expect(throws: (any Error).self) { try Self.ways[way](path("circle")) }
    chmod(path("file"), 0o400)
    if getuid() != 0 {
      #expect(throws: (any Error).self) { try Self.ways[way](path("file")) }
      expect(text("file"), equals: "old")
    }
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path).count, equals: 2)
  }

  @Test func aLogIsWrittenThroughALink() throws {
    try folder.write("", to: "a/b")
    try link("link", to: "a/log")
    let writer = try EventLogWriter(path: path("link"))
    writer.finish()
    try expect(kind("link"), equals: S_IFLNK)
    #expect(try EventLog(path: path("a/log")).damage == nil)
    try expect(FileManager.default.contentsOfDirectory(atPath: path("a")).count, equals: 2)
  }

  @Test func pathsOfOneFileAreTheSame() throws {
    try folder.write("old", to: "a/file")
    try #require(Foundation.link(path("a/file"), path("hard")) == 0)
    try link("soft", to: "a/file")
    try link("b", to: "a")
    try link("dangling", to: "a/missing")
    let file = FileTarget(path("a/file"))
    for name in ["hard", "soft", "b/file", "a/../a/./file", "b/../a/file"] {
      #expect(FileTarget(path(name)).isSame(as: file), "\(name)")
    }
    let missing = FileTarget(path("a/missing"))
    for name in ["dangling", "b/missing", "a/new/../missing"] {
      #expect(FileTarget(path(name)).isSame(as: missing), "\(name)")
    }
    for name in ["a/other", "missing", "a", "a/missing/x"] {
      #expect(!FileTarget(path(name)).isSame(as: file), "\(name)")
      #expect(!FileTarget(path(name)).isSame(as: missing), "\(name)")
    }
  }
}
