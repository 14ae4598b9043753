import ExemplarCore
import ExemplarReports
import Foundation

/// A value that can be equal to another one within a tolerance: a number, a date, a duration, or a collection of them.
///
/// `expect(_:equals:within:)` compares such values. A type of your own conforms by means of its parts:
///
/// ```swift
/// struct Point: ToleranceComparable {
///   var x, y: Double
///
///   func deviations(from expected: Point, beyond tolerance: Tolerance<Double>) -> [Deviation] {
///     x.deviations(from: expected.x, beyond: tolerance).at(".x")
///       + y.deviations(from: expected.y, beyond: tolerance).at(".y")
///   }
/// }
/// ```
public protocol ToleranceComparable {
  /// The type of a tolerance, such as `Double` for a `Double`, and `Duration` for a date.
  associatedtype Distance: Comparable & AdditiveArithmetic

  /// The parts of this value that differ from those of another one by more than a tolerance; empty if none does.
  func deviations(from expected: Self, beyond tolerance: Tolerance<Distance>) -> [Deviation]
}

/// A value whose tolerance may be relative to its size.
public protocol RelativeToleranceComparable: ToleranceComparable {}

/// How far a value may be from the expected one.
public enum Tolerance<Distance: Comparable & AdditiveArithmetic> {
  /// At most this distance, which is included.
  case absolute(Distance)
  /// At most this fraction of the magnitude of the expected value, which is included; 0.01 is one percent.
  case relative(Double)
}

/// A part of a value that differs from the expected one by more than a tolerance.
public struct Deviation: Equatable {
  /// The way to the part, such as `[3].x`; empty for the value itself.
  var path = ""
  /// The text of the part; `nil` if only the expected value has it.
  let actual: String?
  /// The text of the expected part; `nil` if only the actual value has it.
  let expected: String?
  /// How far apart both are, if that can be said.
  var distance: String?

  /// Creates a deviation of a value of your own from the expected one.
  public init(_ actual: Any, from expected: Any) {
    (self.actual, self.expected) = ("\(actual)", "\(expected)")
  }

  init(_ actual: String?, _ expected: String?, apart distance: String? = nil) {
    (self.actual, self.expected, self.distance) = (actual, expected, distance)
  }

  var lines: [String] {
    let start = path.isEmpty ? "" : path.asPath + ": "
    let apart = distance.map { " (\($0) apart)" } ?? ""
    return [actual.map { "− \(start)\($0)\(apart)" }, expected.map { "+ \(start)\($0)" }]
      .compactMap(\.self)
  }
}

extension [Deviation] {
  /// The lines that readers see, below one that explains their signs.
  var explanation: String {
    let limit = 20
    return TextDifference.text(
      prefix(limit).flatMap(\.lines)
        + (count > limit ? ["  … and \((count - limit).counted("more deviation"))"] : []))
  }

  /// The same deviations of a part at a path, such as `.x` or `[3]`.
  public func at(_ path: String) -> Self {
    map { deviation in
      var deviation = deviation
      deviation.path = path + deviation.path
      return deviation
    }
  }
}

extension Tolerance {
  /// The mistake in the tolerance itself, if there is one.
  var problem: String? {
    switch self {
    case .absolute(let distance) where !(distance >= .zero):
      "The tolerance is \(distance), and must be at least \(Distance.zero)."
    case .relative(let fraction) where !(fraction >= 0):
      "The relative tolerance is \(fraction), and must be at least 0."
    default: nil
    }
  }

  /// The largest distance.
  ///
  /// - Parameter part: Returns a fraction of the magnitude of the expected value.
  func distance(_ part: (Double) -> Distance) -> Distance {
    switch self {
    case .absolute(let distance): distance
    case .relative(let fraction): part(fraction)
    }
  }

  var text: String {
    switch self {
    case .absolute(let distance): "\(distance)"
    case .relative(let fraction): "\(fraction * 100) %"
    }
  }
}

// MARK: Numbers

extension ToleranceComparable where Self: BinaryFloatingPoint {
  /// Equal infinities do not differ; a value that is not a number differs from every other.
  public func deviations(from expected: Self, beyond tolerance: Tolerance<Self>) -> [Deviation] {
    let distance = (self - expected).magnitude
    let allowed = tolerance.distance { expected.magnitude * Self($0) }
    // An infinite value is not near to anything, however much is allowed.
    if self == expected || distance.isFinite && distance <= allowed { return [] }
    return [Deviation("\(self)", "\(expected)", apart: distance.isFinite ? "\(distance)" : nil)]
  }
}

