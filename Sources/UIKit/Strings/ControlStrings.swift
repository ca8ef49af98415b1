import Localization

/// The texts that UIKit's own controls display, or give to assistive technology and the desktop, in one language.
struct ControlStrings: LocalizedTable {
    let language: String
    /// The label of a button of the type `.close`.
    let close: String
    /// The label of an activity indicator that rotates.
    let inProgress: String
    /// The label of an activity indicator that has stopped.
    let progressHalted: String
    /// The reason that the desktop displays while the display is kept awake.
    let playingVideo: String
    /// The spoken value of sliders and progress bars; `{0}` is a whole number.
    fileprivate let percent: String
    /// The spoken value of page controls; `{0}` is the number of the page, `{1}` that of all pages.
    fileprivate let page: String

    /// Returns the spoken form of a part of a whole, rounded: 0.5 is "50 percent".
    func percent(_ part: Double) -> String { TextTemplate.fill(percent, ["\(Int((part * 100).rounded()))"]) }

    /// Returns the spoken place of a page, counted from 0: "page 1 of 3".
    func page(_ index: Int, of count: Int) -> String { TextTemplate.fill(page, ["\(index + 1)", "\(count)"]) }

    static let all: [ControlStrings] = [.english, .german, .french, .spanish, .japanese, .arabic]
    static var current: ControlStrings { table(for: ViewerLanguages.current) }

    static let english = ControlStrings(
        language: "en", close: "Close", inProgress: "In progress", progressHalted: "Progress halted",
        playingVideo: "Playing video", percent: "{0} percent", page: "page {0} of {1}")

    static let german = ControlStrings(
        language: "de", close: "Schließen", inProgress: "In Bearbeitung", progressHalted: "Angehalten",
        playingVideo: "Wiedergabe eines Videos", percent: "{0} Prozent", page: "Seite {0} von {1}")

    static let french = ControlStrings(
        language: "fr", close: "Fermer", inProgress: "En cours", progressHalted: "Interrompu",
        playingVideo: "Lecture d\u{2019}une vidéo", percent: "{0} pour cent", page: "page {0} sur {1}")

    static let spanish = ControlStrings(
        language: "es", close: "Cerrar", inProgress: "En curso", progressHalted: "Detenido",
        playingVideo: "Reproducción de un vídeo", percent: "{0} por ciento", page: "página {0} de {1}")

    static let japanese = ControlStrings(
        language: "ja", close: "閉じる", inProgress: "処理中", progressHalted: "停止中",
        playingVideo: "ビデオの再生中", percent: "{0}パーセント", page: "{1}ページ中{0}ページ目")

    static let arabic = ControlStrings(
        language: "ar", close: "إغلاق", inProgress: "قيد التقدم", progressHalted: "متوقف",
        playingVideo: "تشغيل فيديو", percent: "{0} بالمئة", page: "صفحة {0} من {1}")
}
