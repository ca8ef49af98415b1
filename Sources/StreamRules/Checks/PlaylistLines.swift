import HLS

/// Finds the lines of a playlist that parsers ignore although something was meant: misspelt tags and attributes (RFC 8216 section 6.3.1:
/// clients must ignore unknown tags).
package enum PlaylistLines {
    /// Tags in use that no edition of the specification has.
    private static let foreign: Set<String> = [
        "EXT-X-CUE", "EXT-X-CUE-OUT", "EXT-X-CUE-IN", "EXT-X-CUE-OUT-CONT", "EXT-X-CUE-SPAN", "EXT-OATCLS-SCTE35",
        "EXT-X-SCTE35", "EXT-X-SCTE35-OUT", "EXT-X-SCTE35-IN", "EXT-X-SPLICEPOINT-SCTE35", "EXT-X-ASSET", "EXT-X-AD",
        "EXT-X-ALLOW-CACHE", "EXT-X-MEDIA-READY", "EXT-X-PREFETCH", "EXT-X-PREFETCH-DISCONTINUITY", "EXT-X-TIMESTAMP",
        "EXT-X-FAXS-CM", "EXT-X-BEACON", "EXT-X-PLACEMENT-OPPORTUNITY", "EXTGRP", "EXTVLCOPT", "EXTIMG", "EXTALB",
        "EXTART", "EXTGENRE", "EXTBYT", "EXTBIN", "EXTENC", "EXT-X-BLACKOUT", "EXT-X-VIDEO-LAYOUT",
        "EXT-X-TWITCH-INFO", "EXT-X-LHLS",
    ]
    private static let dateRange = "EXT-X-DATERANGE"
    private static let iFrameStream = "EXT-X-I-FRAME-STREAM-INF"
    /// Attributes of EXT-X-STREAM-INF that EXT-X-I-FRAME-STREAM-INF does not have.
    private static let streamOnly: Set<String> = ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"]
    /// The attributes that are often written by hand.
    private static let attributes: [String: [String]] = [
        "EXT-X-STREAM-INF": streamAttributes + ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"],
        "EXT-X-I-FRAME-STREAM-INF": streamAttributes + ["URI"],
        "EXT-X-MEDIA": [
            "TYPE", "URI", "GROUP-ID", "LANGUAGE", "ASSOC-LANGUAGE", "NAME", "STABLE-RENDITION-ID", "DEFAULT",
            "AUTOSELECT", "FORCED", "INSTREAM-ID", "BIT-DEPTH", "SAMPLE-RATE", "CHARACTERISTICS", "CHANNELS",
        ],
        "EXT-X-KEY": ["METHOD", "URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS"],
        "EXT-X-SESSION-KEY": ["METHOD", "URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS"],
        "EXT-X-MAP": ["URI", "BYTERANGE"],
        "EXT-X-PART": ["URI", "DURATION", "INDEPENDENT", "BYTERANGE", "GAP"],
        "EXT-X-PART-INF": ["PART-TARGET"],
        "EXT-X-SERVER-CONTROL": [
            "CAN-SKIP-UNTIL", "CAN-SKIP-DATERANGES", "HOLD-BACK", "PART-HOLD-BACK", "CAN-BLOCK-RELOAD",
        ],
        "EXT-X-START": ["TIME-OFFSET", "PRECISE"],
        "EXT-X-PRELOAD-HINT": ["TYPE", "URI", "BYTERANGE-START", "BYTERANGE-LENGTH"],
        "EXT-X-RENDITION-REPORT": ["URI", "LAST-MSN", "LAST-PART"],
        "EXT-X-SESSION-DATA": ["DATA-ID", "VALUE", "URI", "FORMAT", "LANGUAGE"],
        "EXT-X-CONTENT-STEERING": ["SERVER-URI", "PATHWAY-ID"],
        dateRange: [
            "ID", "CLASS", "START-DATE", "CUE", "END-DATE", "DURATION", "PLANNED-DURATION", "END-ON-NEXT",
            "SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN",
        ],
        "EXT-X-DEFINE": ["NAME", "VALUE", "IMPORT", "QUERYPARAM"],
    ]
    private static let streamAttributes = [
        "BANDWIDTH", "AVERAGE-BANDWIDTH", "SCORE", "CODECS", "SUPPLEMENTAL-CODECS", "RESOLUTION", "HDCP-LEVEL",
        "ALLOWED-CPC", "VIDEO-RANGE", "REQ-VIDEO-LAYOUT", "STABLE-VARIANT-ID", "VIDEO", "PATHWAY-ID", "PROGRAM-ID",
    ]
    private static let known = Set(Playlist.tagNames)
    /// Lines that are listed; a file that is no playlist could have millions.
    private static let maximumCount = 100
    private static let longestName = 60

    package static func oddities(in bytes: [UInt8]) -> [LineOddity] {
        var found: [LineOddity] = []
        var line = 0
        var position = 0
        var hasEnded = false
        let version = version(in: bytes)
        while position < bytes.count, found.count < maximumCount {
            line += 1
            var end = position
            while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
            if end > position {
                let text = bytes[position..<end]
                look(at: text, line, &found)
                if isURI(text) { lookAtURI(text, line, &found) }
                lookForRemoved(text, version, line, &found)
                if hasEnded, isURI(text), found.last?.kind != .afterEnd {
                    found.append(
                        LineOddity(line: line, name: String(decoding: text.prefix(80), as: UTF8.self), kind: .afterEnd))
                }
                if text.elementsEqual(endList) { hasEnded = true }
            }
            position = end + (end + 1 < bytes.count && bytes[end] == 0x0d && bytes[end + 1] == 0x0a ? 2 : 1)
        }
        return found
    }

    /// Returns the version that a playlist declares in its first lines; 1 where it declares none.
    private static func version(in bytes: [UInt8]) -> Int {
        let lines = bytes.prefix(2_000).split { $0 == 0x0a || $0 == 0x0d }
        let tag = Array("#EXT-X-VERSION:".utf8)
        guard let line = lines.first(where: { $0.starts(with: tag) }) else { return 1 }
        return Int(String(decoding: line.dropFirst(tag.count).prefix(4), as: UTF8.self)) ?? 1
    }

    private static let media = Array("#EXT-X-MEDIA:".utf8)
    private static let allowCache = Array("#EXT-X-ALLOW-CACHE".utf8)
    private static let streamInformation = Array("#EXT-X-STREAM-INF:".utf8)

    private static func lookForRemoved(
        _ text: ArraySlice<UInt8>, _ version: Int, _ line: Int, _ found: inout [LineOddity]
    ) {
        guard text.first == 0x23 else { return }
        if text.starts(with: media) {
            let list = String(decoding: text, as: UTF8.self)
            guard list.contains(/[:,]TYPE=(SUBTITLES|CLOSED-CAPTIONS|VIDEO)/) else { return }
            for name in ["BIT-DEPTH", "SAMPLE-RATE", "CHANNELS"] where list.contains(",\(name)=") {
                found.append(LineOddity(line: line, name: name, kind: .audioAttribute))
            }
        }
        if text.starts(with: allowCache) {
            found.append(
                LineOddity(line: line, name: "EXT-X-ALLOW-CACHE", kind: .removed(version: 7, isOlder: version < 7)))
        } else if version >= 6, text.starts(with: streamInformation),
            String(decoding: text, as: UTF8.self).contains(/[:,] *PROGRAM-ID=/)
        {
            found.append(LineOddity(line: line, name: "PROGRAM-ID", kind: .removed(version: 6, isOlder: false)))
        }
    }

    private static let endList = Array("#EXT-X-ENDLIST".utf8)

    private static func isURI(_ text: ArraySlice<UInt8>) -> Bool {
        text.first { $0 != 0x20 && $0 != 0x09 }.map { $0 != 0x23 } ?? false
    }

    /// Characters that no URI has (RFC 3986 section 2), in words.
    private static let foreignCharacters: [UInt8: String] = [
        0x20: "a blank", 0x09: "a tabulator", 0x22: "a quotation mark", 0x3c: "“<”", 0x3e: "“>”", 0x5c: "a backslash",
        0x5e: "“^”", 0x60: "“`”", 0x7c: "“|”",
    ]

    private static func lookAtURI(_ text: ArraySlice<UInt8>, _ line: Int, _ found: inout [LineOddity]) {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let uri = text.drop(while: isBlank)
        let end = uri.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? uri.startIndex
        guard let character = problem(ofURI: uri[..<end]) else { return }
        found.append(
            LineOddity(
                line: line, name: String(decoding: text.prefix(80), as: UTF8.self), kind: .uriCharacter(character)))
    }

    /// Returns the first character of a URI that URIs do not have; nil where all are allowed.
    private static func problem(ofURI uri: ArraySlice<UInt8>) -> String? {
        for (index, byte) in zip(uri.indices, uri) {
            if let character = foreignCharacters[byte] { return character }
            guard byte == 0x25 else { continue }
            let digits = uri[(index + 1)...].prefix(2)
            let isEncoded = digits.count == 2 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
            if !isEncoded { return "“%” without two hexadecimal digits" }
        }
        return nil
    }

    /// Looks at the values of known tags that parsers accept in more than one form.
    private static func lookAtValue(
        _ value: ArraySlice<UInt8>, _ tag: String, _ line: Int, _ found: inout [LineOddity]
    ) {
        switch tag {
        case "EXTINF":
            let text = String(decoding: value.prefix(longestName), as: UTF8.self)
            guard let comma = value.firstIndex(of: 0x2c) else {
                found.append(LineOddity(line: line, name: tag, kind: .durationForm("“\(text)” has no comma.")))
                return
            }
            // "4,000," has a comma where a full stop was meant; a title such as "4,Scene" does not look so.
            let whole = value[..<comma]
            let title = value[value.index(after: comma)...]
            let digits = title.prefix { (0x30...0x39).contains($0) }
            if !whole.isEmpty, whole.allSatisfy({ (0x30...0x39).contains($0) }), !digits.isEmpty,
                title.dropFirst(digits.count).elementsEqual([0x2c])
            {
                found.append(
                    LineOddity(
                        line: line, name: tag, kind: .durationForm("“\(text)” has a comma within the duration.")))
            }
        case "EXT-X-PROGRAM-DATE-TIME":
            if value.count >= 19, value[value.startIndex + 10] == 0x20 {
                return found.append(LineOddity(line: line, name: tag, kind: .dateWithBlank))
            }
            guard value.count >= 19, let time = value.firstIndex(where: { $0 == 0x54 || $0 == 0x74 }) else { return }
            // Z, +01:00, -0500.
            if value[time...].contains(0x2c) {
                return found.append(LineOddity(line: line, name: tag, kind: .dateWithComma))
            }
            let isZoned = value[time...].contains { [0x5a, 0x7a, 0x2b, 0x2d].contains($0) }
            if !isZoned { found.append(LineOddity(line: line, name: tag, kind: .dateWithoutZone)) }
        default: return
        }
    }

    private static func look(at text: ArraySlice<UInt8>, _ line: Int, _ found: inout [LineOddity]) {
        let marks = text.prefix { $0 == 0x23 || $0 == 0x20 || $0 == 0x09 }
        let rest = text.dropFirst(marks.count)
        // Ordinary comments and URIs are left at once.
        guard rest.count >= 4, rest.first.map({ $0 == 0x45 || $0 == 0x65 }) == true,
            rest.dropFirst().first.map({ $0 | 0x20 == 0x78 }) == true
        else { return }
        let name = rest.prefix {
            (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d
                || $0 == 0x5f
        }
        guard name.count <= longestName else { return }
        let tag = String(decoding: name, as: UTF8.self)
        let isTag = marks.elementsEqual([0x23])
        if isTag, known.contains(tag) {
            if let allowed = attributes[tag] {
                lookAtAttributes(rest.dropFirst(name.count), tag, allowed, line, &found)
            } else {
                lookAtValue(rest.dropFirst(name.count + 1), tag, line, &found)
            }
            return
        }
        guard !foreign.contains(tag) else { return }
        // A line without a number sign is a URI, unless it can only be a tag.
        let next = rest.dropFirst(name.count).first
        if marks.isEmpty, !(known.contains(tag) && (next == 0x3a || next == nil)) { return }
        if let meant = closest(to: tag.uppercased(), in: Playlist.tagNames) {
            found.append(LineOddity(line: line, name: tag, kind: .misspeltTag(meant: meant)))
        } else if isTag, tag.hasPrefix("EXT") {
            found.append(LineOddity(line: line, name: tag, kind: .unknownTag))
        }
    }

    private static func lookAtAttributes(
        _ list: ArraySlice<UInt8>, _ tag: String, _ allowed: [String], _ line: Int, _ found: inout [LineOddity]
    ) {
        var rest = list.dropFirst()
        while !rest.isEmpty {
            let name = rest.prefix { $0 != 0x3d && $0 != 0x2c }
            rest = rest.dropFirst(name.count)
            guard rest.first == 0x3d else {
                rest = rest.dropFirst()
                continue
            }
            let text = String(decoding: name.filter { $0 != 0x20 }, as: UTF8.self)
            if name.count <= longestName, !allowed.contains(text), !text.hasPrefix("X-"), !text.hasPrefix("REQ-") {
                if let meant = closest(to: text.uppercased(), in: allowed) {
                    found.append(LineOddity(line: line, name: text, kind: .misspeltAttribute(tag: tag, meant: meant)))
                } else if tag == dateRange && !text.isEmpty || tag == iFrameStream && streamOnly.contains(text) {
                    found.append(LineOddity(line: line, name: text, kind: .foreignAttribute(tag: tag)))
                }
            }
            rest = rest.dropFirst()
            if rest.first == 0x22 {
                if text == "URI" { lookAtURI(rest.dropFirst().prefix { $0 != 0x22 }, line, &found) }
                rest = rest.dropFirst().drop { $0 != 0x22 }.dropFirst()
            }
            rest = rest.drop { $0 != 0x2c }.dropFirst()
        }
    }

    /// Returns the closest name, where few enough letters differ that the name is probably a misspelling of it.
    static func closest(to text: String, in names: [String]) -> String? {
        let letters = Array(text.utf8.map { $0 == 0x5f ? 0x2d : $0 })
        let limit = letters.count >= 14 ? 3 : letters.count >= 8 ? 2 : 1
        var best: (name: String, distance: Int)?
        for name in names {
            let other = Array(name.utf8)
            guard abs(other.count - letters.count) <= limit else { continue }
            let distance = editDistance(letters, other)
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// The number of letters to insert, remove, replace or exchange with their neighbor.
    private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = Array(repeating: Array(0...right.count), count: left.count + 1)
        for i in 0...left.count { rows[i][0] = i }
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        for i in 1...left.count {
            for j in 1...right.count {
                let cost = left[i - 1] == right[j - 1] ? 0 : 1
                rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
                }
            }
        }
        return rows[left.count][right.count]
    }
}
