import AVFoundation
import Foundation
import Localization

/// The texts of the player in one language, for the viewer and for assistive technology.
struct StringTable: LocalizedTable {
    let language: String
    let plural: PluralRule
    let texts: [TextKey: String]
    let counted: [CountedTextKey: [PluralCategory: String]]
    /// A sentence for each kind of failure. English has none, because the errors' own messages are in English and more precise.
    let failures: [FailureKind: String]

    static let all: [StringTable] = [.english, .german, .french, .spanish, .japanese, .arabic]
    static var current: StringTable { table(for: ViewerLanguages.current) }

    subscript(key: TextKey) -> String { texts[key] ?? Self.english.texts[key] ?? key.rawValue }

    /// Returns the form of a text that `count` requires, with the number in it.
    func text(_ key: CountedTextKey, _ count: Int) -> String {
        let form = counted[key]?[plural.category(of: count)] ?? counted[key]?[.other] ?? "{0}"
        return TextTemplate.fill(form, ["\(count)"])
    }

    private func text(_ key: TextKey, _ values: String...) -> String { TextTemplate.fill(self[key], values) }
}

// MARK: Texts with values

extension StringTable {
    func chapter(_ number: Int) -> String { text(.chapter, "\(number)") }
    func chapter(_ number: Int, title: String) -> String { text(.titledChapter, "\(number)", title) }
    func percent(_ value: Int) -> String { text(.percent, "\(value)") }
    func spokenPercent(_ value: Int) -> String { text(.spokenPercent, "\(value)") }
    // The parameters of the following functions are times formatted by `TimeText`.
    func position(_ time: String, of duration: String) -> String { text(.position, time, duration) }
    func duration(_ time: String) -> String { text(.duration, time) }
    func remaining(_ time: String) -> String { text(.remaining, time) }
    func behindLive(_ time: String) -> String { text(.behindLive, time) }
    func timeLeft(of name: String, _ time: String) -> String { text(.timeLeft, name, time) }

    /// - Parameter title: nil: the item has no name.
    func cannotBePlayed(_ title: String?) -> String {
        title.map { text(.titleCannotBePlayed, $0) } ?? self[.cannotBePlayed]
    }
    /// - Parameter title: nil: the item has no name.
    func stoppedEarly(_ title: String?) -> String { title.map { text(.titleStoppedEarly, $0) } ?? self[.stoppedEarly] }
    /// - Parameter reason: the comment of the error log entry.
    func noVideo(_ reason: String) -> String { text(.noVideo, reason).trimmingCharacters(in: .whitespaces) }

    /// - Parameter title: the title of the client's overlay.
    func swipeUp(for title: String) -> String { text(.swipeUpTitled, title) }

    func advertisementBadge(_ number: Int, of count: Int) -> String {
        count > 1 ? text(.numberedAdvertisementBadge, "\(number)", "\(count)") : self[.advertisementBadge]
    }
    func advertisement(_ number: Int, of count: Int) -> String {
        count > 1 ? text(.numberedAdvertisement, "\(number)", "\(count)") : self[.advertisement]
    }
    func wrongPasscode(attemptsLeft: Int) -> String { text(.attemptsLeft, attemptsLeft) }
    func digits(_ entered: Int, of count: Int) -> String { text(.digitsEntered, "\(entered)", "\(count)") }
    func ratedItem(_ rating: String) -> String { text(.ratedItem, rating) }
    /// - Parameter label: the title of the button.
    func skipLater(_ label: String, seconds: Int) -> String { text(.skipLater, label, "\(seconds)") }

    /// - Parameter name: the speed, such as "1.5×".
    func speed(_ name: String) -> String { text(.speedNow, name) }
    /// - Parameter name: the language of the subtitles, or the word for off.
    func subtitles(_ name: String) -> String { text(.subtitlesNow, name) }

    /// - Parameter name: the name of an external screen.
    func playingOn(_ name: String) -> String { text(.playingOn, name) }
}
