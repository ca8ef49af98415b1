import Foundation
import Localization

/// The written form of clock times: hours and minutes as usual in the viewer's language and region.
@MainActor
enum ClockText {
    private static var formatters: [String: DateFormatter] = [:]

    static func text(_ date: Date, timeZone: TimeZone = .current) -> String {
        let formatter = formatter(of: ViewerLanguages.current.first ?? "en")
        formatter.timeZone = timeZone
        return formatter.string(from: date)
    }

    private static func formatter(of language: String) -> DateFormatter {
        if let known = formatters[language] { return known }
        let formatter = DateFormatter()
        // The same digits as in the other times of the controls.
        formatter.locale = Locale(identifier: language.replacingOccurrences(of: "-", with: "_") + "@numbers=latn")
        formatter.dateStyle = .none
        formatter.timeStyle = .short
        formatters[language] = formatter
        return formatter
    }
}
