import Localization

extension StringTable {
    static let german = StringTable(
        language: "de", plural: .oneIsSingular,
        texts: [
            .play: "Abspielen", .pause: "Pause", .playAgain: "Noch einmal abspielen", .previous: "Zurück",
            .next: "Weiter", .mute: "Ton aus", .unmute: "Ton ein", .volume: "Lautstärke", .timeline: "Zeit",
            .video: "Video", .menu: "Menü", .selected: "ausgewählt",
            .chapters: "Kapitel", .chapter: "Kapitel {0}", .titledChapter: "Kapitel {0} \u{00B7} {1}",
            .subtitlesAndAudio: "Untertitel und Ton", .subtitles: "Untertitel", .audio: "Ton", .off: "Aus",
            .speed: "Tempo", .playbackSpeed: "Wiedergabetempo",
            .closedCaptionsBadge: "UT", .audioDescriptionBadge: "AD",
            .fillScreen: "Bildschirm füllen", .fitVideo: "Ganzes Bild zeigen", .fullScreen: "Vollbild",
            .leaveFullScreen: "Vollbild verlassen", .close: "Schließen",
            .percent: "{0} %", .spokenPercent: "{0} Prozent",
            .position: "{0} von {1}", .duration: "Dauer {0}", .remaining: "Restzeit {0}",
            .unknownTime: "unbekannte Zeit", .liveBadge: "LIVE", .live: "Live", .goToLive: "Zur Live-Sendung",
            .behindLive: "{0} hinter der Live-Sendung", .listSeparator: ", ", .decimalSeparator: ",",
            .doubleSpeed: "Doppelt", .fasterSpeed: "Schneller", .fastSpeed: "Schnell", .normalSpeed: "Normal",
            .halfSpeed: "Halb",
            .tryAgain: "Erneut versuchen", .skip: "Überspringen",
            .titleCannotBePlayed: "\u{201E}{0}\u{201C} kann nicht abgespielt werden",
            .cannotBePlayed: "Die Wiedergabe ist nicht möglich",
            .titleStoppedEarly: "\u{201E}{0}\u{201C} endete vorzeitig",
            .stoppedEarly: "Die Wiedergabe endete vorzeitig",
            .noVideo: "Das Bild kann nicht gezeigt werden. {0}", .unknownReason: "Der Grund ist nicht bekannt.",
            .advertisementBadge: "Werbung", .numberedAdvertisementBadge: "Werbung {0} von {1}",
            .advertisement: "Werbung", .numberedAdvertisement: "Werbung {0} von {1}",
            .timeLeft: "{0}, noch {1}", .skipLater: "{0} in {1}",
        ],
        counted: [
            .hours: [.one: "{0} Stunde", .other: "{0} Stunden"],
            .minutes: [.one: "{0} Minute", .other: "{0} Minuten"],
            .seconds: [.one: "{0} Sekunde", .other: "{0} Sekunden"],
            .back: [.one: "{0} Sekunde zurück", .other: "{0} Sekunden zurück"],
            .forward: [.one: "{0} Sekunde vor", .other: "{0} Sekunden vor"],
        ],
        failures: [
            .notFound: "Die Datei oder Adresse gibt es nicht.", .noPermission: "Der Zugriff ist nicht erlaubt.",
            .network: "Der Server ist nicht erreichbar oder antwortet nicht richtig.",
            .loading: "Die Daten können nicht geladen werden.", .unknownFormat: "Das Format ist nicht bekannt.",
            .damaged: "Die Datei ist beschädigt.", .decoding: "Bild oder Ton können nicht decodiert werden.",
            .protected: "Der Inhalt ist geschützt.", .nothingToPlay: "Darin gibt es weder Bild noch Ton.",
        ])
}
