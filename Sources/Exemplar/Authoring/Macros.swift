#if Macros
  import ExemplarCombinations
  import ExemplarCore
  import ExemplarRows

  /// Makes a spec of a value or of a type; no further registration is needed.
  ///
  /// On a global or static `let`, the value is the spec:
  ///
  /// ```swift
  /// @Spec let shelf = describe("A shelf") { it("holds books") { … } }
  /// ```
  ///
  /// A computed property is a spec too. In a module with thousands of expectations, the compiler is done sooner after
  /// each change, since it skips the code of properties where it needs only their types:
  ///
  /// ```swift
  /// @Spec var shelf: SpecNode { describe("A shelf") { it("holds books") { … } } }
  /// ```
  ///
  /// On a structure, class, actor or enumeration, the type is the spec, and its methods with
  /// `@Example` are its examples; each example gets an instance of its own.
  @attached(peer)
  public macro Spec(_ traits: any ExampleTrait...) =
    #externalMacro(module: "ExemplarMacros", type: "SpecMacro")

  /// Makes a spec of a type, under a name other than the type's.
  @attached(peer)
  public macro Spec(_ name: String, _ traits: any ExampleTrait...) =
    #externalMacro(module: "ExemplarMacros", type: "SpecMacro")

  /// Makes an example of a method or a global function.
  @attached(peer)
  public macro Example(_ traits: any ExampleTrait...) =
    #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an example of a method or a global function, under a name of its own.
  @attached(peer)
  public macro Example(_ name: String, _ traits: any ExampleTrait...) =
    #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over rows in code: the values of a row are the arguments of the function.
  ///
  /// ```swift
  /// @Example("adds VAT", rows: {
  ///   row("books", 100, 107)
  ///   row("maps", 200, 214)
  ///   row("vouchers", 300, 300, traits: .skipped("not sold yet"))
  /// })
  /// func addsVAT(net: Int, gross: Int) { #expect(net.addingVAT(7) == gross) }
  /// ```
  ///
  /// In the first row, write the type of an enumeration's case (`Currency.eur`) and of `nil`
  /// (`nil as String?`); later rows need neither.
  @attached(peer)
  public macro Example<Values>(
    _ name: String, _ traits: any ExampleTrait...,
    @__AttributeRowsBuilder<Values, Void> rows: () -> __AttributeRows<Values, Void>
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over rows in code, under the name of the function. See `Example(_:_:rows:)` with a name.
  @attached(peer)
  public macro Example<Values>(
    @__AttributeRowsBuilder<Values, Void> rows: () -> __AttributeRows<Values, Void>
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over rows in code, with traits: the values of a row are the arguments of the function.
  ///
  /// ```swift
  /// @Example(.tags("tax"), rows: {
  ///   row("books", 100, 107)
  ///   row("maps", 200, 214)
  /// })
  /// func addsVAT(net: Int, gross: Int) { #expect(net.addingVAT(7) == gross) }
  /// ```
  /// The type of the first trait must be known: a constant of type `any ExampleTrait` needs a name before it.
  /// Types that are written for the rows follow a `_`: `@Example<_, (Int, Int)>(.focused, rows: { … })`.
  // The type of the first trait is a parameter, and one of the rows too, so that the compiler finds out that a
  // name is no trait before it checks the rows, and not after: else it would check them twice.
  @attached(peer)
  public macro Example<Trait: ExampleTrait, Values>(
    _ trait: Trait, _ traits: any ExampleTrait...,
    @__AttributeRowsBuilder<Values, Trait> rows: () -> __AttributeRows<Values, Trait>
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over the values of a sequence. Without `named`, rows are named by their position,
  /// and by their names if the values are the cases of an enumeration.
  @attached(peer)
  public macro Example<Values: Sequence & Sendable>(
    _ name: String, _ traits: any ExampleTrait...,
    over values: Values, named: (@Sendable (Values.Element) -> String)? = nil
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Values.Element: Sendable, Values.Iterator: SendableMetatype

  /// Makes an outline over the values of a sequence. Without `named`, rows are named by their position,
  /// and by their names if the values are the cases of an enumeration.
  @attached(peer)
  public macro Example<Values: Sequence & Sendable>(
    _ traits: any ExampleTrait...,
    over values: Values, named: (@Sendable (Values.Element) -> String)? = nil
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Values.Element: Sendable, Values.Iterator: SendableMetatype

  /// Makes an outline over the cases of an enumeration.
  @attached(peer)
  public macro Example<Value: CaseIterable & Sendable>(
    _ name: String, _ traits: any ExampleTrait...,
    over cases: Value.Type
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Value.AllCases: SendableMetatype, Value.AllCases.Iterator: SendableMetatype

  /// Makes an outline over the cases of an enumeration.
  @attached(peer)
  public macro Example<Value: CaseIterable & Sendable>(
    _ traits: any ExampleTrait...,
    over cases: Value.Type
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Value.AllCases: SendableMetatype, Value.AllCases.Iterator: SendableMetatype

  /// Makes an outline over the values of a sequence that a closure makes when the outline runs.
  @attached(peer)
  public macro Example<Values: Sequence & SendableMetatype>(
    _ name: String, _ traits: any ExampleTrait...,
    over values: @Sendable () async throws -> Values,
    named: (@Sendable (Values.Element) -> String)? = nil
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Values.Element: Sendable, Values.Iterator: SendableMetatype

  /// Makes an outline over the values of a sequence that a closure makes when the outline runs.
  @attached(peer)
  public macro Example<Values: Sequence & SendableMetatype>(
    _ traits: any ExampleTrait...,
    over values: @Sendable () async throws -> Values,
    named: (@Sendable (Values.Element) -> String)? = nil
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Values.Element: Sendable, Values.Iterator: SendableMetatype

  /// Makes an outline over the values of an asynchronous sequence that the closure makes when the outline
  /// runs.
  @attached(peer)
  public macro Example<Values: AsyncSequence & SendableMetatype>(
    _ name: String, _ traits: any ExampleTrait...,
    over values: @Sendable () async throws -> Values,
    named: (@Sendable (Values.Element) -> String)? = nil
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype

  /// Makes an outline over the values of an asynchronous sequence that the closure makes when the outline
  /// runs.
  @attached(peer)
  public macro Example<Values: AsyncSequence & SendableMetatype>(
    _ traits: any ExampleTrait...,
    over values: @Sendable () async throws -> Values,
    named: (@Sendable (Values.Element) -> String)? = nil
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")
  where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype

  /// Makes an outline over combinations of values.
  @attached(peer)
  public macro Example<Values>(
    _ name: String, _ traits: any ExampleTrait...,
    over rows: Combinations<Values>
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over combinations of values.
  @attached(peer)
  public macro Example<Values>(
    _ traits: any ExampleTrait...,
    over rows: Combinations<Values>
  ) = #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over the rows of a source.
  ///
  /// The columns of the data are the parameters of the function; a single parameter without a label
  /// takes the whole row.
  @attached(peer)
  public macro Example(_ name: String, _ traits: any ExampleTrait..., from source: RowSource) =
    #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes an outline over the rows of a source, under the name of the function.
  @attached(peer)
  public macro Example(_ traits: any ExampleTrait..., from source: RowSource) =
    #externalMacro(module: "ExemplarMacros", type: "ExampleMacro")

  /// Makes the value of a property, or of a method without parameters, behave like shared examples.
  ///
  /// ```swift
  /// @Spec struct ShelfSpec {
  ///   let shelf = Shelf()
  ///   @BehavesLike(aCollection([Book].self)) var books: [Book] { shelf.books }
  ///   @BehavesLike("a shop") func shop() async throws -> Shop { try await Shop.open() }
  /// }
  /// ```
  ///
  /// The examples form a group that has the member's name. Each example gets a value of its own, made on
  /// its instance after the hooks of the type.
  @attached(peer)
  public macro BehavesLike<Parameter>(
    _ shared: SharedExamples<Parameter>, _ traits: any ExampleTrait...
  ) = #externalMacro(module: "ExemplarMacros", type: "BehavesLikeMacro")

  /// Makes the value of a property, or of a method without parameters, behave like the shared examples of
  /// that name.
  @attached(peer)
  public macro BehavesLike(_ name: String, _ traits: any ExampleTrait...) =
    #externalMacro(module: "ExemplarMacros", type: "BehavesLikeMacro")

  /// Makes a static method run once, before the first example of its type.
  @attached(peer)
  public macro BeforeAll() = #externalMacro(module: "ExemplarMacros", type: "HookMacro")

  /// Makes a method run before each example of its type, on the example's instance.
  @attached(peer)
  public macro BeforeEach() = #externalMacro(module: "ExemplarMacros", type: "HookMacro")

  /// Makes a method run after each example of its type, on the example's instance.
  @attached(peer)
  public macro AfterEach() = #externalMacro(module: "ExemplarMacros", type: "HookMacro")

  /// Makes a method run around each example of its type, on the example's instance. See `aroundEach`.
  ///
  /// The method receives the function that runs the example: `_ example: @Sendable () async throws -> Void`. It cannot
  /// be mutating. In a structure, `self` does not change while the example runs.
  @attached(peer)
  public macro AroundEach() = #externalMacro(module: "ExemplarMacros", type: "HookMacro")

  /// Makes a static method run once, around the examples of its type. See `aroundAll`.
  @attached(peer)
  public macro AroundAll() = #externalMacro(module: "ExemplarMacros", type: "HookMacro")

  /// Makes a static method run once, after the last example of its type.
  @attached(peer)
  public macro AfterAll() = #externalMacro(module: "ExemplarMacros", type: "HookMacro")
#endif
