import Exemplar

extension InAnExtension { @Example("is labelled") func focus_testX() {} }
extension Hidden {
  func testB() {}
  func outlineTestC(title: String) async throws {}
  func setUp() {}
  func helps() {}
  @Example("is known") func testKnown_iPad() {}
}
