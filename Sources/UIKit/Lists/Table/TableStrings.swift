import Localization

/// The spoken names of the parts of tables, in one language.
struct TableStrings: LocalizedTable {
    let language: String
    /// The button with details of a row.
    let details: String
    /// The button that deletes a row, and the one that inserts a row.
    let delete: String
    let insert: String

    static let english = TableStrings(language: "en", details: "More Info", delete: "Delete", insert: "Insert")
    static let all: [TableStrings] = [
        english, TableStrings(language: "de", details: "Weitere Infos", delete: "Löschen", insert: "Einfügen"),
        TableStrings(language: "fr", details: "Plus d’infos", delete: "Supprimer", insert: "Insérer"),
        TableStrings(language: "es", details: "Más información", delete: "Eliminar", insert: "Insertar"),
        TableStrings(language: "ja", details: "詳しい情報", delete: "削除", insert: "挿入"),
        TableStrings(language: "ar", details: "مزيد من المعلومات", delete: "حذف", insert: "إدراج"),
    ]
    static var current: TableStrings { table(for: ViewerLanguages.current) }
}
