import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Whether a build confirms what SwiftPM has stated about a package before it.
@Suite struct ConfirmedTargetsTests {
  /// What happens between two runs, and during the build of the second.
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    var arguments: [String] = []
    var before: @Sendable (Package) throws -> Void = { _ in }
    var build: @Sendable (Package) throws -> Void = { try $0.build() }
    let isConfirmed: Bool

    static let all = [
      Change(testDescription: "nothing", isConfirmed: true),
      Change(
        testDescription: "options that cannot lead to another folder or plan",
        arguments: ["-j", "2", "--disable-build-manifest-caching"], isConfirmed: true),
      Change(
        testDescription: "an option of the build", arguments: ["-c", "release"], isConfirmed: false),
      Change(
        testDescription: "another file of a target",
        build: { try $0.build(steps: "compile Cart.swift Till.swift") }, isConfirmed: false),
      Change(
        testDescription: "another target",
        build: { try $0.build(more: #", "targetDependencyMap": {"Till": []}"#) },
        isConfirmed: false),
      Change(
        testDescription: "the manifest", before: { try $0.write("//", to: "Package.swift") },
        isConfirmed: false),
      Change(
        testDescription: "a manifest for a version",
        before: { try $0.write("//", to: "Package@swift-6.0.swift") }, isConfirmed: false),
      Change(
        testDescription: "what it resolves to",
        before: { try $0.write("{}", to: "Package.resolved") }, isConfirmed: false),
      Change(
        testDescription: "a build that writes nothing", build: { _ in }, isConfirmed: false),
      Change(
        testDescription: "a build that keeps the plan as it was",
        build: { try $0.link(to: "x86_64/debug") }, isConfirmed: true),
      Change(
        testDescription: "a build that leaves the link as it was",
        build: { try $0.build(links: false) }, isConfirmed: false),
      Change(
        testDescription: "the link to a folder without a plan",
        build: { try $0.link(to: "out/Products/Debug") }, isConfirmed: false),
      Change(
        testDescription: "a folder in place of the link",
        build: { try $0.write("", to: ".build/debug/description.json", removing: ".build/debug") },
        isConfirmed: false),
      Change(
        testDescription: "the plan of another package",
        build: { try $0.build(of: "/elsewhere") }, isConfirmed: false),
      Change(
        testDescription: "no saved answers", before: { try $0.write("", to: $0.saved()) },
        isConfirmed: false),
      Change(
        testDescription: "saved answers of another form",
        before: { try $0.write(#"{"plan": "1", "targets": []}"#, to: $0.saved()) },
        isConfirmed: false),
    ]
  }

  @Test(arguments: Change.all)
  func onlyTheSamePlanIsConfirmed(_ change: Change) throws {
    let package = try Package()
    try change.before(package)
    let confirmed = ConfirmedTargets(
      ofPackageAt: package.url.path, in: package.url.appendingPathComponent(".build"),
      change.arguments)
    try change.build(package)
    let answer = confirmed?.afterBuild()
    expect(answer != nil, equals: change.isConfirmed)
    if let answer {
      expect(answer.targets?.targets.map(\.name), equals: ["ShopTests"])
      expect(answer.folder.path, equals: package.url.path + "/" + Package.programs)
    }
  }

  @Test func theFirstBuildConfirmsNothing() throws {
    let folder = try TemporaryFolder()
    expect(
      ConfirmedTargets(
        ofPackageAt: folder.path, in: folder.url.appendingPathComponent(".build"), [])
        == nil, equals: true)
  }

  /// A package that was built once.
  final class Package: Sendable {
    static let programs = ".build/x86_64/debug"

    private let folder: TemporaryFolder
    var url: URL { folder.url }

    init() throws {
      folder = try TemporaryFolder()
      try write("// swift-tools-version: 6.0", to: "Package.swift")
      try build()
      let programs = url.appendingPathComponent(Self.programs)
      let targets = try #require(
        TestTargets(
          description: """
            {"name": "Shop", "path": "\(url.path)", "targets": [
              {"name": "ShopTests", "type": "test", "path": "Tests/ShopTests", "sources": ["Cart.swift"]}]}
            """))
      ConfirmedTargets.save(targets, in: programs, package: url.path)
    }

    /// The path of the saved answers.
    func saved() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: url.appendingPathComponent(Self.programs).path)
      let saved = names.filter { $0.hasPrefix("exemplar-targets-") }
      try #require(saved.count == 1)
      return "\(Self.programs)/\(saved[0])"
    }

    func write(_ text: String, to path: String, removing old: String? = nil) throws {
      if let old { try FileManager.default.removeItem(at: url.appendingPathComponent(old)) }
      try folder.write(text, to: path)
    }

    /// Writes what SwiftPM writes in a build.
    func build(
      steps: String = "compile Cart.swift", more: String = "", of path: String? = nil,
      links: Bool = true
    ) throws {
      // The clock of a file system may have a resolution of hundredths of a second.
      usleep(30_000)
      try write(steps, to: ".build/debug.yaml")
      let product = #"{"packagePath": "\#(path ?? url.path)", "productName": "ShopPackageTests"}"#
      try write(
        #"{"builtTestProducts": [\#(product)], "copyCommands": {}\#(more)}"#,
        to: "\(Self.programs)/description.json")
      if links { try link(to: "x86_64/debug") }
    }

    func link(to destination: String) throws {
      usleep(30_000)
      let link = url.appendingPathComponent(".build/debug")
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: destination)
    }
  }
}
