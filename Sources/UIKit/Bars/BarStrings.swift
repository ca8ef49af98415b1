import Localization

/// The titles and spoken names of the system's bar items, in one language.
struct BarStrings: LocalizedTable {
    let language: String
    /// The title of the back button where the previous controller has no title, or no room for it.
    let back: String
    fileprivate let names: [UIBarButtonItem.SystemItem: String]

    /// Returns the name of a system item; nil for spaces.
    func name(of item: UIBarButtonItem.SystemItem) -> String? { names[item] }

    static let all: [BarStrings] = [.english, .german, .french, .spanish, .japanese, .arabic]
    static var current: BarStrings { table(for: ViewerLanguages.current) }
    /// Whether the interface is laid out from right to left.
    static var isRightToLeft: Bool { current.language == arabic.language }

    static let english = BarStrings(
        language: "en", back: "Back",
        names: [
            .done: "Done", .cancel: "Cancel", .edit: "Edit", .save: "Save", .add: "Add", .compose: "Compose",
            .reply: "Reply", .action: "Share", .organize: "Organize", .bookmarks: "Bookmarks", .search: "Search",
            .refresh: "Refresh", .stop: "Stop", .camera: "Camera", .trash: "Delete", .play: "Play", .pause: "Pause",
            .rewind: "Rewind", .fastForward: "Fast Forward", .undo: "Undo", .redo: "Redo", .close: "Close",
        ])

    static let german = BarStrings(
        language: "de", back: "Zurück",
        names: [
            .done: "Fertig", .cancel: "Abbrechen", .edit: "Bearbeiten", .save: "Sichern", .add: "Hinzufügen",
            .compose: "Schreiben", .reply: "Antworten", .action: "Teilen", .organize: "Verwalten",
            .bookmarks: "Lesezeichen", .search: "Suchen", .refresh: "Aktualisieren", .stop: "Stopp",
            .camera: "Kamera", .trash: "Löschen", .play: "Wiedergabe", .pause: "Pause", .rewind: "Zurückspulen",
            .fastForward: "Vorspulen", .undo: "Widerrufen", .redo: "Wiederholen", .close: "Schließen",
        ])

    static let french = BarStrings(
        language: "fr", back: "Retour",
        names: [
            .done: "OK", .cancel: "Annuler", .edit: "Modifier", .save: "Enregistrer", .add: "Ajouter",
            .compose: "Rédiger", .reply: "Répondre", .action: "Partager", .organize: "Classer",
            .bookmarks: "Signets", .search: "Rechercher", .refresh: "Actualiser", .stop: "Arrêter",
            .camera: "Appareil photo", .trash: "Supprimer", .play: "Lecture", .pause: "Pause",
            .rewind: "Retour rapide", .fastForward: "Avance rapide", .undo: "Annuler l\u{2019}action",
            .redo: "Rétablir", .close: "Fermer",
        ])

    static let spanish = BarStrings(
        language: "es", back: "Atrás",
        names: [
            .done: "OK", .cancel: "Cancelar", .edit: "Editar", .save: "Guardar", .add: "Añadir",
            .compose: "Redactar", .reply: "Responder", .action: "Compartir", .organize: "Organizar",
            .bookmarks: "Marcadores", .search: "Buscar", .refresh: "Actualizar", .stop: "Detener",
            .camera: "Cámara", .trash: "Eliminar", .play: "Reproducir", .pause: "Pausa", .rewind: "Rebobinar",
            .fastForward: "Avance rápido", .undo: "Deshacer", .redo: "Rehacer", .close: "Cerrar",
        ])

    static let japanese = BarStrings(
        language: "ja", back: "戻る",
        names: [
            .done: "完了", .cancel: "キャンセル", .edit: "編集", .save: "保存", .add: "追加", .compose: "作成",
            .reply: "返信", .action: "共有", .organize: "整理", .bookmarks: "ブックマーク", .search: "検索",
            .refresh: "更新", .stop: "停止", .camera: "カメラ", .trash: "削除", .play: "再生", .pause: "一時停止",
            .rewind: "巻き戻し", .fastForward: "早送り", .undo: "取り消す", .redo: "やり直す", .close: "閉じる",
        ])

    static let arabic = BarStrings(
        language: "ar", back: "رجوع",
        names: [
            .done: "تم", .cancel: "إلغاء", .edit: "تعديل", .save: "حفظ", .add: "إضافة", .compose: "إنشاء",
            .reply: "رد", .action: "مشاركة", .organize: "تنظيم", .bookmarks: "العلامات", .search: "بحث",
            .refresh: "تحديث", .stop: "إيقاف", .camera: "الكاميرا", .trash: "حذف", .play: "تشغيل",
            .pause: "إيقاف مؤقت", .rewind: "ترجيع", .fastForward: "تقديم سريع", .undo: "تراجع", .redo: "إعادة",
            .close: "إغلاق",
        ])
}
