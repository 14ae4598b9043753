import Exemplar
import Testing

@Spec let ported = ModuleTraits(.tags("ported"), .ordered)

@Spec final class WrittenFocus {
  func setUpTestCase(named name: String) { print("~ hook sees \(name)") }
  func testOne() { Issue.record("never") }
  @Example(.enabled(if: true)) func focus_testTwo() { print("~ two") }
  @Example(rows: {
    row("one", 1)
  }) func focus_outlineTestThree_linux(value: Int) {
    print("~ outline \(value)")
  }
}

@Spec struct InAnExtension {}

@Spec struct Hidden { func testA() { print("~ seen") } }
