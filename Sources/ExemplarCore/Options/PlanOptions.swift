/// The input of a plan, in addition to the specs.
package struct PlanOptions: Sendable {
  /// The seed of the order; equal seeds give equal orders on every machine.
  package var seed: UInt64
  package var order: Order
  /// The requested nodes; empty selects everything.
  package var selection: Selection
  /// The platform that the examples are going to run on.
  package var platform: Platform
  /// Whether what is only a warning otherwise fails the run.
  package var isStrict: Bool

  /// The ids of the only examples and groups that run again, after selection and focus; `nil` for
  /// all.
  package var rerun: Set<ExampleID>?
  /// The ids of the examples and groups that precede others of their group, unless it is ordered.
  package var first: Set<ExampleID> = []
  /// The examples of the shard, of those that selection, focus and rerun leave; `nil` for all.
  package var share: ShardShare?
  /// The quarantines of a list.
  package var quarantine = QuarantineList()
  /// Whether a focus leaves nothing out.
  package var ignoresFocus = false

  package init(
    seed: UInt64, order: Order = .random, selection: Selection = Selection(),
    platform: Platform = .current, isStrict: Bool = false, rerun: Set<ExampleID>? = nil
  ) {
    self.seed = seed
    self.order = order
    self.selection = selection
    self.platform = platform
    self.isStrict = isStrict
    self.rerun = rerun
  }

  /// A seed that is short enough to be typed, from the system's own generator.
  package static func freshSeed() -> UInt64 {
    UInt64.random(in: 1...99_999)
  }
}
