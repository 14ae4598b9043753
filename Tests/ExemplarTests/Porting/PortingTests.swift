import ExemplarCore
import Foundation
import Testing

@testable import Exemplar

/// Suites of older frameworks, ported line by line.
struct PortingTests {
  @Test func theTwinsRun() async {
    let specs = [DiscoveredSpec].discovered().filter { spec in
      [
        "ShelfTests", "PriceTests", "ShelfMarkTests", "DetailTests", "A cruiser", "A freighter",
        "a ship",
      ].contains(
        spec.root.name)
    }
    var options = RunOptions()
    options.order = .defined
    options.jobs = 1
    let outcomes = Locked([String]())
    let summary = await Exemplar.run(specs, options) { event in
      guard case .exampleEnded(let end) = event else { return }
      let path = end.id.components.dropFirst().joined(separator: "/")
      outcomes.withLock { $0.append("\(path) \(end.outcome)") }
    }
    #expect(summary.isSuccess)
    #expect(
      outcomes.withLock { $0 } == [
        "ShelfMarkTests/parameterisedTestIsShort/Emma passed",
        "ShelfMarkTests/parameterisedTestIsShort/poems/Howl passed",
        "PriceTests/parameterisedTestRounds/Down passed",
        "PriceTests/parameterisedTestRounds/Up passed",
        "A freighter/behaves like a ship/has a name passed",
        "A freighter/behaves like a ship/moves passed",
        "A cruiser/moves passed",
        "A cruiser/at full speed/goes faster passed",
        "A cruiser/docks pending(reason: nil)",
        "DetailTests/testIsOrdinary passed",
        "DetailTests/outlineTestViewingDetail/Test Foo passed",
        "DetailTests/outlineTestViewingDetail/Test Bar passed",
        "DetailTests/outlineTestTakesTheValue/Test Foo passed",
        "DetailTests/outlineTestTakesTheValue/Test Bar passed",
        "ShelfTests/testHoldsBooks passed",
        "ShelfTests/testKnowsTheFirst passed",
        "ShelfTests/testIsOnATablet_iPad skipped(reason: \"only for iPad\")",
      ])
  }

  /// The page shows the very code that runs above.
  @Test(arguments: [
    "SubliminalTwin", "ECUnitTestsTwin", "ECUnitTestsRowsTwin", "PTKTestKitTwin", "KiwiTwin",
    "KiwiSharedTwin",
  ])
  func thePageShowsTheTwins(name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let twin = try String(
      contentsOf: folder.appendingPathComponent("\(name).swift"), encoding: .utf8)
    let page = try String(
      contentsOf: folder.appendingPathComponent(
        "../../../Sources/Exemplar/Exemplar.docc/Porting.md"), encoding: .utf8)
    let code = twin.replacing("import Exemplar\nimport Testing\n\n", with: "")
    #expect(page.contains("```swift\n\(code)```"))
  }
}
