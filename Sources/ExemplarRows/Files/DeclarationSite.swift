import ExemplarCore

/// The location of the declaration that uses a row source: files are searched for from there.
package struct DeclarationSite: Sendable, Hashable {
  /// The module whose resources are looked in first.
  package var module: String
  /// The declaration, beside whose file is looked next.
  package var place: Place
  /// The name of the type that the outline is a member of; a default source is named after it.
  package var type: String?
  /// Where default sources are looked for if the outline is inherited: for the type that inherits it,
  /// then for those that it inherits from, the nearest first.
  package var types: [DeclarationSite] = []
  /// The patterns of files that are left out where files are looked for by a pattern.
  var exclusions: [String] = []

  /// Creates the site of a declaration in this module, at this location.
  package init(module: String, place: Place, type: String? = nil) {
    self.module = module
    self.place = place
    self.place.path = MovedPackage.here(place.path)
    self.type = type
  }
}

extension DeclarationSite {
  /// The site of a declaration at `place`, in the file that the compiler knows as `fileID`.
  package init(fileID: String, place: Place) {
    self.init(module: moduleName(ofFileID: fileID), place: place)
  }
}
