import Foundation
import Localization

/// The texts of the program for the viewer, in one language. The player's own texts are in AVKit.
struct ProgramTexts: LocalizedTable {
    enum Key: String, CaseIterable, Sendable {
        case playlist, open, quit, settings, screenshot, loop, fullScreen, goBack, delayAudio, delayCaptions
        // With values
        case loopStart, loopRange, loopOff, audioDelay, captionDelay, resumedAt, skipped, screenshotSaved,
            screenshotFailed, nothingDisplayed, noOpenDialog, captionsAdded, captionsFailed, historyCleared
    }

    let language: String
    let texts: [Key: String]

    static let all: [ProgramTexts] = [.english, .german, .french, .spanish, .japanese, .arabic]
    static var current: ProgramTexts { table(for: ViewerLanguages.current) }

    subscript(key: Key) -> String { texts[key] ?? Self.english.texts[key] ?? key.rawValue }

    func callAsFunction(_ key: Key, _ values: String...) -> String { TextTemplate.fill(self[key], values) }

    static let english = ProgramTexts(
        language: "en",
        texts: [
            .playlist: "Playlist", .open: "Open\u{2026}", .quit: "Quit", .settings: "Settings",
            .screenshot: "Save screenshot", .loop: "Loop A-B", .fullScreen: "Full screen", .goBack: "Go Back",
            .delayAudio: "Delay the audio", .delayCaptions: "Delay the subtitles",
            .loopStart: "Loop from {0}", .loopRange: "Loop {0} \u{2013} {1}", .loopOff: "Loop off",
            .audioDelay: "Audio delay {0} ms", .captionDelay: "Subtitle delay {0} ms", .resumedAt: "Resumed at {0}",
            .skipped: "\u{201C}{0}\u{201D} was skipped. {1}", .screenshotSaved: "Saved {0}",
            .screenshotFailed: "The screenshot was not saved: {0}", .nothingDisplayed: "There is no picture to save.",
            .noOpenDialog: "This desktop offers no open dialog. Drop files on the window instead.",
            .captionsAdded: "Subtitles: {0}", .captionsFailed: "\u{201C}{0}\u{201D} was not added. {1}",
            .historyCleared: "The history is empty.",
        ])

    static let german = ProgramTexts(
        language: "de",
        texts: [
            .playlist: "Wiedergabeliste", .open: "Öffnen\u{2026}", .quit: "Beenden", .settings: "Einstellungen",
            .screenshot: "Bild speichern", .loop: "A-B wiederholen", .fullScreen: "Vollbild", .goBack: "Zurück",
            .delayAudio: "Ton verzögern", .delayCaptions: "Untertitel verzögern",
            .loopStart: "Wiederholen ab {0}", .loopRange: "Wiederholen {0} \u{2013} {1}",
            .loopOff: "Wiederholen aus",
            .audioDelay: "Tonverzögerung {0} ms", .captionDelay: "Untertitelverzögerung {0} ms",
            .resumedAt: "Fortgesetzt bei {0}",
            .skipped: "\u{201E}{0}\u{201C} wurde übersprungen. {1}", .screenshotSaved: "{0} gespeichert",
            .screenshotFailed: "Das Bild wurde nicht gespeichert: {0}",
            .nothingDisplayed: "Es gibt kein Bild zum Speichern.",
            .noOpenDialog: "Diese Arbeitsumgebung bietet keinen Dialog zum Öffnen. Ziehen Sie Dateien auf das Fenster.",
            .captionsAdded: "Untertitel: {0}",
            .captionsFailed: "\u{201E}{0}\u{201C} wurde nicht hinzugefügt. {1}",
            .historyCleared: "Der Verlauf ist leer.",
        ])

    static let french = ProgramTexts(
        language: "fr",
        texts: [
            .playlist: "Liste de lecture", .open: "Ouvrir\u{2026}", .quit: "Quitter", .settings: "Réglages",
            .screenshot: "Enregistrer l\u{2019}image", .loop: "Boucle A-B", .fullScreen: "Plein écran",
            .goBack: "Retour",
            .delayAudio: "Retarder le son", .delayCaptions: "Retarder les sous-titres",
            .loopStart: "Boucle à partir de {0}", .loopRange: "Boucle {0} \u{2013} {1}",
            .loopOff: "Boucle désactivée",
            .audioDelay: "Retard du son {0} ms", .captionDelay: "Retard des sous-titres {0} ms",
            .resumedAt: "Reprise à {0}",
            .skipped: "«\u{00A0}{0}\u{00A0}» a été ignoré. {1}", .screenshotSaved: "{0} enregistré",
            .screenshotFailed: "L\u{2019}image n\u{2019}a pas été enregistrée : {0}",
            .nothingDisplayed: "Il n\u{2019}y a pas d\u{2019}image à enregistrer.",
            .noOpenDialog:
                "Ce bureau n\u{2019}offre pas de fenêtre d\u{2019}ouverture. Déposez des fichiers sur la fenêtre.",
            .captionsAdded: "Sous-titres : {0}",
            .captionsFailed: "«\u{00A0}{0}\u{00A0}» n\u{2019}a pas été ajouté. {1}",
            .historyCleared: "L\u{2019}historique est vide.",
        ])

