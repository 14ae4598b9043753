import Bookshop
import Exemplar
import Foundation
import Testing

/// One row of opening.json: a shop, an instant, and whether the door is open.
struct Visit: Decodable, Sendable {
  let zone: String
  let days: [Weekday]
  let hours: String
  let instant: String
  let open: Bool
}

@Spec let openingHoursSpec = describe("Opening hours") {
  outline("follow the clock of the shop", from: .json("opening")) { (visit: Visit) in
    let zone = try #require(TimeZone(identifier: visit.zone))
    let hours = try Hours(visit.hours)
    let shop = OpeningHours(timeZone: zone, days: visit.days, hours: hours)
    let instant = try Date(visit.instant, strategy: .iso8601)
    #expect(shop.isOpen(at: instant) == visit.open)
  }

  context("that differ from day to day") {
    let week = Given { [Weekday: Hours]() }

    beforeEach {
      week.value[.friday] = try Hours("10:00-22:00")
      week.value[.saturday] = try Hours("10:00-14:00")
    }

    // The first of May 2026 is a Friday.
    outline("are looked up by the day") { (text: String, open: Bool) in
      let shop = OpeningHours(timeZone: .gmt, week: week())
      let instant = try Date(text, strategy: .iso8601)
      #expect(shop.isOpen(at: instant) == open)
    } rows: {
      row("Friday evening", "2026-05-01T21:00:00Z", true)
      row("Saturday noon", "2026-05-02T12:00:00Z", true)
      row("Saturday evening", "2026-05-02T21:00:00Z", false)
      row("Sunday noon", "2026-05-03T12:00:00Z", false)
    }
  }

  context("of one day") {
    it("are minutes of the day") {
      let hours = try Hours("09:00-18:30")
      #expect(hours.opens == 540)
      #expect(hours.closes == 1110)
    }

    outline("may end after midnight") { (text: String, late: Bool) in
      let hours = try Hours(text)
      #expect(hours.endAfterMidnight == late)
      #expect(hours.description == text)
    } rows: {
      row("long before", "09:00-18:00", false)
      row("in the morning", "08:30-10:10", false)
      row("at midnight", "18:00-24:00", false)
      row("at two", "20:00-02:00", true)
      row("a whole day later", "10:00-10:00", true)
    }

    outline("are refused") { (text: String) in
      #expect(throws: Hours.Problem.unreadable(text)) { try Hours(text) }
    } rows: {
      row("empty", "")
      row("no minutes", "9-18")
      row("one digit", "9:00-18:00")
      row("seconds", "09:00:30-18:00")
      row("two colons", "09::00-18:00")
      row("two dashes", "09:00--18:00")
      row("three times", "09:00-12:00-18:00")
      row("no such minute", "09:60-18:00")
      row("no such hour", "09:00-25:00")
      row("after the last hour", "20:00-24:30")
      row("opening at the end of the day", "24:00-02:00")
      row("a word", "always")
    }
  }
}
