// Durations as people write and read them.

extension Duration {
  /// Reads `500ms`, `5s`, `2min`, `1.5 h`, or a number of seconds; `nil` for anything else, and for
  /// what is not positive.
  package init?(text: String) {
    let text = text.filter { !$0.isWhitespace }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let factors = ["": 1, "s": 1, "ms": 0.001, "min": 60, "m": 60, "h": 3600]
    guard let value = Double(number), let factor = factors[String(text.dropFirst(number.count))],
      value > 0, value * factor < 1e9
    else { return nil }
    self = .milliseconds(value * factor * 1000)
  }
}

extension Duration {
  /// The duration in seconds, however long it is.
  package var seconds: Double { self / .seconds(1) }

  /// The duration, or one of 30 years if it is longer: the clocks of systems do not count much further.
  package var bounded: Duration { min(self, .seconds(1_000_000_000)) }

  /// The error of an author who limits something by this duration; `nil` if it is positive.
  package func problem(as name: String) -> String? {
    self > .zero ? nil : "\(name) is \(self), and must be longer than nothing."
  }
}

extension Double {
  /// Seconds as people read them: `0.25 s`, `3 s`, `2 min 5 s`.
  package var formattedSeconds: String {
    if self >= 60, let whole = Int(exactly: rounded(.down)) {
      return "\(whole / 60) min \(whole % 60) s"
    }
    if self >= 10 { return "\((self * 10).rounded() / 10) s".replacingTrailingZero }
    if self >= 0.001 { return "\((self * 1000).rounded() / 1000) s".replacingTrailingZero }
    return self == 0 ? "0 s" : "under 1 ms"
  }
}

extension String {
  fileprivate var replacingTrailingZero: String {
    hasSuffix(".0 s") ? dropLast(4) + " s" : self
  }
}