    static let spanish = ProgramTexts(
        language: "es",
        texts: [
            .playlist: "Lista de reproducción", .open: "Abrir\u{2026}", .quit: "Salir", .settings: "Ajustes",
            .screenshot: "Guardar imagen", .loop: "Repetir A-B", .fullScreen: "Pantalla completa", .goBack: "Volver",
            .delayAudio: "Retrasar el audio", .delayCaptions: "Retrasar los subtítulos",
            .loopStart: "Repetir desde {0}", .loopRange: "Repetir {0} \u{2013} {1}",
            .loopOff: "Repetición desactivada",
            .audioDelay: "Retraso del audio {0} ms", .captionDelay: "Retraso de los subtítulos {0} ms",
            .resumedAt: "Se reanuda en {0}",
            .skipped: "Se ha omitido «{0}». {1}", .screenshotSaved: "{0} guardado",
            .screenshotFailed: "No se ha guardado la imagen: {0}",
            .nothingDisplayed: "No hay ninguna imagen que guardar.",
            .noOpenDialog: "Este escritorio no ofrece un diálogo para abrir. Suelte archivos en la ventana.",
            .captionsAdded: "Subtítulos: {0}", .captionsFailed: "No se ha añadido «{0}». {1}",
            .historyCleared: "El historial está vacío.",
        ])

    static let japanese = ProgramTexts(
        language: "ja",
        texts: [
            .playlist: "再生リスト", .open: "開く\u{2026}", .quit: "終了", .settings: "設定", .screenshot: "画像を保存",
            .loop: "A-Bリピート", .fullScreen: "フルスクリーン", .goBack: "戻る",
            .delayAudio: "音声を遅らせる", .delayCaptions: "字幕を遅らせる",
            .loopStart: "{0}からリピート", .loopRange: "リピート {0} \u{2013} {1}", .loopOff: "リピートオフ",
            .audioDelay: "音声の遅延 {0} ms", .captionDelay: "字幕の遅延 {0} ms", .resumedAt: "{0}から再開しました",
            .skipped: "「{0}」をスキップしました。{1}", .screenshotSaved: "{0}を保存しました",
            .screenshotFailed: "画像を保存できませんでした: {0}", .nothingDisplayed: "保存する画像がありません。",
            .noOpenDialog: "このデスクトップには「開く」ダイアログがありません。ファイルをウインドウにドロップしてください。",
            .captionsAdded: "字幕: {0}", .captionsFailed: "「{0}」を追加できませんでした。{1}",
            .historyCleared: "履歴は空です。",
        ])

    static let arabic = ProgramTexts(
        language: "ar",
        texts: [
            .playlist: "قائمة التشغيل", .open: "فتح\u{2026}", .quit: "إنهاء", .settings: "الإعدادات",
            .screenshot: "حفظ الصورة", .loop: "تكرار أ-ب", .fullScreen: "ملء الشاشة", .goBack: "رجوع",
            .delayAudio: "تأخير الصوت", .delayCaptions: "تأخير الترجمة",
            .loopStart: "التكرار من {0}", .loopRange: "تكرار {0} \u{2013} {1}", .loopOff: "إيقاف التكرار",
            .audioDelay: "تأخير الصوت {0} مللي ثانية", .captionDelay: "تأخير الترجمة {0} مللي ثانية",
            .resumedAt: "تم الاستئناف عند {0}",
            .skipped: "تم تخطي «{0}». {1}", .screenshotSaved: "تم حفظ {0}",
            .screenshotFailed: "لم يتم حفظ الصورة: {0}", .nothingDisplayed: "لا توجد صورة لحفظها.",
            .noOpenDialog: "لا يوفر سطح المكتب هذا نافذة لفتح الملفات. أفلت الملفات على النافذة.",
            .captionsAdded: "الترجمة: {0}", .captionsFailed: "لم تتم إضافة «{0}». {1}",
            .historyCleared: "السجل فارغ.",
        ])
}
