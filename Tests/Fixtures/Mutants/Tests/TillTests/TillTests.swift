import Testing
import Till
import XCTest

final class TillXCTests: XCTestCase {
  func testChange() { XCTAssertEqual(Till.change(5, 3), 2) }
  func testIsFree() { XCTAssertTrue(Till.isFree(0)) }
  func testBreaks() { XCTAssertEqual(Till.change(5, 3), 0) }
  func testNaps() { Till.nap() }
}

@Test(arguments: [2, 4, 5]) func halves(price: Int) {
  #expect(Till.half(price) == (price == 5 ? 3 : price / 2))
}
@Test func findsRoundPrices() { #expect(Till.isRound(20)) }
@Test(arguments: [1, 2]) func breaksOnce(price: Int) {
  #expect(Till.half(price) == 1 && price == 1)
}
