import ExemplarCore

/// The rows and suites that are listed in the data file of a suite, at any depth.
struct TestSuiteItems {
  static let itemsKey = PlistLayout.itemsKey
  static let suitesKey = PlistLayout.suitesKey
  static let settingsKey = "settings"

  /// The name of the file.
  let file: String

  /// The rows that a value lists: by their names, or in an array, where `name` names each.
  ///
  /// - Parameter taken: The names that other things have, and what those are.
  func rows(
    _ value: RowValue, in suites: [RowSuite], _ settings: RowFields, besides taken: [String: String]
  ) -> [RowResult] {
    switch value.content {
    case .object(let fields):
      return fields.keys.map { name in
        row(fields[name] ?? .null, named: name, in: suites, settings, besides: taken)
      }
    case .array(let values):
      var maker = RowMaker(takesPlain: false)
      return values.map { value in
        switch maker.element(value, at: value.place) {
        case .success(let found):
          row(value, named: found.name, in: suites, settings, besides: taken)
        case .failure(let invalid): .mistake(invalid.mistake, named: invalid.name, in: suites)
        }
      }
    default:
      let mistake = value.mistake(
        "Expected rows with their names, or an array of rows, found \(value.kind).")
      return [.mistake(mistake, named: suites.isEmpty ? file : "rows", in: suites)]
    }
  }

  private func row(
    _ value: RowValue, named name: String?, in suites: [RowSuite], _ settings: RowFields,
    besides taken: [String: String]
  ) -> RowResult {
    if let name, let other = taken[name] { return twice(name, other, value, in: suites) }
    var fields = RowFields()
    var settings = settings
    do {
      if case .object(let written) = value.content {
        for key in written.keys {
          guard let value = written[key] else { continue }
          if key == Self.settingsKey {
            settings = try value.settings(over: settings)
          } else {
            _ = fields.add(value, for: key)
          }
        }
      } else {
        _ = fields.add(value, for: "value")
      }
    } catch {
      return .mistake(error, named: name, in: suites)
    }
    fields.add(settings: settings)
    return .success(Row(name: name, fields: fields, place: value.place, suites: suites))
  }

  /// The rows of the suites that a value lists by their names.
  ///
  /// - Parameter taken: The names that other things have, and what those are; the suites are added.
  func suites(
    _ value: RowValue, in around: [RowSuite], _ settings: RowFields,
    _ taken: inout [String: String]
  ) -> [RowResult] {
    guard case .object(let fields) = value.content else {
      let mistake = value.mistake("Expected suites with their names, found \(value.kind).")
      return [.mistake(mistake, named: Self.suitesKey, in: around)]
    }
    var rows: [RowResult] = []
    for name in fields.keys {
      let value = fields[name] ?? .null
      if let other = taken[name] {
        rows.append(twice(name, other, value, in: around))
        continue
      }
      taken[name] = name
      let suites = around + [RowSuite(name, at: value.place)]
      let inner = self.rows(ofSuite: value, suites, settings)
      let empty = value.mistake(
        "The suite \(name.shortened(to: 60)) has no rows, so nothing was checked.")
      rows += inner.isEmpty ? [.mistake(empty, named: "rows", in: suites)] : inner
    }
    return rows
  }

  /// The rows of a suite in either layout: with items and suites, or with nothing but rows.
  private func rows(
    ofSuite value: RowValue, _ suites: [RowSuite], _ settings: RowFields
  ) -> [RowResult] {
    guard case .object(let fields) = value.content,
      fields[Self.itemsKey] != nil || fields[Self.suitesKey] != nil
    else { return rows(value, in: suites, settings, besides: [:]) }
    var settings = settings
    do {
      if let inner = fields[Self.settingsKey] { settings = try inner.settings(over: settings) }
    } catch {
      return [.mistake(error, named: "rows", in: suites)]
    }
    var names: [String: String] = [:]
    return fields.keys.flatMap { key -> [RowResult] in
      let value = fields[key] ?? .null
      switch key {
      case Self.itemsKey: return rows(value, in: suites, settings, besides: [:])
      case Self.suitesKey: return self.suites(value, in: suites, settings, &names)
      case Self.settingsKey: return []
      default: return [.mistake(value.mistake(Self.unknown(key)), named: key, in: suites)]
      }
    }
  }

  // MARK: Mistakes

  private func twice(
    _ name: String, _ other: String, _ value: RowValue, in suites: [RowSuite]
  ) -> RowResult {
    let mistake = value.mistake(
      "\u{201C}\(name.shortened(to: 60))\u{201D} stands in \(file) and is the folder \(other) as "
        + "well. Remove one of them, or rename it.")
    // The name alone is that of the folder's row.
    return .mistake(mistake, named: "\(name) (\(file))", in: suites)
  }

  /// The message about an unknown key in a suite.
  static func unknown(_ key: String, besides others: [String] = []) -> String {
    let known = [settingsKey] + others + [itemsKey, suitesKey]
    let near = Suggestions.near(key, in: known, limit: 1)
    return "\u{201C}\(key.shortened(to: 60))\u{201D} means nothing in a suite, which may have "
      + known.dropLast().joined(separator: ", ") + " and \(suitesKey)."
      + Suggestions.question(near.map(\.quoted))
  }
}

extension RowValue {
  /// The location of a value that contains its file.
  var place: Place {
    Place(path: path ?? "", line: Int(line), column: Int(column))
  }

  fileprivate func mistake(_ message: String) -> AuthoringMistake {
    AuthoringMistake(message, at: place)
  }

  /// The settings that are written as this value, over those around them.
  func settings(over outer: RowFields) throws(AuthoringMistake) -> RowFields {
    guard case .object(var settings) = content else {
      throw mistake("Expected keys and values as settings, found \(kind).")
    }
    for key in outer.keys {
      if let value = outer[key] { _ = settings.add(value, for: key) }
    }
    return settings
  }
}

extension RowFields {
  /// Adds the settings of a row, if there are any.
  mutating func add(settings: RowFields) {
    if settings.keys.isEmpty { return }
    _ = add(RowValue(.object(settings)), for: TestSuiteItems.settingsKey)
  }
}
