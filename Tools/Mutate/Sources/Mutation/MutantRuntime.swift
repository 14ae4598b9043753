/// The source that a mutated module contains: which mutant is active, which ones were reached, and operators that can
/// be others.
///
/// It imports nothing but the C library, and qualifies all names, since it is compiled in modules of any kind.
public enum MutantRuntime {
  /// The message of the warning that the compiler emits where an operator has operands for which there is no mutant,
  /// such as strings.
  public static let noMutant = "exemplar-mutate: no mutant for these operands"

  public static let text: String =
    base + comparisons + arithmetic(assigning: false) + arithmetic(assigning: true)

  private static let base = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #elseif canImport(Android)
      import Android
    #endif

    nonisolated enum __Mutants {
      static let active: Swift.Int =
        unsafe getenv("EXEMPLAR_MUTANT").flatMap { unsafe Swift.UInt32(Swift.String(cString: $0)) }
          .map { $0 == 0 ? -1 : Swift.Int($0) } ?? -1

      nonisolated(unsafe) static let reached: Swift.UnsafeMutableBufferPointer<Swift.UInt8>? = {
        guard let path = unsafe getenv("EXEMPLAR_MUTANTS_REACHED") else { return nil }
        let file = unsafe open(path, O_RDWR)
        guard file >= 0 else { return nil }
        let size = Swift.Int(lseek(file, 0, SEEK_END))
        let bytes = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        close(file)
        guard let bytes = unsafe bytes, unsafe bytes != MAP_FAILED else { return nil }
        return unsafe Swift.UnsafeMutableBufferPointer(
          start: bytes.assumingMemoryBound(to: Swift.UInt8.self), count: size)
      }()
    }

    @usableFromInline nonisolated func __m(_ n: Swift.Int) -> Swift.Bool {
      if let reached = unsafe __Mutants.reached, n < reached.count { unsafe reached[n] = 1 }
      return __Mutants.active == n
    }
    @usableFromInline nonisolated func __m(_ n: Swift.Int, _ o: Swift.Int) -> Swift.Bool {
      let first = __m(n)
      return __m(o) || first
    }
    @usableFromInline nonisolated func __mIs(_ n: Swift.Int) -> Swift.Bool { __Mutants.active == n }
    @usableFromInline nonisolated func __mOff(_ n: Swift.Int) -> Swift.Bool { __Mutants.active != n }
    @usableFromInline nonisolated func __mNot(_ n: Swift.Int, _ value: Swift.Bool) -> Swift.Bool { value != __m(n) }
    @usableFromInline nonisolated func __mIf(_ n: Swift.Int, _ value: Swift.Bool) -> Swift.Bool { value == __m(n) }
    @usableFromInline nonisolated func __mNegative<T: Swift.SignedNumeric>(_ n: Swift.Int, _ value: T) -> T {
      __m(n) ? -value : value
    }
    @usableFromInline nonisolated func __mRange<T: Swift.Strideable>(
      _ n: Swift.Int, _ a: T, _ b: T
    ) -> Swift.Range<T> where T.Stride: Swift.SignedInteger {
      __m(n) ? a..<b.advanced(by: 1) : a..<b
    }
    @_disfavoredOverload @available(*, deprecated, message: "\(noMutant)") @usableFromInline
    nonisolated func __mRange<T: Swift.Comparable>(
      _ n: Swift.Int, _ a: T, _ b: T
    ) -> Swift.Range<T> { a..<b }
    nonisolated func __mHalfOpen<T: Swift.Comparable>(
      _ n: Swift.Int, _ a: T, _ b: T
    ) -> __MutantSpan<T> {
      .init(lower: a, upper: b, isClosed: __m(n))
    }
    nonisolated func __mClosed<T: Swift.Comparable>(
      _ n: Swift.Int, _ a: T, _ b: T
    ) -> __MutantSpan<T> {
      .init(lower: a, upper: b, isClosed: !__m(n))
    }

