import AVFoundation
import Foundation

/// The texts of one language for the viewer. Immutable; any thread may read it.
struct StringTable: Sendable {
    /// The primary language, in BCP 47.
    let language: String
    let plural: PluralRule
    let texts: [TextKey: String]
    let counted: [CountedTextKey: [PluralCategory: String]]
    /// A sentence for each kind of failure. English has none, because the errors' own messages are in English and more precise.
    let failures: [FailureKind: String]

    /// Replaces the table of the environment for the tests of one task.
    @TaskLocal static var override: StringTable?

    /// The table of the first language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG that has a table; else English.
    static var current: StringTable { override ?? environment }

    private static let environment = table(
        for: ViewerLanguages.languages(in: ProcessInfo.processInfo.environment))

    static let all: [StringTable] = [.english, .german, .french]

    /// Returns the table of the first of `languages` that has one. A region does not matter: `de-AT` has the table of `de`.
    static func table(for languages: [String]) -> StringTable {
        let primary = languages.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return primary.lazy.compactMap { name in all.first { $0.language == name } }.first ?? .english
    }

    subscript(key: TextKey) -> String { texts[key] ?? Self.english.texts[key] ?? key.rawValue }

    /// Returns the form of a text that `count` requires, with the number in it.
    func text(_ key: CountedTextKey, _ count: Int) -> String {
        let form = counted[key]?[plural.category(of: count)] ?? counted[key]?[.other] ?? "{0}"
        return Self.fill(form, ["\(count)"])
    }

    private func text(_ key: TextKey, _ values: String...) -> String { Self.fill(self[key], values) }

    /// Replaces `{0}`, `{1}` in one pass, so that braces within a value stay as they are.
    private static func fill(_ text: String, _ values: [String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: "}"), let index = Int(inside[..<close]),
                values.indices.contains(index)
            else {
                result += "{"
                rest = inside
                continue
            }
            result += values[index]
            rest = inside[inside.index(after: close)...]
        }
        return result + rest
    }
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
    func noPicture(_ reason: String) -> String { text(.noPicture, reason).trimmingCharacters(in: .whitespaces) }

    func advertisementBadge(_ number: Int, of count: Int) -> String {
        count > 1 ? text(.numberedAdvertisementBadge, "\(number)", "\(count)") : self[.advertisementBadge]
    }
    func advertisement(_ number: Int, of count: Int) -> String {
        count > 1 ? text(.numberedAdvertisement, "\(number)", "\(count)") : self[.advertisement]
    }
    /// - Parameter label: the title of the button.
    func skipLater(_ label: String, seconds: Int) -> String { text(.skipLater, label, "\(seconds)") }
}
