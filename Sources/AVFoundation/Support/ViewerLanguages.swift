import Foundation

/// The languages that the viewer wants, most wanted first, in BCP 47.
///
/// Foundation's `Locale.preferredLanguages` is always `["en-001"]` on Linux, so the environment is read here: LANGUAGE, then LC_ALL, LC_MESSAGES
/// and LANG.
package enum ViewerLanguages {
    /// Replaces the environment for tests and for whatever has settings of its own.
    @TaskLocal package static var override: [String]?

    package static var current: [String] {
        override ?? languages(in: ProcessInfo.processInfo.environment)
    }

    /// What a list given by a client means: exactly Foundation's constant stands for the viewer's languages.
    package static func resolve(_ languages: [String]) -> [String] {
        languages == ["en-001"] ? current : languages
    }

    /// "de_AT.UTF-8@euro" is "de-AT"; "C" and "POSIX" say nothing. Never empty: English at last.
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
