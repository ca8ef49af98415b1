import Localization

/// The texts of text fields and search bars, in one language.
struct TextInputStrings: LocalizedTable {
    let language: String
    /// The label of the button that removes the text.
    let clear: String
    /// The title of the button that ends a search.
    let cancel: String
    /// The label of a search field without a placeholder.
    let search: String
    let cut: String
    let copy: String
    let paste: String
    let selectAll: String

    static let all: [TextInputStrings] = [.english, .german, .french, .spanish, .japanese, .arabic]
    static var current: TextInputStrings { table(for: ViewerLanguages.current) }

    static let english = TextInputStrings(
        language: "en", clear: "Clear text", cancel: "Cancel", search: "Search", cut: "Cut", copy: "Copy",
        paste: "Paste", selectAll: "Select All")

    static let german = TextInputStrings(
        language: "de", clear: "Text löschen", cancel: "Abbrechen", search: "Suchen", cut: "Ausschneiden",
        copy: "Kopieren", paste: "Einsetzen", selectAll: "Alles auswählen")

    static let french = TextInputStrings(
        language: "fr", clear: "Effacer le texte", cancel: "Annuler", search: "Rechercher", cut: "Couper",
        copy: "Copier", paste: "Coller", selectAll: "Tout sélectionner")

    static let spanish = TextInputStrings(
        language: "es", clear: "Borrar texto", cancel: "Cancelar", search: "Buscar", cut: "Cortar", copy: "Copiar",
        paste: "Pegar", selectAll: "Seleccionar todo")

    static let japanese = TextInputStrings(
        language: "ja", clear: "テキストを消去", cancel: "キャンセル", search: "検索", cut: "カット", copy: "コピー",
        paste: "ペースト", selectAll: "すべてを選択")

    static let arabic = TextInputStrings(
        language: "ar", clear: "مسح النص", cancel: "إلغاء", search: "بحث", cut: "قص", copy: "نسخ", paste: "لصق",
        selectAll: "تحديد الكل")
}
