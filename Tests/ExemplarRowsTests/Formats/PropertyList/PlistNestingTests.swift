import Exemplar
import Foundation
import Testing

@testable import ExemplarRows

/// Nesting is bounded, because what is made of it is taken apart by recursion.
struct PlistNestingTests {
  @Test(arguments: [
    ("<array>", "<array>", "1:897"),
    ("<dict>", "<key>a</key><dict>", "1:2305"),
    ("<plist><dict><key>a</key>", "<array>", "1:915"),
    ("<dict><key>ECTestSuites</key>", "<dict><key>ECTestSuites</key>", "1:3713"),
  ])
  func refusesDeepNesting(start: String, level: String, place: String) async {
    let lines = await transcript(plist: start + String(repeating: level, count: 100_000))
    expect(
      lines, equals: ["\(place) error: The property list is nested more than 128 levels deep."])
  }

  @Test func readsTheDeepestNestingThatIsAllowed() async {
    let (open, close) = (
      String(repeating: "<array>", count: 127), String(repeating: "</array>", count: 127)
    )
    let lines = await transcript(plist: "<dict><key>a</key>\(open)\(close)</dict>")
    let value = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    expect(lines, equals: ["1:7 a {value: \(value)}"])
  }

  /// Threads of tasks have 512 KB on Apple systems.
  @Test(arguments: [
    ("<key>a</key><array>", "<true/>", 126, "</array>"),
    (
      "<key>ECTestSuites</key><dict><key>s</key><dict>", "<key>a</key><true/>", 63, "</dict></dict>"
    ),
  ])
  func readsTheDeepestNestingOnASmallStack(
    open: String, inside: String, count: Int, close: String
  ) async {
    let more = open.hasSuffix("<array>") ? "<array>" : open
    let text =
      "<dict>" + open + String(repeating: more, count: count - 1) + inside
      + String(repeating: close, count: count) + "</dict>"
    let bytes = Array(text.utf8)
    #expect(
      await problemOnASmallStack {
        _ = try PropertyList.value(of: Data(bytes), path: "books.plist")
        _ = try RowFormat.propertyListRows(of: bytes, path: "books.plist")
      } == nil)
  }

  @Test(arguments: [false, true])
  func readsTheDeepestBinaryNestingOnASmallStack(isKeyed: Bool) async throws {
    var list: Any = true
    for _ in 0..<128 { list = isKeyed ? ["a": list] : [list] }
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    #expect(
      await problemOnASmallStack { _ = try PropertyList.value(of: data, path: "b.plist") } == nil)
  }

  private func problemOnASmallStack(
    _ body: @escaping @Sendable () throws -> Void
  ) async -> String? {
    await withCheckedContinuation { done in
      let thread = Thread { done.resume(returning: mistake(of: body)) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }
}
