/// A lexical type in the form that the checker uses: without reference counting, so that threads do not contend for counters.
struct LexicalMatcher {
    enum Kind: UInt8 {
        case nothing, text, identifier, dateTime, date, locale, localeList, localeRanges, list, boolean, integer
        case webURL, absoluteURL, country, currency, enumeration, anyCase, code, version, teamID, catalogID, period
        case digits
        /// Any text.
        case anything
    }

    let kind: Kind
    var low = 0
    var high = 0
    /// The values of an enumeration or the known codes; the buffer lives as long as its program.
    var values = UnsafeBufferPointer<StaticString>(start: nil, count: 0)

    /// Returns whether the text conforms to the type, with the same result as the XSD.
    func matches(_ text: FeedText) -> Bool {
        switch kind {
        case .anything: true
        case .nothing: text.isBlank
        case .text: isText(text, high)
        case .code: isText(text, 64)
        case .identifier: isIdentifier(text)
        case .dateTime: isDateTime(text.trimmed)
        case .date: FeedTime.days(text.trimmed) != nil
        case .locale: LocaleSyntax.isWellFormed(text.trimmed)
        case .localeList: isList(text.trimmed) { isRange($0, wildcards: false) }
        case .localeRanges: isList(text.trimmed) { isRange($0, wildcards: true) }
        case .list: isList(text.trimmed) { $0.isAll { !isXMLSpace($0) } }
        case .boolean: isBoolean(text.trimmed)
        case .integer: text.trimmed.decimal.map { $0 >= low && $0 <= high } ?? false
        case .webURL: isURL(text.trimmed, isWeb: true)
        case .absoluteURL: isURL(text.trimmed, isWeb: false)
        case .country: isCapitals(text.trimmed, 2)
        case .currency: isCapitals(text.trimmed, 3)
        case .enumeration: isListed(text.trimmed)
        case .anyCase: isListedInAnyCase(text.trimmed)
        case .version: isVersion(text.trimmed)
        case .teamID: isTeamID(text.trimmed)
        case .catalogID: isCatalogID(text.trimmed)
        case .period: isPeriod(text.trimmed)
        case .digits: !text.isBlank && text.trimmed.count <= 20 && text.trimmed.isAll(isDigit)
        }
    }

    /// Returns whether the text is one of the known codes; true for other types.
    func isKnownCode(_ text: FeedText) -> Bool { kind != .code || isListed(text.trimmed) }

    private func isListed(_ text: FeedText) -> Bool {
        for value in values where text == value { return true }
        return false
    }

    private func isListedInAnyCase(_ text: FeedText) -> Bool {
        for value in values where text.isIgnoringCase(value) { return true }
        return false
    }

    private func isText(_ text: FeedText, _ maximum: Int) -> Bool {
        guard !text.isBlank else { return false }
        // A scalar takes at least one byte.
        return text.count <= maximum || text.collapsedScalarCount <= maximum
    }

    private func isIdentifier(_ text: FeedText) -> Bool {
        guard let first = text.bytes.first, let last = text.bytes.last, !isXMLSpace(first), !isXMLSpace(last),
            text.isAll({ $0 != 10 && $0 != 13 })
        else { return false }
        return text.count <= 255 || text.scalarCount <= 255
    }

    private func isDateTime(_ text: FeedText) -> Bool {
        guard FeedTime(text) != nil else { return false }
        guard text.count > 20, text[19] == UInt8(ascii: ".") else { return true }
        var end = 20
        while end < text.count, isDigit(text[end]) { end += 1 }
        return end - 20 <= 12
    }

    private func isBoolean(_ text: FeedText) -> Bool {
        text == "true" || text == "false" || text == "1" || text == "0"
    }

    private func isCapitals(_ text: FeedText, _ count: Int) -> Bool {
        text.count == count && text.isAll { $0 &- 65 < 26 }
    }

