/// Code of many forms, whose outcome is a text. Each of its mutants must behave as the edit by hand.
struct Subject {
  static let limit = 3 * 4 + 1
  static let isOpen = true
  var items: [Int] = [3, 1, 2]
  var log: [String] = []
  var total = 0.0

  static func outcome() -> String {
    var subject = Subject()
    return subject.all().joined(separator: "\n")
  }

  init() {
    if Self.limit > 12 { total = 1.5 }
  }

  mutating func all() -> [String] {
    var lines = (0...4).map { "\(compare($0, 2)) \(logic($0)) \(calculate($0)) \(choose($0))" }
    lines.append(
      "\(ratio(1.5, 2)) \(words("b", "abc")) \(mixed(3, 4)) \(optional(nil)) \(optional(4))")
    lines.append(
      "\(ranges(4)) \(loops(5)) \(bindings(["1", "x", "3"])) \(sign(3)) \(sign(-3)) \(isEven(4))")
    add(2)
    add(-1)
    record("end")
    lines.append("\(items) \(log) \(total) \(first ?? -1) \(isSmall) \(name) \(Self.isOpen)")
    lines.append("\(attempt(1)) \(attempt(7)) \(area(2, 3)) \(nested(3)) \(closures([1, 2, 3, 4]))")
    lines.append(
      "\(switched(3)) \(switched(12)) \(chain(1, 2, 3)) \(multiline(2, 5)) \(text(of: 2))")
    lines.append("\(kind("a")) \(kind("")) \(kind("zz")) \(find(2)) \(find(9)) \(bytes(200, 100))")
    lines.append(
      "\(shortCircuits(true)) \(shortCircuits(false)) \(strictly(2)) \(strictly(7)) \(strictly(8))")
    lines.append("\(observed()) \(level) \(self[1]) \(self[9]) \(money(3, 4)) \(money(4, 4))")
    lines.append(
      "\(tuples(1, 2)) \(tuples(2, 2)) \(tuples(3, 2)) \(letters("aZ{z")) \(platform(4))")
    lines.append(
      "\(patterns([1, nil, 5, 12])) \(labeled(4)) \(values(3)) \(total(of: [1, 2, 3])) \(late(2))")
    return lines
  }

  /// What stands right of an operator is evaluated as seldom as before.
  func shortCircuits(_ a: Bool) -> String {
    var calls = 0
    func next(_ value: Bool) -> Bool {
      calls += 1
      return value
    }
    func lazily(_ value: @autoclosure () -> Bool, if isNeeded: Bool = 1 < 2) -> Bool {
      isNeeded && value()
    }
    let both = a && next(true)
    let either = a || next(false)
    let text: String? = a ? "x" : nil
    let value =
      text
      ?? {
        calls += 10
        return "y"
      }()
    let isLazy = lazily(next(a) || next(!a), if: a)
    return "\(both) \(either) \(value) \(isLazy) \(calls)"
  }

  func strict(_ n: Int) throws(Failure) -> Int {
    guard n < 5 else { throw Failure() }
    return n - 1
  }
  func strictly(_ n: Int) -> String {
    do throws(Failure) {
      var result = try strict(n) + 1
      bump(&result)
      return "\(result)"
    } catch  where n > 7 {
      return "far"
    } catch {
      return "near"
    }
  }
  func bump(_ n: inout Int, by step: Int = 2 * 3) {
    n += step
    if n > 7 { n -= 1 }
  }

  @propertyWrapper struct Clamped {
    private var value = 0
    var wrappedValue: Int {
      get { value }
      set { value = newValue > 9 ? 9 : newValue }
    }
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  }
  @Clamped var level = 4 + 3
  var score = 1 {
    didSet {
      if score > 10 { score = 10 }
      changes += oldValue == score ? 0 : 1
    }
  }
  var changes = 0
  lazy var lazily = items.count * 2

  mutating func observed() -> String {
    score += 4
    score *= 3
    level -= 2
    return "\(score) \(changes) \(lazily)"
  }

  subscript(index: Int) -> Int {
    get { index < items.count ? items[index] : -1 }
    set { if index < items.count { items[index] = newValue } }
  }

  struct Money: Comparable, AdditiveArithmetic {
    var cents: Int
    static let zero = Money(cents: 0)
    static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
    static func + (a: Money, b: Money) -> Money { Money(cents: a.cents + b.cents) }
    static func - (a: Money, b: Money) -> Money { Money(cents: a.cents - b.cents) }
  }
  func money(_ a: Int, _ b: Int) -> String {
    let (a, b) = (Money(cents: a), Money(cents: b))
    let parts = [a < b, a > b, a <= .zero, a == b, [a, b].map(\.cents) == [4, 4]]
    return "\((a + b - .zero).cents)\(parts.map { $0 ? "1" : "0" }.joined())"
  }

  func tuples(_ a: Int, _ b: Int) -> String {
    switch (a < b, a == b) {
    case (true, false): "less"
    case (_, true) where b > 1: "equal"
    default: "more"
    }
  }

  func letters(_ text: String) -> Int {
    text.count { $0 >= "a" && $0 <= "z" } * 10 + (text >= "aa" ? 1 : 0)
  }

  func platform(_ n: Int) -> Int {
    #if os(Windows)
      return n
    #else
      let half = n / 2
      return half > 1 ? half : n
    #endif
  }

  func patterns(_ values: [Int?]) -> [Int] {
    var result: [Int] = []
    for case let value? in values where value != 1 {
      if case 3...9 = value, value > 4 { result.append(value) }
      guard case 10... = value else { continue }
      result.append(-value)
    }
    return result
  }

  func labeled(_ n: Int) -> Int {
    var sum = 0
    outer: for i in 0..<n {
      for j in 0...n {
        if j > i { continue outer }
        if i + j == 5 { break outer }
        sum += i * j
      }
    }
    return sum
  }

  func values(_ n: Int) -> String {
    let size = if n > 2 { n * 2 } else { n }
    let name =
      switch size {
      case ..<3: "small"
      default: size == 6 ? "six" : "large"
      }
    let closure: (Int) -> Bool = { value in
      let isBig = value > 2
      return isBig || value == 0
    }
    return "\(size)\(name)\(closure(n))\(closure(0))"
  }

  func total(of numbers: some Collection<Int>) -> Int {
    var total = 0
    var iterator = numbers.makeIterator()
    while let number = iterator.next(), number < 3 { total += number }
    return numbers.isEmpty ? -1 : total
  }

  func late(_ n: Int) -> Int {
    var n = n
    do {
      defer { n += 1 }
      if n > 1 { n *= 2 }
    }
    return n
  }

  func compare(_ a: Int, _ b: Int) -> String {
    var result = ""
    if a < b { result += "l" }
    if a <= b { result += "L" }
    if a > b { result += "g" }
    if a >= b { result += "G" }
    if a == b { result += "e" }
    if a != b { result += "n" }
    let flags = [a < b, a <= b, a > b, a >= b, a == b, a != b, !(a < b)]
    return "\(result)\(flags.map { flag in flag ? "1" : "0" }.joined())"
  }

  func logic(_ a: Int) -> Bool {
    let isHigh = a > 2 && a < 4 || a == 0
    let isLow = !isHigh && (a != 1 || a < 0)
    return (isHigh || isLow) && !(a == 4)
  }

  func calculate(_ a: Int) -> Int {
    let sum = a + 2 * a - 1
    let rest = sum % 4 + a / 2
    var value = -rest
    value += a
    value -= 2
    value *= 3
    return value - (sum + rest) * 2
  }

  func choose(_ a: Int) -> Int { a > 1 ? a * 2 : a == 0 ? 7 : -a }

  func ratio(_ a: Double, _ b: Double) -> Double {
    var result = a / b + 0.25
    result /= b
    return result < a ? result * 2 : result - a
  }

  func words(_ a: String, _ b: String) -> String {
    let joined = "\(a)\(b)"
    if a < b.dropFirst() { return joined + "<" }
    return a.isEmpty || b == "abc" ? "none" : joined
  }

  func mixed(_ a: UInt8, _ b: Int) -> Bool { a < b && Int64(b) >= a }

  func optional(_ a: Int?) -> Int {
    let value = a ?? 5
    guard let a else { return value + 1 }
    if let half = a % 2 == 0 ? a / 2 : nil, half > 1 { return half }
    return a
  }

  func ranges(_ n: Int) -> [Int] {
    var result: [Int] = []
    for index in 0..<n where index != 2 { result.append(index) }
    for index in 1...n { result.append(index * index) }
    var array = Array(result[1...3])
    array.append(contentsOf: result[0..<2])
    return (1...3).contains(n) || (2..<5).contains(array.count) ? array : result
  }

  func loops(_ n: Int) -> Int {
    var count = 0
    var rest = n
    while rest > 0 && count < 100 {
      rest -= 1
      if rest == 3 { continue }
      count += rest
    }
    repeat { count += 1 } while count < 10
    var iterator = [1, 2, 3].makeIterator()
    while let next = iterator.next() { count += next }
    return count
  }

  func bindings(_ texts: [String]) -> [Int] {
    var result: [Int] = []
    for text in texts {
      guard let number = Int(text), number > 0 else { continue }
      result.append(number)
    }
    return result
  }

  func sign(_ n: Int) -> String {
    switch n {
    case let n where n < 0: "minus"
    case 0: "zero"
    default: "plus"
    }
  }

  func isEven(_ n: Int) -> Bool { n % 2 == 0 }

  mutating func add(_ n: Int) {
    guard n > 0 else { return record("negative") }
    items.append(n)
    items.sort()
    total += Double(n)
  }

  mutating func record(_ text: String) { log.append(text) }

  var first: Int? { items.first }
  var isSmall: Bool { items.count < 5 }
  var name: String {
    get { items.isEmpty ? "empty" : "\(items.count + 1) items" }
  }

  struct Failure: Error {}
  func check(_ n: Int) throws -> Int {
    if n > 5 { throw Failure() }
    return n * 2
  }
  func attempt(_ n: Int) -> String {
    do {
      let doubled = try check(n) + 1
      return "\(try check(doubled) > 4 && doubled < 9)"
    } catch {
      return "failed"
    }
  }

  func area<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
    a > b ? a * b - a : a + b
  }

