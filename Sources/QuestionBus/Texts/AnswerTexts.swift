import Localization

/// The sentences that answer questions, in one language.
struct AnswerTexts: LocalizedTable {
    enum Key: String, CaseIterable, Sendable {
        // What was done
        case playing, paused, restarted, nextEpisode, previousEpisode, captionsOff, skippedForward, skippedBack, sought,
            chapter, repeated,
            repeatedWithCaptions, repeatedCaptionsAreOn, audio, captionsOn, rate, added
        // Information
        case people, title, titleAndPeople, remainingOf, live
        // What could not be done, and why
        case unknown, ambiguous, tooLong, outOfRange, noPlayer, unsupported, failed, noTitle, noPeople, noDuration,
            beyondEnd, noChapters,
            noSuchChapter, noAudio, noCaptions, noCaptionsAtAll, fastest, slowest, nothingToAdd, noUpNext,
            noNextEpisode, noPreviousEpisode
    }

    let language: String
    /// What stands between the items of a list: "a, b".
    var comma = ", "
    /// What stands around a title and an example.
    let quotes: (String, String)
    let texts: [Key: String]

    static let all: [AnswerTexts] = [.english, .german, .french, .spanish, .japanese, .arabic]

    func quoted(_ text: String) -> String { quotes.0 + text + quotes.1 }

    static let english = AnswerTexts(
        language: "en", quotes: ("\u{201C}", "\u{201D}"),
        texts: [
            .playing: "Playing.", .paused: "Paused.", .restarted: "Playing from the beginning.",
            .nextEpisode: "Next episode.",
            .previousEpisode: "Previous episode.", .captionsOff: "Subtitles are off.", .skippedForward: "Forward {0}.",
            .skippedBack: "Back {0}.",
            .sought: "Continuing at {0}.", .chapter: "Chapter {0}.",
            .repeated: "Back {0}; this player has no subtitles to show.",
            .repeatedWithCaptions: "Back {0}, with subtitles until then.", .repeatedCaptionsAreOn: "Back {0}.",
            .audio: "The audio is {0}.",
            .captionsOn: "The subtitles are {0}.", .rate: "Speed {0}.", .added: "{0} is in your Up Next.",
            .people: "In {0}: {1}.", .title: "This is {0}.", .titleAndPeople: "This is {0}, with {1}.",
            .remainingOf: "{0} of {1} remaining.", .live: "This is live and has no end.",
            .unknown: "That was not understood; say, for example, {0}.",
            .ambiguous: "That has several meanings; say {0}.",
            .tooLong: "That was too long; say, for example, {0}.",
            .outOfRange: "That value is not possible; say, for example, {0}.",
            .noPlayer: "Nothing is playing.", .unsupported: "{0} does not support this.",
            .failed: "{0} could not do this.",
            .noTitle: "{0} does not say what is playing.", .noPeople: "{0} does not say who is in {1}.",
            .noDuration: "{0} does not say how long this is.", .beyondEnd: "This is only {0} long.",
            .noChapters: "This has no chapters.",
            .noSuchChapter: "There is no such chapter; this has {0}.",
            .noAudio: "There is no {0} audio; there is: {1}.",
            .noCaptions: "There are no {0} subtitles; there are: {1}.", .noCaptionsAtAll: "There are no subtitles.",
            .fastest: "It does not get faster.", .slowest: "It does not get slower.",
            .nothingToAdd: "Neither a page nor a player shows anything that can be added.",
            .noUpNext: "No app that keeps an Up Next list is running.", .noNextEpisode: "There is no next episode.",
            .noPreviousEpisode: "There is no previous episode.",
        ])

