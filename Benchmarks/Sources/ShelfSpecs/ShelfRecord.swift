import Exemplar

// What `@Spec let shelf = Shelf.spec` expands to. Written out, it needs no macros, so that measuring does
// not begin with building swift-syntax.

private enum ShelfRecord: Exemplar.__Record {
  static func __declaration() -> Exemplar.__Declaration {
    .__value(Shelf.spec, at: __Location(#fileID, #filePath, 1, 1))
  }
}

private enum SecondShelfRecord: Exemplar.__Record {
  static func __declaration() -> Exemplar.__Declaration {
    .__value(Shelf.other("A second shelf"), at: __Location(#fileID, #filePath, 2, 1))
  }
}

private enum ThirdShelfRecord: Exemplar.__Record {
  static func __declaration() -> Exemplar.__Declaration {
    .__value(Shelf.other("A third shelf"), at: __Location(#fileID, #filePath, 3, 1))
  }
}

private enum FourthShelfRecord: Exemplar.__Record {
  static func __declaration() -> Exemplar.__Declaration {
    .__value(Shelf.other("A fourth shelf"), at: __Location(#fileID, #filePath, 4, 1))
  }
}
