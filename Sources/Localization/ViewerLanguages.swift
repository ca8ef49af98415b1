import Foundation

/// The viewer's languages in BCP 47, in order of preference.
///
/// Foundation's `Locale.preferredLanguages` is always `["en-001"]` on Linux, so they are read from the environment: LANGUAGE, then LC_ALL,
/// LC_MESSAGES and LANG.
package enum ViewerLanguages {
    /// Replaces the environment, for tests and for programs with their own language setting.
    @TaskLocal package static var override: [String]?

    package static var current: [String] {
        override ?? environment
    }

    private static let environment = languages(in: ProcessInfo.processInfo.environment)

    /// Returns the languages of a client's list; a list equal to Foundation's constant is replaced by the viewer's.
    package static func resolve(_ languages: [String]) -> [String] {
        languages == ["en-001"] ? current : languages
    }

    /// Returns the languages of the environment: "de_AT.UTF-8@euro" is "de-AT"; "C" and "POSIX" are ignored. Never empty: the default is
    /// English.
    package static func languages(in environment: [String: String]) -> [String] {
        var languages = (environment["LANGUAGE"] ?? "").split(separator: ":").compactMap { tag(of: String($0)) }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        if let language = locale.flatMap(tag(of:)) { languages.append(language) }
        var unique: [String] = []
        for language in languages where !unique.contains(language) { unique.append(language) }
        return unique.isEmpty ? ["en"] : unique
    }

    private static func tag(of locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        return LanguageMatching.normalized(String(name))
    }
}
