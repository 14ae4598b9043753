import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The tool with packages whose library has another version.
@Suite struct VersionTests {
  #if !os(Windows)
    /// Ends of a process before it has a log, and the error of the tool.
    @Test(
      arguments: [
        (
          "echo starting >&2; echo 'The tool exemplar has version 0.1.0, and more.' >&2; exit 78",
          "The tool exemplar has version 0.1.0, and more."
        ),
        ("echo 'The tool exemplar has version 0.1.0, and more.' >&2; exit 0", nil),
        ("echo 'The tool exemplar is missing.' >&2; exit 78", nil),
        ("exit 78", nil),
      ])
    func aLibraryThatRefusesTheToolIsAnError(script: String, message: String?) async throws {
      let folder = try TemporaryFolder()
      let url = folder.url.appendingPathComponent("program")
      try writeProgram("#!/bin/sh\n\(script)\n", to: url)
      for takesOrders in [false, true] {
        let worker = try WorkerProcess(
          TestProgram(url: url, options: [:]), directory: folder.url.path, takesOrders: takesOrders)
        var refusal: String?
        do {
          _ = try await worker.runAlone { _ in }
        } catch let mistake as UsageError {
          refusal = mistake.message
        }
        expect(refusal, equals: message)
      }
    }
  #endif

  @Test func theVersionNamesTheLibrariesThatFit() async throws {
    for (version, series) in [("0.1.0", "0.1.x"), ("0.12.3", "0.12.x"), ("2.4.1", "2.x")] {
      expect(
        ExemplarVersion.description(of: version),
        equals: """
          \(version)
          Fits packages with the library Exemplar \(series), and packages without it.
          """)
    }
    let result = try await Tool.exemplar(["--version"])
    expect(result.output, equals: ExemplarVersion.description() + "\n")
    expect(result.status, equals: 0)
    #expect(try DocumentedBlock.text(of: "Install").contains(result.output))
  }
}
