import Foundation

/// Reads Vorbis comments (xiph.org, "Ogg Vorbis I format specification: comment field and header specification").
enum VorbisComment {
    /// The limit of fields; the rest is ignored.
    static let maximumFields = 4_096

    /// Adds the fields of a comment to a description: metadata, pictures and chapters.
    static func add(_ bytes: ArraySlice<UInt8>, to description: inout ContainerDescription) {
        let bytes = Array(bytes)
        var at = 0
        func number() -> Int? {
            guard at + 4 <= bytes.count else { return nil }
            defer { at += 4 }
            return bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let vendor = number(), vendor <= bytes.count - at else {
            return description.report("The Vorbis comment ends inside its vendor text.")
        }
        at += vendor
        guard let count = number() else { return description.report("The Vorbis comment has no list of fields.") }
        var chapters = ChapterFields()
        for index in 0..<min(count, maximumFields) {
            guard let length = number(), length <= bytes.count - at else {
                description.report("The Vorbis comment ends early, after \(index) of \(count) fields.")
                break
            }
            let field = bytes[at..<at + length]
            at += length
            guard let equals = field.firstIndex(of: 0x3d) else {
                description.report("A field of the Vorbis comment has no name; it is ignored.")
                continue
            }
            let name = String(decoding: field[..<equals], as: UTF8.self)
            let value = field[(equals + 1)...]
            if chapters.take(name.uppercased(), value) { continue }
            add(name, value, to: &description)
        }
        description.chapters += chapters.chapters
        description.countsFromPlaybackStart = true
    }

    private static func add(_ name: String, _ value: ArraySlice<UInt8>, to description: inout ContainerDescription) {
        switch name.uppercased() {
        case "METADATA_BLOCK_PICTURE":
            guard let data = Data(base64Encoded: Data(value), options: .ignoreUnknownCharacters) else {
                return description.report("The field METADATA_BLOCK_PICTURE is not valid base64; it is ignored.")
            }
            FLACPicture.add(Array(data), to: &description)
        case "COVERART":
            // The form before METADATA_BLOCK_PICTURE.
            guard let data = Data(base64Encoded: Data(value), options: .ignoreUnknownCharacters) else { return }
            description.addPicture(.fieldName, "COVERART", Array(data))
        case "COVERARTMIME": break
        default:
            let text = StoredText.decode(value)
            if !text.isEmpty { description.add(ContainerTag(.fieldName, name, .text(text))) }
        }
    }

    /// Chapters in fields: CHAPTER001=00:01:02.345 and CHAPTER001NAME=… (xiph.org wiki, "Chapter Extension").
    private struct ChapterFields {
        private var starts: [Int: Nanoseconds] = [:]
        private var titles: [Int: String] = [:]

        /// - Returns: whether the field belongs to a chapter.
        mutating func take(_ name: String, _ value: ArraySlice<UInt8>) -> Bool {
            guard name.hasPrefix("CHAPTER"), starts.count < ContainerDescription.maximumChapters else { return false }
            let rest = name.dropFirst("CHAPTER".count)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits) else { return false }
            switch rest.dropFirst(digits.count) {
            case "":
                guard let start = ClockTime.parse(String(decoding: value, as: UTF8.self)) else { return false }
                starts[number] = start
            case "NAME": titles[number] = StoredText.decode(value.prefix(ContainerDescription.maximumTitleBytes))
            case "URL": break
            default: return false
            }
            return true
        }

        var chapters: [ContainerChapter] {
            starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.enumerated().map { index, entry in
                ContainerChapter(number: index, start: entry.value, title: titles[entry.key])
            }
        }
    }
}

/// The picture block of FLAC files (RFC 9639 section 8.8).
enum FLACPicture {
    static func add(_ bytes: [UInt8], to description: inout ContainerDescription) {
        var at = 4
        func field() -> ArraySlice<UInt8>? {
            guard let count = bytes.number(at: at, count: 4, before: bytes.count), count <= bytes.count - at - 4 else {
                return nil
            }
            defer { at += 4 + count }
            return bytes[at + 4..<at + 4 + count]
        }
        guard field() != nil, let info = field() else {
            return description.report("A picture block ends inside its description; it is ignored.")
        }
        at += 16
        guard let data = field() else {
            return description.report("A picture block ends inside its picture; it is ignored.")
        }
        description.addPicture(.fieldName, "METADATA_BLOCK_PICTURE", Array(data), info: StoredText.decode(info))
    }
}
