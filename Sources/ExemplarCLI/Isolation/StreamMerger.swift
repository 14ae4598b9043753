import ExemplarCore
import ExemplarLog

/// Joins streams of events into the run that reporters receive. A stream is a program, a part of a spec that processes
/// run one after another, a recorded log, or the tests that are not examples.
///
/// The run begins with its first stream and ends with its last, and so does each group. A finding that several streams
/// report belongs to the first. Events that follow the end of a stream count into the end of the run: a process that
/// fails after its examples have finished fails the run in every report.
struct StreamMerger {
  struct Stream: Hashable {
    fileprivate let number: Int
    /// The index of the run that it is, or is a part of.
    fileprivate let run: Int
    fileprivate let isPart: Bool
  }

  /// A stream with a run of its own.
  private struct Run {
    /// How it is going to begin in the last repetition, or in each if it has as many.
    let announced: RunStarted?
    /// Whether it has begun in this repetition.
    var hasBegun = false
    /// Its end in this repetition, with the events that came later.
    var end: RunSummary?
  }

  /// A group that has begun and not ended.
  private struct Group {
    let kind: GroupStarted.Kind
    /// The streams in which it is open.
    var open: Set<Int>
    /// The streams that have ended it, or a group around it.
    var ended: Set<Int>
    var end: GroupEnded
    /// Its longest duration in the streams in which it was open at the same time.
    var longest = 0.0

    mutating func end(_ next: GroupEnded, in stream: Int) {
      end.failed = end.failed || next.failed
      longest = max(longest, next.duration)
      leave(stream)
    }

    mutating func leave(_ stream: Int, hasEnded: Bool = true) {
      if hasEnded { ended.insert(stream) }
      if open.remove(stream) == nil || !open.isEmpty { return }
      end.duration += longest
      longest = 0
    }
  }

  private let emit: (EventBatch) -> Void
  /// Returns the findings that precede each end, once they are known.
  private let findings: (RunSummary) -> [IssueRecorded]
  /// How many tests that are not examples only specs, or a selection, leave out of each repetition.
  var testsLeftOut = 0
  var testsNotSelected = 0
  /// The counts of the emitted events of this repetition.
  private(set) var counts = RunSummary(seed: 0)
  private var start: RunStarted?
  private var isOver = false
  private var lastNumber = 0
  /// The runs, `nil` where a stream contained none.
  private var runs: [Run?] = []
  /// The open groups, and their ids in the order in which they began.
  private var groups: [ExampleID: Group] = [:]
  private var order: [ExampleID] = []
  /// The nodes that streams are going to report, by their specs.
  private var claims: [ExampleID: [(stream: Stream, id: ExampleID)]] = [:]
  /// The streams that report findings about the rows of outlines: each process that reads the rows has the same.
  private var owners: [ExampleID: Int] = [:]
  /// The findings of planning, with the streams that reported them.
  private var found: [IssueRecorded: Int] = [:]

  init(
    findings: @escaping (RunSummary) -> [IssueRecorded] = { _ in [] },
    _ emit: @escaping (EventBatch) -> Void
  ) {
    (self.findings, self.emit) = (findings, emit)
  }

  // MARK: Streams

  /// Opens a stream.
  ///
  /// - Parameters:
  ///   - run: The stream with the run that this one is a part of; `nil` if it has a run of its own.
  ///   - ids: The nodes that it is going to report. Groups around and in them do not end before it has ended them.
  ///   - start: How its run is going to begin.
  mutating func open(
    in run: Stream? = nil, claiming ids: some Sequence<ExampleID> = [],
    announcing start: RunStarted? = nil
  ) -> Stream {
    lastNumber += 1
    if run == nil { runs.append(Run(announced: start)) }
    let stream = Stream(number: lastNumber, run: run?.run ?? runs.count - 1, isPart: run != nil)
    for id in ids { claims[id.spec, default: []].append((stream, id)) }
    return stream
  }

