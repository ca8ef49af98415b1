import UniversalMediaCatalog

/// Recognition of web addresses in texts.
enum TextURL {
    struct Domain {
        var text: FeedText
        var hasPath: Bool
    }

    /// Returns whether a word begins with `www.`, after any punctuation.
    static func hasWWW(_ token: FeedText) -> Bool {
        guard token.count > 6 else { return false }
        var start = 0
        while start < token.count, !isLetter(token[start]), token[start] < 0x80 { start += 1 }
        return start + 5 < token.count && token[start] | 32 == UInt8(ascii: "w")
            && token[start + 1] | 32 == UInt8(ascii: "w")
            && token[start + 2] | 32 == UInt8(ascii: "w") && token[start + 3] == UInt8(ascii: ".")
            && isLetter(token[start + 4])
    }

    /// Returns a host name with a common top-level domain, as in `example.com/films`.
    static func domain(in token: FeedText) -> Domain? {
        var start = 0
        while start < token.count, !isLetter(token[start]), !isDigit(token[start]) { start += 1 }
        var end = start
        var lastDot = -1
        while end < token.count,
            isLetter(token[end]) || isDigit(token[end]) || token[end] == UInt8(ascii: "-")
                || token[end] == UInt8(ascii: ".")
        {
            if token[end] == UInt8(ascii: ".") {
                // A dot at the end of a sentence ends the host name.
                guard end + 1 < token.count, isLetter(token[end + 1]) || isDigit(token[end + 1]) else { break }
                lastDot = end
            }
            end += 1
        }
        guard lastDot - start >= 3, end - lastDot > 2 else { return nil }
        // `A.com` is too short; `St.John` has no top-level domain.
        guard domains.contains(token[lastDot + 1..<end].string.lowercased()) else { return nil }
        // `Mr.TV`: a sentence without a space after the dot; top-level domains are in lower case.
        guard token[lastDot + 1] | 32 == token[lastDot + 1] || token[start] &- 65 < 26 && token[start + 1] &- 65 < 26
        else { return nil }
        return Domain(text: token[start..<end], hasPath: end < token.count && token[end] == UInt8(ascii: "/"))
    }

    private static let domains: Set<String> = [
        "com", "org", "net", "tv", "info", "edu", "gov", "app", "io", "co", "fr", "de", "es", "it", "pt", "br", "nl",
        "se",
        "dk", "no", "fi", "pl", "uk", "us", "ca", "au", "nz", "jp", "kr", "cn", "ru", "eu", "ch", "at", "be", "mx",
        "ar",
        "film", "movie", "watch", "online", "shop", "biz",
    ]
}

/// Recognition of telephone numbers in texts.
enum Telephone {
    private static let fewestDigits = 7

    static func find(_ text: CatalogText) -> FeedText? {
        let bytes = text.text.bytes
        // Most texts have fewer digits, which is seen faster than by the search.
        var last = -1
        for _ in 0..<fewestDigits {
            guard let digit = ByteSearch.digit(in: bytes, from: last + 1) else { return nil }
            last = digit
        }
        var index = 0
        while let digit = ByteSearch.digit(in: bytes, from: index) {
            index = beginning(before: digit, in: bytes, from: index)
            let byte = bytes[index]
            let begins = isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(")
            let isInWord =
                index > 0
                && (isLetter(bytes[index - 1]) || isDigit(bytes[index - 1]) || bytes[index - 1] >= 0x80
                    || bytes[index - 1] == UInt8(ascii: "$"))
            guard begins, !isInWord else {
                index += 1
                while index < bytes.count, isDigit(byte), isDigit(bytes[index]) { index += 1 }
                continue
            }
            // The lengths of the groups of digits as decimal digits: 1334 for `1-800-555-0199`.
            var groups = 0
            var digits = 0
            var longest = 0
            func take(_ run: Int) {
                guard run > 0 else { return }
                groups = groups < 1_000_000 ? groups * 10 + min(run, 9) : 9_999_999
                digits += run
                longest = max(longest, run)
            }
            var marks = 0
            var end = index
            var next = index
            var run = 0
            while next < bytes.count {
                let byte = bytes[next]
                if isDigit(byte) {
                    run += 1
                    end = next + 1
                } else if isBetweenDigits(byte) || byte == UInt8(ascii: "+") && next == index {
                    take(run)
                    run = 0
                    if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ".") {
                        marks += 1
                    }
                    // A double space ends a number.
                    if next > index, byte == 32, bytes[next - 1] == 32 { break }
                } else {
                    break
                }
                next += 1
            }
            take(run)
            if digits >= fewestDigits, digits <= 15,
                isNumber(groups, digits, longest, marks, plus: byte == UInt8(ascii: "+"), text, index)
            {
                return text.text[index..<end]
            }
            // Characters without a digit lead to none of their places.
            index = max(end > index ? end : next, index + 1)
        }
        return nil
    }

    /// Returns where a number begins: at its first digit, or at a sign or bracket before it. A double space and a sign end what is before them.
    private static func beginning(before digit: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var beginning = digit
        var place = digit
        while place > start, isBetweenDigits(bytes[place - 1]) || bytes[place - 1] == UInt8(ascii: "+") {
            place -= 1
            if bytes[place] == UInt8(ascii: "(") { beginning = place }
            if bytes[place] == UInt8(ascii: "+") { return place }
            if bytes[place] == 32, bytes[place + 1] == 32 { break }
        }
        return beginning
    }

    private static func isBetweenDigits(_ byte: UInt8) -> Bool {
        byte == 32 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "(")
            || byte == UInt8(ascii: ")")
    }

    private static func isNumber(
        _ groups: Int, _ digits: Int, _ longest: Int, _ marks: Int, plus: Bool, _ text: CatalogText, _ start: Int
    ) -> Bool {
        guard longest <= 4 || plus || groups < 10 else { return false }
        if plus { return digits >= 8 }
        if marks >= 1, groups == 334 || groups == 1334 { return true }
        guard text.classes.contains(.telephone) else { return false }
        return TextScan.matches(.telephone, in: text.text).contains {
            $0.range.upperBound <= start && $0.range.upperBound + 12 > start
        }
    }
}
