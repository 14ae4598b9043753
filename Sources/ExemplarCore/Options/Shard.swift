/// The share of a plan that one of several machines runs.
package struct Shard: Sendable, Hashable, Codable {
  /// The number of the share, from 1.
  package let number: Int
  /// How many shares there are.
  package let count: Int

  /// Throws ``UsageError`` if there is no share with that number.
  package init(_ number: Int, of count: Int) throws(UsageError) {
    guard count >= 1, 1...count ~= number else {
      throw UsageError(
        number < 1 || count < 1
          ? "There is no shard \(number) of \(count): the first is 1."
          : "There is no shard \(number) of \(count): the last is \(count).")
    }
    (self.number, self.count) = (number, count)
  }

  package var text: String { "\(number)/\(count)" }

  /// The line about a shard without examples, of a plan with some.
  package func emptiness(of examples: Int) -> String {
    "Shard \(number) of \(count) has no examples: the plan has \(examples). Nothing is wrong."
  }

  /// Reads `2/4`, or `auto` and `auto/4`, which look for the number and the count in the variables of a CI system.
  package init(_ text: String, in environment: [String: String]) throws(UsageError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let count = parts.count == 2 ? Int(parts[1]) : nil
    if parts[0] == "auto", parts.count == 1 || count != nil {
      self = try Self.found(in: environment, of: count)
      return
    }
    guard let number = Int(parts[0]), let count else {
      throw UsageError("A shard is its number, from 1, and their count, such as 2/4, or auto.")
    }
    try self.init(number, of: count)
    guard let other = try Self.ofBazel(in: environment), other != self else { return }
    throw UsageError(
      "Bazel runs the shard \(other.text) here, so some examples would run in no shard. Leave the shard to Bazel."
    )
  }
}

// MARK: - CI systems

/// The variables in which a CI system states the number of a parallel job.
private struct CISystem {
  let name: String
  /// A variable that exists on the system; `nil` if that of the index suffices.
  var mark: String?
  let index: String
  /// The variable with the count; `nil` if the user states it.
  var count: String?
  /// The number of the first job.
  var base = 0

  // Two systems use the same variables with other bases, so that their marks are looked for.
  static let all = [
    CISystem(
      name: "GitLab", mark: "GITLAB_CI", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 1),
    CISystem(name: "Cirrus", mark: "CIRRUS_CI", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL"),
    CISystem(
      name: "Heroku", mark: "HEROKU_TEST_RUN_ID", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL"),
    CISystem(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
    CISystem(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    CISystem(
      name: "Semaphore", index: "SEMAPHORE_JOB_INDEX", count: "SEMAPHORE_JOB_COUNT", base: 1),
    CISystem(
      name: "Bitbucket", index: "BITBUCKET_PARALLEL_STEP", count: "BITBUCKET_PARALLEL_STEP_COUNT"),
    CISystem(name: "Kubernetes", index: "JOB_COMPLETION_INDEX"),
    CISystem(name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT"),
    CISystem(name: "Slurm", index: "SLURM_PROCID", count: "SLURM_NTASKS"),
  ]

  /// Takes precedence over the others, in whose jobs Bazel may run.
  static let bazel = CISystem(
    name: "Bazel", mark: "BAZEL_TEST", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS")

  /// The number of the job; `nil` if the environment is not one of the system, or its job is not parallel.
  func number(in environment: [String: String]) throws(UsageError) -> Int? {
    guard mark.map({ environment[$0] != nil }) ?? true, environment[index] != nil else {
      return nil
    }
    // The script of a job array is the only task of its job, unless the user asks for several.
    if self.index == "SLURM_PROCID", environment["SLURM_ARRAY_TASK_ID"] != nil,
      environment["SLURM_NTASKS"] ?? "1" == "1"
    {
      return nil
    }
    let index = try value(of: index, in: environment)
    // The tasks of an array begin where the user wants, with steps.
    guard self.index == "SLURM_ARRAY_TASK_ID" else { return index - base + 1 }
    let first = try value(of: "SLURM_ARRAY_TASK_MIN", in: environment)
    let step = try value(of: "SLURM_ARRAY_TASK_STEP", in: environment, orElse: 1)
    guard step > 0, (index - first) % step == 0 else {
      throw UsageError(
        "The tasks of the Slurm array are not evenly spaced. Write --array=1-COUNT, or state the shard."
      )
    }
    return (index - first) / step + 1
  }

  func value(
    of variable: String, in environment: [String: String], orElse value: Int? = nil
  ) throws(UsageError) -> Int {
    let text = environment[variable]
    if let number = text.flatMap({ Int($0) }) ?? (text == nil ? value : nil) { return number }
    throw UsageError(
      "\(variable) of \(name) should be a number; found \(text.map { "“\($0)”" } ?? "no value")."
        + " State the shard, such as 2/4.")
  }
}

extension CISystem {
  /// The shard of the job; `nil` if the environment is not one of the system, or its job is not parallel.
  func shard(in environment: [String: String], of given: Int?) throws(UsageError) -> Shard? {
    guard let number = try number(in: environment) else { return nil }
    var count = given
    if let variable = self.count {
      count = try value(of: variable, in: environment)
      if let given, given != count {
        throw UsageError(
          "\(variable) of \(name) is \(count!), but auto/\(given) was asked for. Write auto.")
      }
    }
    guard let count else {
      throw UsageError(
        "\(name) does not state how many jobs there are. Add their count, as in auto/4.")
    }
    do {
      return try Shard(number, of: count)
    } catch {
      throw UsageError("\(error.message) \(index) of \(name) states it.")
    }
  }
}

extension Shard {
  /// The shard that Bazel wants a process to run; `nil` if the process is not one of several.
  static func ofBazel(
    in environment: [String: String], of given: Int? = nil
  ) throws(UsageError) -> Shard? {
    let bazel = CISystem.bazel
    // Bazel's own script takes 0 shards for a test that is not divided.
    guard let mark = bazel.mark, environment[mark] != nil,
      let count = bazel.count.flatMap({ environment[$0] }), count != "0"
    else { return nil }
    _ = try bazel.value(of: bazel.index, in: environment)
    return try bazel.shard(in: environment, of: given)
  }

  private static func found(
    in environment: [String: String], of given: Int?
  ) throws(UsageError) -> Shard {
    if let shard = try ofBazel(in: environment, of: given) { return shard }
    var found: [(system: CISystem, shard: Shard)] = []
    for system in CISystem.all {
      guard let shard = try system.shard(in: environment, of: given) else { continue }
      found.append((system, shard))
    }
    guard let first = found.first else {
      throw UsageError(
        "No CI system states the number of a parallel job here. Run parallel jobs (with GitHub Actions, pass the numbers "
          + "of a matrix), or write the shard, such as 2/4.")
    }
    if let other = found.first(where: { $0.shard != first.shard }) {
      throw UsageError(
        "\(first.system.name) states the shard \(first.shard.text), and \(other.system.name) \(other.shard.text). "
          + "Write the one that is meant.")
    }
    return first.shard
  }
}