  /// Closes a stream: nothing more comes of it, or only what is late. The groups of a part end with it.
  mutating func close(_ stream: Stream) {
    for spec in claims.keys {
      claims[spec]?.removeAll { $0.stream == stream }
      if claims[spec]?.isEmpty == true { claims[spec] = nil }
    }
    for id in order where groups[id]?.open.contains(stream.number) == true {
      groups[id]?.leave(stream.number, hasEnded: stream.isPart)
    }
    endGroups(stream)
  }

  /// Removes a stream that contained no run, so that the run does not lack its end.
  mutating func remove(_ stream: Stream) { runs[stream.run] = nil }

  // MARK: Events

  mutating func receive(_ event: Event, of stream: Stream) { receive(.event(event), of: stream) }

  mutating func receive(_ batch: EventBatch, of stream: Stream) {
    guard case .event(let event) = batch else { return pass(batch, of: stream) }
    switch event {
    case .runStarted(let start): return begin(start, stream)
    case .runEnded(let end):
      runs[stream.run]?.end = end
      return
    case .groupStarted(let group): return begin(group, stream)
    case .groupEnded(let group): return end(group, stream)
    case .exampleStarted(let example):
      if example.context.row == nil, isOfOutline(example.id), owners[example.id] == nil {
        owners[example.id] = stream.number
      }
    case .issueRecorded(let record) where record.issue.phase == .planning:
      if let first = found[record], first != stream.number || stream.isPart { return }
      found[record] = stream.number
    default: break
    }
    if !owners.isEmpty, let id = event.node, owners[id] ?? stream.number != stream.number { return }
    pass(batch, of: stream)
  }

  private mutating func pass(_ batch: EventBatch, of stream: Stream) {
    counts.count(batch)
    runs[stream.run]?.end?.count(batch)
    emit(batch)
  }

  private func isOfOutline(_ id: ExampleID) -> Bool {
    guard let group = id.parent.flatMap({ groups[$0] }) else { return false }
    return group.kind != .group
  }

  // MARK: Groups

  private mutating func begin(_ group: GroupStarted, _ stream: Stream) {
    if groups[group.id] != nil {
      groups[group.id]?.open.insert(stream.number)
      groups[group.id]?.ended.remove(stream.number)
      return
    }
    var ended = group.id.parent.flatMap { groups[$0]?.ended } ?? []
    ended.remove(stream.number)
    groups[group.id] = Group(
      kind: group.kind, open: [stream.number], ended: ended, end: GroupEnded(id: group.id))
    order.append(group.id)
    pass(.event(.groupStarted(group)), of: stream)
  }

  private mutating func end(_ end: GroupEnded, _ stream: Stream) {
    if groups[end.id] == nil { return pass(.event(.groupEnded(end)), of: stream) }
    groups[end.id]?.end(end, in: stream.number)
    for id in order where id != end.id && id.isAtOrBelow(end.id) {
      groups[id]?.leave(stream.number)
    }
    endGroups(stream)
  }

  /// Ends the groups of which no stream has or is going to have anything, the inner ones first.
  private mutating func endGroups(_ stream: Stream) {
    for index in order.indices.reversed() {
      let id = order[index]
      guard let group = groups[id], group.open.isEmpty, !group.ended.isEmpty,
        claims[id.spec]?.contains(where: { holds($0, id, group) }) != true
      else { continue }
      groups[id] = nil
      order.remove(at: index)
      pass(.event(.groupEnded(group.end)), of: stream)
    }
  }

  /// Whether a stream is going to report something of a group.
  private func holds(
    _ claim: (stream: Stream, id: ExampleID), _ id: ExampleID, _ group: Group
  ) -> Bool {
    if group.ended.contains(claim.stream.number) { return false }
    // The logs that follow one of several repetitions are of the last.
    return (isLastRepetition || runs[claim.stream.run]?.hasBegun == true)
      && (id.isAtOrBelow(claim.id) || claim.id.isAtOrBelow(id))
  }

  // MARK: The run

