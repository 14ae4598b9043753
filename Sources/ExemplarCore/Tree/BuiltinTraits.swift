/// A trait made of a closure: the form all built-in traits have.
public struct PropertyTrait: ExampleTrait {
  let edit: @Sendable (inout NodeProperties) -> Void

  /// Creates a trait that edits the properties of its node.
  package init(_ edit: @escaping @Sendable (inout NodeProperties) -> Void) {
    self.edit = edit
  }

  public func apply(to properties: inout NodeProperties) {
    edit(&properties)
  }
}

extension ExampleTrait where Self == PropertyTrait {
  /// Runs only what is focused.
  public static var focused: Self { Self { $0.isFocused = true } }

  /// Skips the node, with a reason.
  public static func skipped(_ reason: String) -> Self { Self { $0.skipReason = reason } }

  /// Runs the node only if `condition` holds; it is asked once for each plan.
  public static func enabled(
    if condition: @autoclosure @escaping @Sendable () -> Bool,
    _ reason: String = "its condition does not hold"
  ) -> Self {
    Self { $0.conditions.append(Condition(reason: reason, holds: condition)) }
  }

  /// Does not run the node if `condition` holds.
  public static func disabled(
    if condition: @autoclosure @escaping @Sendable () -> Bool,
    _ reason: String = "it is disabled here"
  ) -> Self {
    Self { $0.conditions.append(Condition(reason: reason) { !condition() }) }
  }

  /// Adds tags, which selections can name.
  public static func tags(_ tags: String...) -> Self { Self { $0.tags.formUnion(tags) } }

  /// Lets an outline leave rows unread: without it, rows of which neither the body nor a hook read
  /// anything are a warning, and fail a strict run.
  public static var unread: Self { Self { $0.mayLeaveRowsUnread = true } }

  /// Puts a spec into a run group. Groups run in ascending order, 1 being the default; a group is
  /// over before the next begins.
  public static func runGroup(_ number: Int) -> Self { Self { $0.runGroup = number } }

  /// Makes the hooks of a spec without examples run around several specs of its module.
  ///
  /// ```swift
  /// @Spec let loggedIn = describe("logged in", .hooks(of: .runGroup(2))) {
  ///   beforeAll { … }
  ///   afterAll { … }
  /// }
  /// ```
  ///
  /// In each process, `beforeAll` runs before the first of those specs that is going to run, and
  /// `afterAll` after the last one; `beforeEach` and `afterEach` run around each of their examples.
  public static func hooks(of scope: HookScope) -> Self { Self { $0.hookScope = scope } }

  /// Keeps the declared order below the node.
  public static var ordered: Self { Self { $0.isOrdered = true } }

  /// Lets the examples below the node run side by side.
  public static var parallel: Self { Self { $0.isParallel = true } }

  /// Runs a spec alone: no other spec runs beside it.
  public static var serialized: Self { Self { $0.isSerialized = true } }

  /// Gives a spec a process of its own where `exemplar test` runs it: nothing else has run in it before, and
  /// nothing runs in it afterwards. Other hosts have one process for all.
  public static var isolated: Self { Self { $0.isIsolated = true } }

  /// Fails an example that takes longer than `limit`.
  public static func timeLimit(_ limit: Duration) -> Self { Self { $0.timeLimit = limit } }

  /// Tries a failing example again, up to `count` times; passing then is reported as flaky.
  public static func retry(_ count: Int) -> Self { Self { $0.retries = count } }

  /// Runs the node only on these platforms.
  public static func platforms(_ platforms: Platform...) -> Self {
    Self { $0.platforms = Set(platforms) }
  }

  /// Names a bug report that the node is about.
  public static func bug(_ report: String) -> Self { Self { $0.bugs.append(report) } }

  /// Reports failures of the node apart, and does not let them fail the run, before a date; from that day on they
  /// do.
  ///
  /// ```swift
  /// it("arrives by drone", .quarantined("SHOP-12", until: "2027-03-01")) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - reason: The reason, such as a bug report.
  ///   - date: A day of the calendar of this machine, as year, month and day.
  public static func quarantined(
    _ reason: String, until date: String, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Self {
    .quarantined(
      "\(reason) until \(date)", at: Place(path: filePath, line: line, column: column))
  }

  /// - Parameter text: A reason and a date, as `SHOP-12 until 2027-03-01`.
  package static func quarantined(_ text: String, at place: Place?) -> Self {
    Self { properties in
      // Even one without a valid date is a fact: shared hooks, for instance, refuse it.
      properties.facts[.quarantines].append(text)
      do { _ = try Quarantine(text, at: place) } catch {
        properties.mistake = properties.mistake ?? UsageError(wrapping: error)
      }
    }
  }

  /// Names a resource that must not be shared: readers run side by side, a writer alone.
  public static func uses(_ resource: String, _ access: ResourceUse.Access = .write) -> Self {
    Self { $0.resources.append(ResourceUse(name: resource, access: access)) }
  }

  /// Gives an environment variable a value while the node runs, or removes it with `nil`.
  ///
  /// All code of a process reads the same variables, so nothing runs beside the node there that needs other ones, apart
  /// from tests that are not examples.
  public static func environment(_ name: String, _ value: String?) -> Self {
    Self { $0.environment[name] = .some(value) }
  }

  /// Keeps the examples of a class for its subclasses, each of which runs them on its own instances.
  public static var abstract: Self { Self { $0.isAbstract = true } }

  /// Makes one instance of a type serve all its examples.
  public static var sharedInstance: Self { Self { $0.sharesInstance = true } }
}
