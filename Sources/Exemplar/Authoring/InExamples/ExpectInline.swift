import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// Records an issue unless a value equals the literal in a closure.
///
/// ```swift
/// it("joins titles") {
///   expectInline(["Dune", "Emma"].joined(separator: " and ")) { "Dune and Emma" }
/// }
/// ```
///
/// Without the closure, the example fails as pending and shows the value; `exemplar review` writes the closure with the literal
/// after a person has accepted the value, and a new literal for a value that has changed. Nothing else writes it. Other
/// values than text are compared as JSON with sorted keys; a text of them, such as ``dumped(_:)``, reads better.
///
/// A call can be reached several times, in loops and by the rows of an outline. All of its values must be equal: one that
/// differs from an earlier one is an error, as no literal can be right for both. For values that differ, write
/// ``expectColumn(_:equals:orPendingIfEmpty:scrubbing:comment:fileID:filePath:line:column:)``.
///
/// A ``Scrubber`` replaces parts of the value before it is compared.
public func expectInline(
  _ actual: some Encodable, scrubbing scrubbers: Scrubber...,
  comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  expected: (() -> String)? = nil
) {
  let place = Place(path: filePath, line: line, column: column)
  let comparison = ReviewedComparison(
    function: "expectInline()", subject: .literal, isShared: true, scrubbers: scrubbers,
    comment: comment(), fileID: fileID, place: place)
  let text = expected?()
  try? comparison.compare(actual) { _, _ in
    var expected = ExpectedValue(literal: text, ofCallAt: place, named: "expected")
    expected.confirmed = ConfirmedPlace(place, named: "expected")
    return expected
  }
}

extension ExpectedValue {
  /// A literal that is expected in a call; `nil` if there is none yet.
  ///
  /// - Parameter mark: The literal that is pending, where one is.
  init(literal text: String?, ofCallAt place: Place, named name: String, mark: String? = nil) {
    let isPending = text == nil || text == mark
    self.init(of: "\(place)", isPending ? .none : text.map { RowValue(.untyped($0)) }) {
      ReviewedValue(
        .call, at: place, named: name, digest: CompiledSources.digest(ofFileAt: place.path),
        old: text,
        new: "", isPending: isPending)
    }
    pendingTexts = mark == nil ? [] : .mark
  }
}

/// The Swift files that the running code was compiled from.
enum CompiledSources {
  /// When this process began.
  static let begin = Date()
  private static let digests = Locked<[String: String]>([:])

  /// The digest of a file; `nil` if it cannot be read, or was changed since, so that its lines may be those of other calls.
  static func digest(ofFileAt path: String) -> String? {
    let file = URL(fileURLWithPath: MovedPackage.here(path))
    let change = try? file.resourceValues(forKeys: [.contentModificationDateKey])
    guard let change = change?.contentModificationDate, change < begin else { return nil }
    if let known = digests.withLock({ $0[path] }) { return known }
    let digest = FileManager.default.contents(atPath: file.path).map { PathHash.digest(of: $0) }
    digests.withLock { $0[path] = digest }
    return digest
  }
}
