import ExemplarCore
import Foundation

extension PropertyTrait {
  /// Runs a node in a time zone. An unknown one fails it.
  package static func timeZone(_ name: String, at place: Place?) -> PropertyTrait {
    PropertyTrait { properties in
      // Foundation prefers the file that the other variable names.
      properties.environment["TZ"] = .some(name)
      properties.environment["TZFILE"] = .some(nil)
      if TimeZone(identifier: name) != nil { return }
      properties.mistake =
        properties.mistake
        ?? UsageError(
          "There is no time zone \u{201C}\(name)\u{201D}."
            + TimeZone.question(afterUnknown: name), at: place)
    }
  }
}

extension TimeZone {
  /// Names that an unknown one may have been meant for, as a question.
  static func question(afterUnknown name: String) -> String {
    let near = Suggestions.near(name, in: knownTimeZoneIdentifiers)
    return Suggestions.question(near.map(\.quoted))
  }
}
