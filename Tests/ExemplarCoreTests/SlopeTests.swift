import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing
import XCTest

/// Twice the work must cost about twice the instructions.
///
/// Instructions are counted by valgrind, which runs this very test program with only the workload
/// below; where it is not installed, the test says so and is skipped.
@Suite("Slope", .serialized, .apart, .slow)
struct SlopeTests {
  enum Shape: String, Sendable, CaseIterable {
    /// One group with so many examples, each on a line of its own.
    case flat
    /// So many specs, each with one example.
    case specs
    /// So many groups, nested a thousand deep, with an example in each innermost one.
    case deep
    /// An outline with so many rows.
    case rows
    /// Shared examples, ten of them, included so often that there are so many examples.
    case included
    /// The same as authors write it, with a parameter that is read, and an override.
    case behavesLike
    /// So many examples, one of which was asked for.
    case selected
    /// So many examples and rows, each of which was asked for by its id.
    case asked
    /// So many examples, each of which was asked for by its line.
    case lines
    /// The same as those asked for by their ids, which run again.
    case rerun
  }

  private static let valgrind = ["/usr/bin/valgrind", "/usr/local/bin/valgrind"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: valgrind != nil, "valgrind is not installed"), arguments: Shape.allCases)
  func costGrowsWithTheNumberOfNodes(shape: Shape) async throws {
    let size = 2_000
    var counts: [Int] = []
    for size in [size, 2 * size, 4 * size] { counts.append(try await instructions(shape, size)) }
    // The cost of the process itself drops out of the differences.
    let slope = Double(counts[2] - counts[1]) / Double(counts[1] - counts[0])
    #expect(slope > 1.6 && slope < 2.4, "\(shape): \(counts)")
  }

  /// So many that anything worse than linear would not end.
  @Test(arguments: Shape.allCases)
  func aHundredThousandRun(shape: Shape) async {
    let (run, ended) = await run(shape, 100_000)
    expect(run, equals: ended)
  }

  fileprivate func run(_ shape: Shape, _ size: Int) async -> (expected: Int, ended: Int) {
    var options = PlanOptions(seed: 1)
    let ids = (0..<size).map { "M/root/" + ($0 % 2 == 0 ? "example \($0)" : "outline/a/row \($0)") }
    switch shape {
    case .selected: options.selection.selectors = ["M/root/example \(size / 2)"]
    case .asked: options.selection.selectors = ids
    case .lines: options.selection.selectors = (1...size).map { "Shelf.swift:\($0)" }
    case .rerun: options.rerun = Set(ids.map { ExampleID(text: $0) })
    default: break
    }
    let specs = shape.roots(size).map { Spec(module: "M", root: $0) }
    let plan = Plan(specs, options, rows: await RowSurvey(specs, options.selection))
    let ended = Locked(0)
    _ = await Run(plan, RunConfiguration(now: { 0 })) { event in
      if case .exampleEnded = event { ended.withLock { $0 += 1 } }
    }
    return (shape.examples(size), ended.withLock { $0 })
  }

  private func instructions(_ shape: Shape, _ size: Int) async throws -> Int {
    let folder = try TemporaryFolder()
    let (counts, program) = (folder.path + "/counts", folder.path + "/program")
    // valgrind cannot read all of the debug information that Swift writes.
    _ = try await runProcess(["strip", "-g", "-o", program, CommandLine.arguments[0]])
    let result = try await runProcess(
      [
        try #require(Self.valgrind), "--tool=cachegrind", "--cache-sim=no",
        "--cachegrind-out-file=\(counts)", program, "ExemplarCoreTests.SlopeWorkload/testRuns",
      ], environment: ["EXEMPLAR_SLOPE": "\(shape.rawValue) \(size)"])
    try #require(result.status == 0, "the workload failed")
    let text = try String(contentsOfFile: counts, encoding: .utf8)
    let summary = try #require(text.split(separator: "\n").last { $0.hasPrefix("summary:") })
    return try #require(Int(summary.split(separator: " ")[1]))
  }
}

