import Foundation
import Localization

/// Values as they appear in the answers of one language.
struct Phrasing: Sendable {
    let texts: AnswerTexts
    private let durations: DurationTexts

    init(language: String) {
        texts = .table(for: [language])
        durations = .table(for: [language])
    }

    func callAsFunction(_ key: AnswerTexts.Key, _ values: String...) -> String {
        TextTemplate.fill(texts.texts[key] ?? AnswerTexts.english.texts[key] ?? key.rawValue, values)
    }

    func duration(_ seconds: Double) -> String { durations.text(seconds: seconds) }
    func clock(_ seconds: Double) -> String { DurationTexts.clock(seconds: seconds) }
    func quoted(_ text: String) -> String { texts.quoted(text) }
    func list(_ items: [String]) -> String { items.joined(separator: texts.comma) }
    func examples(_ examples: [String]) -> String { list(examples.map(quoted)) }

    /// Returns the name of a language in the asker's: "German", "Deutsch"; the tag itself where none is known.
    func languageName(_ tag: String) -> String {
        guard !tag.isEmpty else { return LanguageMatching.undetermined }
        return Locale(identifier: texts.language).localizedString(forIdentifier: tag) ?? tag
    }

    func number(_ value: Double) -> String {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: texts.language)
        formatter.maximumFractionDigits = 2
        return formatter.string(from: NSNumber(value: value)) ?? "\(value)"
    }
}
