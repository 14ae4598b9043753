import Exemplar
import Foundation

@Spec
final class DoorTests {
  func testOpens() async throws {
    let opening = Date(timeIntervalSinceNow: 0.02)
    guard try await eventually(within: .seconds(5), { Date() > opening }) else { return }
    #expect(opening.timeIntervalSinceNow < 0)
  }

  func testStaysOpenForAMoment() async throws {
    try await Task.sleep(for: .milliseconds(1))
  }

  func testRefusesTheWrongKey() {
    #expect(throws: CocoaError(.fileReadNoPermission)) { throw CocoaError(.fileReadNoPermission) }
  }
}
