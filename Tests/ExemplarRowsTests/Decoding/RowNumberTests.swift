import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// Numbers as the number types of Swift: exactly, or not at all.
struct RowNumberTests {
  @Test func fitTheLimitsOfEachIntegerType() async throws {
    try await expectLimits(of: Int8.self)
    try await expectLimits(of: Int16.self)
    try await expectLimits(of: Int32.self)
    try await expectLimits(of: Int64.self)
    try await expectLimits(of: Int.self)
    try await expectLimits(of: UInt8.self)
    try await expectLimits(of: UInt16.self)
    try await expectLimits(of: UInt32.self)
    try await expectLimits(of: UInt64.self)
    try await expectLimits(of: UInt.self)
  }

  private func expectLimits<Integer: FixedWidthInteger & Decodable & SendableMetatype>(
    of type: Integer.Type
  ) async throws {
    for limit in [Integer.min, .max] {
      let row = try await onlyRow("[{\"v\": \(limit)}]")
      try expect(row.decode("v", as: type), equals: limit)
      try expect(row.decode("v", as: Integer?.self), equals: limit)
    }
    let (below, above) = (
      Decimal(string: "\(Integer.min)")! - 1, Decimal(string: "\(Integer.max)")! + 1
    )
    for number in [below, above] {
      let row = try await onlyRow("[{\"v\": \(number)}]")
      expect(
        mistake { try row.decode("v", as: type) },
        equals:
          "1:8 In “v” of a row, expected a whole number from \(Integer.min) to \(Integer.max), "
          + "found the number \(number).")
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("-0.0", 0), ("0e99", 0), ("2.0", 2), ("-2.50e1", -25), ("1e3", 1000),
    ("1200E-2", 12), ("0.5e1", 5), ("1e18", 1_000_000_000_000_000_000),
    ("9007199254740993.0", 9_007_199_254_740_993),
    ("9223372036854775807.00", .max), ("-9.223372036854775808e18", .min),
    ("0.000000000000000000000000000000000000000000007e45", 7),
  ])
  func areWholeHoweverTheyAreWritten(text: String, expected: Int) async throws {
    let row = try await onlyRow("[{\"v\": \(text)}]")
    try expect(row.decode("v"), equals: expected)
  }

  @Test(arguments: [
    "0.5", "1e-1", "1.00000000000000000001", "9007199254740991.4", "1e19", "9223372036854775807.5",
    "1e99999999999999999999", "1e-99999999999999999999", "1e400",
    "10e9223372036854775807", "0.1e-9223372036854775808", "1e-9223372036854775808", "10e19",
  ])
  func areNoIntegersOtherwise(text: String) async throws {
    let row = try await onlyRow("[{\"v\": \(text)}]")
    expect(
      mistake { try row.decode("v", as: Int.self) },
      equals: "1:8 In “v” of a row, expected a whole number from -9223372036854775808 to "
        + "9223372036854775807, found the number \(text).")
  }

  @Test(arguments: [
    "", "-", ".", ".5", "1.", "e5", "1e", "1e+", "1.0.3", "--1.0", "1.0x", "\u{661}.0",
  ])
  func areNoNumbersWhateverCodePutsInTheirPlace(text: String) throws {
    let value: RowValue = ["v": RowValue(.number(text))]
    guard case .object(let fields) = value.content else { return }
    let row = Row(name: nil, fields: fields, place: Place(path: "Books.swift"))
    #expect(throws: (any Error).self) { try row.decode("v", as: Int.self) }
    #expect(throws: (any Error).self) { try row.decode("v", as: Decimal.self) }
  }

  @Test func areWholeUpToTheLongestInteger() async throws {
    let row = try await onlyRow("[{\"a\": 1.7e38, \"b\": 2.0e2, \"c\": 1.0e3}]")
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
      #expect(try row.decode("a", as: Int128.self) / 1_000_000_000_000_000_000 > 0)
    }
    try expect(row.decode("b", as: UInt8.self), equals: 200)
    #expect(throws: (any Error).self) { try row.decode("c", as: UInt8.self) }
  }

  @Test(arguments: [
    ("0", 0), ("-0.0", -0.0), ("1", 1), ("0.1", 0.1), ("-2.5e-3", -0.0025), ("1e38", 1e38),
    ("4.9e-324", .leastNonzeroMagnitude), ("9007199254740993", 9_007_199_254_740_992),
    ("1e-400", 0),
  ])
  func areTheNearestFloatingPointNumbers(text: String, expected: Double) async throws {
    let row = try await onlyRow("[{\"v\": \(text)}]")
    try expect(row.decode("v", as: Double.self).bitPattern, equals: expected.bitPattern)
    try expect(row.decode("v", as: Float.self), equals: Float(text))
  }

  @Test func areRefusedWhereFloatingPointHasNone() async throws {
    let row = try await onlyRow("[{\"a\": 1e309, \"b\": -1e39}]")
    expect(
      mistake { try row.decode("a", as: Double.self) },
      equals: "1:8 In “a” of a row, expected a number that Double can hold, found the number 1e309."
    )
    expect(
      mistake { try row.decode("b", as: Float.self) },
      equals: "1:20 In “b” of a row, expected a number that Float can hold, found the number -1e39."
    )
    try expect(row.decode("b", as: Double.self), equals: -1e39)
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("-12.50", "-12.5"), ("1e3", "1000"), ("19.99E0", "19.99"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("1000000000000000000000000000000000000000000", "1000000000000000000000000000000000000000000"),
  ])
  func areExactDecimals(text: String, expected: String) async throws {
    let row = try await onlyRow("[{\"v\": \(text)}]")
    try expect(row.decode("v", as: Decimal.self).description, equals: expected)
  }

  @Test(arguments: [
    "1e400", "1e-400", "1e9223372036854775807", "10e9223372036854775807",
    "0.1e-9223372036854775808", "0.123456789012345678901234567890123456789",
    "123456789012345678901234567890123456789",
  ])
  func areRefusedWhereDecimalWouldRound(text: String) async throws {
    let row = try await onlyRow("[{\"v\": \(text)}]")
    let found = text.count > 40 ? "\(text.prefix(39))…" : text
    expect(
      mistake { try row.decode("v", as: Decimal.self) },
      equals: "1:8 In “v” of a row, expected a number that Decimal can hold exactly, "
        + "found the number \(found).")
  }
}
