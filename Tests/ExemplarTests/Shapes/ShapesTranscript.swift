/// What the shapes of this folder come to, in the order of files and lines.
enum ShapesTranscript {
  static let text = """
    ExemplarTests/FunctionShapes
      isGlobal: passed
      isGlobalAndPrivate: passed
      isGlobalOnTheMainActor: passed
      is global and has rows/#1 #2: passed
      row/#1: passed
    ExemplarTests/FunctionShape
      isInAnExtensionInAnotherFile: passed
      isPlain: passed
      hasParentheses: passed
      isAsync: passed
      isThrowing: passed
      isAsyncAndThrowing: passed
      hasATypedError: passed
      isStatic: passed
      isMutating: passed
      isMutatingAndAsync: passed
      isOnTheMainActor: passed
      isMutatingOnTheMainActor: passed
      isPrivate: passed
      isFileprivate: passed
      sells two books: passed
      repeat: passed
      init: passed
      self: passed
      instance: passed
      has a name of its own: passed
      has a name with 2 parts: passed
      hasADefault: passed
      returnsVoid: passed
      isQualified: passed
      isDeprecated: passed
      isLimitedToVersions: passed
      hasOtherAttributes: passed
      is overloaded: passed
      isInAnExtension: passed
      is overloaded for numbers/#1 #2: passed
      is overloaded for texts/#1 #2: passed
    ExemplarTests/SendableShape
      isMutatingOnTheMainActor: passed
    ExemplarTests/BookshopShape
      opensFirst: passed
      knowsItsName: passed
      sells books: passed
      sells: passed
    ExemplarTests/an antiquarian
      opensFirst: passed
      knowsItsName: passed
      sells old books: passed
      sells: passed
    ExemplarTests/KioskShape
      opensFirst: passed
      knowsItsName: passed
      sells books: passed
      sells: passed
      isSmall: passed
    ExemplarTests/StallShape
      isOutside: passed
    ExemplarTests/a shop
      isOpen: passed
      has a floor/isLitToo: passed
      has a floor/CornerShape/isInAnotherFile: passed
      has a floor/CornerShape/isLit: passed
      has a floor/CornerShape/hasChairs: passed
      CellarShape/isNestedByAnExtension: passed
      CellarShape/isInAnExtensionOfANestedType: passed
    ExemplarTests/Namespace.InNamespaceShape
      runs: passed
    ExemplarTests/RowShape
      takesScalars/#1 #2 #3: passed
      takesNamedScalars/one two: passed
      adds up/two books a book and a voucher: passed
      takesTuplesWithLabels/#1 #2: passed
      takesTuplesWithLabelsOfAVariable/#1: passed
      takesOptionals/#1 #2: passed
      takesNamedOptionals/a title none: passed
      takesEnumerations/emma lanark: passed
      takesStructures/#1: passed
      takesLiteralsOfAnotherType/#1 #2: passed
      takesRowsWithTraits/Emma: passed
      takesRowsWithTraits/Lanark: skipped(reason: "sold out")
      takesRowsOfALoop/1 copy 2 copy none: passed
      takesRowsOfAllKinds/cases short number: passed
      takesRowsOfOtherLiterals/whole parts: passed
      takesRowsWithoutDefaults/without a tuple: passed
      takesTuplesInRows/as a tuple one by one: passed
      takesOptionalsInSeveralColumns/one two: passed
      takesElements/emma lanark: passed
      takesNamedArrays/Emma none: passed
      takesAllCases/emma persuasion lanark: passed
      takesTheResultOfAClosure/#1 #2: passed
      takesTheResultOfAFunction/#1 #2: passed
      takesASet/#1 #2: passed
      takesADictionary/#1 #2: passed
      takesAVariable/#1 #2: passed
      takesARange/#1 #2 #3: passed
      takesArrays/#1 #2: passed
      takesATupleAsAWhole/#1 #2: passed
      takesMappedRows/#1 #2: passed
      takesPairs/emma, 1 emma, 2 persuasion, 1 persuasion, 2 lanark, 1 lanark, 2: passed
      combines/1, a: passed
      takesSourcesTogether/1, 2, 3 2, 4, 6: passed
      takesTwoSourcesTogether/1, 2 2, 4: passed
      takesClosures/#1 #2: passed
      takesLessThanItsDefaults/#1: passed
      isMutating/#1: passed
      hasAwkwardNames/#1: passed
      hasKeywordsAsLabels/#1: passed
      hasOwnership/#1: passed
      hasUnwrappedOptionals/#1 #2: passed
      isOnTheMainActor/#1: passed
      takesAnEnumerationAsAWhole/emma persuasion lanark: passed
      takesNamesFromValues/Emma: passed
      takesASequenceThatIsMade/1 2: passed
      takesASequenceToWaitFor/#1 #2: passed
      takesAnAsynchronousSequence/#1 #2: passed
    ExemplarTests/SourceShape
      takesColumns/short long: passed
      takesColumnsInAnyOrder/short long: passed
      takesColumnsWithoutLabels/short long: passed
      takesColumnsWithTwoNames/short long: passed
      takesAValue/short long: passed
      takesTheRow/short long: passed
      takesTheRowWithALabel/short long: passed
      takesTheNameOfARow/short long: passed
      hasDefaults/short long: passed
      hasOptionals/short long: passed
      has a name/short long: passed
      takesPlainValues/first: passed
      hasRawNames/short long: passed
    ExemplarTests/StructureShape
      fillsItsShelf: passed
      hasAShelfOfItsOwn: passed
    ExemplarTests/a private structure
      seesPrivateMembers: passed
      isFileprivate: passed
    ExemplarTests/FinalClassShape
      isFilledOnce: passed
    ExemplarTests/OpenClassShape
      runs: passed
    ExemplarTests/ActorShape
      isIsolated: passed
      isNotIsolated: passed
    ExemplarTests/EnumerationShape
      isStatic: passed
      isPrivate: passed
      countsRows/#1 #2: passed
    ExemplarTests/MainActorShape
      isOnTheMainActor: passed
      isNot: passed
      takesRows/emma persuasion lanark: passed
    ExemplarTests/MainActorClassShape
      isOnTheMainActor: passed
    ExemplarTests/InitializerShape
      runs: passed
    ExemplarTests/a type with a raw name
      an example with a raw name: passed
    ExemplarTests/Atlas
      page: passed
      Page/isWithoutSpec: passed
    ExemplarTests/ShapeWithoutSpec
      isFound: passed
    ExemplarTests/a global value
      runs: passed
    ExemplarTests/a private value
      runs: passed
    ExemplarTests/a public value with a type
      runs: passed
    ExemplarTests/a value with a raw name
      runs: passed
    ExemplarTests/a value called type
      runs: passed
    ExemplarTests/an example that is a spec by itself
      an example that is a spec by itself: passed
    ExemplarTests/a value in a structure
      runs: passed
    ExemplarTests/a value in a nested enumeration
      runs: passed
    ExemplarTests/a value in an extension
      runs: passed
    ExemplarTests/a value in an extension of a nested type
      runs: passed
    ExemplarTests/a value in a type of the main actor
      runs: passed
    ExemplarTests/a value in an extension of a foreign type
      runs: passed
    """
}
