import Exemplar

// Methods with the suffix of each platform, in the order of `Platform.known`.

@Spec final class EachSuffix {
  func testRuns_linux() {}
  func testRuns_macOS() {}
  func testRuns_windows() {}
  func testRuns_iOS() {}
  func testRuns_iPhone() {}
  func testRuns_iPad() {}
  func testRuns_macCatalyst() {}
  func testRuns_tvOS() {}
  func testRuns_watchOS() {}
  func testRuns_visionOS() {}
  func testRuns_android() {}
  func testRuns_wasi() {}
}

@Spec final class EverySuffix_visionOS {
  func testRuns() {}
}
