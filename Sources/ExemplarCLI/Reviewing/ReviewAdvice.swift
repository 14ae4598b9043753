import ExemplarCore
import ExemplarLog

/// The last line of a failure with a value that a person may accept: the process that ran the example does not know whether
/// the tool can write it.
struct ReviewAdvice: Sendable {
  /// The package; `nil` for tests of an archive, whose sources are elsewhere.
  let root: PackageRoot?
  /// Whether the programs of the run were built from the sources that it has read.
  let isOfKnownCode: Bool

  /// A batch with the reason in place of the advice, where the value of a failure cannot be accepted.
  func corrected(_ batch: EventBatch) -> EventBatch {
    guard case .event(.issueRecorded(var record)) = batch, let value = record.issue.reviewed,
      record.issue.message.hasSuffix(ReviewedValue.advice), let problem = problem(with: value)
    else { return batch }
    record.issue.message.removeLast(ReviewedValue.advice.count)
    record.issue.message += Self.refusal + problem
    return .event(.issueRecorded(record))
  }

  private func problem(with value: ReviewedValue) -> String? {
    if value.site == .call, !isOfKnownCode { return Self.unknownCode }
    let file = root?.file(of: value)
    return file?.problem ?? ReviewedFiles.problem(with: value, at: file?.path ?? value.place.path)
  }

  private static let refusal = "This value cannot be accepted. "

  /// A failure for readers who are about to accept its value, or see why they cannot.
  static func removed(from message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    if let last = lines.last, last == ReviewedValue.advice || last.hasPrefix(refusal) {
      lines.removeLast()
    }
    return lines.joined(separator: "\n")
  }

  /// Another call can be at the line by now.
  static let unknownCode =
    "The record does not show that its tests were built from the sources here. Run the example again with exemplar test."
}
