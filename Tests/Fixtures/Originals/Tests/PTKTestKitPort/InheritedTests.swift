import Exemplar

@Spec(.abstract)
class TitleTests {
  class func examples(forOutlineTest name: String) -> RowSource { .rows(["Emma": 4]) }

  func outlineTestHasLetters(value: Int) { #expect(value > 0) }
}

/// Runs the outline that it inherits, which PTKTestKit did not, with rows of its own.
@Spec
final class LongTitleTests: TitleTests {
  override class func examples(forOutlineTest name: String) -> RowSource {
    .rows(["Middlemarch": 11])
  }
}

/// Vanished without a message there: the resource is missing.
@Spec
final class MissingTests {
  static func examples(forOutlineTest name: String) -> RowSource { .json("Missing") }

  func outlineTestNeverRuns() { Issue.record("never") }
}