    static let german = AnswerTexts(
        language: "de", quotes: ("\u{201E}", "\u{201C}"),
        texts: [
            .playing: "Die Wiedergabe läuft.", .paused: "Angehalten.", .restarted: "Wiedergabe von vorn.",
            .nextEpisode: "Nächste Folge.",
            .previousEpisode: "Vorige Folge.", .captionsOff: "Die Untertitel sind aus.", .skippedForward: "{0} vor.",
            .skippedBack: "{0} zurück.", .sought: "Weiter bei {0}.", .chapter: "Kapitel {0}.",
            .repeated: "{0} zurück; dieser Player kann keine Untertitel zeigen.",
            .repeatedWithCaptions: "{0} zurück, bis dahin mit Untertiteln.",
            .repeatedCaptionsAreOn: "{0} zurück.", .audio: "Der Ton ist auf {0}.",
            .captionsOn: "Die Untertitel sind auf {0}.",
            .rate: "Geschwindigkeit {0}.", .added: "{0} steht auf deiner Up-Next-Liste.",
            .people: "In {0}: {1}.", .title: "Das ist {0}.", .titleAndPeople: "Das ist {0}, mit {1}.",
            .remainingOf: "Noch {0} von {1}.", .live: "Das ist eine Live-Sendung ohne Ende.",
            .unknown: "Das wurde nicht verstanden; sag zum Beispiel {0}.",
            .ambiguous: "Das hat mehrere Bedeutungen; sag {0}.",
            .tooLong: "Das war zu lang; sag zum Beispiel {0}.",
            .outOfRange: "Dieser Wert ist nicht möglich; sag zum Beispiel {0}.",
            .noPlayer: "Es läuft nichts.", .unsupported: "{0} kann das nicht.", .failed: "Das ist {0} nicht gelungen.",
            .noTitle: "{0} gibt nicht an, was läuft.", .noPeople: "{0} gibt nicht an, wer in {1} mitspielt.",
            .noDuration: "{0} gibt nicht an, wie lange das dauert.", .beyondEnd: "Das dauert nur {0}.",
            .noChapters: "Hier gibt es keine Kapitel.",
            .noSuchChapter: "Dieses Kapitel gibt es nicht; es gibt {0}.",
            .noAudio: "Es gibt keinen Ton auf {0}, aber auf: {1}.",
            .noCaptions: "Es gibt keine Untertitel auf {0}, aber auf: {1}.",
            .noCaptionsAtAll: "Es gibt keine Untertitel.",
            .fastest: "Schneller geht es nicht.", .slowest: "Langsamer geht es nicht.",
            .nothingToAdd: "Weder eine Seite noch ein Player zeigt etwas, das hinzugefügt werden kann.",
            .noUpNext: "Es läuft keine App, die eine Up-Next-Liste führt.",
            .noNextEpisode: "Es gibt keine nächste Folge.",
            .noPreviousEpisode: "Es gibt keine vorige Folge.",
        ])

    static let french = AnswerTexts(
        language: "fr", quotes: ("«\u{00A0}", "\u{00A0}»"),
        texts: [
            .playing: "Lecture.", .paused: "En pause.", .restarted: "Lecture depuis le début.",
            .nextEpisode: "Épisode suivant.",
            .previousEpisode: "Épisode précédent.", .captionsOff: "Les sous-titres sont désactivés.",
            .skippedForward: "Avance de {0}.",
            .skippedBack: "Retour de {0}.", .sought: "Reprise à {0}.", .chapter: "Chapitre {0}.",
            .repeated: "Retour de {0} ; ce lecteur n\u{2019}a pas de sous-titres à afficher.",
            .repeatedWithCaptions: "Retour de {0}, avec sous-titres jusque-là.",
            .repeatedCaptionsAreOn: "Retour de {0}.",
            .audio: "L\u{2019}audio est en {0}.", .captionsOn: "Les sous-titres sont en {0}.", .rate: "Vitesse {0}.",
            .added: "{0} est dans votre liste À suivre.",
            .people: "Dans {0} : {1}.", .title: "C\u{2019}est {0}.", .titleAndPeople: "C\u{2019}est {0}, avec {1}.",
            .remainingOf: "Il reste {0} sur {1}.", .live: "C\u{2019}est un direct, sans fin.",
            .unknown: "Ce n\u{2019}est pas compris ; dites par exemple {0}.",
            .ambiguous: "Cela a plusieurs sens ; dites {0}.",
            .tooLong: "C\u{2019}était trop long ; dites par exemple {0}.",
            .outOfRange: "Cette valeur n\u{2019}est pas possible ; dites par exemple {0}.",
            .noPlayer: "Aucune lecture en cours.", .unsupported: "{0} ne le permet pas.",
            .failed: "{0} n\u{2019}a pas pu le faire.",
            .noTitle: "{0} n\u{2019}indique pas ce qui passe.",
            .noPeople: "{0} n\u{2019}indique pas qui joue dans {1}.",
            .noDuration: "{0} n\u{2019}indique pas la durée.", .beyondEnd: "Cela ne dure que {0}.",
            .noChapters: "Il n\u{2019}y a pas de chapitres.",
            .noSuchChapter: "Ce chapitre n\u{2019}existe pas ; il y en a {0}.",
            .noAudio: "Il n\u{2019}y a pas d\u{2019}audio en {0} ; il y a : {1}.",
            .noCaptions: "Il n\u{2019}y a pas de sous-titres en {0} ; il y a : {1}.",
            .noCaptionsAtAll: "Il n\u{2019}y a pas de sous-titres.",
            .fastest: "Plus vite n\u{2019}est pas possible.", .slowest: "Plus lentement n\u{2019}est pas possible.",
            .nothingToAdd: "Ni une page ni un lecteur ne montre quelque chose à ajouter.",
            .noUpNext: "Aucune app avec une liste À suivre n\u{2019}est ouverte.",
            .noNextEpisode: "Il n\u{2019}y a pas d\u{2019}épisode suivant.",
            .noPreviousEpisode: "Il n\u{2019}y a pas d\u{2019}épisode précédent.",
        ])

