import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Archives of built tests: what is written is what is unpacked, and anything else is refused.
@Suite struct ArchiveTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/shop.tar" }
  private static let long = "files/" + String(repeating: "länge/", count: 40) + "rows.csv"

  init() throws { folder = try TemporaryFolder() }

  private struct Entry {
    var name: String
    var text: String
    var kind: Character = "0"
  }

  private static let description =
    #"{"name": "Shop", "path": "/built/Shop", "targets": []}"#

  private static func manifest() throws -> Archive.Manifest {
    var manifest = Archive.Manifest(
      try #require(TestTargets(description: description)), programs: ["ShopPackageTests.xctest"],
      root: "/built/Shop", directory: "/built", buildOptions: [])
    for entry in entries {
      manifest.files[entry.name] = PathHash.digest(of: Data(entry.text.utf8))
    }
    return manifest
  }

  private static let entries = [
    Entry(name: "bin/ShopPackageTests.xctest", text: String(repeating: "program ", count: 100)),
    Entry(name: "files/exemplar.json", text: "{}"),
    Entry(name: long, text: "a\n1\n"), Entry(name: "files/empty", text: ""),
  ]

  private static func bytes(
    _ manifest: Data, _ entries: [Entry], file: URL
  ) throws -> Data {
    try Data().write(to: file)
    let writer = TarWriter(file: try FileHandle(forWritingTo: file))
    try writer.add(Archive.Manifest.name, manifest)
    for entry in entries {
      try writer.add(
        entry.name, Data(entry.text.utf8), isProgram: entry.name.hasPrefix("bin/"),
        modified: 1_000_000_000)
    }
    try writer.finish()
    try writer.file.close()
    return try Data(contentsOf: file)
  }

  private func write(_ change: (inout Archive.Manifest, inout [Entry]) throws -> Void = { _, _ in })
    throws
  {
    var (manifest, entries) = (try Self.manifest(), Self.entries)
    try change(&manifest, &entries)
    _ = try Self.bytes(manifest.text, entries, file: URL(fileURLWithPath: path))
  }

  private func unpack() throws -> URL {
    let target = try folder.url.subfolder("unpacked-\(UUID().uuidString)")
    try Archive(path).unpack(into: target)
    return target
  }

  @Test func whatIsWrittenIsUnpacked() throws {
    try write()
    let target = try unpack()
    for entry in Self.entries {
      let file = target.appendingPathComponent(entry.name)
      try expect(String(contentsOf: file, encoding: .utf8), equals: entry.text)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(
        (attributes[.posixPermissions] as? Int ?? 0) & 0o100
          == (entry.name.hasPrefix("bin/") ? 0o100 : 0))
      expect(
        attributes[.modificationDate] as? Date, equals: Date(timeIntervalSince1970: 1_000_000_000))
    }
    let archive = try Archive(path)
    expect(archive.package(in: target), equals: target.path + "/files")
    expect(
      archive.products(in: target).programs.map(\.path),
      equals: [target.path + "/bin/ShopPackageTests.xctest"])
  }

  /// Any system can open it, and pack it again.
  @Test(arguments: ["--format=ustar", "--format=pax", "--format=gnu"])
  func theSystemReadsAndWritesTheForm(format: String) async throws {
    try write { manifest, entries in
      // The other forms have no names of this length.
      if format != "--format=pax" {
        entries.removeAll { $0.name == Self.long }
        manifest.files[Self.long] = nil
      }
    }
    let script = """
      mkdir out; tar -xf shop.tar -C out; cat out/files/exemplar.json
      tar \(format) -cf shop.tar -C out manifest.json ./bin files
      """
    let result = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", script], in: folder.url)
    result.expect(0, prints: "{}")
    _ = try unpack()
  }

  /// What is wrong with an archive, and the end of the message.
  struct Fault: CustomTestStringConvertible {
    let text: String
    let apply: @Sendable (ArchiveTests) throws -> Void
    var testDescription: String { text }

    init(_ text: String, _ apply: @escaping @Sendable (ArchiveTests) throws -> Void) {
      (self.text, self.apply) = (text, apply)
    }

    private static func bytes(
      _ text: String, _ change: @escaping @Sendable (inout Data) -> Void
    ) -> Fault {
      Fault(text) { tests in
        try tests.write()
        var data = try Data(contentsOf: URL(fileURLWithPath: tests.path))
        change(&data)
        try data.write(to: URL(fileURLWithPath: tests.path))
      }
    }

    private static func named(_ name: String, _ text: String) -> Fault {
      Fault(text) { tests in
        try tests.write { manifest, entries in
          entries.append(Entry(name: name, text: "x"))
          manifest.files[name] = PathHash.digest(of: Data("x".utf8))
        }
      }
    }

    /// Makes the last entry one of another kind.
    private static func kind(_ kind: Character) -> Fault {
      bytes("files/empty in it is a link or a device, which no archive has.") { data in
        let start = data.count - 3 * 512
        data[start + 156] = kind.asciiValue!
        var sum = 256
        for index in start..<start + 512 where !(148..<156).contains(index - start) {
          sum += Int(data[index])
        }
        let text = String(sum, radix: 8)
        data.replaceSubrange(
          start + 148..<start + 156,
          with: Data((String(repeating: "0", count: 6 - text.count) + text + "\0 ").utf8))
      }
    }

    static let all = [
      Fault("No such file or directory.") { _ in },
      Fault("it is not a file.") {
        try FileManager.default.createDirectory(atPath: $0.path, withIntermediateDirectories: true)
      },
      bytes("it ends in the middle of its next file: it was copied only in part.") { $0 = Data() },
      bytes("it is no file of tar, or damaged.") { $0 = Data(repeating: 65, count: 2_000) },
      bytes("it does not begin with manifest.json.") {
        $0 = $0.dropFirst($0.count - 3 * 512) + Data()
      },
      bytes("its manifest cannot be read.") { data in
        let brace = data.firstIndex(of: UInt8(ascii: "{"))!
        data[brace] = 0x20
      },
      bytes("it is compressed. Unpack it first, by gzip -d.") {
        $0 = Data([0x1F, 0x8B, 0, 0]) + $0
      },
      bytes("it is compressed. Unpack it first, by zstd -d.") {
        $0 = Data([0x28, 0xB5, 0x2F, 0xFD]) + $0
      },
      bytes("files/empty is missing in it: it was copied only in part.") {
        // The end is missing too.
        $0 = $0.dropLast(3 * 512) + Data(count: 1_024)
      },
      bytes("it ends in the middle of its next file: it was copied only in part.") {
        $0 = $0.dropLast(2 * 512)
      },
      bytes("copied only in part.") { $0 = $0.prefix($0.count / 2) },
      bytes("bin/ShopPackageTests.xctest in it was altered.") { data in
        data[data.firstRange(of: Data("program program".utf8))!.lowerBound] = 0x41
      },
      kind("1"), kind("2"), kind("3"),
      named("../outside", "the path ../outside in it leads out of the archive."),
      named("files/../../outside", "the path files/../../outside in it leads out of the archive."),
      named("/outside", "the path /outside in it leads out of the archive."),
      named("files//x", "the path files//x in it leads out of the archive."),
      Fault("files/other in it is not in its manifest, or twice in it.") {
        try $0.write { $1.append(Entry(name: "files/other", text: "x")) }
      },
      Fault("files/exemplar.json in it is not in its manifest, or twice in it.") {
        try $0.write { $1.append($1[1]) }
      },
      Fault("files/empty is missing in it: it was copied only in part.") {
        try $0.write { $1.removeLast() }
      },
      Fault(
        "exemplar 9.9.9 has written it, and this is exemplar \(ExemplarVersion.current). Run the tool that is in it, bin/exemplar."
      ) {
        try $0.write { manifest, _ in manifest.exemplar = "9.9.9" }
      },
      Fault("exemplar \(ExemplarVersion.current) has written it,") {
        try $0.write { manifest, _ in manifest.form = 2 }
      },
      Fault("its programs are for iPad on m68k, and this is \(Archive.Manifest.platform).") {
        try $0.write { manifest, _ in manifest.platform = "iPad on m68k" }
      },
    ]
  }

  @Test(arguments: Fault.all)
  func anotherArchiveIsRefused(fault: Fault) throws {
    try fault.apply(self)
    let error = #expect(throws: UsageError.self) { _ = try unpack() }
    #expect(
      error?.message.hasPrefix("The archive \(path) cannot be used: ") == true
        && error?.message.contains(fault.text) == true, "\(error?.message ?? "")")
    // Nothing is written outside of the folder.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.allSatisfy { $0 == "shop.tar" || $0.hasPrefix("unpacked-") }, "\(names)")
  }

  @Test func anArchiveThatIsReplacedIsNotUnpacked() throws {
    try write()
    let archive = try Archive(path)
    try write { manifest, _ in manifest.commit = "another" }
    let error = #expect(throws: UsageError.self) {
      try archive.unpack(into: folder.url.subfolder("new"))
    }
    expect(error?.message, equals: "The archive \(path) cannot be used: it was replaced meanwhile.")
  }

  @Test func anArchiveIsOfTheCommitOfTheJob() async throws {
    try write { manifest, _ in manifest.commit = String(repeating: "a", count: 40) + "-dirty" }
    func run(_ arguments: [String], _ commit: Character) async throws -> Tool.Result {
      try await Tool.exemplar(
        ["test", "--archive", "shop.tar"] + arguments, in: folder.url,
        environment: ["GITHUB_SHA": String(repeating: commit, count: 40)])
    }
    let sentence = "The archive shop.tar is of the commit aaaaaaaaaa, and this is bbbbbbbbbb."
    try await run([], "b").expect(
      2,
      errors: sentence + " Archive the tests of this one, or run them as they are with --stale.")
    // The program of these tests cannot be started.
    try await run(["--stale"], "b").expect(2, errors: "warning: " + sentence)
    let same = try await run([], "a")
    #expect(same.status == 2 && !same.errors.contains("of the commit"), "\(same.everything)")
  }

  @Test func aPipeIsNotPacked() throws {
    try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
    var contents = ArchiveContents()
    let error = #expect(throws: UsageError.self) { try contents.add(folder.url, as: "files") }
    expect(
      error?.message,
      equals: "\(folder.path)/pipe is a pipe or a device, which an archive cannot contain.")
  }

  @Test func aFolderForTemporaryFilesIsNeeded() async throws {
    try write()
    try await Tool.exemplar(
      ["test", "--archive", "shop.tar"], in: folder.url, environment: ["TMPDIR": "/proc"]
    ).expect(
      2, errors: "The archive shop.tar cannot be unpacked: ", ". Set TMPDIR to another folder.")
  }

  @Test func anArchiveThatCannotBeUnpackedHasAReason() throws {
    try write()
    let error = #expect(throws: UsageError.self) {
      try Archive(path).unpack(into: URL(fileURLWithPath: "/dev/null/folder"))
    }
    #expect(
      error?.message.contains("bin/ShopPackageTests.xctest cannot be written to /dev/null/folder: ")
        == true
        && error?.message.hasSuffix(" Set TMPDIR to another folder.") == true,
      "\(error?.message ?? "")")
  }

  @Test func filesOfABuildAreFoundWhereTheyAre() {
    let moved = MovedPackage(built: "/built/Shop", here: "/tmp/x/files", directory: "/built")
    expect(MovedPackage(text: moved.text), equals: moved)
    expect(MovedPackage(text: "/a\n/b"), equals: nil)
    for (path, here) in [
      ("/built/Shop/Tests/a.csv", "/tmp/x/files/Tests/a.csv"), ("/built/Shop", "/tmp/x/files"),
      ("/built/Shopping/a.csv", "/built/Shopping/a.csv"), ("Tests/a.csv", "Tests/a.csv"),
    ] {
      expect(moved.here(path), equals: here)
    }
  }

  @Test func librariesAreThoseOfTheBuild() async throws {
    let name = "libswiftCore.so"
    let missing = LoadedLibraries(found: [name: nil])
    expect(
      missing.problem(expecting: [name: "1"], "Swift 6"),
      equals:
        "The programs need libswiftCore.so, which this machine does not have. Install the runtime of the toolchain (Swift 6), "
        + "or archive with --runtime.")
    expect(
      missing.problem(expecting: [:], nil),
      equals: "The programs need libswiftCore.so, which this machine does not have. Install it.")
    let file = try folder.write("library", to: "swift/" + name)
    let here = LoadedLibraries(found: [name: file.path])
    expect(here.ofToolchain, equals: [name: file.path])
    let identity = try #require(LoadedLibraries.identity(of: file.path))
    expect(here.problem(expecting: [name: identity], nil), equals: nil)
    try folder.write("another", to: "swift/" + name)
    expect(
      here.problem(expecting: [name: identity], nil),
      equals:
        "\(file.path) is not the library that the programs were built with. Use the same toolchain, or archive with "
        + "--runtime on a machine without another one.")
    #if os(Linux)
      let program = try #require(Bundle.main.executableURL)
      #expect(await LoadedLibraries(of: [program]).ofToolchain[name] != nil)
    #endif
  }

  @Test(arguments: [
    (
      ["test", "--archive", "x.tar", "--skip-build"],
      "Nothing is built with --archive. Leave --skip-build out."
    ),
    (
      ["test", "--archive", "x.tar", "--package-path", "y"],
      "--archive names the package. Leave --package-path out."
    ),
    (
      ["test", "--archive", "x.tar", "--", "-c", "release"],
      "Nothing is built with --archive. Leave the options after -- out."
    ),
    (
      ["test", "--archive", "x.tar", "--watch"],
      "--watch builds tests, so it cannot be given with --archive."
    ),
    (
      ["test", "--archive", "x.tar", "--coverage"],
      "--coverage builds tests, so it cannot be given with --archive."
    ),
    (
      ["check", "--archive", "x.tar", "rows.csv"],
      "The tests in an archive read the files in it, so these are not checked. Leave --archive out."
    ),
    (
      ["archive", "--archive", "x.tar", "y.tar"],
      "The tests are in an archive already. Leave --archive out."
    ),
    (["archive", ""], "The name of a file is empty."),
    (
      ["test", "--archive", "gone.tar"],
      "The archive gone.tar cannot be used: No such file or directory."
    ),
  ])
  func optionsThatDoNotFitAreRefused(command: [String], message: String) async throws {
    try write()
    try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/x.tar")
    try await Tool.exemplar(command, in: folder.url).expect(2, errors: message)
  }
}

