import Foundation

/// The folder into which a package is built.
struct BuildFolder {
  let url: URL

  /// - Parameter arguments: The options of `swift build`, which may name another folder.
  init(packagePath: String, arguments: [String]) {
    if let path = arguments.scratchPath.last {
      url = URL(fileURLWithPath: path)
    } else {
      url = URL(fileURLWithPath: packagePath).appendingPathComponent(".build")
    }
  }
}

extension [String] {
  /// The option for the scratch folder among those of `swift build`: other commands need it too.
  var scratchPathOption: [String] { scratchPath.isEmpty ? [] : ["--scratch-path"] + scratchPath }

  /// The scratch folder, if one is named; the last holds.
  fileprivate var scratchPath: [String] {
    for (index, argument) in enumerated().reversed() {
      for name in ["--scratch-path", "--build-path"] {
        if argument.hasPrefix(name + "=") { return [String(argument.dropFirst(name.count + 1))] }
        if argument == name, index + 1 < count { return [self[index + 1]] }
      }
    }
    return []
  }
}
