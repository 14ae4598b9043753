/// The environment variables that a run reads.
///
/// `swift test` accepts no unknown options, so options are passed this way; the command line tool
/// passes them to its workers in the same way. Where several values are possible, each is on a line
/// of its own.
package enum EnvironmentOption: String, Sendable, CaseIterable {
  case select = "EXEMPLAR_SELECT"
  case selectFile = "EXEMPLAR_SELECT_FILE"
  case filter = "EXEMPLAR_FILTER"
  case skip = "EXEMPLAR_SKIP"
  case tag = "EXEMPLAR_TAG"
  case specs = "EXEMPLAR_SPECS"
  case shard = "EXEMPLAR_SHARD"
  case durations = "EXEMPLAR_DURATIONS"
  case queue = "EXEMPLAR_QUEUE"
  case seed = "EXEMPLAR_SEED"
  case order = "EXEMPLAR_ORDER"
  case platform = "EXEMPLAR_PLATFORM"
  case jobs = "EXEMPLAR_JOBS"
  case pool = "EXEMPLAR_POOL"
  case inProcess = "EXEMPLAR_IN_PROCESS"
  case memoryLimit = "EXEMPLAR_MEMORY_LIMIT"
  case retries = "EXEMPLAR_RETRIES"
  case quarantine = "EXEMPLAR_QUARANTINE"
  case failFast = "EXEMPLAR_FAIL_FAST"
  case timeLimit = "EXEMPLAR_TIME_LIMIT"
  case grace = "EXEMPLAR_GRACE"
  case timeout = "EXEMPLAR_TIMEOUT"
  case planningTimeout = "EXEMPLAR_PLANNING_TIMEOUT"
  case repetitions = "EXEMPLAR_REPEAT"
  case untilFailure = "EXEMPLAR_UNTIL_FAILURE"
  case allowFocus = "EXEMPLAR_ALLOW_FOCUS"
  case strict = "EXEMPLAR_STRICT"
  case verbose = "EXEMPLAR_VERBOSE"
  case quiet = "EXEMPLAR_QUIET"
  case slowest = "EXEMPLAR_SLOWEST"
  case showOutput = "EXEMPLAR_SHOW_OUTPUT"
  case list = "EXEMPLAR_LIST"
  case check = "EXEMPLAR_CHECK"
  case attachments = "EXEMPLAR_ATTACHMENTS"
  case report = "EXEMPLAR_REPORT"
  case events = "EXEMPLAR_EVENTS"
  case log = "EXEMPLAR_LOG"
  case record = "EXEMPLAR_RECORD"
  case recordOutput = "EXEMPLAR_RECORD_OUTPUT"
  case store = "EXEMPLAR_STORE"
  case worker = "EXEMPLAR_WORKER"
  case orders = "EXEMPLAR_ORDERS"
  case profile = "EXEMPLAR_PROFILE"
  case leftOut = "EXEMPLAR_LIST_LEFT_OUT"
  case rerun = "EXEMPLAR_RERUN"
  case first = "EXEMPLAR_FIRST"
  case share = "EXEMPLAR_SHARE"
  case tool = "EXEMPLAR_TOOL"
  case slot = "EXEMPLAR_SLOT"
  case root = "EXEMPLAR_ROOT"
}

// The table of options. `swift test` reads it for variables, programs and the tool for their command
// lines; all of them print its words as help, and `Environment.md` shows them.

extension EnvironmentOption {
  /// One row of the table of options.
  package struct Entry: Sendable {
    package var kind: Kind
    /// The effect of the option; code is between backticks.
    package var meaning: String
    /// Its name of one letter on a command line.
    package var letter: Character?
    /// Reads the value into the options. Does nothing for options that hosts look up themselves.
    let read: @Sendable (inout RunOptions, OptionValue) throws -> Void

    init(
      _ kind: Kind, _ meaning: String, letter: Character? = nil,
      read: @escaping @Sendable (inout RunOptions, OptionValue) throws -> Void = { _, _ in }
    ) {
      self.kind = kind
      self.meaning = meaning
      self.letter = letter
      self.read = read
    }
  }

  /// The values of an option, and whether it is on the command line.
  package enum Kind: Sendable, Hashable {
    /// On, or not given.
    case flag
    /// On, off, or not given.
    case toggle
    /// One value, by the name that help has for it, and in words; `alone` is what the option without one
    /// stands for.
    case one(String, String, alone: String? = nil)
    /// Several values, a line each.
    case several(String, String)
    /// The arguments of a command line, one in a line.
    case arguments(String)
    /// An option of the environment alone, with its values, one in a line.
    case hidden(String)
  }

