import ExemplarCore
import ExemplarLog
import Foundation

/// Writes events as lines of JSON, one after the other; what two events have in common is made once.
///
/// It writes numbers and texts as `JSONEncoder` does, at a tenth of its price: an encoder makes a tree of boxes for each
/// event. A test compares them.
struct EventLineEncoder {
  private var text = ReportText()
  /// The fields of the open objects, and where each begins.
  private var fields: [(key: StaticString, start: Int)] = []
  /// Whether fields have to be sorted: those of nearly all events come in order.
  private var isSorting = true
  /// Whether the fields of the innermost object so far are not in the order of their keys.
  private var isUnordered = false
  /// The first field of the innermost object.
  private var firstField = 0
  /// A number that JSON cannot have.
  private var invalidNumber: Double?
  /// The group around the last id, and its text with a slash.
  private var latestGroup: (id: ExampleID, text: String)?

  /// The line of an event, without its line break. Throws for a number that JSON cannot have.
  mutating func line(of event: Event) throws -> [UInt8] {
    text.removeAll()
    invalidNumber = nil
    var event = event
    object("") { json in
      if case .exampleEnded(let end) = event { return json.put(end) }
      if case .exampleStarted(var start) = event {
        json.isSorting = start.context.row?.columns != nil
        json.derived("event", "exampleStarted")
        return json.beginning(&start, isListed: false)
      }
      json.derived("event", event.kindName)
      json.fields(of: &event)
    }
    isSorting = true
    if let number = invalidNumber {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(codingPath: [], debugDescription: "JSON has no number \(number)."))
    }
    return text.bytes
  }

  fileprivate mutating func fields(of listed: ExampleListed) -> String {
    var event = Event.exampleListed(listed)
    object("") { $0.fields(of: &event) }
    return text.string
  }

  /// Begins a field, or an element of a list if the key is empty.
  ///
  /// - Parameter position: The key whose position it takes in the order of the fields.
  private mutating func begin(_ key: StaticString, at position: StaticString? = nil) {
    if key.utf8CodeUnitCount == 0 { return text.separate() }
    guard isSorting else { return text.append(key: key) }
    text.separate()
    let position = position ?? key
    if fields.count > firstField, position.precedes(fields[fields.count - 1].key) {
      isUnordered = true
    }
    fields.append((position, text.count))
    text.append(key: key)
  }

  /// Puts the fields of the innermost object in the order of their keys.
  private mutating func sortFields() {
    let unsorted = fields[firstField...]
    let start = fields[firstField].start
    let ends = unsorted.dropFirst().map { $0.start - 1 } + [text.count]
    var sorted = zip(unsorted, ends).map { (key: $0.key, range: $0.start..<$1) }
    for index in sorted.indices.dropFirst() {
      var index = index
      while index > 0, sorted[index].key.precedes(sorted[index - 1].key) {
        sorted.swapAt(index, index - 1)
        index -= 1
      }
    }
    let bytes = text.bytes
    text.bytes.removeSubrange(start...)
    for (index, field) in sorted.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.bytes += bytes[field.range]
    }
  }

  /// The fields of an example that has finished, in the order of their keys.
  private mutating func put(_ end: ExampleEnded) {
    var end = end
    isSorting = false
    number("attempts", &end.attempts)
    confirmed(of: &end)
    seconds("duration", &end.duration)
    derived("event", "exampleEnded")
    id("id", &end.id)
    isSorting = true
    object("outcome") { $0.fields(of: &end.outcome) }
  }

  private mutating func put(_ string: String) {
    text.append(UInt8(ascii: "\""))
    text.append(partOfJSON: string, inPage: false)
    text.append(UInt8(ascii: "\""))
  }
}

extension EventLineEncoder: EventCoder {
  mutating func object(_ key: StaticString, _ fields: (inout Self) -> Void) {
    begin(key)
    let outer = (firstField, isUnordered)
    (firstField, isUnordered) = (self.fields.count, false)
    text.append(UInt8(ascii: "{"))
    fields(&self)
    if isUnordered { sortFields() }
    text.append(UInt8(ascii: "}"))
    self.fields.removeSubrange(firstField...)
    (firstField, isUnordered) = outer
  }

