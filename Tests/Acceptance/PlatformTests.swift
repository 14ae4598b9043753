import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Examples that can run on a platform, and runs in which none can. (Semantics, section 3.)
@Suite struct PlatformTests {
  private static let elsewhere = Platform("toaster")

  @Test func `SL-35, SL-36, SL-37: platforms of a group and of its examples must agree`() async {
    let trace = await traced(
      describe("here", .platforms(.current, Self.elsewhere)) {
        beforeEach { info in log("s(\(info.name))") }
        it("always") { log("always") }
        it("here", .platforms(.current)) { log("here") }
        it("elsewhere", .platforms(Self.elsewhere, Platform("kettle"))) { log("never") }
        outline("rows") { (number: Int) in
          log("row \(number)")
        } rows: {
          row("here", 1, traits: .platforms(.current))
          row("elsewhere", 2, traits: .platforms(Self.elsewhere))
        }
      },
      describe("elsewhere", .platforms(Self.elsewhere)) {
        beforeAll { log("never") }
        it("always") { log("never") }
        it("here", .platforms(.current)) { log("never") }
        context("inner", .platforms(.current)) {
          beforeAll { log("never") }
          outline("rows") { (_: Int) in
            log("never")
          } rows: {
            row("a", 1)
          }
        }
      })
    expect(
      trace.description,
      equals: """
        here
          s(always) · always → always: passed
          s(here) · here → here: passed
          elsewhere: skipped, only for kettle, toaster
          rows
            s(here) · row 1 → here: passed
            elsewhere: skipped, only for toaster
        elsewhere
          always | here: skipped, only for toaster
          inner › rows: skipped, only for toaster
        3 executed, 5 skipped
        """)
  }

  @Test func `conditions are asked once, and only for what is selected`() async {
    let asked = Counter()
    let notAsked = Counter()
    let trace = await traced(
      describe("shop", .enabled(if: asked.next() > 0)) {
        it("opens", .disabled(if: asked.next() > 0, "it is Sunday")) { log("never") }
        it("closes", .enabled(if: asked.next() < 0)) { log("never") }
        it("counts", .disabled(if: asked.next() < 0)) { log("counts") }
      },
      describe("cellar", .enabled(if: notAsked.next() > 0)) {
        it("is dry") { log("never") }
      },
      options: .selecting("shop"))
    expect(
      trace.description,
      equals: """
        shop
          opens: skipped, it is Sunday
          closes: skipped, its condition does not hold
          counts → counts: passed
        1 executed, 2 skipped
        """)
    #expect(asked.value == 4 && notAsked.value == 0)
  }

  @Test("SL-58: nothing discovered, nothing matches, nothing focused can run: three messages")
  func nothing() async {
    let shelf = describe("shelf") {
      it("fills") {}
      it("empties", .focused, .platforms(Self.elsewhere)) {}
    }
    let none = await traced([Spec]())
    let unmatched = await traced(shelf, options: .selecting("shelf/fils"))
    let focused = await traced(shelf)
    expect(
      none.description,
      equals:
        "No specs were found. Write one with @Spec, in a test target that depends on Exemplar.")
    expect(
      unmatched.description,
      equals: """
        Nothing matches “shelf/fils”. Did you mean:
          Acceptance/shelf/fills
        """)
    expect(
      focused.description,
      equals: """
        shelf › empties: skipped, only for toaster
        1 skipped, No focused example can run here. Remove the focus, or run it on its platform.
        """)
    for trace in [none, unmatched, focused] {
      #expect(trace.summary.finished && !trace.summary.isSuccess)
      expect(trace.summary.executed, equals: 0)
    }
  }

