import Foundation
import Localization

/// The words for hours, minutes and seconds in one language, for every category of numbers that it has.
struct DurationTexts: LocalizedTable {
    let language: String
    let rule: PluralRule
    let hours: [PluralCategory: String]
    let minutes: [PluralCategory: String]
    let seconds: [PluralCategory: String]
    /// What stands between the parts: "1 hour 20 minutes".
    var separator = " "

    static let all: [DurationTexts] = [.english, .german, .french, .spanish, .japanese, .arabic]

    static let english = DurationTexts(
        language: "en", rule: .oneIsSingular, hours: [.one: "{0} hour", .other: "{0} hours"],
        minutes: [.one: "{0} minute", .other: "{0} minutes"], seconds: [.one: "{0} second", .other: "{0} seconds"])
    static let german = DurationTexts(
        language: "de", rule: .oneIsSingular, hours: [.one: "{0} Stunde", .other: "{0} Stunden"],
        minutes: [.one: "{0} Minute", .other: "{0} Minuten"], seconds: [.one: "{0} Sekunde", .other: "{0} Sekunden"])
    static let french = DurationTexts(
        language: "fr", rule: .zeroAndOneAreSingular, hours: [.one: "{0} heure", .other: "{0} heures"],
        minutes: [.one: "{0} minute", .other: "{0} minutes"], seconds: [.one: "{0} seconde", .other: "{0} secondes"])
    static let spanish = DurationTexts(
        language: "es", rule: .oneIsSingular, hours: [.one: "{0} hora", .other: "{0} horas"],
        minutes: [.one: "{0} minuto", .other: "{0} minutos"], seconds: [.one: "{0} segundo", .other: "{0} segundos"])
    static let japanese = DurationTexts(
        language: "ja", rule: .none, hours: [.other: "{0}時間"], minutes: [.other: "{0}分"], seconds: [.other: "{0}秒"],
        separator: "")
    static let arabic = DurationTexts(
        language: "ar", rule: .arabic,
        hours: [
            .zero: "{0} ساعة", .one: "ساعة", .two: "ساعتان", .few: "{0} ساعات", .many: "{0} ساعة", .other: "{0} ساعة",
        ],
        minutes: [
            .zero: "{0} دقيقة", .one: "دقيقة", .two: "دقيقتان", .few: "{0} دقائق", .many: "{0} دقيقة",
            .other: "{0} دقيقة",
        ],
        seconds: [
            .zero: "{0} ثانية", .one: "ثانية", .two: "ثانيتان", .few: "{0} ثوان", .many: "{0} ثانية",
            .other: "{0} ثانية",
        ],
        separator: " و")

    /// Returns a duration in words, to the second below ten minutes and to the minute above an hour.
    func text(seconds total: Double) -> String {
        let whole = Int(min(max(0, total), 1e9).rounded())
        var parts: [String] = []
        func add(_ count: Int, _ forms: [PluralCategory: String]) {
            guard count > 0, let form = forms[rule.category(of: count)] ?? forms[.other] else { return }
            parts.append(TextTemplate.fill(form, ["\(count)"]))
        }
        add(whole / 3600, hours)
        add(whole / 60 % 60, minutes)
        if whole < 3600 || parts.isEmpty { add(whole % 60, seconds) }
        if parts.isEmpty { return TextTemplate.fill(seconds[rule.category(of: 0)] ?? seconds[.other] ?? "", ["0"]) }
        return parts.joined(separator: separator)
    }

    /// Returns a position as clocks show it: "1:20:00", "2:05".
    static func clock(seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1e9))
        let text = String(format: "%02d:%02d", whole / 60 % 60, whole % 60)
        guard whole < 3600 else { return "\(whole / 3600):\(text)" }
        return "\(whole / 60):" + text.suffix(2)
    }
}
