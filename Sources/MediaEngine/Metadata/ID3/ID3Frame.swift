import Foundation

/// The content of a frame of an ID3 tag (id3.org, ID3v2.4 frames).
public struct ID3Frame: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case text(String)
        case data([UInt8])
    }

    /// The four-letter frame ID: "TIT2", "TXXX", "PRIV", …
    public var name: String
    public var value: Value
    /// The description of texts, comments, pictures and objects; the owner of private data.
    public var info: String?
    /// The ISO 639-2 language of comments and lyrics.
    public var language: String?
    /// The MIME type of pictures and objects.
    public var mimeType: String?
    /// The texts after the first one, in a text frame with several.
    public var furtherTexts: [String] = []

    public init(name: String, value: Value, info: String? = nil, language: String? = nil, mimeType: String? = nil) {
        self.name = name
        self.value = value
        self.info = info
        self.language = language
        self.mimeType = mimeType
    }

    /// The maximum size of a frame; larger ones are ignored.
    static let maximumBytes = 1 << 20

    /// Returns the frames of consecutive tags, except private frames of the transport (timestamps).
    static func frames(in bytes: ArraySlice<UInt8>) -> [ID3Frame] {
        var frames: [ID3Frame] = []
        var rest = bytes
        for _ in 0..<maximumTags {
            guard let tag = ID3Tag(rest) else { break }
            frames += tag.frames.compactMap { ID3Frame($0) }
            rest = rest.dropFirst(tag.length)
        }
        return frames.filter { frame in
            !(frame.name == "PRIV" && transportOwners.contains(frame.info ?? ""))
        }
    }

    /// The text frames whose names do not begin with T: that of the people in version 3, and those of iTunes.
    private static let furtherTextNames: Set<String> = ["IPLS", "GRP1", "MVNM", "MVIN"]

    private static let maximumTags = 16
    private static let maximumTexts = 64
    private static let transportOwners: Set<String> = [
        "com.apple.streaming.transportStreamTimestamp", "com.apple.streaming.audioDescription",
    ]

    /// Nil if the frame is damaged, or too large.
    init?(_ frame: ID3Tag.RawFrame, maximumBytes: Int = Self.maximumBytes) {
        guard frame.body.count <= maximumBytes else { return nil }
        name = frame.name
        var reader = FieldReader(frame.body)
        switch name {
        case "TXXX", "WXXX":
            guard reader.readEncoding() else { return nil }
            info = reader.text()
            value = .text(name == "WXXX" ? reader.restAsLatin() : reader.text())
        case "COMM", "USLT":
            guard reader.readEncoding(), let code = reader.bytes(3) else { return nil }
            // "XXX" states that the language is unknown.
            language = code == Array("XXX".utf8) ? nil : String(decoding: code.filter { $0 != 0 }, as: UTF8.self)
            info = reader.text()
            value = .text(reader.text())
        case "USER":
            guard reader.readEncoding(), let code = reader.bytes(3) else { return nil }
            language = code == Array("XXX".utf8) ? nil : String(decoding: code.filter { $0 != 0 }, as: UTF8.self)
            value = .text(reader.text())
        case "PRIV", "UFID":
            info = reader.latin()
            value = .data(reader.rest)
        case "APIC":
            guard reader.readEncoding() else { return nil }
            mimeType = reader.latin()
            guard reader.bytes(1) != nil else { return nil }
            info = reader.text()
            value = .data(reader.rest)
        case ID3ShortNames.picture:
            // In version 2, three letters take the place of the MIME type.
            name = "APIC"
            guard reader.readEncoding(), let letters = reader.bytes(3), reader.bytes(1) != nil else { return nil }
            mimeType = letters == Array("PNG".utf8) ? "image/png" : letters == Array("JPG".utf8) ? "image/jpeg" : nil
            info = reader.text()
            value = .data(reader.rest)
        case "GEOB":
            guard reader.readEncoding() else { return nil }
            mimeType = reader.latin()
            _ = reader.text()
            info = reader.text()
            value = .data(reader.rest)
        case _ where name.hasPrefix("T") || Self.furtherTextNames.contains(name):
            guard reader.readEncoding() else { return nil }
            value = .text(reader.text())
            // A text frame of version 4 may contain several texts.
            while !reader.rest.isEmpty, furtherTexts.count < Self.maximumTexts {
                let text = reader.text()
                if !text.isEmpty { furtherTexts.append(text) }
            }
        case _ where name.hasPrefix("W"): value = .text(reader.restAsLatin())
        default: value = .data(reader.rest)
        }
    }

    /// Reads the consecutive fields of a frame.
    private struct FieldReader {
        private var left: ArraySlice<UInt8>
        private var encoding: UInt8 = 0
        /// The byte order of UTF-16 that the frame's first byte order mark states.
        private var isLittle: Bool?

        init(_ bytes: ArraySlice<UInt8>) { left = bytes }

        var rest: [UInt8] { Array(left) }

        mutating func readEncoding() -> Bool {
            guard let byte = left.popFirst(), byte <= 3 else { return false }
            encoding = byte
            return true
        }

        mutating func bytes(_ count: Int) -> [UInt8]? {
            guard left.count >= count else { return nil }
            defer { left = left.dropFirst(count) }
            return Array(left.prefix(count))
        }

        /// Reads Latin-1 text up to a zero byte or the end.
        mutating func latin() -> String {
            let bytes = left.prefix { $0 != 0 }
            left = left.dropFirst(bytes.count + 1)
            return Self.latin(bytes)
        }

        func restAsLatin() -> String { Self.latin(left.prefix { $0 != 0 }) }

        private static func latin(_ bytes: ArraySlice<UInt8>) -> String {
            String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }

        /// Reads text in the frame's encoding, up to a terminating zero or the end.
        mutating func text() -> String {
            switch encoding {
            case 0: return latin()
            case 3:
                let bytes = left.prefix { $0 != 0 }
                left = left.dropFirst(bytes.count + 1)
                return String(decoding: bytes, as: UTF8.self)
            default: return wideText()
            }
        }

        private mutating func wideText() -> String {
            var units: [UInt16] = []
            while let high = left.popFirst(), let low = left.popFirst() {
                let unit = UInt16(high) << 8 | UInt16(low)
                if unit == 0 { break }
                units.append(unit)
            }
            if encoding == 1 {
                if units.first == 0xfeff || units.first == 0xfffe { isLittle = units.removeFirst() == 0xfffe }
                // Some writers leave out the byte order mark, in all texts or in those after the first one.
                if isLittle ?? Self.looksLittle(units) { units = units.map(\.byteSwapped) }
            }
            return String(decoding: units, as: UTF16.self)
        }

        /// Returns whether units in big-endian order are those of little-endian text. Latin text has zeros in the upper bytes; other text is
        /// taken for little-endian, because the writers that omit the mark run on such processors.
        private static func looksLittle(_ units: [UInt16]) -> Bool {
            units.count { $0 & 0xff == 0 } >= units.count { $0 >> 8 == 0 }
        }
    }
}