  @Test func `SL-59: groups without examples, such as abstract bases, are not run`() async {
    let base = describe("base") {
      beforeAll { log("never") }
      beforeEach { log("never") }
      context("inner") { afterAll { log("never") } }
    }
    let shelf = describe("shelf") {
      context("board") { context("corner") { beforeEach {} } }
      it("fills") { log("fills") }
    }
    let specs = [base, shelf].map { Spec(module: "Acceptance", root: $0) }
    let trace = await traced(specs)
    expect(
      trace.description,
      equals: """
        ! base: “base” has no examples, so nothing is checked there. Add some with @Example, it or \
        outline, or remove it. (planning, warning)
        ! board: “board” has no examples, so nothing is checked there. Add some with @Example, it \
        or outline, or remove it. (planning, warning)
        shelf › fills → fills: passed
        1 executed, 2 warned
        """)
    let strict = await traced(specs, options: .plain { $0.isStrict = true })
    #expect(!strict.summary.isSuccess)
    let part = await traced(specs, options: .selecting("fills"))
    expect(part.summary.warnings, equals: 0)
    let alone = await traced(base)
    expect(alone.summary.nothingRan, equals: NothingToRun.nothingDiscovered.message)
    #expect(!alone.summary.isSuccess)
  }

  @Test(
    "SL-35, SL-36, SL-37: --platform runs what a platform would run",
    arguments: [
      ("iPad", ["all", "pad", "ios"]), ("iPhone", ["all", "phone", "ios"]),
      ("iOS", ["all", "ios"]),
      ("macCatalyst", ["all", "ios"]), ("visionOS", ["all"]), ("android", ["all", "android"]),
      ("WASI", ["all"]),
    ])
  func otherPlatforms(name: String, expected: [String]) async throws {
    var options = try RunOptions(environment: ["EXEMPLAR_PLATFORM": name])
    options.order = .defined
    let trace = await traced(
      describe("suite") {
        it("all") {}
        it("pad", .platforms(.iPad)) {}
        it("phone", .platforms(.iPhone)) {}
        it("ios", .platforms(.iOS)) {}
        it("android", .platforms(.android)) {}
      },
      describe("pad suite", .platforms(.iPad)) {
        it("phone", .platforms(.iPhone)) {}
        it("here", .platforms(.current)) {}
      }, options: options)
    expect(trace.executed, equals: expected)
    let reason = name == "iPad" ? Platform.current.name : "iPad"
    #expect(
      trace.description.contains(
        "here: skipped, only for \(reason); this run is for \(options.platform.name)"))
    let failure = #expect(throws: UsageError.self) {
      try RunOptions(environment: ["EXEMPLAR_PLATFORM": "iPda"])
    }
    expect(
      failure?.message,
      equals: "EXEMPLAR_PLATFORM must be one of linux, macOS, windows, iOS, iPhone, iPad, "
        + "macCatalyst, tvOS, watchOS, visionOS, android, wasi; found \u{201C}iPda\u{201D}. Did you mean iPad?"
    )
    expect(RunOptions().platform, equals: .current)
  }

  @Test("the kind of an iOS device decides its platform; other kinds are none of its platforms")
  func idioms() {
    #expect(
      [0, 1, 2, 3, 5, 6, -1].map { Platform(idiom: $0)?.name } == [
        "iPhone", "iPad", nil, nil, nil, nil, nil,
      ])
  }

  @Test("each platform with a name has a suffix, for methods and for types")
  func suffixOfEachPlatform() throws {
    let nodes = discoveredNodes()
    let methods = try #require(nodes.first { $0.name == "EachSuffix" }).children
    expect(methods.map { $0.properties.platforms ?? [] }, equals: Platform.known.map { [$0] })
    expect(methods.map(\.name), equals: Platform.known.map { "testRuns_\($0.name)" })
    let type = nodes.first { $0.name == "EverySuffix_visionOS" }
    expect(type?.properties.platforms, equals: [.visionOS])
  }

  @Test(
    "SL-35, SL-36, SL-37: suffixes of types and methods run on their devices",
    arguments: [
      (Platform.iPad, ["inherited", "draws"]), (.iPhone, ["rings"]), (.iOS, []), (.linux, []),
    ])
  func suffixes(platform: Platform, expected: [String]) async {
    let specs = discoveredSpecs().filter {
      $0.root.place.path.hasSuffix("/Shared/Types/SuffixSpecs.swift")
    }
    let trace = await traced(specs, options: .plain { $0.platform = platform })
    expect(
      Set(trace.lines.filter { $0.hasPrefix("  ") && !$0.contains(":") }),
      equals: Set(expected.map { "  \($0)" }))
    #expect(trace.summary.executed == expected.count && trace.summary.skipped == 5 - expected.count)
  }
}
