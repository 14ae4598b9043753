import Exemplar
import Foundation

@Spec(.abstract)
class MachineTests {
  class var isConnected: Bool { false }

  func setUpTestCase(named name: String) throws {
    guard Self.isConnected else { throw Skip("\(Self.self) has no machine") }
  }

  func testAnswers() { #expect(Self.isConnected) }
}

@Spec
final class ScannerTests: MachineTests {}

@Spec
final class TillTests: MachineTests {
  override class var isConnected: Bool { true }

  @Example(.enabled(if: ProcessInfo.processInfo.environment["TILL_PRINTER"] != nil))
  func testPrints() {}
}
