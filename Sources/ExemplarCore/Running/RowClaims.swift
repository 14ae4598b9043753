/// The rows of an outline that run in this process, while other processes may run others: each row belongs to the part
/// of the plan that claims it first, so all processes must read the same rows in the same order.
struct RowClaims {
  /// Claims the row at a position. Returns whether it belongs to the part of this process.
  let claim: Claim
  private(set) var reading = RowReading()
  /// Whether rows belong to other parts.
  private(set) var isShared = false

  package typealias Claim = @Sendable (_ row: Int) -> Bool

  init(_ claim: @escaping Claim) { self.claim = claim }

  /// Whether the next row, which has this path, runs here.
  mutating func claimNext(_ path: ExampleID) -> Bool {
    let isOwn = claim(reading.count)
    reading.record(path.text)
    if !isOwn { isShared = true }
    return isOwn
  }
}
