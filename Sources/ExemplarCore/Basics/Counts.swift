extension BinaryInteger {
  /// The number and a noun that it counts: `1 row`, `2 rows`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