  /// The row of the table.
  package var entry: Entry {
    switch self {
    case .select:
      Entry(
        .arguments("paths"),
        "The examples to run: ids, globs, `File.swift:42`, `data.json:14`, or parts of names."
      ) { $0.selection.selectors = try $1.lines() }
    case .selectFile:
      Entry(
        .hidden("a path"),
        "A file with more examples to run, one in a line, for more than fit into a variable."
      ) { $0.selection.selectors += try $1.linesOfFile() }
    case .filter:
      Entry(
        .several("regex", "regular expressions"), "Runs the examples whose ids match one of them."
      ) { $0.selection.filters = try $1.lines().map($1.filter) }
    case .skip:
      Entry(
        .several("regex", "regular expressions"),
        "Leaves out the examples whose ids match one of them."
      ) { $0.selection.skips = try $1.lines().map($1.filter) }
    case .tag:
      Entry(
        .several("tag", "conditions"),
        "`a` or `a,b` for any of some tags, `!a` for none; all must hold."
      ) { $0.selection.tags = try $1.lines().map($1.condition) }
    case .specs:
      Entry(
        .flag,
        "Leaves out the other tests of the package, those of Swift Testing and XCTest; only for `exemplar test`."
      ) { $0.leavesOutTests = try $1.flag() }
    case .shard:
      Entry(
        .one("n/count", "a number and a count, such as `2/4`; `auto`, `auto/4`"),
        "Runs one of several shares of the selected examples and rows; `auto` finds its number in the variables of the CI "
          + "system."
      ) { $0.shard = try $1.shard() }
    case .durations:
      Entry(
        .several("path", "paths"),
        "Balances the shards by the median durations in these records of earlier runs; each shard needs the same ones. A "
          + "queue hands out the slowest examples first by them."
      ) { $0.durationFiles = try $1.lines() }
    case .queue:
      Entry(
        .one("url", "a URL, such as `redis://host:6379/KEY`, or `rediss://` for TLS"),
        "Runs batches of a queue that several machines share on a server of Redis or Valkey; only for `exemplar test`."
      ) { $0.queue = $1.text }
    case .seed:
      Entry(.one("number", "a whole number"), "The seed of the order.") {
        $0.seed = try $1.number()
      }
    case .order:
      Entry(
        .one("order", "`random`, `defined`"),
        "`random` by a hash of seed and id, or `defined` as declared."
      ) { $0.order = try $1.choice("“random” or “defined”") ?? $0.order }
    case .platform:
      Entry(
        .one("name", "a platform, such as `iPad`"),
        "Runs or lists what that platform would run, instead of the one of the process."
      ) { $0.platform = try $1.platform() ?? $0.platform }
    case .jobs:
      Entry(
        .one("count", "a number from 1"),
        "How many specs run side by side at most; the tool starts up to that many processes."
      ) { $0.jobs = try $1.number(atLeast: 1) }
    case .pool:
      Entry(
        .one("count", "a number from 1"),
        "How many threads Swift's concurrency pool has in each process, as on a machine with so many processors; only for "
          + "`exemplar test`."
      ) { $0.pool = try $1.number(atLeast: 1) }
    case .inProcess:
      Entry(
        .flag,
        "Runs everything in one process, so a crash ends the run; only `exemplar test` uses several processes."
      ) { $0.isInProcess = try $1.flag() }
    case .memoryLimit:
      Entry(
        .one("size", "a size"),
        "How much memory a process may use before it is terminated, such as `500MB` or `2GB`; only for `exemplar test`."
      ) { $0.memoryLimit = try $1.size() }
    case .retries:
      Entry(.one("count", "a number"), "How often a failing example is tried again.") {
        $0.retries = try $1.number() ?? 0
      }
    case .quarantine:
      Entry(
        .one("path", "a path"),
        "Failures of the ids in this JSON file do not fail the run before a date; tests that are not examples too, under "
          + "`exemplar test`."
      ) { $0.quarantineFile = $1.text }
    case .failFast:
      Entry(
        .one("count", "a number from 1", alone: "1"),
        "After how many failed examples the run stops; `--fail-fast` alone after the first."
      ) { $0.failFast = try $1.number(atLeast: 1) }
    case .timeLimit:
      Entry(
        .one("duration", "a duration"),
        "How long an example may take, such as `500ms`, `5s` or `2min`."
      ) { $0.timeLimit = try $1.duration() }
    case .grace:
      Entry(
        .one("duration", "a duration"),
        "How long an example may go on after its time limit, and a process after its last example (at least 5 s), "
          + "before the process is killed; default: 10 s. Only `exemplar test` limits examples; every host limits the exit."
      ) { $0.grace = try $1.duration() ?? $0.grace }
    case .timeout:
      Entry(
        .one("duration", "a duration"),
        "How long an example with its attempts, a hook, a builder, a condition or the reading of a row may take "
          + "before the process is terminated, such as `30s`."
      ) { $0.timeout = try $1.duration() }
    case .planningTimeout:
      Entry(
        .one("duration", "a duration"),
        "How long creating and planning the specs, or the reading of a row, may take before the process is "
          + "terminated; default: 2 min."
      ) { $0.planningTimeout = try $1.duration() ?? $0.planningTimeout }
    case .repetitions:
      Entry(.one("count", "a number from 1"), "How many times everything runs.") {
        $0.repetitions = try $1.number(atLeast: 1) ?? 1
      }
    case .untilFailure:
      Entry(
        .flag,
        "Repeats until something fails, at most as often as `EXEMPLAR_REPEAT` states; default: 1,000 times."
      ) {
        $0.stopsAtFailure = try $1.flag()
        if $0.stopsAtFailure, !$1.isGiven(.repetitions) {
          $0.repetitions = RunOptions.repetitionsUntilFailure
        }
      }
    case .allowFocus:
      Entry(.flag, "A focused run may succeed although `CI` is set.") {
        $0.allowsFocus = try $1.flag() || !$1.isCI
      }
    case .strict:
      Entry(
        .toggle,
        "Duplicate names, groups without examples and unused shared examples fail the run; the "
          + "default where `CI` is set."
      ) { $0.isStrict = try $1.flag(orElse: $1.isCI) }
    case .verbose:
      Entry(.flag, "Prints every example, even where there are many.", letter: "v") {
        $0.console.isVerbose = try $1.flag()
      }
    case .quiet:
      Entry(
        .flag,
        "Prints one line about a run that passes; about one that fails, each cause too, without colors."
      ) {
        $0.console.isQuiet = try $1.flag()
        guard $0.console.isQuiet, $0.console.isVerbose else { return }
        throw UsageError(
          "\($1.name(.quiet)) prints only failures and \($1.name(.verbose)) prints every example. "
            + "Leave one of them out.")
      }
    case .slowest:
      Entry(
        .one("count", "a number from 1"),
        "How many of the slowest examples the console lists with their durations."
      ) { $0.console.slowest = try $1.number(atLeast: 1) }
    case .showOutput:
      Entry(
        .one("when", "`always`, `failed`, `never`"),
        "When the output of examples is shown: `always` at once, for those that `failed` (the default), or `never`; "
          + "`exemplar test` alone."
      ) { $0.showOutput = try $1.choice("“always”, “failed” or “never”") ?? $0.showOutput }
    case .list:
      Entry(.flag, "Lists the examples and runs none.") { $0.isListing = try $1.flag() }
    case .check:
      Entry(
        .hidden("paths"),
        "Only reads the rows of these files, as the outlines over them do; runs no body."
      ) { $0.checkedFiles = try $1.lines() }
    case .attachments:
      Entry(.one("folder", "a path"), "Writes what examples attach into that folder.")
    case .report:
      Entry(
        .several("format=path", "formats, each with `=` and a path or alone"),
        "Writes a report: `junit=PATH`, `html=PATH` and others; several are written side by side."
      ) { _ = try $1.lines() }
    case .events: Entry(.hidden("a path"), "Writes the events there as JSON Lines.")
    case .log:
      Entry(.hidden("a path"), "Writes the events there as a log, which `exemplar report` shows.")
    case .record:
      Entry(
        .one("path", "a path"),
        "Records the run in a file that any machine can read; only for `exemplar test`.")
    case .recordOutput:
      Entry(
        .one("which", "`failures`, `none`"),
        "Which output records of the run contain: that of examples that do not pass (the default), or `none`; only for "
          + "`exemplar test`."
      ) { $0.recordedOutput = try $1.choice("“failures” or “none”") ?? $0.recordedOutput }
    case .store:
      Entry(
        .hidden("a path"),
        "The folder in which `exemplar test` keeps its last runs; the same as `--store`.")
    case .worker:
      Entry(
        .hidden("a path"),
        "Set by the tool: prints nothing, leaves failures to the reader of the log, and exits when the pipe "
          + "has no reader.")
    case .orders:
      Entry(
        .hidden("a path"),
        "Set by the tool: runs the specs that are ordered through the pipe, one at a time.")
    case .profile:
      Entry(
        .hidden("a name"),
        "The profile of `exemplar.json` that `exemplar test` uses; an error elsewhere."
      ) { _, value in
        if value.text == nil { return }
        throw UsageError(
          "EXEMPLAR_PROFILE is for exemplar test: nothing else reads exemplar.json. Unset it here.")
      }
    case .leftOut:
      Entry(
        .hidden("`1`"),
        "Lists what a selection or a focus leaves out too, with that as the reason; with `EXEMPLAR_LIST`."
      ) { $0.listsLeftOut = try $1.flag() }
    case .rerun:
      Entry(
        .hidden("a path"),
        "Set by the tool: runs only the examples whose ids, or those of surrounding groups, are in the file, "
          + "one in a line."
      ) { $0.rerunFile = $1.text }
    case .first:
      Entry(
        .hidden("a path"),
        "Set by the tool: begins with the examples in the file, which has the form of that of `EXEMPLAR_RERUN`."
      ) { $0.firstFile = $1.text }
    case .share:
      Entry(
        .hidden("a path"),
        "Set by the tool: the file with the examples of the shard."
      ) { $0.shareFile = $1.text }
    case .tool:
      Entry(
        .hidden("a version"),
        "Set by the tool: its version. A library that does not fit it runs nothing.")
    case .slot:
      Entry(
        .hidden("a number"),
        "Set by the tool for processes that examples start: the slot of an example that runs alone in its worker."
      )
    case .root:
      Entry(
        .hidden("paths"),
        "Set by the tool with `--archive`: the folder of the sources at the build, the one in which their files are now, "
          + "and the one that paths are shown relative to.")
    }
  }
}
