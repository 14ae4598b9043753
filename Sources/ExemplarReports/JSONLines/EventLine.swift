import ExemplarCore
import Foundation

/// An event as one line of JSON.
package enum EventLine {
  /// The line, without its line break.
  package static func encode(_ event: Event) throws -> Data {
    var encoder = EventLineEncoder()
    return Data(try encoder.line(of: event))
  }

  /// Reads a line. Throws if it is not an event that this version understands.
  ///
  /// Throws ``UnknownEventFormat`` if it begins a run in a newer form.
  package static func decode(_ line: Data) throws -> Event {
    let event = Result { try JSONDecoder().decode(Event.self, from: line) }
    let version: Int? =
      switch event {
      case .success(.runStarted(let start)): start.version
      case .success: nil
      // Fields that are missed may be missing because the form is another.
      case .failure: (try? JSONDecoder().decode(Beginning.self, from: line))?.version
      }
    if let version, version > Event.formatVersion { throw UnknownEventFormat(version: version) }
    return try event.get()
  }

  /// The fields that every version of the first event has.
  private struct Beginning: Decodable {
    private enum Name: String, Decodable { case runStarted }
    private let event: Name
    let version: Int
  }
}

/// Events are in a newer form than this version can read.
package struct UnknownEventFormat: Error, Hashable, CustomStringConvertible {
  /// The version of their form.
  package let version: Int

  package var description: String {
    "The events have the format version \(version), but this version of Exemplar reads only "
      + "versions up to \(Event.formatVersion)."
  }
}
