import Foundation

/// A type whose values can be used in a row that is created in code.
///
/// Numbers, texts, truth values, dates, data and URLs conform, and so do optionals, arrays and
/// dictionaries of them. An enumeration with raw values only has to declare the conformance:
///
/// ```swift
/// enum Genre: String, RowValueConvertible { case novel, poetry }
/// ```
public protocol RowValueConvertible {
  /// The value in a row.
  var rowValue: RowValue { get }
}

extension RowValue {
  /// The value of a variable:
  ///
  /// ```swift
  /// .rows(["a shop": ["books": RowValue(books.count), "open": true]])
  /// ```
  public init(_ value: some RowValueConvertible) { self = value.rowValue }

  /// The raw value of a case.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(_ value: Value) where Value.RawValue: RowValueConvertible {
    self = value.rawValue.rowValue
  }
}

extension RowValueConvertible where Self: RawRepresentable, RawValue: RowValueConvertible {
  public var rowValue: RowValue { rawValue.rowValue }
}

extension RowValueConvertible where Self: Numeric & CustomStringConvertible {
  public var rowValue: RowValue { RowValue(.number(description)) }
}

extension Int: RowValueConvertible {}
extension Int8: RowValueConvertible {}
extension Int16: RowValueConvertible {}
extension Int32: RowValueConvertible {}
extension Int64: RowValueConvertible {}
extension UInt: RowValueConvertible {}
extension UInt8: RowValueConvertible {}
extension UInt16: RowValueConvertible {}
extension UInt32: RowValueConvertible {}
extension UInt64: RowValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Int128: RowValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension UInt128: RowValueConvertible {}
extension Double: RowValueConvertible {}
extension Float: RowValueConvertible {}
extension Decimal: RowValueConvertible {}

extension Bool: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.bool(self)) }
}

extension RowValueConvertible where Self: StringProtocol {
  public var rowValue: RowValue { RowValue(.string(String(self))) }
}

extension String: RowValueConvertible {}
extension Substring: RowValueConvertible {}

extension Character: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.string(String(self))) }
}

extension Date: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.date(self)) }
}

extension Data: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.data(self)) }
}

extension URL: RowValueConvertible {
  /// The text of the URL. The contents at a URL are read only by a row source for them.
  public var rowValue: RowValue { RowValue(.string(absoluteString)) }
}

extension UUID: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.string(uuidString)) }
}

extension RowValue: RowValueConvertible {
  public var rowValue: RowValue { self }
}

extension RowFields: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.object(self)) }
}

extension Optional: RowValueConvertible where Wrapped: RowValueConvertible {
  public var rowValue: RowValue { self?.rowValue ?? .null }
}

extension RowValueConvertible where Self: Sequence, Element: RowValueConvertible {
  public var rowValue: RowValue { RowValue(.array(map(\.rowValue))) }
}

extension Array: RowValueConvertible where Element: RowValueConvertible {}
extension ArraySlice: RowValueConvertible where Element: RowValueConvertible {}

extension Dictionary: RowValueConvertible where Key == String, Value: RowValueConvertible {
  /// An object with the keys in natural order, since a dictionary has no order.
  public var rowValue: RowValue {
    let sorted = sorted { $0.key.naturallyPrecedes($1.key) }
    return RowValue(.object(RowFields(sorted.map { ($0.key, $0.value.rowValue) })))
  }
}

extension KeyValuePairs: RowValueConvertible where Key == String, Value: RowValueConvertible {
  /// An object with the keys in their order. Of a duplicate key, the first value is used.
  public var rowValue: RowValue {
    RowValue(.object(RowFields(map { ($0.key, $0.value.rowValue) })))
  }
}
