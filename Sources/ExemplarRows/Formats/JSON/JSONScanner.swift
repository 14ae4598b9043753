import ExemplarCore

/// Reads JSON text as RFC 8259 defines it, with the line and the column of everything.
///
/// Foundation's decoder does not report the location of a value, which is the first thing that the
/// author of an invalid row needs.
struct JSONScanner {
  let text: JSONText
  /// The bytes of the text, which stay where they are: an object would be asked for them with each byte.
  let base: UnsafeMutablePointer<UInt8>
  let count: Int
  let path: String
  var index = 0
  private(set) var line: Int32 = 1
  private var lineStart = 0
  var depth = 0
  /// The end of the text in messages.
  let end: String
  /// The first duplicate key in an object since the last call of `popDuplicate`.
  var duplicate: UsageError?
  var duplicateKeys = DuplicateKeys.refused
  /// The error that ended the reading of an array or an object on a path.
  var failure: UsageError?

  init(_ bytes: [UInt8], path: String) throws {
    text = JSONText(bytes)
    (base, count) = (text.base, text.count)
    self.path = path
    end = "the end of the file"
    index = try TextEncoding.markLength(of: bytes, in: path)
    lineStart = index
  }

  /// Reads a single line of a file; `line` is its number.
  init(line text: JSONText, _ line: Int, path: String) {
    self.text = text
    (base, count) = (text.base, text.count)
    self.path = path
    self.line = Int32(clamping: line)
    end = "the end of the line"
  }

  var position: (index: Int, line: Int32, lineStart: Int) {
    get { (index, line, lineStart) }
    set { (index, line, lineStart) = newValue }
  }

  var column: Int32 { Int32(index - lineStart + 1) }

  var place: Place { place(at: index) }

  /// The place of a byte of the current line.
  func place(at index: Int) -> Place {
    Place(path: path, line: Int(line), column: index - lineStart + 1)
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// The text of bytes that are all ASCII.
  func ascii(_ range: Range<Int>) -> String {
    String(
      decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count),
      as: UTF8.self)
  }

  var isAtEnd: Bool { index >= count }

  /// The byte that is next, after white space.
  mutating func peek() -> UInt8? {
    skipSpace()
    return index < count ? base[index] : nil
  }

  /// Moves on by one byte, which must not be a new line.
  mutating func advance() { index += 1 }

  /// Moves on to a quotation mark, a backslash or a control character, or to the end; whether all bytes
  /// on the way were ASCII.
  mutating func skipPlainText() -> Bool {
    let (base, count) = (base, count)
    var index = index
    var all: UInt8 = 0
    while index < count {
      let byte = base[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      all |= byte
      index += 1
    }
    self.index = index
    return all < 0x80
  }

  /// Consumes the next byte if it is `byte`; whether it was.
  mutating func consume(_ byte: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < count, UInt32(base[index]) == byte.value else { return false }
    index += 1
    return true
  }

  /// Consumes `byte`, or throws what was expected and found.
  mutating func expect(_ byte: Unicode.Scalar, _ purpose: @autoclosure () -> String) throws {
    if !consume(byte) { throw unexpected("\u{201C}\(byte)\u{201D} \(purpose())") }
  }

  private mutating func skipSpace() {
    let (base, count) = (base, count)
    while index < count {
      switch base[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      default: return
      }
    }
  }
}

/// The bytes of a JSON text.
///
/// They stay where they are, so that each is read without a check of its index, which would take most
/// of the time in a build without optimization.
final class JSONText {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int
  /// The keys of the object that was read last at each depth: the next one has the same as a rule. None of
  /// them is written with an escape.
  private var forms: [FieldKeys] = []

  init() {
    capacity = 256
    base = .allocate(capacity: capacity)
  }

  convenience init(_ bytes: [UInt8]) {
    self.init()
    bytes.withUnsafeBufferPointer { replace(with: $0) }
  }

  deinit { base.deallocate() }

  /// Puts other bytes in the place of these. Nothing may read these any more.
  func replace(with bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > capacity {
      base.deallocate()
      capacity = max(bytes.count, 2 * capacity)
      base = .allocate(capacity: capacity)
    }
    if let start = bytes.baseAddress { base.update(from: start, count: bytes.count) }
    count = bytes.count
  }

  func form(at depth: Int) -> FieldKeys { depth < forms.count ? forms[depth] : .none }

  func setForm(_ form: FieldKeys, at depth: Int) {
    let isPlain = form.keys.allSatisfy { key in
      !key.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == 0x5C || $0 < 0x20 }
    }
    let form = isPlain ? form : .none
    while forms.count <= depth { forms.append(.none) }
    forms[depth] = form
  }
}