  mutating func list<Element>(
    _ key: StaticString, _ list: inout [Element], of blank: Element,
    _ element: (inout Self, inout Element) -> Void
  ) {
    begin(key)
    text.append(UInt8(ascii: "["))
    for index in list.indices { element(&self, &list[index]) }
    text.append(UInt8(ascii: "]"))
  }

  mutating func choice(_ key: StaticString, _ number: inout UInt8, of names: [String]) {
    derived(key, names[Int(number)])
  }

  mutating func number(_ key: StaticString, _ number: inout Int) {
    begin(key)
    text.append(number)
  }

  mutating func numbers(_ keys: [StaticString], _ numbers: inout [Int]) {
    for (key, number) in zip(keys, numbers) {
      begin(key)
      text.append(number)
    }
  }

  mutating func seed(_ key: StaticString, _ seed: inout UInt64) {
    begin(key)
    text += String(seed)
  }

  mutating func seconds(_ key: StaticString, _ seconds: inout Double) {
    begin(key)
    if !seconds.isFinite { invalidNumber = seconds }
    let digits = seconds.description
    text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  mutating func text(_ key: StaticString, _ text: inout String, recurs: Bool) {
    derived(key, text)
  }

  mutating func derived(_ key: StaticString, _ string: String) {
    begin(key)
    put(string)
  }

  mutating func derived(_ key: StaticString, _ flag: Bool) {
    begin(key)
    text += flag ? "true" : "false"
  }

  mutating func bits(_ bits: [Bool]) -> [Bool] { bits }

  mutating func id(_ key: StaticString, _ id: inout ExampleID) {
    begin(key)
    guard let group = id.parent else { return put(id.text) }
    if latestGroup?.id != group { latestGroup = (group, group.text + "/") }
    text.append(UInt8(ascii: "\""))
    text.append(partOfJSON: latestGroup?.text ?? "", inPage: false)
    text.append(partOfJSON: ExampleID.escape(id.name), inPage: false)
    text.append(UInt8(ascii: "\""))
  }

  /// Written at once, because each row has two: its fields are in the order of their keys.
  mutating func place(_ key: StaticString?, _ place: inout Place) {
    guard let key else { return }
    begin(key)
    text.append(UInt8(ascii: "{"))
    text.append(key: "column", place.column)
    text.append(key: "line", place.line)
    text.append(key: "path")
    put(place.path)
    text.append(UInt8(ascii: "}"))
  }

  mutating func facts(_ facts: inout Facts) {
    for fact in Fact.allCases {
      var texts = facts[fact]
      if texts.isEmpty { continue }
      begin(fact.name, at: "tags")
      // The key has been written.
      list("", &texts, of: "") { $0.text("", &$1, recurs: true) }
    }
  }

  mutating func beginning(_ start: inout ExampleStarted, isListed: Bool) {
    id("id", &start.id)
    let context = start.context
    var (place, inclusions) = (context.place ?? .unknown, context.inclusions)
    if !inclusions.isEmpty { self.inclusions(&inclusions) }
    if start.isLeftOut { derived("isLeftOut", true) }
    self.place("place", &place)
    if var row = context.row { object("row") { $0.fields(of: &row) } }
    var facts = context.facts
    if !facts.isEmpty { self.facts(&facts) }
  }
}

extension ExampleListed {
  package var json: String {
    var encoder = EventLineEncoder()
    return encoder.fields(of: self)
  }
}

extension StaticString {
  /// Whether it comes first in the order of the bytes.
  fileprivate func precedes(_ other: StaticString) -> Bool {
    let (count, otherCount) = (utf8CodeUnitCount, other.utf8CodeUnitCount)
    let order = memcmp(utf8Start, other.utf8Start, min(count, otherCount))
    return order == 0 ? count < otherCount : order < 0
  }
}
