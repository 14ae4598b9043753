/// The text of a report, as UTF-8 bytes.
///
/// Reports of a million rows are written through it, so it creates no strings.
package struct ReportText {
  package var bytes: [UInt8] = []

  package init() {}

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  package var count: Int { bytes.count }
  package var isEmpty: Bool { bytes.isEmpty }
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package static func += (text: inout ReportText, more: String) {
    text.bytes.append(contentsOf: more.utf8)
  }

  package static func += (text: inout ReportText, more: ReportText) {
    text.bytes.append(contentsOf: more.bytes)
  }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  package mutating func append(_ number: Int) {
    if number < 0 {
      bytes.append(UInt8(ascii: "-"))
      return append(magnitude: number.magnitude)
    }
    append(magnitude: UInt(number))
  }

  private mutating func append(magnitude: UInt) {
    if magnitude >= 10 { append(magnitude: magnitude / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
  }

  /// Appends a number with `digits` decimals, rounded; zero for NaN.
  package mutating func append(_ number: Double, digits: Int) {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = (number * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 9e18 else { return append(0) }
    let units = Int(scaled)
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    append(magnitude: whole)
    if digits == 0 { return }
    bytes.append(UInt8(ascii: "."))
    while scale > 10, part < UInt(scale / 10) {
      bytes.append(UInt8(ascii: "0"))
      scale /= 10
    }
    append(magnitude: part)
  }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
