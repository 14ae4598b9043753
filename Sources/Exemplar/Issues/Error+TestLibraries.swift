import Testing

// The meaning of the test libraries' errors for a run.

extension Error {
  /// The name of the type, with its module; also of an error that a continuation has wrapped.
  private var typeName: String { String(reflecting: type(of: self as Any)) }

  /// The reason, if this is a skip of XCTest.
  package var xctestSkipReason: String? {
    guard typeName == "XCTest.XCTSkip" else { return nil }
    let parts = Mirror(reflecting: self).children
    let texts = ["message", "explanation"].compactMap { label in
      parts.first { $0.label == label }?.value as? String
    }
    return texts.first { !$0.isEmpty } ?? "skipped by XCTSkip"
  }

  /// Whether XCTest recorded a failure before it threw this.
  private var isRecordedByXCTest: Bool {
    typeName == "XCTest.XCTestErrorWhileUnwrappingOptional"
  }

  /// Whether a library of tests recorded an issue before it threw this, as `#require` and `XCTUnwrap`
  /// do.
  var isAlreadyRecorded: Bool { self is ExpectationFailedError || isRecordedByXCTest }

  /// The replacement for `Test.cancel`, if this is its error.
  var explanationOfCancel: String? {
    guard typeName == "Testing.SkipInfo" else { return nil }
    return
      "Test.cancel cancels a test of Swift Testing, and all specs together are one: nothing runs "
      + "after it. Write throw Skip(\"…\") to skip this example."
  }
}
