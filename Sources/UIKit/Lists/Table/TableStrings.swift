import Localization

/// The spoken names of the parts of tables, in one language.
struct TableStrings: LocalizedTable {
    let language: String
    /// The button with details of a row.
    let details: String
    /// The button that deletes a row, and the one that inserts a row.
    let delete: String
    let insert: String
    /// The control that moves a row, and its actions.
    let reorder: String
    let moveUp: String
    let moveDown: String

    static let english = TableStrings(
        language: "en", details: "More Info", delete: "Delete", insert: "Insert", reorder: "Reorder",
        moveUp: "Move Up", moveDown: "Move Down")
    static let all: [TableStrings] = [
        english,
        TableStrings(
            language: "de", details: "Weitere Infos", delete: "Löschen", insert: "Einfügen", reorder: "Neu anordnen",
            moveUp: "Nach oben bewegen", moveDown: "Nach unten bewegen"),
        TableStrings(
            language: "fr", details: "Plus d’infos", delete: "Supprimer", insert: "Insérer", reorder: "Réorganiser",
            moveUp: "Déplacer vers le haut", moveDown: "Déplacer vers le bas"),
        TableStrings(
            language: "es", details: "Más información", delete: "Eliminar", insert: "Insertar", reorder: "Reordenar",
            moveUp: "Mover hacia arriba", moveDown: "Mover hacia abajo"),
        TableStrings(
            language: "ja", details: "詳しい情報", delete: "削除", insert: "挿入", reorder: "並べ替え",
            moveUp: "上に移動", moveDown: "下に移動"),
        TableStrings(
            language: "ar", details: "مزيد من المعلومات", delete: "حذف", insert: "إدراج", reorder: "إعادة الترتيب",
            moveUp: "تحريك لأعلى", moveDown: "تحريك لأسفل"),
    ]
    static var current: TableStrings { table(for: ViewerLanguages.current) }
}
