import Exemplar
import Foundation
import Testing

#if os(Linux)
  extension PackageTests {
    /// A run that ends before it has told anything leaves no report that looks like one of a success, and none of an
    /// earlier run.
    @Test func aRunThatTellsNothingIsNoSuccessInAnyReport() async throws {
      let fixture = try Fixture.temporary(files: [
        "EndSpec.swift": """
        import Exemplar
        import Foundation
        import Testing
        import XCTest

        @Spec let ends = describe("Ends") {
          let _: Void = End.now()
          it("stays") {}
        }

        @Test func plain() {}

        final class OldTests: XCTestCase {
          override class func tearDown() {
            if End.wanted == "tear down" { End.call() }
          }
          func testFine() {}
        }

        final class OtherTests: XCTestCase {
          func testFine() {}
        }

        enum End {
          static var wanted: String? { ProcessInfo.processInfo.environment["END"] }

          static func now() {
            switch wanted {
            case "interrupt":
              kill(getppid(), SIGINT)
              sleep(30)
            case "system call": call()
            case "exit": exit(0)
            default: break
            }
          }

          /// No library is asked, so none can keep the process from ending well.
          static func call() {
            #if arch(x86_64)
              let exitGroup = 231
            #else
              let exitGroup = 94
            #endif
            typealias Call = @convention(c) (Int, Int) -> Int
            _ = unsafeBitCast(dlsym(nil, "syscall"), to: Call.self)(exitGroup, 0)
          }
        }
        """
      ])
      let folder = try temporaryFolder()
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
      }
      let reports = ["junit", "tap", "ctrf", "html"].flatMap {
        ["--report", "\($0)=\(path($0))"]
      }
      func run(_ arguments: String..., end: String) async throws -> Tool.Result {
        try await fixture.test(arguments + reports, environment: ["END": end])
      }
      func expectNoneIsGreen(_ message: String, after what: String) throws {
        #expect(try text("junit").contains(#"<error message="\#(message)"#), "\(what)")
        #expect(try !text("junit").contains(#"failures="0" errors="0" time="#), "\(what)")
        #expect(try text("tap").contains("not ok "), "\(what)")
        #expect(try text("tap").contains("Bail out!"), "\(what)")
        #expect(try !text("ctrf").contains(#""failed":0"#), "\(what)")
        #expect(try !text("html").contains(#""isSuccess":true"#), "\(what)")
      }
      for option in [[], ["--in-process"], ["--specs"], ["--specs", "--in-process"]] {
        let left = try await fixture.test(option + reports, environment: ["END": "system call"])
        expect(left.status, equals: 5, "\(option): \(left.everything)")
        try expectNoneIsGreen("The process ended with status 0", after: "\(option)")
        try expect(
          text("junit").contains("name=\"plain()\""), equals: !option.contains("--specs"))
      }
      for option in [[], ["--in-process"], ["--specs"]] {
        let interrupted = try await fixture.test(
          option + reports, environment: ["END": "interrupt"])
        expect(interrupted.status, equals: 130, "\(option): \(interrupted.everything)")
        try expectNoneIsGreen("The run was interrupted", after: "\(option)")
      }
      // A host that writes its reports itself passes the events on.
      try await fixture.swiftTest(environment: [
        "END": "exit", "EXEMPLAR_REPORT": "junit=\(path("junit"))",
      ]).expectFailure()
      #expect(
        try text("junit").contains("The process ended while its specs were made and planned."))
      try await run(end: "tear down").expect(1)
      #expect(
        try text("junit").contains("The process ended with status 0 between two tests, after "))
      try await run(end: "").expect(0)
      #expect(try text("junit").contains(#"tests="4" failures="0" errors="0""#))
      // A package that does not build has run nothing.
      let source = URL(fileURLWithPath: fixture.path)
        .appendingPathComponent("Tests/CornerSpecs/EndSpec.swift")
      let intact = try String(contentsOf: source, encoding: .utf8)
      try (intact + "\nlet wrong: Int = \"\"\n")
        .write(to: source, atomically: true, encoding: .utf8)
      try await run(end: "").expect(2)
      try expectNoneIsGreen("The tests of ", after: "a build that failed")
      #expect(try text("junit").contains("do not build: "))
      #expect(try text("junit").contains("error: cannot convert value of type "))
      // Nor does the run before it pass for the last one.
      try await fixture.exemplar("report", ["--report", "junit=\(path("junit"))"]).expect(5)
      #expect(try text("junit").contains("do not build: "))
      try intact.write(to: source, atomically: true, encoding: .utf8)
      try await run("--only-failures", end: "").expect(4)
      #expect(try text("junit").contains("nothing is run again"))
    }
  }
#endif
