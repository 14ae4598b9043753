#if Macros
  import Testing

  /// What the macros make, in full.
  struct ExpansionTests {
    @Test func aMethodWithRows() {
      expect(
        """
        struct Shelf {
          @Example("sells", .focused, over: [
            (1, 2),
            (3, 4),
          ])
          mutating func sells(_ number: Int, at price: Int) throws {}
        }
        """,
        becomes: #"""
          struct Shelf {
            mutating func sells(_ number: Int, at price: Int) throws {}

            nonisolated private static let __macro_local_13exemplar_6_17fMu_: @Sendable () -> Exemplar.__Declaration = {
                func __rows0() -> [Exemplar.InlineRow<(Int, Int)>] {
                  var __rows: [Exemplar.InlineRow<(Int, Int)>] = []
                  func __add(_ __row: Exemplar.InlineRow<(Int, Int)>) { __rows.append(__row) }
            #sourceLocation(file: "Shelf.swift", line: 2)
            __add(Exemplar.__row(
                (1, 2), line: 3, column: 5))
            #sourceLocation(file: "Shelf.swift", line: 3)
            __add(Exemplar.__row(
                (3, 4), line: 4, column: 5))
            #sourceLocation()
                  return __rows
                }
                return Exemplar.__Declaration.__outline(Exemplar.__Label("sells", "sells", .focused), of: Exemplar.__TypeReference(Shelf.self, "Shelf"), at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 6, 17), rows: __rows0()) { (__values: (Int, Int)) in
                  var __instance = try await Exemplar.__instance(of: Shelf.self) { try await (Shelf(), Exemplar.__mayThrow, Exemplar.__maySuspend).0 }
                  defer { Exemplar.__keep(__instance) }
                  _ = try await (__instance.sells(__values.0, at: __values.1), Exemplar.__mayThrow, Exemplar.__maySuspend).0
                }
            }
            nonisolated private enum __macro_local_11record_6_17fMu_: Exemplar.__Record {
              static func __declaration() -> Exemplar.__Declaration { __macro_local_13exemplar_6_17fMu_() }
            }
          }
          """#)
    }

    @Test func rowsOfAClosure() {
      expect(
        """
        @Example(rows: {
          for pages in [1, 2] {
            row("\\(pages)", pages, { $0 }, traits: .focused)
          }
          // The last one.
          row("map", 3) { $0 + 1 }
        })
        func sells(pages: Int, count: @Sendable (Int) -> Int = { $0 }) {}
        """,
        becomes: #"""
          func sells(pages: Int, count: @Sendable (Int) -> Int = { $0 }) {}

          nonisolated private enum __macro_local_10record_8_6fMu_: Exemplar.__Record {
            static func __declaration() -> Exemplar.__Declaration {
              @Exemplar.RowsBuilder<(Int, @Sendable (Int) -> Int)> func __rows0() -> [Exemplar.InlineRow<(Int, @Sendable (Int) -> Int)>] {
          #sourceLocation(file: "Shelf.swift", line: 2)
            for pages in [1, 2] {
              row("\(pages)", pages, { $0 }, traits: .focused, line: 3, column: 5)
            }
            // The last one.
            row("map", 3, { $0 + 1 }, line: 6, column: 3)
          #sourceLocation()
              }
              return Exemplar.__Declaration.__outline(Exemplar.__Label("sells"), of: nil, at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 8, 6), rows: __rows0()) { (__values: (Int, @Sendable (Int) -> Int)) in
                _ = try await (sells(pages: __values.0, count: __values.1), Exemplar.__mayThrow, Exemplar.__maySuspend).0
              }
            }
          }
          """#)
    }

    @Test func rowsAloneOfAClosure() {
      expect(
        """
        @Example(rows: {
          row("one", 1) // The least.
          row("map", 3)
        })
        func sells(pages: Int) {}
        """,
        becomes: #"""
          func sells(pages: Int) {}

          nonisolated private enum __macro_local_10record_5_6fMu_: Exemplar.__Record {
            static func __declaration() -> Exemplar.__Declaration {
              func __rows0() -> [Exemplar.InlineRow<Int>] {
                var __rows: [Exemplar.InlineRow<Int>] = []
                func __add(_ __row: Exemplar.InlineRow<Int>) { __rows.append(__row) }
          #sourceLocation(file: "Shelf.swift", line: 1)
          __add(
            row("one", 1, line: 2, column: 3)); __add( // The least.
            row("map", 3, line: 3, column: 3))
          #sourceLocation()
                return __rows
              }
              return Exemplar.__Declaration.__outline(Exemplar.__Label("sells"), of: nil, at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 5, 6), rows: __rows0()) { (__values: Int) in
                _ = try await (sells(pages: __values), Exemplar.__mayThrow, Exemplar.__maySuspend).0
              }
            }
          }
          """#)
    }

    @Test func aValue() {
      expect(
        "@Spec let shelf = describe(\"A shelf\") {}",
        becomes: #"""
          let shelf = describe("A shelf") {}

          nonisolated private enum __macro_local_10record_1_1fMu_: Exemplar.__Record {
            static func __declaration() -> Exemplar.__Declaration {
              Exemplar.__Declaration.__value(shelf, at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 1, 11))
            }
          }
          """#)
    }

    @Test func anInheritedHookOfASubclass() {
      expect(
        """
        class Shelf: Furniture {
          @BeforeAll override class func build(_ info: ExampleInfo) {}
        }
        """,
        becomes: #"""
          class Shelf: Furniture {
            override class func build(_ info: ExampleInfo) {}

            nonisolated private static let __macro_local_13exemplar_2_34fMu_: @Sendable () -> Exemplar.__Declaration = {
                Exemplar.__Declaration.__hook(.beforeAll, of: Exemplar.__TypeReference(Shelf.self, "Shelf"), Exemplar.__Method("build(_: ExampleInfo)", isOverride: true), at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 2, 34)) { __info in
                  _ = try await (Exemplar.__class(Shelf.self).build(__info), Exemplar.__mayThrow, Exemplar.__maySuspend).0
                }
            }
            nonisolated private enum __macro_local_11record_2_34fMu_: Exemplar.__Record {
              static func __declaration() -> Exemplar.__Declaration { __macro_local_13exemplar_2_34fMu_() }
            }
          }
          """#)
    }

    @Test func columnsAndVersions() {
      expect(
        """
        @available(macOS 26, *) @available(*, deprecated)
        @Example(from: .json("Books")) func sells(book title: String, price: Int = 3) async {}
        """,
        becomes: #"""
          @available(macOS 26, *) @available(*, deprecated)
          func sells(book title: String, price: Int = 3) async {}

          @available(*, deprecated)
          nonisolated private enum __macro_local_11record_2_37fMu_: Exemplar.__Record {
            static func __declaration() -> Exemplar.__Declaration {
              Exemplar.__Declaration.__outline(Exemplar.__Label("sells"), of: nil, at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 2, 37), from: .json("Books"), columns: ["book", "price"]) { __row in
                let __value0 = try __row.decode("book", as: (String).self)
                let __value1 = try __row.decode("price", as: (Int).self, default: 3)
                try __row.__read()
                guard #available(macOS 26, *) else {
                  throw Exemplar.Skip("needs macOS 26")
                }
                _ = try await (sells(book: __value0, price: __value1), Exemplar.__mayThrow, Exemplar.__maySuspend).0
              }
            }
          }
          """#)
    }
  }
#endif
