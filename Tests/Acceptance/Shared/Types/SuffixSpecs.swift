import Exemplar
import TestSupport

// Types whose names and methods name platforms; `PlatformTests` runs them as those platforms would.

@Spec(.abstract) class Tablet_iPad {
  init() {}
  func testInherited() { log("inherited") }
}

@Spec final class Drawing: Tablet_iPad {
  func testDraws_iPad() { log("draws") }
  func testDials_iPhone() { log("dials") }
}

@Spec final class Calls_iPhone {
  func testRings() { log("rings") }
  func testFits_iPad() { log("fits") }
}
