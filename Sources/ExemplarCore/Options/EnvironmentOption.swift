/// The environment variables that a run reads.
///
/// `swift test` takes no options that it does not know, so they come this way; the command line
/// tool uses the same way to its workers. Where several values are possible, each stands on a line
/// of its own.
package enum EnvironmentOption: String, Sendable, CaseIterable {
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
}
