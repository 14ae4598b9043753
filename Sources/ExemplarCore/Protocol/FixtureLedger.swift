// The fixtures of a run: the messages about them between processes, and who starts which.

/// A request for the value of a fixture.
package struct FixtureRequest: Sendable, Hashable, Codable {
  /// The name and the location of the declaration.
  package var name: String
  package var place: Place
  /// The fixture whose start needs this one, if one does.
  package var user: String?
  /// The example or the group that needs it, for people.
  package var example: String?
  /// How many seconds the start may take, and the shut-down.
  package var limit: Double

  package init(
    _ name: String, at place: Place, user: String? = nil, example: String? = nil, limit: Double = 60
  ) {
    (self.name, self.place, self.user) = (name, place, user)
    (self.example, self.limit) = (example, limit)
  }

  fileprivate var sender: String? { example ?? user.map { "the fixture \u{201C}\($0)\u{201D}" } }
}

/// The answer to such a request.
package enum FixtureAnswer: Sendable, Hashable, Codable {
  /// The value as JSON.
  case value(String)
  /// The reason, if it has no value.
  case failure(String)
}

/// Decides who starts a fixture and who waits for it: the first request starts it, for all that follow.
///
/// The tool has one for the processes of a run. Without the tool, a process has one for itself.
package struct FixtureLedger<Requester> {
  private enum State {
    case starting([(request: FixtureRequest, from: Requester)])
    case started(String)
    /// `sender` is the request that was answered with the whole cause.
    case failed(String, sender: String?)
    case lost(String)
  }
  private var fixtures: [String: (place: Place, state: State)] = [:]

  package init() {}

  package enum Step {
    /// The requester gets its answer when the fixture, which it has to start, has started.
    case start
    /// The requester gets its answer later.
    case wait
    case answer(FixtureAnswer)
  }

  package mutating func receive(_ request: FixtureRequest, from requester: Requester) -> Step {
    let name = request.name
    guard let (place, state) = fixtures[name] else {
      fixtures[name] = (request.place, .starting([(request, requester)]))
      return .start
    }
    if place != request.place {
      return .answer(.failure(Self.sameName(name, at: [place, request.place])))
    }
    switch state {
    case .starting(let waiting):
      if let user = request.user, let path = path(from: name, to: user) {
        let names = (path + [name]).map { "\u{201C}\($0)\u{201D}" }
        return .answer(
          .failure(
            "The fixtures wait for each other: \(names.joined(separator: " needs ")). Let one of them start "
              + "without the other."))
      }
      fixtures[name]?.state = .starting(waiting + [(request, requester)])
      return .wait
    case .started(let json): return .answer(.value(json))
    case .failed, .lost: return .answer(.failure(failure(for: request)))
    }
  }

  /// The fixtures from one to another, each of which waits for the next.
  private func path(from name: String, to user: String) -> [String]? {
    if name == user { return [name] }
    for (other, fixture) in fixtures {
      guard case .starting(let waiting) = fixture.state,
        waiting.contains(where: { $0.request.user == name })
      else { continue }
      if let path = path(from: other, to: user) { return [name] + path }
    }
    return nil
  }

  /// Records that a start has ended. Returns the answers to all that wait for it.
  package mutating func finish(
    _ name: String, with answer: FixtureAnswer
  ) -> [(Requester, FixtureRequest, FixtureAnswer)] {
    guard case .starting(let waiting)? = fixtures[name]?.state else { return [] }
    switch answer {
    case .value(let json):
      fixtures[name]?.state = .started(json)
      return waiting.map { ($0.from, $0.request, answer) }
    case .failure(let cause):
      fixtures[name]?.state = .failed(cause, sender: waiting.first?.request.sender)
      return waiting.map { ($0.from, $0.request, .failure(failure(for: $0.request))) }
    }
  }

  /// Records that a fixture has ended in the middle of the run.
  package mutating func lose(_ name: String, because cause: String) {
    fixtures[name]?.state = .lost(cause)
  }

  /// The failure of a fixture, with everything about its cause for the first that asked for it, and in short for the
  /// others.
  private func failure(for request: FixtureRequest) -> String {
    let start = Self.subject(request.name) + "did not start: "
    switch fixtures[request.name]?.state {
    case .failed(let cause, let sender):
      if sender == request.sender { return start + cause }
      let line = cause.firstLine
      let first = sender.map { " (see \u{201C}\($0)\u{201D}, which asked first)" }
      return start + line + (first ?? "")
    case .lost(let cause): return Self.subject(request.name) + "does not run any more: " + cause
    default: return Self.subject(request.name) + "has no value."
    }
  }

  private static func subject(_ name: String) -> String {
    "The fixture \u{201C}\(name)\u{201D} "
  }

  /// The message about several fixtures with one name.
  package static func sameName(_ name: String, at places: [Place]) -> String {
    let list = places.map(\.short).joined(separator: " and ")
    return
      "\(places.count) fixtures of the run are named \u{201C}\(name)\u{201D}, at \(list). Rename one of them."
  }
}
