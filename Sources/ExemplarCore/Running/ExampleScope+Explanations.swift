extension ExampleScope {
  /// How many seconds the limits of the example do not count.
  var explained: Double { withState { $0.explained } }

  /// Runs code that explains a failure. The limits of the running example do not count its time, up to ten seconds.
  package static func explaining<Result>(_ explain: () -> Result) -> Result {
    func delay(_ seconds: Double) {
      guard let scope = current else { return }
      scope.withState { $0.explained += seconds }
      scope.follow(scope.phase, delay: seconds)
    }
    let start = ContinuousClock.now
    delay(10)
    defer { delay(min(0, (ContinuousClock.now - start).seconds - 10)) }
    return explain()
  }
}
