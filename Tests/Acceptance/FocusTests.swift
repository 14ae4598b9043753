import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// The examples that a focus leaves. (Semantics, section 3.)
@Suite struct FocusTests {
  @Test func `SL-39, KW-03: one focused example; hooks see its name as it is`() async {
    let trace = await traced(
      describe("shelf") {
        beforeEach { info in log("s(\(info.name))") }
        it("fills") { log("never") }
        fit("empties") { log("empties") }
        context("sold out") {
          beforeAll { log("never") }
          it("reorders") { log("never") }
        }
      },
      describe("till") {
        beforeAll { log("never") }
        it("opens") { log("never") }
      })
    expect(
      trace.description,
      equals: """
        shelf › s(empties) · empties → empties: passed
        1 executed
        """)
    expect(trace.focused, equals: ["Acceptance/shelf/empties"])
    #expect(trace.summary.isFocused && trace.summary.isSuccess)
    expect(trace.start?.notSelected, equals: 3)
  }

  @Test("SL-40, SL-41, KW-02: a focused group in the middle, with the groups around it")
  func middleGroup() async {
    let trace = await traced("shop") {
      beforeAll { log("S") }
      it("opens") { log("never") }
      fcontext("shelf") {
        beforeAll { log("I") }
        it("fills") { log("fills") }
        xit("empties") { log("never") }
        context("sold out") {
          it("reorders") { log("reorders") }
        }
      }
      context("till") {
        it("counts") { log("never") }
      }
    }
    expect(
      trace.description,
      equals: """
        shop
          S
          shelf
            I
            fills → fills: passed
            empties: skipped, marked with xit
            sold out › reorders → reorders: passed
        2 executed, 1 skipped
        """)
    expect(trace.focused, equals: ["Acceptance/shop/shelf"])
  }

  @Test("SL-42, SL-43, SL-44: the narrowest focus applies, in each focused group by itself")
  func narrowest() async {
    let trace = await traced(
      fdescribe("shop") {
        it("opens") { log("never") }
        fcontext("shelf") {
          it("fills") { log("never") }
          context("sold out") {
            fit("reorders") { log("reorders") }
          }
        }
        context("window") {
          it("shines") { log("never") }
        }
      },
      fdescribe("till") {
        it("counts") { log("counts") }
      },
      describe("cellar") {
        it("is dark") { log("never") }
        fit("is dry") { log("is dry") }
      })
    expect(
      trace.description,
      equals: """
        shop › shelf › sold out › reorders → reorders: passed
        till › counts → counts: passed
        cellar › is dry → is dry: passed
        3 executed
        """)
    expect(
      trace.focused,
      equals: [
        "Acceptance/shop", "Acceptance/shop/shelf", "Acceptance/shop/shelf/sold out/reorders",
        "Acceptance/till", "Acceptance/cellar/is dry",
      ])
  }

  @Test func `SL-45: outlines and single rows are focused as examples are`() async {
    let trace = await traced("shelf") {
      outline("lends") { (copies: Int) in
        log("lends \(copies)")
      } rows: {
        row("Emma", 1)
        row("Persuasion", 2, traits: .focused)
        row("Evelina", 3, traits: .focused)
      }
      outline("sells") { (_: Int) in
        log("never")
      } rows: {
        row("Emma", 1)
      }
      outline("buys", .focused) { (value: Int) in
        log("buys \(value)")
      } rows: {
        row("Emma", 1)
        row("Persuasion", 2)
      }
      it("burns") { log("never") }
    }
    expect(
      trace.description,
      equals: """
        shelf
          lends
            lends 2 → Persuasion: passed
            lends 3 → Evelina: passed
          buys
            buys 1 → Emma: passed
            buys 2 → Persuasion: passed
        4 executed
        """)
    expect(
      trace.focused,
      equals: [
        "Acceptance/shelf/lends/Persuasion", "Acceptance/shelf/lends/Evelina",
        "Acceptance/shelf/buys",
      ])
  }

  @Test func `SL-46: a focus keeps what it leaves in the order it had`() async {
    @Sendable func shop(_ focus: [any ExampleTrait]) -> SpecNode {
      describe("shop") {
        for number in 1...40 {
          SpecNode(
            "book \(number)", at: Place(path: "Shop.swift", line: number),
            traits: number.isMultiple(of: 3) ? focus : [], content: .example {})
        }
      }
    }
    let random = RunOptions.plain { $0.order = .random }
    let all = await traced(shop([]), options: random).executed
    let focused = await traced(shop([.focused]), options: random).executed
    expect(focused.count, equals: 13)
    expect(focused, equals: all.filter { focused.contains($0) })
  }

  @Test func `SL-50: a focus outside the selection has no effect`() async {
    let trace = await traced(
      describe("shelf") {
        it("fills") { log("fills") }
        outline("lends") { (copies: Int) in
          log("lends \(copies)")
        } rows: {
          row("Emma", 1)
          row("Persuasion", 2, traits: .focused)
        }
      },
      fdescribe("till") {
        it("counts") { log("never") }
      },
      options: .selecting("shelf/fills", "shelf/lends/Emma"))
    expect(
      trace.description,
      equals: """
        shelf
          fills → fills: passed
          lends › lends 1 → Emma: passed
        2 executed
        """)
    expect(trace.focused, equals: [])
    #expect(!trace.summary.isFocused)
  }
}
