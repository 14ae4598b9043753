/// The environment variables that a run reads.
///
/// `swift test` takes no options that it does not know, so they come this way; the command line
/// tool uses the same way to its workers. Where several values are possible, each stands on a line
/// of its own.
public enum EnvironmentOption: String, Sendable, CaseIterable {
  case select = "EXEMPLAR_SELECT"
  case filter = "EXEMPLAR_FILTER"
  case tag = "EXEMPLAR_TAG"
  case seed = "EXEMPLAR_SEED"
  case order = "EXEMPLAR_ORDER"
  case jobs = "EXEMPLAR_JOBS"
  case retries = "EXEMPLAR_RETRIES"
  case failFast = "EXEMPLAR_FAIL_FAST"
  case timeLimit = "EXEMPLAR_TIME_LIMIT"
  case repetitions = "EXEMPLAR_REPEAT"
  case untilFailure = "EXEMPLAR_UNTIL_FAILURE"
  case allowFocus = "EXEMPLAR_ALLOW_FOCUS"
  case strict = "EXEMPLAR_STRICT"
  case verbose = "EXEMPLAR_VERBOSE"
  case list = "EXEMPLAR_LIST"
  case check = "EXEMPLAR_CHECK"
  case attachments = "EXEMPLAR_ATTACHMENTS"
  case events = "EXEMPLAR_EVENTS"
  case worker = "EXEMPLAR_WORKER"

  /// What the variable does, and the values it takes; one row of the table in the documentation.
  public var explanation: (values: String, meaning: String) {
    switch self {
    case .select:
      ("paths", "What to run: ids, globs, `File.swift:42`, `data.json:14`, parts of names; any.")
    case .filter: ("regular expressions", "Runs what has an id that one of them matches.")
    case .tag: ("conditions", "`a` or `a,b` for any of some tags, `!a` for none; all must hold.")
    case .seed: ("a whole number", "The seed of the order.")
    case .order: ("`random`, `defined`", "By a hash of seed and id, or as declared.")
    case .jobs: ("a number from 1", "How many specs run side by side at most.")
    case .retries: ("a number", "How often a failing example is tried again.")
    case .failFast: ("a number from 1", "After how many failed examples the run stops.")
    case .timeLimit: ("`500ms`, `5s`, `2min`", "How long an example may take.")
    case .repetitions: ("a number from 1", "How many times everything runs.")
    case .untilFailure: ("`1`", "Repeats until something fails, as often as is allowed.")
    case .allowFocus: ("`1`", "A focused run may succeed although `CI` is set.")
    case .strict:
      (
        "`1`, `0`",
        "Duplicate names, groups without examples and unused shared examples fail the run; `1` where `CI` "
          + "is set."
      )
    case .verbose: ("`1`", "Prints every example, also where there are many.")
    case .list: ("`1`", "Lists the examples and runs none.")
    case .check:
      ("paths", "Only reads the rows of these files, as the outlines over them do; runs no body.")
    case .attachments: ("a path", "Writes what examples attach into that folder.")
    case .events: ("a path", "Writes the events there as JSON Lines.")
    case .worker:
      ("`1`", "Set by the tool: prints nothing, and leaves failures to who reads the events.")
    }
  }
}
