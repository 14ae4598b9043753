import Exemplar
import Foundation
import Testing

@testable import ExemplarCLI

/// Which `swift` is run.
struct SwiftProgramTests {
  @Test func itIsTheFirstProgramOfThePath() throws {
    let folder = try temporaryFolder()
    func inside(_ name: String) -> URL { folder.appendingPathComponent(name) }
    // A folder and a text of this name are no programs.
    for name in ["checkouts/swift", "links"] { try folder.subfolder(name) }
    try folder.write("", to: "texts/swift")
    try folder.write("", to: "bin/swift", isProgram: true)
    symlink(inside("bin/swift").path, inside("links/swift").path)
    func found(_ folders: String...) -> String? {
      SwiftProgram(environment: ["PATH": folders.joined(separator: ":")]).url?.path
    }
    let (checkouts, texts) = (inside("checkouts").path, inside("texts").path)
    let (bin, links) = (inside("bin").path, inside("links").path)
    expect(found(checkouts, texts, "", "/nowhere", bin, links), equals: bin + "/swift")
    expect(found(links, bin), equals: links + "/swift")
    #expect(found(checkouts, texts) == nil)
    // A program in the folder of the tool is not run because of its name.
    let here = FileManager.default.currentDirectoryPath
    #expect(here.hasPrefix("/"))
    let up = String(repeating: "../", count: here.split(separator: "/").count)
    #expect(FileManager.default.isExecutableFile(atPath: up + bin.dropFirst() + "/swift"))
    #expect(found(up + bin.dropFirst()) == nil)
    #expect(SwiftProgram(environment: [:]).url == nil)
  }

  @Test func aDriverIsNotStartedForAProgramBesideIt() throws {
    let folder = try temporaryFolder()
    try folder.subfolder("bin")
    for name in ["toolchain/swift-driver", "toolchain/swift-build", "proxies/picker"] {
      try folder.write("", to: name, isProgram: true)
    }
    func link(_ path: String, to target: String) {
      symlink(target, folder.appendingPathComponent(path).path)
    }
    link("toolchain/swift", to: "swift-driver")
    link("bin/swift", to: "../toolchain/swift")
    // What picks a toolchain has programs of all names beside it, which are itself.
    link("proxies/swift", to: "picker")
    link("proxies/swift-build", to: "picker")
    func run(_ path: String, _ command: String) -> String {
      let path = folder.appendingPathComponent(path).path
      let (program, arguments) = SwiftProgram(environment: ["PATH": path]).running([command, "-v"])
      return "\(program) \(arguments)".replacing(folder.path + "/", with: "")
    }
    expect(run("bin", "build"), equals: "toolchain/swift-build [\"-v\"]")
    expect(run("toolchain", "build"), equals: "toolchain/swift-build [\"-v\"]")
    expect(run("toolchain", "package"), equals: "toolchain/swift [\"package\", \"-v\"]")
    expect(run("proxies", "build"), equals: "proxies/swift [\"build\", \"-v\"]")
    expect(run("nowhere", "build"), equals: "swift [\"build\", \"-v\"]")
  }
}
