import Exemplar

// This file is listed before that of the type: the examples belong to the type all the same.

extension ShopShape.FloorShape.CornerShape {
  @Example func isInAnotherFile() {}
}

extension FunctionShape {
  @Example func isInAnExtensionInAnotherFile() throws {}
}
