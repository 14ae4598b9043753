#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(ucrt)
  import ucrt
#endif

/// The environment variables of this process, as traits of the running examples change them.
///
/// All code of a process reads the same variables, so examples run side by side only if they need equal ones. Others wait
/// until none runs that needs those in effect. Examples that do not have to wait overtake them: one that is running may
/// need them to end.
package final class ProcessEnvironment: Sendable {
  /// Changes of variables by their names; `nil` removes one.
  package typealias Variables = [String: String?]

  private struct State {
    /// The changes in effect.
    var current: Variables = [:]
    /// The values that they replace.
    var replaced: Variables = [:]
    /// How many examples and hooks need them now.
    var holders = 0
    var waiting: [(variables: Variables, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Locked(State())
  private let resetTimeZone: @Sendable (_ isChanged: Bool) -> Void

  /// - Parameter resetTimeZone: Makes libraries forget the time zone that they have read from the variables. Receives
  ///   whether the variables state another one than that of the process.
  package init(resetTimeZone: @escaping @Sendable (_ isChanged: Bool) -> Void = { _ in }) {
    self.resetTimeZone = resetTimeZone
  }

  /// Applies changes until ``release(restoring:)``. Waits while code runs that needs others.
  nonisolated(nonsending) func hold(_ variables: Variables) async {
    if holdIfFree(variables) { return }
    await withCheckedContinuation { continuation in
      let isAdmitted = state.withLock { state in
        if admit(variables, &state) { return true }
        state.waiting.append((variables, continuation))
        return false
      }
      if isAdmitted { continuation.resume() }
    }
  }

  /// Applies changes, as ``hold(_:)`` does, if no code runs that needs others, as is nearly always so. Returns whether it
  /// has.
  func holdIfFree(_ variables: Variables) -> Bool {
    state.withLock { admit(variables, &$0) }
  }

  private func admit(_ variables: Variables, _ state: inout State) -> Bool {
    guard state.holders == 0 || Self.areEqual(state.current, variables) else { return false }
    state.holders += 1
    change(&state, to: variables)
    return true
  }

  /// Ends a hold. The changes stay in effect until code needs others.
  ///
  /// - Parameter outer: The changes to return to now, if no other code runs; `nil` to leave these.
  func release(restoring outer: Variables? = nil) {
    let isAwaited = state.withLock { state in
      state.holders -= 1
      if state.holders > 0 { return false }
      if state.waiting.isEmpty, let outer { change(&state, to: outer) }
      return !state.waiting.isEmpty
    }
    if isAwaited { admitNext() }
  }

  /// Admits the code that has waited longest, and all other code that needs the same, unless other code runs meanwhile.
  private func admitNext() {
    let admitted = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.holders == 0, let next = state.waiting.first?.variables else { return [] }
      change(&state, to: next)
      let admitted = state.waiting.filter { $0.variables == next }.map(\.continuation)
      state.waiting.removeAll { $0.variables == next }
      state.holders = admitted.count
      return admitted
    }
    for continuation in admitted { continuation.resume() }
  }

  /// Returns to the changes around a group that has finished, unless other code runs.
  func restore(_ outer: Variables) {
    state.withLock { if $0.holders == 0 { change(&$0, to: outer) } }
  }

  /// Whether changes are equal. Nearly all code has none, and comparing dictionaries takes thousands of instructions where
  /// nothing is optimized.
  private static func areEqual(_ one: Variables, _ other: Variables) -> Bool {
    one.isEmpty && other.isEmpty || one == other
  }

  private func change(_ state: inout State, to variables: Variables) {
    if Self.areEqual(variables, state.current) { return }
    var hasTimeZone = false
    for name in Set(state.current.keys).union(variables.keys)
    where variables[name] != state.current[name] {
      if state.current[name] == nil {
        state.replaced[name] = .some(getenv(name).map { String(cString: $0) })
      }
      Self.set(name, to: variables[name] ?? state.replaced.removeValue(forKey: name) ?? nil)
      hasTimeZone = hasTimeZone || name.hasPrefix("TZ")
    }
    state.current = variables
    guard hasTimeZone else { return }
    #if !canImport(ucrt)
      tzset()
    #endif
    resetTimeZone(variables["TZ"] != nil)
  }

  private static func set(_ name: String, to value: String?) {
    #if canImport(ucrt)
      _ = _putenv_s(name, value ?? "")
    #else
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    #endif
  }

  /// Why variables cannot be changed so, if they cannot.
  package static func problem(of variables: Variables) -> String? {
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      if name.isEmpty || name.contains("=") || name.contains("\0") {
        return
          "\u{201C}\(name)\u{201D} cannot be the name of an environment variable: it has at least one character, "
          + "and no \u{201C}=\u{201D}."
      }
      if value?.contains("\0") == true {
        return
          "The value of the environment variable \u{201C}\(name)\u{201D} contains the character 0, which ends it."
      }
    }
    return nil
  }
}
