import CoreMedia
import Foundation

/// Reads the ID3v2 tags at the start of a file, or at its end: metadata, and chapters (id3.org, "ID3v2 chapter frame addendum").
struct ID3Description {
    /// The maximum size of a tag and of a frame.
    static let maximumTagBytes = 48 << 20
    private static let maximumTags = 16

    private(set) var description = ContainerDescription()
    /// The offset of the first byte after the tags at the start.
    private(set) var end: Int64 = 0
    /// Whether the tags have texts beside those that encoders write.
    var hasText: Bool {
        description.tags.contains { $0.key.hasPrefix("T") && $0.key != "TSSE" && $0.key != "TXXX" }
    }

    /// The distance from the end of a tag to the next one (ID3v2.4 section 4.29); nil: not stated.
    private var distance: Int64?
    private var chapters: [Chapter] = []
    private var contents: [Contents] = []

    private struct Chapter {
        var id: String
        var start: Nanoseconds
        var end: Nanoseconds
        var title: String?
        var pictures: [Data] = []
    }

    private struct Contents {
        var isTopLevel: Bool
        var children: [String]
    }

    /// Nil if the file neither starts nor ends with a tag.
    /// - Parameters:
    ///   - start: the offset of the first tag.
    ///   - size: the size of the file; nil: there is no tag at its end, or its size is unknown.
    init?(_ bytes: ContainerBytes, at start: Int64 = 0, size: Int64? = nil) {
        end = start
        for _ in 0..<Self.maximumTags {
            guard let next = readTag(bytes, at: end) else { break }
            end = next
        }
        var isFound = end > start
        // A tag at the start names one behind it; without one, there may be one at the end.
        if let distance {
            isFound = readFurtherTag(bytes, at: end + distance, size) || isFound
        } else if !isFound, let start = Self.lastTag(bytes, size) {
            isFound = readTag(bytes, at: start) != nil
        }
        guard isFound else { return nil }
        description.countsFromPlaybackStart = true
        addChapters()
    }

    /// Returns the offset of the tag that ends with a footer (ID3v2.4 section 3.4) at the end of the file, or before an ID3v1 tag there.
    private static func lastTag(_ bytes: ContainerBytes, _ size: Int64?) -> Int64? {
        guard let size else { return nil }
        return [size, size - 128].lazy.compactMap { end -> Int64? in
            guard end >= 20, let length = ID3Tag.lengthBeforeFooter(bytes.prefix(at: end - 10, count: 10)) else {
                return nil
            }
            let start = end - Int64(length)
            return start >= 0 && ID3Tag(bytes.prefix(at: start, count: 10)[...]) != nil ? start : nil
        }.first
    }

    /// Reads a tag behind the media. Its frames replace those of the same name and description.
    private mutating func readFurtherTag(_ bytes: ContainerBytes, at start: Int64, _ size: Int64?) -> Bool {
        guard start < size ?? .max else { return false }
        let earlier = description.tags
        description.tags = []
        let isRead = readTag(bytes, at: start) != nil
        func name(_ tag: ContainerTag) -> [String?] { [tag.key, tag.info, tag.language] }
        let later = Set(description.tags.map(name))
        description.tags = earlier.filter { !later.contains(name($0)) } + description.tags
        return isRead
    }

    /// Reads a tag.
    /// - Returns: the offset of the first byte after the tag; nil if there is none.
    private mutating func readTag(_ bytes: ContainerBytes, at start: Int64) -> Int64? {
        guard let head = ID3Tag(bytes.prefix(at: start, count: 10)[...]) else { return nil }
        let end = start + Int64(head.statedLength)
        guard head.statedLength <= Self.maximumTagBytes else {
            description.report(
                "The ID3 tag has \(head.statedLength) bytes; at most \(Self.maximumTagBytes) are read.")
            return end
        }
        let body = bytes.prefix(at: start, count: head.statedLength)
        guard let tag = ID3Tag(body[...]) else { return nil }
        if body.count < head.statedLength {
            description.report(
                "The ID3 tag states \(head.statedLength) bytes, of which \(body.count) are in the file.")
        }
        for frame in tag.frames { add(frame, tag) }
        return end
    }

