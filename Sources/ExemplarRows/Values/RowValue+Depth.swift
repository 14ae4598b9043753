extension RowValue {
  /// Deeper nesting is refused, because reading and decoding are recursive: a level takes about
  /// 1.5 KB of the stack in a debug build, and threads of tasks have 512 KB in all on Apple systems.
  static let maximumDepth = 128
}
