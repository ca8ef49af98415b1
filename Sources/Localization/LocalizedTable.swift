/// The texts of one module in one language, for the viewer and for assistive technology.
///
/// A module declares one value for each language. Values are immutable; any thread may read them.
package protocol LocalizedTable: Sendable {
    /// The primary language, in BCP 47.
    var language: String { get }
    static var english: Self { get }
    /// The tables of all languages, including English.
    static var all: [Self] { get }
}

extension LocalizedTable {
    /// Returns the table of the first of `languages` that has one; else English. A region does not matter: `de-AT` has the table of `de`.
    package static func table(for languages: [String]) -> Self {
        let primary = languages.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return primary.lazy.compactMap { name in all.first { $0.language == name } }.first ?? english
    }
}