extension PackageTests {
  /// Specs with rows beside them, and plain tests, that print what they find.
  private static let archived = [
    "PriceSpec.swift": """
    import Exemplar
    @Spec struct Prices {
      @Example("sums", from: .csv("prices")) func sums(a: Int, b: Int, sum: Int) {
        expect(a + b, equals: sum)
      }
      @Example("adds", from: .csv("../../Shared/more")) func adds(a: Int) { #expect(a == 1) }
      @Example("is counted", from: .json("cases/*.json")) func isCounted(count: Int) { #expect(count > 0) }
    }
    """,
    "PlainTests.swift": """
    import Foundation
    import Testing
    import XCTest
    @Test func itRunsInTheFolderOfThePackage() throws {
      let rows = "Tests/CornerSpecs/prices.csv"
      #expect(try String(contentsOfFile: rows, encoding: .utf8).hasPrefix("a,b,sum"))
      #expect(1 == 2)
    }
    final class CornerTests: XCTestCase { func testFails() { XCTAssertEqual(1, 2) } }
    """,
    "prices.csv": "a,b,sum\n1,2,3\n2,2,5\n3,3,6\n",
    "cases/one.json": #"[{"count": 1}, {"count": 2}]"#,
    "../../Shared/more.csv": "a\n1\n", "cases/two.json": #"[{"count": 3}]"#,
  ]