  func nested(_ n: Int) -> Int {
    func inner(_ m: Int) -> Int { m <= 1 ? 1 : m * inner(m - 1) }
    return inner(n) + (n > 2 ? inner(n - 1) : 0)
  }

  func closures(_ numbers: [Int]) -> [Int] {
    let even = numbers.filter { $0 % 2 == 0 }
    var sum = 0
    numbers.forEach { number in
      if number > 1 { sum += number }
    }
    return even.map { $0 * 10 + sum } + [numbers.reduce(0) { $0 + $1 }]
  }

  func switched(_ n: Int) -> Int {
    var result = n
    switch n {
    case 0..<10:
      result += 1
      if result == 4 { result += 20 }
    default:
      result -= 1
    }
    return result
  }

  func chain(_ a: Int?, _ b: Int?, _ c: Int) -> Int { a ?? b ?? c }

  func multiline(_ a: Int, _ b: Int) -> Bool {
    return a < b
      && b > 3
      && (a + b
        == 7)
  }

  func text(of n: Int) -> String { "\(n + 1) and \(n > 1 ? "many" : "few")" }

  func kind(_ text: String) -> String {
    if text == "" { return "empty" }
    if text.first == "a" { return "a" }
    return text != "zz" ? "other" : "z"
  }

  func find(_ n: Int) -> Int {
    guard let index = items.firstIndex(where: { $0 == n }) else { return -1 }
    defer { _ = index }
    return index + 1
  }

  func bytes(_ a: UInt8, _ b: UInt8) -> [UInt8] { [a - b, a &+ b, a > b ? b : a] }
}
