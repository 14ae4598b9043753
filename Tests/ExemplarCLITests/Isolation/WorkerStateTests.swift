import ExemplarCore
import ExemplarLog
import Testing

@testable import ExemplarCLI

/// The life of a worker: every input in every state.
struct WorkerStateTests {
  private static let hang = WorkerState.Kill(cause: .hang("It hangs.", of: nil))
  private static let unreadable = WorkerState.Kill(cause: .unreadableAnswer)

  private static let inputs: [(String, WorkerState.Input)] = [
    ("planned", .planned), ("ready", .ready(isIsolated: false)),
    ("ready, isolated", .ready(isIsolated: true)), ("assigned", .assigned), ("begin", .begin(2)),
    ("stayed", .stayed), ("leave", .leave), ("end", .end), ("dismiss", .dismiss),
    ("ended", .reportedEnd(isRequested: true)),
    ("ended by itself", .reportedEnd(isRequested: false)),
  ]
  /// Those that kill a worker in any state in which nothing has killed it before.
  private static let kills: [(String, WorkerState.Input, WorkerState.Kill, WorkerState.Action)] = [
    ("hangs", .kill(hang, examines: true), hang, .examineAndKill),
    ("unreadable", .kill(unreadable, examines: false), unreadable, .kill),
    (
      "overdue", .exitOverdue(.seconds(1)), WorkerState.Kill(cause: .exitGrace(.seconds(1))), .kill
    ),
  ]

  private static func text(_ state: WorkerState) -> String {
    switch state {
    case .planning(let start): "planning since \(Int(start))"
    case .staying(let mayLeave, let hasEnded):
      "staying" + (mayLeave ? " long" : "") + (hasEnded ? ", ended" : "")
    case .leaving(let hasEnded): "leaving" + (hasEnded ? ", ended" : "")
    case .killed(let kill, let state):
      "\(kill == hang ? "hung" : "unreadable") (\(text(state)))"
    case .planned, .idle, .running, .waiting, .dismissed: "\(state)"
    }
  }

  static func text(_ action: WorkerState.Action) -> String {
    switch action {
    case .send(.plan): "plan"
    case .send(.begin): "begin"
    case .send(.run(let part, let slot)):
      "\(part.isRest ? "rest of " : "")\(part.spec.name) in \(slot)"
    case .send(.stop): "stop"
    case .send(.end): "end"
    case .send(let order): "\(order)"
    case .closeOrders: "close"
    case .kill: "kill"
    case .examineAndKill: "examine"
    case .startTimer(.stay): "stay?"
    case .startTimer(.exit): "exit?"
    }
  }

  /// The inputs that are not ignored, each with the next state and the actions.
  @Test(
    arguments: [
      (
        .planning(since: 1),
        """
        planned → planned
        ready → idle
        ready, isolated → idle
        dismiss → dismissed: close kill
        ended → leaving, ended: end close exit?
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .planned,
        """
        ready → idle
        ready, isolated → idle
        dismiss → dismissed: close kill
        ended → leaving, ended: end close exit?
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .idle,
        """
        assigned → running
        end → idle: end
        ended → waiting
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .running,
        """
        ready → idle
        ready, isolated → staying: stay?
        ended → leaving, ended: end close exit?
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (.waiting, "begin → planning since 2"),
      (
        .staying(mayLeave: false, hasEnded: false),
        """
        stayed → staying long
        end → staying: end
        ended → staying, ended
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .staying(mayLeave: true, hasEnded: false),
        """
        leave → leaving: end close exit?
        end → staying long: end
        ended → staying long, ended
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .staying(mayLeave: false, hasEnded: true),
        """
        stayed → staying long, ended
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .staying(mayLeave: true, hasEnded: true),
        """
        leave → leaving, ended: end close exit?
        ended by itself → leaving, ended: end close exit?
        """
      ),
      (
        .leaving(hasEnded: false),
        """
        ended → leaving, ended
        ended by itself → leaving, ended
        """
      ),
      (.leaving(hasEnded: true), ""),
      (.dismissed, "overdue → dismissed: kill"),
      (
        .killed(hang, in: .planned),
        """
        dismiss → dismissed: close kill
        overdue → hung (planned): kill
        """
      ),
      (.killed(hang, in: .running), "overdue → hung (running): kill"),
      (
        .killed(unreadable, in: .running),
        """
        ended → unreadable (leaving, ended)
        ended by itself → unreadable (leaving, ended)
        overdue → unreadable (running): kill
        """
      ),
      (
        .killed(unreadable, in: .idle),
        """
        ended → unreadable (waiting)
        ended by itself → unreadable (leaving, ended)
        overdue → unreadable (idle): kill
        """
      ),
    ] as [(WorkerState, String)])
  func everyInputInEveryState(state: WorkerState, expected: String) {
    let isKilled = state == .dismissed || state.kill != nil
    for (_, input, kill, action) in isKilled ? [] : Self.kills {
      var next = state
      #expect(next.handle(input) == [action])
      #expect(next == .killed(kill, in: state))
    }
    let inputs = Self.inputs + (isKilled ? Self.kills.map { ($0.0, $0.1) } : [])
    let transitions = inputs.compactMap { name, input -> String? in
      var next = state
      let actions = next.handle(input).map(Self.text).joined(separator: " ")
      if next == state, actions.isEmpty { return nil }
      return "\(name) → \(Self.text(next))" + (actions.isEmpty ? "" : ": \(actions)")
    }
    #expect(transitions.joined(separator: "\n") == expected)
  }

  /// The answers to the questions that the dispatcher asks about a state, those that are yes.
  @Test(
    arguments: [
      (.planning(since: 1), "counts starting"), (.planned, "counts starting"),
      (.idle, "counts idle"), (.running, "counts"), (.waiting, "counts idle ended"),
      (.staying(mayLeave: false, hasEnded: false), "counts idle staying finished"),
      (.staying(mayLeave: true, hasEnded: true), "counts idle staying ended finished"),
      (.leaving(hasEnded: false), "counts leaving finished"),
      (.leaving(hasEnded: true), "counts leaving ended"), (.dismissed, "leaving ended"),
      (.killed(hang, in: .planning(since: 1)), "starting"), (.killed(hang, in: .idle), "idle"),
      (.killed(hang, in: .waiting), "idle ended"), (.killed(unreadable, in: .running), "counts"),
    ] as [(WorkerState, String)])
  func whatHoldsInAState(state: WorkerState, expected: String) {
    let answers = [
      ("counts", state.counts), ("starting", state.isStarting), ("idle", state.isIdle),
      ("staying", state.isStaying), ("leaving", state.isLeaving), ("ended", state.hasEnded),
      ("finished", state.hasFinishedSpec),
    ]
    #expect(answers.filter(\.1).map(\.0).joined(separator: " ") == expected)
  }
}
