import ExemplarCore

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