extension Double: RelativeToleranceComparable {}
extension Float: RelativeToleranceComparable {}
extension CGFloat: RelativeToleranceComparable {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: RelativeToleranceComparable {}
#endif
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: RelativeToleranceComparable {}
#endif

extension ToleranceComparable where Self: FixedWidthInteger {
  /// The distance of two numbers may be larger than any of their type.
  public func deviations(from expected: Self, beyond tolerance: Tolerance<Self>) -> [Deviation] {
    let (distance, overflows) = Swift.max(self, expected).subtractingReportingOverflow(
      Swift.min(self, expected))
    let isNear =
      switch tolerance {
      case .absolute(let allowed): !overflows && distance <= allowed
      case .relative(let fraction):
        !overflows && Double(distance) <= Double(expected.magnitude) * fraction
      }
    if self == expected || isNear { return [] }
    return [Deviation("\(self)", "\(expected)", apart: overflows ? nil : "\(distance)")]
  }
}

extension Int: RelativeToleranceComparable {}
extension Int8: RelativeToleranceComparable {}
extension Int16: RelativeToleranceComparable {}
extension Int32: RelativeToleranceComparable {}
extension Int64: RelativeToleranceComparable {}
extension UInt: RelativeToleranceComparable {}
extension UInt8: RelativeToleranceComparable {}
extension UInt16: RelativeToleranceComparable {}
extension UInt32: RelativeToleranceComparable {}
extension UInt64: RelativeToleranceComparable {}

extension Decimal: RelativeToleranceComparable {
  public func deviations(from expected: Self, beyond tolerance: Tolerance<Self>) -> [Deviation] {
    let distance = (self - expected).magnitude
    let allowed = tolerance.distance { expected.magnitude * Decimal($0) }
    if self == expected || !distance.isNaN && distance <= allowed { return [] }
    return [Deviation("\(self)", "\(expected)", apart: distance.isNaN ? nil : "\(distance)")]
  }
}

// MARK: Times

extension Duration: RelativeToleranceComparable {
  public func deviations(from expected: Self, beyond tolerance: Tolerance<Self>) -> [Deviation] {
    let distance = self < expected ? expected - self : self - expected
    let allowed = tolerance.distance { (expected < .zero ? .zero - expected : expected) * $0 }
    return distance <= allowed
      ? [] : [Deviation("\(self)", "\(expected)", apart: "\(distance)")]
  }
}

extension Date: ToleranceComparable {
  public func deviations(from expected: Self, beyond tolerance: Tolerance<Duration>)
    -> [Deviation]
  {
    let distance = abs(timeIntervalSince(expected))
    // A fraction of a date means nothing, so nothing is within it.
    if case .absolute(let allowed) = tolerance, distance <= allowed / .seconds(1) { return [] }
    return self == expected
      ? [] : [Deviation(text, expected.text, apart: "\(Duration.seconds(distance))")]
  }

  private var text: String {
    formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
  }
}

// MARK: Collections

extension Optional: ToleranceComparable where Wrapped: ToleranceComparable {
  public func deviations(
    from expected: Self, beyond tolerance: Tolerance<Wrapped.Distance>
  ) -> [Deviation] {
    switch (self, expected) {
    case (nil, nil): []
    case (let actual?, let expected?): actual.deviations(from: expected, beyond: tolerance)
    default: [Deviation(map { "\($0)" } ?? "nil", expected.map { "\($0)" } ?? "nil")]
    }
  }
}

extension Optional: RelativeToleranceComparable where Wrapped: RelativeToleranceComparable {}

extension ToleranceComparable where Self: RandomAccessCollection, Element: ToleranceComparable {
  /// Compares the elements one by one: those at the end that only one collection has differ.
  public func deviations(
    from expected: Self, beyond tolerance: Tolerance<Element.Distance>
  ) -> [Deviation] {
    let common = Swift.zip(self, expected).enumerated().flatMap { index, pair in
      pair.0.deviations(from: pair.1, beyond: tolerance).at("[\(index)]")
    }
    let count = Swift.min(self.count, expected.count)
    let missing = expected.dropFirst(count).enumerated().map { index, value in
      [Deviation(nil, "\(value)")].at("[\(count + index)]")
    }
    let added = dropFirst(count).enumerated().map { index, value in
      [Deviation("\(value)", nil)].at("[\(count + index)]")
    }
    return common + (added + missing).joined()
  }
}

extension Array: ToleranceComparable where Element: ToleranceComparable {}
extension Array: RelativeToleranceComparable where Element: RelativeToleranceComparable {}
extension ArraySlice: ToleranceComparable where Element: ToleranceComparable {}
extension ArraySlice: RelativeToleranceComparable where Element: RelativeToleranceComparable {}

extension Dictionary: ToleranceComparable where Value: ToleranceComparable {
  public func deviations(
    from expected: Self, beyond tolerance: Tolerance<Value.Distance>
  ) -> [Deviation] {
    let keys = Set(keys).union(expected.keys).map { ($0, ComparedValue($0).shown) }
    return keys.sorted { $0.1 < $1.1 }.flatMap { key, step in
      switch (self[key], expected[key]) {
      case (let actual?, let expected?):
        actual.deviations(from: expected, beyond: tolerance).at("[\(step)]")
      case (let actual, let expected):
        [Deviation(actual.map { "\($0)" }, expected.map { "\($0)" })].at("[\(step)]")
      }
    }
  }
}

extension Dictionary: RelativeToleranceComparable where Value: RelativeToleranceComparable {}
