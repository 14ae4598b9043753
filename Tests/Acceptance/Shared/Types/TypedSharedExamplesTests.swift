import Exemplar
import ExemplarCore
import Testing

/// Shared examples in types. (Semantics, section 7.)
@Suite("Shared examples in types") struct TypedSharedExamplesTests {
  @Test(
    "KW-07 KW-12 RS-01 SP-01 SP-02 SP-04 members behave like shared examples, inside the type's hooks"
  )
  func members() async {
    let trace = await Diary.trace("VoyagerSpec", "EnterpriseSpec")
    #expect(
      trace.description == """
          built
          built name
          built
        > VoyagerSpec
        > launch
        > behaves like a launch
        > at rest
          christened
          launched
          shared set-up
          shared tear-down
          docked
          stands: passed
          christened
          launched
          shared set-up
          Voyager true
          shared tear-down
          docked
          has a name: passed
        < at rest
          christened
          launched
          shared set-up
          Voyager at 1
          shared tear-down
          docked
          moves: passed
        < behaves like a launch
        < launch
        > title
        > behaves like a name
          christened
          named Voyager
          docked
          is not empty: passed
        < behaves like a name
        < title
          christened
          Voyager floats
          docked
          isAfloat: passed
        < VoyagerSpec
        > EnterpriseSpec
        > launch
        > behaves like a launch
        > at rest
          shared set-up
          shared tear-down
          stands: passed
          shared set-up
          Enterprise true
          shared tear-down
          has a name: passed
        < at rest
          shared set-up
          Enterprise at 1
          shared tear-down
          moves: passed
        < behaves like a launch
        < launch
        < EnterpriseSpec
        8 executed
        """)
  }

  @Test("KW-11 RS-10 they are built once for each member, and not by being defined")
  func builtOnce() async {
    let trace = await Diary.trace("BuoySpec")
    #expect(
      trace.description == """
          built name
        > BuoySpec
        > name
        > behaves like a name
          named buoy
          is not empty: passed
        < behaves like a name
        < name
        < BuoySpec
        1 executed
        """)
  }

  @Test("RS-04 RS-05 the definition of the nearest type wins, then that of the module")
  func nearest() async {
    let trace = await Diary.trace("HarbourSpec", "BuoySpec")
    #expect(
      trace.description == """
          built name
        > HarbourSpec
        > name
        > behaves like a name
          named harbour
          is that of a harbour: passed
        < behaves like a name
        < name
        > QuaySpec
        > name
        > behaves like a name
          named quay
          is that of a harbour: passed
        < behaves like a name
        < name
        < QuaySpec
        > PierSpec
        > name
        > behaves like a name
          named pier
          is that of a pier: passed
        < behaves like a name
        < name
        < PierSpec
        < HarbourSpec
        > BuoySpec
        > name
        > behaves like a name
          named buoy
          is not empty: passed
        < behaves like a name
        < name
        < BuoySpec
        4 executed
        """)
  }

  @Test("RS-13 a failure tells the including lines, that of the member last")
  func chains() async {
    let trace = await Diary.trace("WreckSpec")
    #expect(
      trace.description == """
        > WreckSpec
        > fleet
        > behaves like a fleet
        > behaves like a floater
          ! floats: Titanic sank (body)
          floats: failed
        < behaves like a floater
        < behaves like a fleet
        < fleet
        < WreckSpec
        1 executed, 1 failed
        """)
    let chains = trace.events.compactMap { event -> [String]? in
      guard case .issueRecorded(let record) = event else { return nil }
      return record.issue.context.inclusions.map { "\($0.name) in \($0.place.fileName)" }
    }
    #expect(chains == [["a floater in YardSpecs.swift", "a fleet in YardSpecs.swift"]])
  }
}

/// Givens in types. (Semantics, section 2.)
@Suite("Givens in types") struct TypedGivensTests {
  @Test(
    "KW-04 an override holds in its type and the types in it, also for givens and hooks outside")
  func overrides() async {
    let trace = await Diary.trace("NumberSpec")
    #expect(
      trace.description == """
        > NumberSpec
          written
          number 0
          number 0 wiped out
          begins: passed
          written
          number 0
          number 0 wiped out
          ends: passed
        > OneSpec
          written
          number 1
          number 1 wiped out
          isOne: passed
        > ThreeSpec
          written
          number 3
          number 3 wiped out
          isThree: passed
        < ThreeSpec
        > FourSpec
          written
          number 4
          number 4 wiped out
          isFour: passed
        < FourSpec
        < OneSpec
        < NumberSpec
        5 executed
        """)
  }

  @Test("RS-02 RS-11 SP-03 inclusions with customizations stand in a type as constants")
  func customized() async {
    let trace = await Diary.trace("StorySpec")
    #expect(
      trace.description == """
        > StorySpec
          opened
          foo
          begins: passed
          opened
          foo
          closes: passed
        > MiddleSpec
        > behaves like a talker
          opened
          baz
          talks: passed
        < behaves like a talker
        > behaves like a nest
          opened
          added set-up
          4 qux!
          counts: passed
          opened
          added set-up
          qux!
          ends well: passed
        < behaves like a nest
        < MiddleSpec
        < StorySpec
        5 executed
        """)
  }

  @Test("overrides and inclusions of a base class stand in its subclasses, and theirs win")
  func inherited() async {
    let trace = await Diary.trace("TaleSpec", "FableSpec")
    #expect(
      trace.description == """
        > FableSpec
        > behaves like a talker
          once upon a time
          talks: passed
        < behaves like a talker
        < FableSpec
        1 executed
        """)
  }
}