/// The work whose instructions are counted.
///
/// It is an XCTest case because valgrind does not survive how an asynchronous program leaves its
/// main thread; XCTest keeps it.
final class SlopeWorkload: XCTestCase {
  func testRuns() throws {
    guard let request = ProcessInfo.processInfo.environment["EXEMPLAR_SLOPE"] else {
      throw XCTSkip("It only runs when its instructions are counted.")
    }
    let parts = request.split(separator: " ")
    let shape = try XCTUnwrap(SlopeTests.Shape(rawValue: String(parts[0])))
    let size = try XCTUnwrap(Int(parts[1]))
    let done = DispatchSemaphore(value: 0)
    let isComplete = Locked(false)
    Task.detached {
      let (expected, ended) = await SlopeTests().run(shape, size)
      isComplete.withLock { $0 = expected == ended }
      done.signal()
    }
    done.wait()
    XCTAssertTrue(isComplete.withLock { $0 })
  }
}

extension SlopeTests.Shape {
  /// The specs.
  func roots(_ size: Int) -> [SpecNode] {
    guard self == .specs else { return [tree(size)] }
    return (0..<size).map { number in
      let place = Place(path: "Shelf.swift", line: number + 1, column: 3)
      return SpecNode(
        "spec \(number)", at: place,
        content: .group([SpecNode("holds", at: place, content: .example {})]))
    }
  }

  private func tree(_ size: Int) -> SpecNode {
    @Sendable func place(_ line: Int) -> Place {
      Place(path: "Shelf.swift", line: line + 1, column: 3)
    }
    func example(_ number: Int) -> SpecNode {
      SpecNode("example \(number)", at: place(number), content: .example {})
    }
    let children: [SpecNode] =
      switch self {
      case .flat, .selected, .specs, .lines: (0..<size).map(example)
      case .deep:
        (0..<(size / 1_000)).map { number in
          var node = example(number)
          for level in 0..<1_000 {
            node = SpecNode(
              "group \(number) \(level)", at: place(level), content: .group([node]))
          }
          return node
        }
      case .asked, .rerun:
        stride(from: 0, to: size, by: 2).map(example) + [
          SpecNode(
            "outline", at: place(0),
            content: .outline(
              Outline(
                stride(from: 1, to: size, by: 2).map { number in
                  ExampleInvocation(row: "row \(number)", suites: [RowSuite("a", at: place(1))]) {}
                })))
        ]
      case .included:
        (0..<(size / 10)).map { number in
          let inclusion = Inclusion(
            .group(Self.shared), in: "M", parameter: NoParameter(), customization: [])
          let node = SpecNode("shared", at: place(number), content: .inclusion(inclusion))
          return SpecNode("group \(number)", at: place(number), content: .group([node]))
        }
      case .behavesLike:
        (0..<(size / 10)).map { number in
          context("group \(number)") {
            itBehavesLike(Self.aShelf) {
              [number]
            } with: {
              Self.title.override { "\(Self.title()) \(number)" }
            }
          }
        }
      case .rows:
        [
          SpecNode(
            "outline", at: place(0),
            content: .outline(Outline((0..<size).map { ExampleInvocation(row: "row \($0)") {} })))
        ]
      }
    return SpecNode("root", at: place(0), content: .group(children))
  }

  /// Shared examples, ten of them.
  private static let shared = SharedGroup(
    "shared", at: Place(path: "Shared.swift", line: 1), parameter: Void.self
  ) { _ in
    (0..<10).map { number in
      SpecNode(
        "example \(number)", at: Place(path: "Shared.swift", line: number), content: .example {})
    }
  }

  private static let title = Given { "shelf" }

  /// Shared examples, ten of them, that read a parameter and a given.
  private static let aShelf = SharedExamples("a shelf") { (books: Given<[Int]>) in
    beforeEach { books.value.append(0) }
    for number in 0..<10 {
      it("example \(number)") { #expect(books().count == 2 && title().utf8.count > 5) }
    }
  }

  private struct NoParameter: SharedParameter {
    var type: Any.Type { Void.self }
  }

  func examples(_ size: Int) -> Int {
    switch self {
    case .flat, .specs, .rows, .included, .behavesLike, .asked, .lines, .rerun: size
    case .deep: size / 1_000
    case .selected: 1
    }
  }
}
