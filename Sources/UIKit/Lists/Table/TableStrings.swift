import Localization

/// The spoken names of the parts of tables, in one language.
struct TableStrings: LocalizedTable {
    let language: String
    /// The button with details of a row.
    let details: String

    static let english = TableStrings(language: "en", details: "More Info")
    static let all: [TableStrings] = [
        english, TableStrings(language: "de", details: "Weitere Infos"),
        TableStrings(language: "fr", details: "Plus d’infos"), TableStrings(language: "es", details: "Más información"),
        TableStrings(language: "ja", details: "詳しい情報"), TableStrings(language: "ar", details: "مزيد من المعلومات"),
    ]
    static var current: TableStrings { table(for: ViewerLanguages.current) }
}