    static let spanish = AnswerTexts(
        language: "es", quotes: ("«", "»"),
        texts: [
            .playing: "En reproducción.", .paused: "En pausa.", .restarted: "Desde el principio.",
            .nextEpisode: "Episodio siguiente.",
            .previousEpisode: "Episodio anterior.", .captionsOff: "Los subtítulos están desactivados.",
            .skippedForward: "{0} adelante.",
            .skippedBack: "{0} atrás.", .sought: "Sigue en {0}.", .chapter: "Capítulo {0}.",
            .repeated: "{0} atrás; este reproductor no tiene subtítulos que mostrar.",
            .repeatedWithCaptions: "{0} atrás, con subtítulos hasta entonces.",
            .repeatedCaptionsAreOn: "{0} atrás.", .audio: "El audio está en {0}.",
            .captionsOn: "Los subtítulos están en {0}.",
            .rate: "Velocidad {0}.", .added: "{0} está en tu lista A continuación.",
            .people: "En {0}: {1}.", .title: "Esto es {0}.", .titleAndPeople: "Esto es {0}, con {1}.",
            .remainingOf: "Tiempo restante: {0} de {1}.", .live: "Es una emisión en directo y no tiene final.",
            .unknown: "No se ha entendido; di, por ejemplo, {0}.", .ambiguous: "Eso tiene varios significados; di {0}.",
            .tooLong: "Era demasiado largo; di, por ejemplo, {0}.",
            .outOfRange: "Ese valor no es posible; di, por ejemplo, {0}.",
            .noPlayer: "No se está reproduciendo nada.", .unsupported: "{0} no lo permite.",
            .failed: "{0} no ha podido hacerlo.",
            .noTitle: "{0} no indica qué se reproduce.", .noPeople: "{0} no indica quién sale en {1}.",
            .noDuration: "{0} no indica la duración.",
            .beyondEnd: "Solo dura {0}.", .noChapters: "No hay capítulos.",
            .noSuchChapter: "Ese capítulo no existe; hay {0}.",
            .noAudio: "No hay audio en {0}; hay: {1}.", .noCaptions: "No hay subtítulos en {0}; hay: {1}.",
            .noCaptionsAtAll: "No hay subtítulos.",
            .fastest: "No puede ir más rápido.", .slowest: "No puede ir más despacio.",
            .nothingToAdd: "Ni una página ni un reproductor muestra nada que añadir.",
            .noUpNext: "No hay ninguna app abierta con una lista A continuación.",
            .noNextEpisode: "No hay episodio siguiente.",
            .noPreviousEpisode: "No hay episodio anterior.",
        ])