    private mutating func add(_ raw: ID3Tag.RawFrame, _ tag: ID3Tag) {
        if raw.name == "CHAP" { return addChapter(raw.body, tag) }
        if raw.name == "CTOC" { return addContents(raw.body) }
        if raw.name == "SEEK" {
            let offset = Array(raw.body).number(at: 0, count: 4, before: raw.body.count)
            distance = offset.map { Int64($0) }
            return
        }
        guard let frame = ID3Frame(raw, maximumBytes: ContainerDescription.maximumValueBytes) else {
            return description.report("The ID3 frame \(raw.name) is damaged or too large; it is ignored.")
        }
        let language = frame.language.flatMap(LanguageTag.bcp47)
        switch frame.value {
        case .text(let text):
            for text in [text] + frame.furtherTexts where !text.isEmpty || frame.name == "TXXX" {
                let shown = frame.name == "TCON" ? GenreNames.resolve(text) : text
                description.add(ContainerTag(.id3, frame.name, .text(shown), language: language, info: frame.info))
            }
        case .data(let bytes):
            if frame.name == "APIC" {
                description.addPicture(.id3, frame.name, bytes, info: frame.info)
            } else {
                description.add(
                    ContainerTag(
                        .id3, frame.name, .data(Data(bytes)), dataType: kCMMetadataBaseDataType_RawData,
                        language: language, info: frame.info))
            }
        }
    }

    // MARK: Chapters

    private mutating func addChapter(_ body: ArraySlice<UInt8>, _ tag: ID3Tag) {
        let bytes = Array(body)
        let id = StoredText.terminated(bytes[...])
        let at = id.count + 1
        guard chapters.count < ContainerDescription.maximumChapters,
            let start = bytes.number(at: at, count: 4, before: bytes.count),
            let end = bytes.number(at: at + 4, count: 4, before: bytes.count), at + 16 <= bytes.count
        else { return description.report("A chapter frame of the ID3 tag is too short; it is ignored.") }
        var chapter = Chapter(
            id: String(decoding: id, as: UTF8.self), start: Nanoseconds(start) * .millisecond,
            end: Nanoseconds(end) * .millisecond)
        for raw in ID3Tag.frames(in: bytes[(at + 16)...], version: tag.version, isStuffed: tag.isStuffed) {
            guard let frame = ID3Frame(raw, maximumBytes: ContainerDescription.maximumValueBytes) else { continue }
            switch (frame.name, frame.value) {
            case ("TIT2", .text(let text)): if !text.isEmpty { chapter.title = text }
            case ("APIC", .data(let data)): chapter.pictures.append(Data(data))
            default: break
            }
        }
        chapters.append(chapter)
    }

    private mutating func addContents(_ body: ArraySlice<UInt8>) {
        let bytes = Array(body)
        var at = StoredText.terminated(bytes[...]).count + 1
        guard let flags = bytes.number(at: at, count: 1, before: bytes.count),
            let count = bytes.number(at: at + 1, count: 1, before: bytes.count)
        else { return description.report("A table of contents of the ID3 tag is too short; it is ignored.") }
        at += 2
        var children: [String] = []
        for _ in 0..<count where at < bytes.count {
            let id = StoredText.terminated(bytes[at...])
            children.append(String(decoding: id, as: UTF8.self))
            at += id.count + 1
        }
        contents.append(Contents(isTopLevel: flags & 2 != 0, children: children))
    }

    /// Adds the chapters of the table of contents, in its order; without a table, all chapters by start time.
    private mutating func addChapters() {
        let table = contents.first(where: \.isTopLevel) ?? contents.first
        let listed = table?.children.compactMap { id in chapters.first { $0.id == id } } ?? []
        let order = listed.isEmpty ? chapters.sorted { $0.start < $1.start } : listed
        for (number, chapter) in order.enumerated() {
            // A chapter may have no duration. An end before the start is an error.
            let end = chapter.end >= chapter.start ? chapter.end : nil
            description.chapters.append(
                ContainerChapter(number: number, start: chapter.start, end: end, title: chapter.title))
            for picture in chapter.pictures {
                description.pictures.append(
                    ContainerPicture(start: chapter.start, end: end, content: .bytes(picture)))
            }
        }
    }
}
