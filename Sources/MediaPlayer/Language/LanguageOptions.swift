import DBus

/// The languages that an app has published.
package struct LanguageOptions: Sendable, Hashable {
    package var available: [MPNowPlayingInfoLanguageOptionGroup] = []
    package var current: [MPNowPlayingInfoLanguageOption] = []

    package init() {}

    init(_ dictionary: [String: Any]) {
        available =
            dictionary[MPNowPlayingInfoPropertyAvailableLanguageOptions] as? [MPNowPlayingInfoLanguageOptionGroup] ?? []
        current = dictionary[MPNowPlayingInfoPropertyCurrentLanguageOptions] as? [MPNowPlayingInfoLanguageOption] ?? []
    }

    /// Returns the option that a request means. A request to disable without a language means the subtitles in use.
    func option(for request: LanguageRequest, isEnabled: Bool) -> MPNowPlayingInfoLanguageOption? {
        if !isEnabled, request.tag == nil, request.identifier == nil {
            let type = request.type ?? .legible
            return current.first { $0.languageOptionType == type }
                ?? available.flatMap(\.languageOptions).first { $0.languageOptionType == type }
        }
        return request.option(in: available)
    }

    /// The maximum number of languages on the bus.
    private static let limit = 200

    /// The options on the bus: kind, language tag, and the identifier with the name.
    var variant: Variant {
        let rows = available.flatMap(\.languageOptions).prefix(Self.limit).map { option in
            Variant.tuple([
                .string(option.languageOptionType == .audible ? "audible" : "legible"),
                .text(option.languageTag ?? ""),
                .array(of: .string, [.text(option.identifier ?? ""), .text(option.displayName ?? "")]),
            ])
        }
        return .array(of: .tuple([.string, .string, .array(.string)]), Array(rows))
    }

    /// The selected options on the bus: kind and language tag. A kind without a row has no selected option.
    var currentVariant: Variant {
        let rows = current.prefix(Self.limit).map { option in
            Variant.tuple([
                .string(option.languageOptionType == .audible ? "audible" : "legible"), .text(option.languageTag ?? ""),
            ])
        }
        return .array(of: .tuple([.string, .string]), Array(rows))
    }
}
