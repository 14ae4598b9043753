// The oracle: a second, deliberately naive model of selection, order and lifecycle.
//
// Random trees are run by the engine and walked by the oracle; both must tell the same story. The
// oracle shares no code with the engine, repeats work freely, and is meant to be checked by eye
// against the semantics.

import ExemplarCore

/// A node of a random spec, as plain data.
struct Tree: Sendable {
  enum Kind: Sendable {
    case group([Tree])
    case example(Behavior)
    case outline([Row])
    case pending
  }

  /// The behavior of a piece of code.
  enum Behavior: Sendable, Equatable {
    case passes
    /// An assertion does not hold.
    case fails
    /// Throws an error.
    case breaks
    case skips
    /// Throws a skip into a known issue, and goes on.
    case skipsInside
    /// Does something else at each attempt, and the last of it at all that follow.
    indirect case varies([Behavior])

    var isSkip: Bool { self == .skips || self == .skipsInside }

    /// The behavior at an attempt, counted from 1.
    func at(_ attempt: Int) -> Behavior {
      guard case .varies(let behaviors) = self else { return self }
      return behaviors[min(attempt, behaviors.count) - 1]
    }
  }

  /// A hook around examples.
  struct Around: Sendable {
    var before: Behavior
    /// How often it calls what it surrounds.
    var calls: Int
    /// Whether it goes on after a call that throws.
    var catches: Bool
    /// Whether failures during the call are known issues.
    var knows: Bool
    var after: Behavior
  }

  struct Row: Sendable {
    var name: String
    var behavior: Behavior
    var isFocused = false
    var isSkipped = false
    var quarantine: Quarantine?
  }

  /// Whether a quarantine is still in force.
  enum Quarantine: Sendable { case active, ended }

  var name: String
  var kind: Kind
  var isFocused = false
  var isSkipped = false
  var isForeign = false
  var isOrdered = false
  var tags: Set<String> = []
  var runGroup: Int?
  /// The specs around which its hooks run, if it has no examples.
  var hookScope: HookScope?
  var retries: Int?
  var aroundAll: [Around] = []
  var quarantine: Quarantine?
  var beforeAll: [Behavior] = []
  var aroundEach: [Around] = []
  var beforeEach: [Behavior] = []
  var afterEach: [Behavior] = []
  var afterAll: [Behavior] = []

  var children: [Tree] {
    if case .group(let children) = kind { children } else { [] }
  }

  var isGroup: Bool {
    if case .group = kind { true } else { false }
  }
}

/// The selection.
struct Request: Sendable {
  var seed: UInt64 = 1
  var isDefined = false
  var tag: String?
  var isTagForbidden = false
  var path: [String]?
  var failFast: Int?
}
