import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar test --watch`: runs tests again when files of the package change, until the user has had enough.
struct WatchSession {
  let package: PackageArguments
  let terminal: Terminal
  /// Makes the session of one run.
  let makeSession: (_ selectors: [String], _ onlyFailures: Bool) async throws -> TestSession
  /// The first run.
  private let first: TestSession
  private let last = WatchedRuns()
  /// The folder of the package, as paths of changed files begin.
  private let root: URL
  private let keys: Keys

  init(
    _ package: PackageArguments, _ terminal: Terminal,
    makeSession:
      @escaping (_ selectors: [String]?, _ onlyFailures: Bool) async throws -> TestSession
  ) async throws {
    (self.package, self.terminal) = (package, terminal)
    first = try await makeSession(nil, false)
    self.makeSession = makeSession
    root = URL(fileURLWithPath: package.path).resolvingSymlinksInPath()
    keys = Keys()
  }

  /// Runs until the user ends it. Returns the status of the last run.
  func run() async throws -> ExitStatus {
    defer { TerminalMode.restore() }
    try package.build(terminal).requirePackage()
    var selection = first.options.selection.selectors
    var watched = WatchedFiles(in: root, except: try package.outputs(first.environment))
    var onlyChangedRows = false
    var lastChanges: [FileChange] = []
    var status = await run(first)
    var note: String?
    while !Interruption.isRequested {
      switch try await next(&watched, note, onlyChangedRows: onlyChangedRows) {
      case .changes(let changes):
        lastChanges = changes
        (status, note) = try await run(
          changes, selection, onlyChanged: onlyChangedRows, after: status)
      case .key("\n"), .key("\r"), .key("a"):
        announce("everything")
        (status, note) = (await run(try await makeSession(selection, false)), nil)
        if last.built != nil { last.untested = [] }
      case .key("f"):
        (status, note) = try await runFailures(after: status)
      case .key("p"):
        guard let text = try await askForSelection() else { break }
        let paths = text.split(separator: " ").map(String.init)
        do {
          let session = try await makeSession(paths, false)
          selection = paths
          announce(paths.isEmpty ? "everything" : text)
          (status, note) = (await run(session), nil)
        } catch {
          note = "\(error)"
        }
      case .key("c"):
        onlyChangedRows.toggle()
        note = onlyChangedRows ? "Of a changed row file, only the changed rows run." : nil
        if onlyChangedRows, lastChanges.contains(where: { $0.lines != nil }) {
          (status, note) = try await run(
            lastChanges.filter { !$0.isSource }, selection, onlyChanged: true, after: status)
        }
      case .key("q"), .end: return status
      case .key: note = nil
      }
    }
    return .interrupted
  }

  private enum Step {
    case changes([FileChange])
    case key(Character)
    case end
  }

  /// Waits for the next thing to do.
  private func next(
    _ watched: inout WatchedFiles, _ note: String?, onlyChangedRows: Bool
  ) async throws -> Step {
    prompt(note, onlyChangedRows: onlyChangedRows)
    defer { terminal.clear() }
    while !Interruption.isRequested {
      if let key = keys.next() { return .key(key) }
      var changes = watched.changes()
      if !changes.isEmpty {
        // Editors and version control write files one after the other.
        repeat {
          try await Task.sleep(for: Self.quiet)
          let more = watched.changes()
          changes += more
          if more.isEmpty { break }
        } while !Interruption.isRequested
        let joined = FileChange.joined(changes).filter { $0.before != $0.after || $0.after == nil }
        if !joined.isEmpty { return .changes(joined) }
      }
      try await Task.sleep(for: Self.interval)
    }
    return .end
  }

  /// How often files are looked at, and for how long nothing may change at the end of a burst.
  private static let interval = Duration.milliseconds(60)
  private static let quiet = Duration.milliseconds(60)

  private func prompt(_ note: String?, onlyChangedRows: Bool) {
    let summary = last.text.map { " · last results: \($0)" } ?? ""
    let state = "Watching for changes" + (note.map { " · \($0)" } ?? summary)
    guard terminal.isLive else {
      terminal.print(state + "\n")
      return
    }
    let rows = onlyChangedRows ? "c all rows" : "c changed rows"
    let help = "Enter again · a all · f failed · p paths · \(rows) · q quit"
    let columns = Terminal.size.columns - 3
    terminal.show(
      [DisplayText.beginning(of: state, columns: columns)]
        + (keys.isThere
          ? [terminal.style.dim(DisplayText.beginning(of: help, columns: columns))] : []))
  }

  private func announce(_ title: String) {
    terminal.print("\n" + terminal.style.bold("▸ \(title)") + "\n")
  }

  /// Asks for the paths to select from now on; `nil` if the user cancels.
  private func askForSelection() async throws -> String? {
    var text = ""
    while !Interruption.isRequested {
      terminal.show("Paths, or parts of names (nothing for everything): \(text)▏")
      switch keys.next() {
      case nil: try await Task.sleep(for: Self.interval / 2)
      case "\n", "\r":
        terminal.clear()
        return text
      case "\u{1B}":
        terminal.clear()
        return nil
      case "\u{7F}", "\u{08}": text = String(text.dropLast())
      case let key?: text.append(key)
      }
    }
    return nil
  }

  /// Runs what changes ask for.
  private func run(
    _ changes: [FileChange], _ selection: [String], onlyChanged: Bool, after status: ExitStatus
  ) async throws -> (ExitStatus, note: String?) {
    // A build that failed has left its changes without results.
    let changes = FileChange.joined(last.untested + changes)
    if let built = last.built, !changes.contains(where: \.isSource) {
      let isCopied = changes.allSatisfy { change in
        guard let target = built.targets.target(ofFileAt: change.path),
          let program = built.programs.first
        else { return true }
        return change.updateCopy(of: target.name, in: program.deletingLastPathComponent())
      }
      if isCopied {
        return try await runRows(
          of: changes, in: last.programsOfSpecs, selection,
          onlyChanged: onlyChanged, after: status)
      }
    }
    last.untested = changes
    let plan = WatchPlan.build(for: changes, last.targets, selection: selection, in: root.path)
    let status = await run(plan, selection)
    if last.built != nil { last.untested = [] }
    return (status, nil)
  }

  /// Runs the rows of changed files, without a build.
  private func runRows(
    of changes: [FileChange], in programs: [URL], _ selection: [String], onlyChanged: Bool,
    after status: ExitStatus
  ) async throws -> (ExitStatus, note: String?) {
    let options = first.environment.worker
    for isPart in onlyChanged ? [true, false] : [false] {
      let selectors = WatchPlan.selectors(of: changes, in: root.path, onlyChanged: isPart)
      let asked = AskedPrograms(in: package.path, first.options)
      let matched = try await asked.asking {
        try await TestPrograms.matched(selectors, in: programs, options: options, by: asked)
      }
      if matched.isEmpty { continue }
      let plan = WatchPlan.rows(
        of: changes, selectors: selection.isEmpty ? matched : selection, in: root.path,
        onlyChanged: isPart && selection.isEmpty)
      return (await run(plan, selection), nil)
    }
    // No rows are found in a file that was removed or cannot be read.
    let readers = changes.flatMap { last.readers[$0.path] ?? [] }.map(\.text)
    if !readers.isEmpty {
      let selectors = selection.isEmpty ? Set(readers).sorted() : selection
      let plan = WatchPlan.rows(of: changes, selectors: selectors, in: root.path)
      return (await run(plan, selection), nil)
    }
    if let plan = WatchPlan.tests(
      for: changes, last.targets, last.testModules, selection: selection, in: root.path)
    {
      return (await run(plan, selection), nil)
    }
    return (status, "\(WatchPlan.title(changes, in: root.path)), which no test reads")
  }

  private func runFailures(after status: ExitStatus) async throws -> (ExitStatus, note: String?) {
    let session = try await makeSession([], true)
    if session.state.outstanding.isEmpty { return (status, "nothing has failed") }
    announce("what failed")
    return (await run(session), nil)
  }

  private func run(_ plan: WatchPlan, _ selection: [String]) async -> ExitStatus {
    announce(plan.title)
    do {
      var (built, title) = (plan.needsBuild ? nil : last.built, String?.none)
      // Of what the user has selected, the failures begin.
      if plan.needsBuild, selection.isEmpty {
        let failed = try await makeSession([], true)
        if !failed.state.outstanding.isEmpty {
          let status = await run(failed, title: "first what failed")
          if status == .couldNotStart || Interruption.isRequested { return status }
          (built, title) = (last.built, "then the rest")
        }
      }
      var session = try await makeSession(plan.selectors, false)
      session.built = built
      if plan.needsBuild, !selection.isEmpty { session.first = .failures(of: session.state) }
      return await run(session, title: title)
    } catch {
      Terminal.error(error)
      return .couldNotStart
    }
  }

  /// Runs a session to its end, whatever that is.
  private func run(_ session: TestSession, title: String? = nil) async -> ExitStatus {
    if let title { terminal.print(terminal.style.dim("  \(title)") + "\n") }
    var session = session
    session.watcher = last
    if session.built == nil { last.built = nil }
    let conclusion = Conclusion(
      command: TestCommand.self, terminal: session.terminal,
      hasConsole: (try? session.hasConsole) ?? true,
      verdicts: session.verdicts)
    return await conclusion.status {
      try await keys.whileBusy {
        try await session.asked.asking { try await session.run() }
      }
    }
  }
}