  private static let archivedCounts = "9 examples and tests: 6 passed, 3 failed "

  @Test func anArchiveRunsAsThePackageDid() async throws {
    let fixture = try Fixture.temporary(files: Self.archived)
    let folder = try temporaryFolder()
    let archive = folder.path + "/corner.tar"
    let (before, after) = (folder.path + "/before.exemplar", folder.path + "/after.exemplar")
    let first = try await fixture.exemplar(
      "test", ["--seed", "7", "--jobs", "1", "--record", before])
    first.expect(1, counts: Self.archivedCounts)
    let shared = fixture.path + "/Shared"
    let packed = try await fixture.exemplar(
      "archive", [archive, "--skip-build", "--include", shared])
    packed.expect(0, prints: "corner.tar: ", "Run it elsewhere: tar -xf \(archive) bin && ")
    let poor = folder.path + "/poor.tar"
    try await fixture.exemplar("archive", [poor, "--skip-build"]).expect(0)
    try await fixture.exemplar("archive", [poor, "--skip-build", "--include", "/nowhere"]).expect(
      2, errors: "There is no file /nowhere, which --include names.")
    try await fixture.exemplar("archive", [poor, "--skip-build", "--include", "/usr/bin/env"])
      .expect(
        2, errors: "--include names a file that has no folder in common with the package.")
    try await fixture.exemplar("archive", ["/dev/null", "--skip-build"]).expect(
      2, errors: "The archive /dev/null cannot be written: It is no place for a file.")
    try await fixture.exemplar(
      "archive", [fixture.path + "/Tests/CornerSpecs/own.tar", "--skip-build"]
    ).expect(
      2, errors: "The archive would be written to ",
      "among the sources of the package at ")
    // Nothing is read where it was built.
    let gone = folder.appendingPathComponent("gone").path
    try FileManager.default.moveItem(atPath: fixture.path, toPath: gone)
    func run(_ arguments: String...) async throws -> Tool.Result {
      try await Tool.exemplar(arguments, in: folder)
    }
    let second = try await run(
      "test", "--archive", archive, "--seed", "7", "--jobs", "1", "--record", after)
    second.expect(1, counts: Self.archivedCounts, prints: "Tests/CornerSpecs/prices.csv:3")
    func shown(_ result: Tool.Result) -> [String] {
      result.normalized.replacing(fixture.path + "/", with: "")
        .replacing(#/(--package-path|--archive) \S+/#, with: "PACKAGE")
        .split(separator: "\n").filter { !$0.hasPrefix("Building the tests") }
        // Recorded durations decide which of the plain tests is first.
        .map { $0.replacing(#/^ +\d+  /#, with: "").split(separator: " ").sorted() }
        .map { $0.joined(separator: " ") }.sorted()
    }
    expect(shown(second), equals: shown(first))
    try await run("runs", "diff", before, after, "--archive", archive).expect(
      0, prints: "No example changed its outcome or became slower.")
    // Ids, lists, failures and shards are those of the package.
    try await run("test", "--archive", archive, "--only-failures").expect(
      1, counts: "3 examples and tests: 3 failed ")
    try await run("list", "--archive", archive, "--ids", "prices.csv:2").expect(
      0, prints: "CornerSpecs/Prices/sums/")
    for number in 1...2 {
      _ = try await run(
        "test", "--archive", archive, "--shard", "\(number)/2", "--record",
        "shard-\(number).exemplar")
    }
    try await run("merge", "--archive", archive, "shard-1.exemplar", "shard-2.exemplar").expect(
      1, counts: Self.archivedCounts, prints: "Tests/CornerSpecs/prices.csv:3")
    try await run("test", "--archive", poor).expect(
      1, counts: "9 examples and tests: 5 passed, 4 failed (1 unexpectedly) ",
      prints:
        "An archive has files outside of the test targets if exemplar archive --include adds them.")
    // Two at once do not disturb each other, and leave nothing behind.
    let temporary = try folder.subfolder("temporary")
    try await (1...2).forEachAtOnce { _ in
      try await Tool.exemplar(
        ["test", "--archive", archive], in: folder, environment: ["TMPDIR": temporary.path]
      ).expect(1, counts: Self.archivedCounts)
    }
    try expect(FileManager.default.contentsOfDirectory(atPath: temporary.path), equals: [])
  }
}
