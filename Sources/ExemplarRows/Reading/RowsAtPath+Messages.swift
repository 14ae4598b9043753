import ExemplarCore

extension RowsAtPath {
  func wanted(at step: Int) -> String {
    guard step < steps.count, case .key(let key) = steps[step] else {
      return "an array or \(expected) of " + (step == steps.count ? "rows" : "groups")
    }
    return "\(expected) with \(key.quoted)"
  }

  /// Where the step before led.
  func under(_ step: Int) -> String {
    guard step > 0, case .key(let key) = steps[step - 1] else { return "" }
    return " under \(key.quoted)"
  }

  func missing(_ key: String, _ beside: Beside, _ step: Int) -> String {
    let keys = beside.fields.keys
    let near = Suggestions.near(key, in: keys, limit: 1)
    let known = keys.prefix(12).map { $0.shortened(to: 40).quoted }.joined(separator: ", ")
    let more = keys.count > 12 ? " and \(keys.count - 12) more" : ""
    var message = "There is no \(key.quoted)\(under(step)); there is "
    message += keys.isEmpty ? "nothing." : known + more + "."
    message += Suggestions.question(near.map(\.quoted))
    let isInEach =
      beside.holdsGroups && !keys.isEmpty
      && keys.allSatisfy { beside.fields[$0]?.object?[key] != nil }
    return message
      + (isInEach ? " If the keys are names of groups, put \u{201C}*\u{201D} before the step." : "")
  }
}
