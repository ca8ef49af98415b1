/// A place in a `deviceLocation` restriction (umc-availability.md 6; the grammar is this project's).
public enum PlaceCode: Sendable, Hashable {
    /// ISO 3166-1, such as `US`.
    case country(String)
    /// ISO 3166-2, such as `US-CA`.
    case subdivision(String)
    /// A Nielsen DMA of the United States, such as `dma:501`.
    case marketArea(Int)
    /// A postal code such as `postal:US:94110`.
    case postal(country: String, code: String)

    /// Returns nil when the text is not a place code. Prefixes and country codes are case-sensitive.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if text.hasPrefix("dma:") {
            let digits = bytes.dropFirst(4)
            guard digits.count == 3, digits.allSatisfy(isDigit), let number = Int(text.dropFirst(4)) else { return nil }
            self = .marketArea(number)
        } else if text.hasPrefix("postal:") {
            let rest = text.dropFirst(7)
            let code = rest.dropFirst(3)
            guard rest.count >= 4, Self.isCountry(String(rest.prefix(2))), rest.dropFirst(2).first == ":",
                code.utf8.count <= 12, code.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 32 || $0 == 45 }),
                code.first != " ", code.last != " "
            else { return nil }
            self = .postal(country: String(rest.prefix(2)), code: String(code))
        } else if bytes.count == 2 {
            guard Self.isCountry(text) else { return nil }
            self = .country(text)
        } else {
            guard (4...6).contains(bytes.count), bytes[2] == 45, Self.isCountry(String(text.prefix(2))),
                bytes[3...].allSatisfy({ $0 &- 65 < 26 || isDigit($0) })
            else { return nil }
            self = .subdivision(text)
        }
    }

    private static func isCountry(_ code: String) -> Bool {
        var code = code
        return code.withUTF8 { Countries.isCode(FeedText(bytes: $0)) }
    }

    /// The country of the place.
    public var country: String {
        switch self {
        case .country(let country), .postal(let country, _): country
        case .subdivision(let code): String(code.prefix(2))
        case .marketArea: "US"
        }
    }

    /// Returns whether the other place equals this one or lies within it, as far as the codes show.
    package func covers(_ other: PlaceCode) -> Bool {
        if case .country(let country) = self { return other.country == country }
        return self == other
    }
}