    private func isURL(_ text: FeedText, isWeb: Bool) -> Bool {
        guard let colon = text.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, isLetter(text[0]) else {
            return false
        }
        let scheme = text[0..<colon]
        let rest = text[colon + 1..<text.count]
        guard !rest.isEmpty, ByteSearch.hasNoSpace(rest.bytes) || rest.isAll({ !isXMLSpace($0) }) else { return false }
        if isWeb {
            return (scheme.isIgnoringCase("https") || scheme.isIgnoringCase("http")) && rest.count > 2
                && rest.hasPrefix("//")
        }
        return scheme.isAll {
            LocaleSyntax.isAlphanumeric($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
                || $0 == UInt8(ascii: "-")
        }
    }

    private func isVersion(_ text: FeedText) -> Bool {
        guard let dot = text.bytes.firstIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < text.count else {
            return false
        }
        return text[0..<dot].isAll(isDigit) && text[dot + 1..<text.count].isAll(isDigit)
    }

    private func isTeamID(_ text: FeedText) -> Bool { text.count == 10 && text.isAll { $0 &- 65 < 26 || isDigit($0) } }

    private func isCatalogID(_ text: FeedText) -> Bool {
        text.count >= 1 && text.count <= 255
            && text.isAll {
                LocaleSyntax.isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
                    || $0 == UInt8(ascii: "-")
            }
    }

    private func isList(_ text: FeedText, _ isPart: (FeedText) -> Bool) -> Bool {
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ",") {
            let part = text[start..<index].trimmed
            guard !part.isEmpty, isPart(part) else { return false }
            start = index + 1
        }
        return true
    }

    /// Returns whether the text is a language range (RFC 4647, 2.2).
    private func isRange(_ text: FeedText, wildcards: Bool) -> Bool {
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: "-") {
            let part = text[start..<index]
            let isWildcard = wildcards && part == "*"
            guard
                isWildcard
                    || (part.count >= 1 && part.count <= 8
                        && part.isAll(start == 0 ? isLetter : LocaleSyntax.isAlphanumeric))
            else { return false }
            start = index + 1
        }
        return true
    }

    /// Returns whether the text is a period such as `P1D`, `PT15M` or `P1DT12H`: parts in this order, each once, of up to five digits.
    private func isPeriod(_ text: FeedText) -> Bool {
        guard text.count >= 3, text[0] == UInt8(ascii: "P") else { return false }
        var next = 1
        var isInTime = false
        var last = 0
        while next < text.count {
            if text[next] == UInt8(ascii: "T") {
                guard !isInTime else { return false }
                isInTime = true
                next += 1
            }
            let first = next
            while next < text.count, isDigit(text[next]) { next += 1 }
            guard next > first, next - first <= 5, next < text.count else { return false }
            let place: Int
            switch text[next] {
            case UInt8(ascii: "D") where !isInTime: place = 1
            case UInt8(ascii: "H") where isInTime: place = 2
            case UInt8(ascii: "M") where isInTime: place = 3
            case UInt8(ascii: "S") where isInTime: place = 4
            default: return false
            }
            guard place > last else { return false }
            last = place
            next += 1
        }
        return last > 0
    }
}

extension FeedText {
    /// Number of Unicode scalars after white space is trimmed at the ends and collapsed elsewhere.
    package var collapsedScalarCount: Int {
        var result = 0
        var wasSpace = false
        for byte in trimmed.bytes where byte & 0xC0 != 0x80 {
            let isSpace = isXMLSpace(byte)
            if !(isSpace && wasSpace) { result += 1 }
            wasSpace = isSpace
        }
        return result
    }
}

extension LexicalMatcher {
    init(_ type: LexicalType) {
        switch type {
        case .nothing: self.init(kind: .nothing)
        case .text(let maximum): self.init(kind: .text, high: maximum)
        case .identifier: self.init(kind: .identifier)
        case .dateTime: self.init(kind: .dateTime)
        case .date: self.init(kind: .date)
        case .locale: self.init(kind: .locale)
        case .localeList: self.init(kind: .localeList)
        case .localeRanges: self.init(kind: .localeRanges)
        case .list: self.init(kind: .list)
        case .boolean: self.init(kind: .boolean)
        case .integer(let range): self.init(kind: .integer, low: range.lowerBound, high: range.upperBound)
        case .webURL: self.init(kind: .webURL)
        case .absoluteURL: self.init(kind: .absoluteURL)
        case .country: self.init(kind: .country)
        case .currency: self.init(kind: .currency)
        case .enumeration(_, let values): self.init(kind: .enumeration, values: .forever(values))
        case .anyCase(_, let values): self.init(kind: .anyCase, values: .forever(values))
        case .code(let values): self.init(kind: .code, values: .forever(values))
        case .version: self.init(kind: .version)
        case .teamID: self.init(kind: .teamID)
        case .catalogID: self.init(kind: .catalogID)
        case .period: self.init(kind: .period)
        case .digits: self.init(kind: .digits)
        }
    }
}

extension UnsafeBufferPointer {
    /// Returns a copy that is never freed, for the few tables that live as long as the process.
    static func forever(_ values: [Element]) -> UnsafeBufferPointer {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: values.count)
        _ = buffer.initialize(from: values)
        return UnsafeBufferPointer(buffer)
    }
}
