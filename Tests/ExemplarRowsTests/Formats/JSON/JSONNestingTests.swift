import ExemplarRows
import Testing

/// Nesting is bounded, because reading is recursive.
struct JSONNestingTests {
  @Test(arguments: [
    ("[", "[", "1:130"),
    ("[", "{\"a\":", "1:642"),
    ("{\"Emma\":", "[", "1:137"),
    ("[{\"a\":", "[", "1:134"),
  ])
  func refusesDeepNesting(start: String, level: String, place: String) async {
    let lines = await transcript(start + String(repeating: level, count: 100_000))
    #expect(lines == ["\(place) error: The JSON is nested more than 128 levels deep."])
  }

  @Test func readsTheDeepestNestingThatIsAllowed() async throws {
    let text = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    let lines = await transcript("[{\"v\":\(text)}]")
    #expect(lines == ["1:2 - {v: \(text)}"])
  }

  @Test func countsLevelsAndNotValues() async throws {
    let values = Array(repeating: "[[]]", count: 1000).joined(separator: ", ")
    let lines = await transcript("[{\"v\": [\(values)]}]")
    #expect(lines == ["1:2 - {v: [\(values)]}"])
  }
}
