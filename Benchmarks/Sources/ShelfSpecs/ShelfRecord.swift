import Exemplar

// What `@Spec let shelf = Shelf.spec` expands to. Written out, it needs no macros, so that measuring does
// not begin with building swift-syntax.

#if objectFormat(MachO)
  @section("__DATA_CONST,__swift5_tests")
#elseif objectFormat(COFF)
  @section(".sw5test$B")
#else
  @section("swift5_tests")
#endif
@used
private let shelfRecord: Exemplar.__Record = (
  0x6578_6D70, 0,
  { outValue, type, _, _ in
    Exemplar.__give(outValue, type) {
      .__value(Shelf.spec, at: __Location(#fileID, #filePath, 1, 1))
    }
  }, 0, 0
)

#if objectFormat(MachO)
  @section("__DATA_CONST,__swift5_tests")
#elseif objectFormat(COFF)
  @section(".sw5test$B")
#else
  @section("swift5_tests")
#endif
@used
private let secondShelfRecord: Exemplar.__Record = (
  0x6578_6D70, 0,
  { outValue, type, _, _ in
    Shelf.isOneOfSeveral
      && Exemplar.__give(outValue, type) {
        .__value(Shelf.other("A second shelf"), at: __Location(#fileID, #filePath, 2, 1))
      }
  }, 0, 0
)

#if objectFormat(MachO)
  @section("__DATA_CONST,__swift5_tests")
#elseif objectFormat(COFF)
  @section(".sw5test$B")
#else
  @section("swift5_tests")
#endif
@used
private let thirdShelfRecord: Exemplar.__Record = (
  0x6578_6D70, 0,
  { outValue, type, _, _ in
    Shelf.isOneOfSeveral
      && Exemplar.__give(outValue, type) {
        .__value(Shelf.other("A third shelf"), at: __Location(#fileID, #filePath, 3, 1))
      }
  }, 0, 0
)

#if objectFormat(MachO)
  @section("__DATA_CONST,__swift5_tests")
#elseif objectFormat(COFF)
  @section(".sw5test$B")
#else
  @section("swift5_tests")
#endif
@used
private let fourthShelfRecord: Exemplar.__Record = (
  0x6578_6D70, 0,
  { outValue, type, _, _ in
    Shelf.isOneOfSeveral
      && Exemplar.__give(outValue, type) {
        .__value(Shelf.other("A fourth shelf"), at: __Location(#fileID, #filePath, 4, 1))
      }
  }, 0, 0
)