    nonisolated struct __MutantSpan<Bound: Swift.Comparable>: Swift.RangeExpression {
      var lower: Bound
      var upper: Bound
      var isClosed: Swift.Bool
      init(lower: Bound, upper: Bound, isClosed: Swift.Bool) {
        Swift.precondition(lower <= upper, "Range requires lowerBound <= upperBound")
        (self.lower, self.upper, self.isClosed) = (lower, upper, isClosed)
      }
      func relative<C: Swift.Collection>(to collection: C) -> Swift.Range<Bound>
      where C.Index == Bound {
        isClosed ? (lower...upper).relative(to: collection) : lower..<upper
      }
      func contains(_ element: Bound) -> Swift.Bool {
        lower <= element && (isClosed ? element <= upper : element < upper)
      }
    }
    nonisolated extension __MutantSpan: Swift.Sequence, Swift.IteratorProtocol
    where Bound: Swift.Strideable, Bound.Stride: Swift.SignedInteger {
      mutating func next() -> Bound? {
        if lower < upper {
          defer { lower = lower.advanced(by: 1) }
          return lower
        }
        defer { isClosed = false }
        return isClosed ? lower : nil
      }
    }

    """

  /// Functions for operands of one type, and for integers and strings of two.
  private static var comparisons: String {
    MutationOperator.comparisons.sorted { $0.key < $1.key }.map { name, form in
      [
        ("<T: Swift.Comparable>", "T", "T", ""),
        (
          "<T: Swift.BinaryInteger, U: Swift.BinaryInteger>", "T", "U", "@_disfavoredOverload "
        ),
        ("<T: Swift.StringProtocol, U: Swift.StringProtocol>", "T", "U", "@_disfavoredOverload "),
      ].map { generics, left, right, attribute in
        """
        \(attribute)@usableFromInline nonisolated func \(form.function)\(generics)(
          _ n: Swift.Int, _ o: Swift.Int, _ a: \(left), _ b: \(right)
        ) -> Swift.Bool {
          guard __m(n, o) else { return a \(name) b }
          return __mIs(n) ? a \(form.replacements[0]) b : a \(form.replacements[1]) b
        }

        """
      }.joined()
    }.joined()
  }

  private static func arithmetic(assigning: Bool) -> String {
    let forms = assigning ? MutationOperator.assignments : MutationOperator.arithmetics
    return forms.sorted { $0.key < $1.key }.map { name, form in
      let isSum = name.hasPrefix("+") || name.hasPrefix("-")
      let numbers =
        isSum
        ? ["AdditiveArithmetic"] : ["BinaryInteger"] + (name == "%" ? [] : ["FloatingPoint"])
      let parameters =
        assigning
        ? "_ n: Swift.Int, _ a: inout T, _ b: T)" : "_ n: Swift.Int, _ a: T, _ b: T) -> T"
      var text = numbers.map { number in
        """
        @usableFromInline nonisolated func \(form.function)<T: Swift.\(number)>(\(parameters) {
          if __m(n) { \(assigning ? "" : "return ")a \(form.replacement) b }\(assigning ? " else { a \(name) b }" : "\n  return a \(name) b")
        }

        """
      }.joined()
      if name.hasPrefix("+") {
        let kinds =
          assigning
          ? [("<T: Swift.RangeReplaceableCollection, S: Swift.Sequence>", "inout T", "S", "")]
          : [
            ("<T: Swift.RangeReplaceableCollection>", "T", "T", " -> T"),
            (
              "<T: Swift.RangeReplaceableCollection, S: Swift.Sequence>", "T", "S", " -> T"
            ),
          ]
        text += kinds.map { generics, left, right, result in
          """
          @_disfavoredOverload @available(*, deprecated, message: "\(noMutant)")
          @usableFromInline nonisolated func \(form.function)\(generics)(
            _ n: Swift.Int, _ a: \(left), _ b: \(right)
          )\(result)\(right == "S" ? " where T.Element == S.Element" : "") { a \(name) b }

          """
        }.joined()
      }
      return text
    }.joined()
  }
}