  private var isLastRepetition: Bool { start.map { $0.repetition >= $0.repetitions } ?? true }

  /// A stream begins its run: the first begins that of all, and one that begins again the next repetition.
  private mutating func begin(_ start: RunStarted, _ stream: Stream) {
    if self.start != nil, !isOver, runs[stream.run]?.hasBegun == false {
      runs[stream.run]?.hasBegun = true
      return
    }
    if self.start != nil { reset() }
    runs[stream.run]?.hasBegun = true
    var all = start
    for run in runs where run?.hasBegun == false {
      guard let other = run?.announced,
        start.repetition == start.repetitions || other.repetitions == start.repetitions
      else { continue }
      // A focus leaves out everything else.
      if other.tests > 0, !all.focused.isEmpty {
        all.notSelected += other.tests
        continue
      }
      all.specs += other.specs
      all.examples += other.examples
      all.tests += other.tests
    }
    all.testsLeftOut = testsLeftOut
    all.notSelected += testsNotSelected
    self.start = all
    counts.count(.runStarted(all))
    emit(.event(.runStarted(all)))
  }

  private mutating func reset() {
    if !isOver { endRun(of: runs.compactMap(\.self).filter { $0.hasBegun || $0.end != nil }) }
    isOver = false
    counts = RunSummary(seed: 0)
    (groups, order, owners, found) = ([:], [], [:], [:])
    for index in runs.indices {
      runs[index]?.hasBegun = false
      runs[index]?.end = nil
    }
  }

  /// The end of the run, or of some streams of it, as far as it is known; `nil` while a stream has not reported its end.
  func end(of streams: [Stream]? = nil) -> RunSummary? {
    end(of: (streams?.map { runs[$0.run] } ?? runs).compactMap(\.self))
  }

  private func end(of runs: [Run]) -> RunSummary? {
    let ends = runs.compactMap(\.end)
    guard var all = ends.first, ends.count == runs.count else { return nil }
    if ends.count == 1 { return all }
    for (_, count) in RunSummary.counts { all[keyPath: count] = counts[keyPath: count] }
    all.notReached = ends.reduce(0) { $0 + $1.notReached }
    all.duration = ends.reduce(0) { $0 + $1.duration }
    all.isFocused = ends.contains(where: \.isFocused)
    all.isFocusRefused = ends.contains(where: \.isFocusRefused)
    all.finished = ends.allSatisfy(\.finished)
    // One of several may well have nothing to do.
    if ends.contains(where: { $0.nothingRan == nil }) { all.nothingRan = nil }
    return all
  }

  /// Records an issue that fails the run, if the run has an end and would be a success otherwise.
  ///
  /// - Parameter stream: A stream that must not be a success by itself either.
  /// - Returns: Whether the issue was recorded.
  @discardableResult
  mutating func fail(_ stream: Stream? = nil, with issue: Issue?) -> Bool {
    let ends = [stream.flatMap { runs[$0.run]?.end }, end()]
    guard let issue, ends.contains(where: { $0?.isSuccess == true }),
      let run = stream?.run ?? runs.firstIndex(where: { $0 != nil })
    else { return false }
    pass(
      .event(.issueRecorded(IssueRecorded(id: nil, issue: issue))),
      of: Stream(number: 0, run: run, isPart: false))
    return true
  }

  /// The issue of a run that lacks further repetitions.
  var lackOfRepetitions: Issue? {
    guard let start, !isLastRepetition else { return nil }
    return Issue(
      "The run ended after repetition \(start.repetition) of \(start.repetitions).",
      cause: .endOfProcess)
  }

  /// Ends the run: all streams have ended.
  mutating func finish() {
    if !isOver { endRun(of: runs.compactMap(\.self)) }
  }

  private mutating func endRun(of runs: [Run]) {
    isOver = true
    guard var end = end(of: runs) else { return }
    for record in findings(end) {
      end.count(.issueRecorded(record))
      emit(.event(.issueRecorded(record)))
    }
    emit(.event(.runEnded(end)))
  }
}