    static let japanese = AnswerTexts(
        language: "ja", comma: "、", quotes: ("「", "」"),
        texts: [
            .playing: "再生しています。", .paused: "一時停止しました。", .restarted: "最初から再生します。", .nextEpisode: "次のエピソードです。",
            .previousEpisode: "前のエピソードです。", .captionsOff: "字幕をオフにしました。", .skippedForward: "{0}進めました。",
            .skippedBack: "{0}戻しました。", .sought: "{0}から再生します。", .chapter: "チャプター{0}です。",
            .repeated: "{0}戻しました。このプレーヤーには表示できる字幕がありません。", .repeatedWithCaptions: "{0}戻し、その間は字幕を表示します。",
            .repeatedCaptionsAreOn: "{0}戻しました。", .audio: "音声は{0}です。", .captionsOn: "字幕は{0}です。", .rate: "速度は{0}です。",
            .added: "{0}を「次に見る」に追加しました。",
            .people: "{0}の出演者は{1}です。", .title: "{0}です。", .titleAndPeople: "{0}、出演は{1}です。",
            .remainingOf: "{1}のうち、残り{0}です。", .live: "ライブ配信なので終わりはありません。",
            .unknown: "わかりませんでした。たとえば{0}と言ってください。", .ambiguous: "いくつかの意味があります。{0}と言ってください。",
            .tooLong: "長すぎます。たとえば{0}と言ってください。", .outOfRange: "その値は使えません。たとえば{0}と言ってください。",
            .noPlayer: "何も再生されていません。", .unsupported: "{0}はこの操作に対応していません。", .failed: "{0}でこの操作ができませんでした。",
            .noTitle: "{0}は再生中の作品を公開していません。", .noPeople: "{0}は{1}の出演者を公開していません。",
            .noDuration: "{0}は長さを公開していません。", .beyondEnd: "長さは{0}です。", .noChapters: "チャプターはありません。",
            .noSuchChapter: "そのチャプターはありません。全部で{0}です。", .noAudio: "{0}の音声はありません。選べるのは{1}です。",
            .noCaptions: "{0}の字幕はありません。選べるのは{1}です。", .noCaptionsAtAll: "字幕はありません。", .fastest: "これ以上速くできません。",
            .slowest: "これ以上遅くできません。", .nothingToAdd: "追加できる作品が表示も再生もされていません。",
            .noUpNext: "「次に見る」を管理するアプリが動いていません。", .noNextEpisode: "次のエピソードはありません。",
            .noPreviousEpisode: "前のエピソードはありません。",
        ])

    static let arabic = AnswerTexts(
        language: "ar", comma: "، ", quotes: ("«", "»"),
        texts: [
            .playing: "التشغيل جار.", .paused: "توقف مؤقت.", .restarted: "التشغيل من البداية.",
            .nextEpisode: "الحلقة التالية.",
            .previousEpisode: "الحلقة السابقة.", .captionsOff: "الترجمة متوقفة.", .skippedForward: "تقديم {0}.",
            .skippedBack: "رجوع {0}.",
            .sought: "المتابعة من {0}.", .chapter: "الفصل {0}.",
            .repeated: "رجوع {0}، وليس لدى هذا المشغل ترجمة يعرضها.",
            .repeatedWithCaptions: "رجوع {0} مع الترجمة حتى ذلك الحين.", .repeatedCaptionsAreOn: "رجوع {0}.",
            .audio: "الصوت: {0}.",
            .captionsOn: "الترجمة: {0}.", .rate: "السرعة {0}.", .added: "أضيف {0} إلى قائمة التالي.",
            .people: "في {0}: {1}.", .title: "هذا {0}.", .titleAndPeople: "هذا {0}، مع {1}.",
            .remainingOf: "تبقى {0} من {1}.", .live: "هذا بث مباشر بلا نهاية.",
            .unknown: "لم يفهم ذلك، قل مثلا {0}.", .ambiguous: "لذلك أكثر من معنى، قل {0}.",
            .tooLong: "كان ذلك طويلا جدا، قل مثلا {0}.",
            .outOfRange: "هذه القيمة غير ممكنة، قل مثلا {0}.", .noPlayer: "لا شيء قيد التشغيل.",
            .unsupported: "لا يدعم {0} ذلك.",
            .failed: "لم يتمكن {0} من ذلك.", .noTitle: "لا يذكر {0} ما يعرض.", .noPeople: "لا يذكر {0} من في {1}.",
            .noDuration: "لا يذكر {0} المدة.", .beyondEnd: "المدة {0} فقط.", .noChapters: "لا توجد فصول.",
            .noSuchChapter: "لا يوجد هذا الفصل، وعدد الفصول {0}.", .noAudio: "لا يوجد صوت: {0}، والمتاح: {1}.",
            .noCaptions: "لا توجد ترجمة: {0}، والمتاح: {1}.", .noCaptionsAtAll: "لا توجد ترجمة.",
            .fastest: "لا يمكن أسرع من ذلك.",
            .slowest: "لا يمكن أبطأ من ذلك.", .nothingToAdd: "لا تعرض صفحة ولا مشغل شيئا يمكن إضافته.",
            .noUpNext: "لا يعمل أي تطبيق يحفظ قائمة التالي.", .noNextEpisode: "لا توجد حلقة تالية.",
            .noPreviousEpisode: "لا توجد حلقة سابقة.",
        ])
}
