#if Macros
  import SwiftSyntax

  extension Sequence<FunctionParameterSyntax> {
    var rowType: String {
      let types = map(\.valueType)
      return types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))"
    }

    /// The arguments of a call with the values of a row in code.
    var rowArguments: String {
      let isSingle = Array(self).count == 1
      return enumerated()
        .map { "\($1.argumentLabel)__values\(isSingle ? "" : ".\($0)")" }.joined(separator: ", ")
    }

    /// The statements that read the columns of a row in a file, and the arguments of a call with
    /// them. A `Row` is the whole row, and a single parameter without a label stands for it too.
    ///
    /// The row is read as a whole before the call: so it can be checked without the call.
    var columns: (reading: [String], arguments: String) {
      var reading: [String] = []
      let arguments = enumerated().map { index, parameter in
        if parameter.isRow { return "\(parameter.argumentLabel)__row" }
        reading.append("let __value\(index) = try __row.decode(\(decoding(parameter)))")
        return "\(parameter.argumentLabel)__value\(index)"
      }
      return (reading + ["try __row.__read()"], arguments.joined(separator: ", "))
    }

    private func decoding(_ parameter: FunctionParameterSyntax) -> String {
      if wholeRow != nil { return "as: (\(parameter.valueType)).self" }
      let fallback =
        parameter.defaultValue.map { ", default: \($0.value.trimmedDescription)" } ?? ""
      return "\(parameter.column.literal), as: (\(parameter.valueType)).self\(fallback)"
    }

    /// The names of the columns that are read, as literals; `nil` if it may be any.
    var columnNames: String? {
      let parameters = Array(self)
      if wholeRow != nil || parameters.contains(where: \.isRow) { return nil }
      return parameters.map(\.column.literal).joined(separator: ", ")
    }

    /// The single parameter that stands for the whole row, if there is one.
    private var wholeRow: FunctionParameterSyntax? {
      let parameters = Array(self)
      guard parameters.count == 1, let only = parameters.first, only.firstName.text == "_",
        !only.isRow
      else { return nil }
      return only
    }
  }

  extension FunctionParameterSyntax {
    fileprivate var column: String {
      (firstName.text == "_" ? secondName ?? firstName : firstName).text.withoutBackticks
    }

    var argumentLabel: String {
      firstName.text == "_" ? "" : "\(firstName.text.asArgumentLabel): "
    }

    fileprivate var isRow: Bool { ["Row", "Exemplar.Row"].contains(valueType) }

    /// The type without what only parameters may have.
    var valueType: String {
      var type = type
      if var attributed = type.as(AttributedTypeSyntax.self) {
        attributed.specifiers = []
        attributed.lateSpecifiers = []
        attributed.attributes = attributed.attributes.filter {
          !["escaping", "autoclosure"].contains($0.as(AttributeSyntax.self)?.lastName)
        }
        type = TypeSyntax(attributed)
      }
      if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        return optional.wrappedType.trimmedDescription + "?"
      }
      return type.trimmedDescription
    }

    var needsValue: Bool { defaultValue == nil && ellipsis == nil }

    /// Why no value of a row can be passed.
    var problem: Problem? {
      let specifiers =
        type.as(AttributedTypeSyntax.self)?.specifiers.map(\.trimmedDescription) ?? []
      let why: String? =
        if ellipsis != nil {
          "use an array instead of '...'"
        } else if specifiers.contains("inout") {
          "it is 'inout'; copy it in the body"
        } else if type.tokens(viewMode: .sourceAccurate).contains(where: {
          $0.tokenKind == .keyword(.some)
        }) {
          "'some' leaves its type open; name the type"
        } else {
          nil
        }
      return why.map { Problem("rows cannot be passed to this parameter: \($0)", at: self) }
    }
  }

  extension String {
    /// A label without the backticks that it needs as a declaration but not in a call, where they
    /// would give a warning.
    fileprivate var asArgumentLabel: String {
      let name = withoutBackticks
      let isPlain =
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber == false
      return isPlain && !["inout", "var", "let"].contains(name) ? name : self
    }
  }
#endif
