/// The results of the shapes in this folder, in the order of files and lines.
enum ShapesTranscript {
  static let text = """
    FunctionShapes
      isGlobal | isGlobalAndPrivate | isGlobalOnTheMainActor: passed
      is global and has rows › #1 | #2: passed
      row › #1: passed
    FunctionShape
      isInAnExtensionInAnotherFile | isPlain | hasParentheses | isAsync | isThrowing | \
    isAsyncAndThrowing | hasATypedError | isStatic | isMutating | isMutatingAndAsync | \
    isOnTheMainActor | isMutatingOnTheMainActor | isPrivate | isFileprivate | sells two books | \
    repeat | init | self | instance | has a name of its own | has a name with 2 parts | \
    hasADefault | returnsVoid | isQualified | isDeprecated | isLimitedToVersions | \
    hasOtherAttributes | is overloaded | isInAnExtension: passed
      is overloaded for numbers › #1 | #2: passed
      is overloaded for texts › #1 | #2: passed
    SendableShape › isMutatingOnTheMainActor: passed
    BookshopShape › opensFirst | knowsItsName | sells books | sells: passed
    an antiquarian › opensFirst | knowsItsName | sells old books | sells: passed
    KioskShape › opensFirst | knowsItsName | sells books | sells | isSmall: passed
    StallShape › isOutside: passed
    a shop
      isOpen: passed
      has a floor
        isLitToo: passed
        CornerShape › isInAnotherFile | isLit | hasChairs: passed
      CellarShape › isNestedByAnExtension | isInAnExtensionOfANestedType: passed
    Namespace.InNamespaceShape › runs: passed
    RowShape
      takesScalars › #1 | #2 | #3: passed
      takesNamedScalars › one | two: passed
      adds up › two books | a book and a voucher: passed
      takesTuplesWithLabels › #1 | #2: passed
      takesTuplesWithLabelsOfAVariable › #1: passed
      takesOptionals › #1 | #2: passed
      takesNamedOptionals › a title | none: passed
      takesEnumerations › emma | lanark: passed
      takesStructures › #1: passed
      takesLiteralsOfAnotherType › #1 | #2: passed
      takesRowsWithTraits
        Emma: passed
        Lanark: skipped, sold out
      takesRowsOfALoop › 1 copy | 2 copy | none: passed
      takesRowsOfAllKinds › cases | short | number: passed
      takesRowsOfOtherLiterals › whole | parts: passed
      takesRowsWithoutDefaults › without | a tuple: passed
      takesTuplesInRows › as a tuple | one by one: passed
      takesOptionalsInSeveralColumns › one | two: passed
      takesElements › emma | lanark: passed
      takesNamedArrays › Emma | none: passed
      takesAllCases › emma | persuasion | lanark: passed
      takesTheResultOfAClosure › #1 | #2: passed
      takesTheResultOfAFunction › #1 | #2: passed
      takesASet › #1 | #2: passed
      takesADictionary › #1 | #2: passed
      takesAVariable › #1 | #2: passed
      takesARange › #1 | #2 | #3: passed
      takesArrays › #1 | #2: passed
      takesATupleAsAWhole › #1 | #2: passed
      takesMappedRows › #1 | #2: passed
      takesPairs › emma, 1 | emma, 2 | persuasion, 1 | persuasion, 2 | lanark, 1 | lanark, 2: passed
      combines › 1, a: passed
      takesSourcesTogether › 1, 2, 3 | 2, 4, 6: passed
      takesTwoSourcesTogether › 1, 2 | 2, 4: passed
      takesClosures › #1 | #2: passed
      takesLessThanItsDefaults › #1: passed
      isMutating › #1: passed
      hasAwkwardNames › #1: passed
      hasKeywordsAsLabels › #1: passed
      hasOwnership › #1: passed
      hasUnwrappedOptionals › #1 | #2: passed
      isOnTheMainActor › #1: passed
      takesAnEnumerationAsAWhole › emma | persuasion | lanark: passed
      takesNamesFromValues › Emma: passed
      takesASequenceThatIsMade › 1 | 2: passed
      takesASequenceToWaitFor › #1 | #2: passed
      takesAnAsynchronousSequence › #1 | #2: passed
    SourceShape
      takesColumns › short | long: passed
      takesColumnsInAnyOrder › short | long: passed
      takesColumnsWithoutLabels › short | long: passed
      takesColumnsWithTwoNames › short | long: passed
      takesAValue › short | long: passed
      takesTheRow › short | long: passed
      takesTheRowWithALabel › short | long: passed
      takesTheNameOfARow › short | long: passed
      hasDefaults › short | long: passed
      hasOptionals › short | long: passed
      has a name › short | long: passed
      takesPlainValues › first: passed
      hasRawNames › short | long: passed
    StructureShape › fillsItsShelf | hasAShelfOfItsOwn: passed
    a private structure › seesPrivateMembers | isFileprivate: passed
    FinalClassShape › isFilledOnce: passed
    OpenClassShape › runs: passed
    ActorShape › isIsolated | isNotIsolated: passed
    EnumerationShape
      isStatic | isPrivate: passed
      countsRows › #1 | #2: passed
    MainActorShape
      isOnTheMainActor | isNot: passed
      takesRows › emma | persuasion | lanark: passed
    MainActorClassShape › isOnTheMainActor: passed
    InitializerShape › runs: passed
    a type with a raw name › an example with a raw name: passed
    Atlas
      page: passed
      Page › isWithoutSpec: passed
    ShapeWithoutSpec › isFound: passed
    a global value › runs: passed
    a private value › runs: passed
    a public value with a type › runs: passed
    a computed value › runs: passed
    a value with a raw name › runs: passed
    a value called type › runs: passed
    an example that is a spec by itself › an example that is a spec by itself: passed
    a value in a structure › runs: passed
    a value in a nested enumeration › runs: passed
    a computed value in a structure › runs: passed
    a value in an extension › runs: passed
    a value in an extension of a nested type › runs: passed
    a value in a type of the main actor › runs: passed
    a value in an extension of a foreign type › runs: passed
    215 executed, 1 skipped
    """
}
