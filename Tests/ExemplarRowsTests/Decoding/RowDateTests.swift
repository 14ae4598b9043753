import Exemplar
import ExemplarRows
import Foundation
import Testing

/// Dates as ISO 8601 text.
struct RowDateTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01", 0),
    ("2024-02-29", 1_709_164_800),
    ("2024-02-29T12:30:00Z", 1_709_209_800),
    ("2024-02-29t12:30:00z", 1_709_209_800),
    ("2024-02-29T12:30Z", 1_709_209_800),
    ("2024-02-29T12:30:00.25Z", 1_709_209_800.25),
    ("2024-02-29T14:30:00+02:00", 1_709_209_800),
    ("2024-02-29T14:30:00+0200", 1_709_209_800),
    ("2024-02-29T14:30:00+02", 1_709_209_800),
    ("2024-02-29T07:00:00.5-05:30", 1_709_209_800.5),
    ("2000-02-29", 951_782_400),
    ("1900-03-01", -2_203_891_200),
    ("1969-12-31T23:59:59Z", -1),
    ("0000-02-29", -62_162_121_600),
    ("0000-03-01", -62_162_035_200),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func areReadFromText(text: String, seconds: Double) async throws {
    let row = try await onlyRow("[{\"sold\": \"\(text)\"}]")
    try expect(row.decode("sold", as: Date.self).timeIntervalSince1970, equals: seconds)
  }

  @Test func countEveryDayOfFourCenturies() async throws {
    let days = 365 * 400 + 97
    let format = Date.ISO8601FormatStyle().year().month().day()
    for day in stride(from: 0, to: days, by: 17) {
      let date = Date(timeIntervalSince1970: Double(day - 100_000) * 86_400)
      let row = try await onlyRow("[{\"sold\": \"\(date.formatted(format))\"}]")
      try expect(row.decode("sold", as: Date.self), equals: date)
    }
  }

  @Test(arguments: [
    "", "yesterday", "2024", "2024-02", "2024-2-9", "20240229", "24-02-29", "2024-02-29x",
    " 2024-02-29", "2024-02-29 ", "2024-00-01", "2024-13-01", "2024-01-00", "2024-01-32",
    "2024-04-31", "2024-02-30", "2023-02-29", "1900-02-29", "2024-02-29T", "2024-02-29T12",
    "2024-02-29T12:30", "2024-02-29T12:30:00", "2024-02-29 12:30:00Z", "2024-02-29T24:00:00Z",
    "2024-02-29T12:60:00Z", "2024-02-29T12:30:60Z", "2024-02-29T12:30:00.Z",
    "2024-02-29T12:30:00,5Z", "2024-02-29T12:30:00ZZ", "2024-02-29T12:30:00+2",
    "2024-02-29T12:30:00+24:00", "2024-02-29T12:30:00+02:60", "2024-02-29T12:30:00+02:",
    "２０２４-02-29", "-024-02-29",
  ])
  func areRefusedIfTheyAreNoDateOrNoMoment(text: String) async throws {
    let row = try await onlyRow("[{\"sold\": \"\(text)\"}]")
    expect(
      mistake { try row.decode("sold", as: Date.self) },
      equals: "1:11 In “sold” of a row, expected a date as ISO 8601 text, such as "
        + "2024-02-29T12:30:00Z, found the text “\(text)”.")
  }

  @Test func areNoNumbers() async throws {
    let row = try await onlyRow("[{\"sold\": 1709209800}]")
    expect(
      mistake { try row.decode("sold", as: Date.self) },
      equals: "1:11 In “sold” of a row, expected a date as ISO 8601 text, such as "
        + "2024-02-29T12:30:00Z, found the number 1709209800.")
  }
}
