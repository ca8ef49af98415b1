import CoreMedia
import Foundation

/// Reads the ID3v2 tags at the start of a file: metadata, and chapters (id3.org, "ID3v2 chapter frame addendum").
struct ID3Description {
    /// The maximum size of a tag and of a frame.
    static let maximumTagBytes = 48 << 20
    private static let maximumTags = 16

    private(set) var description = ContainerDescription()
    /// The offset of the first byte after the tags.
    private(set) var end: Int64 = 0
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

    /// Nil if the file does not start with a tag.
    init?(_ bytes: ContainerBytes) {
        for _ in 0..<Self.maximumTags {
            guard let head = ID3Tag(bytes.prefix(at: end, count: 10)[...]) else { break }
            let start = end
            end += Int64(head.statedLength)
            guard head.statedLength <= Self.maximumTagBytes else {
                description.report(
                    "The ID3 tag has \(head.statedLength) bytes; at most \(Self.maximumTagBytes) are read.")
                continue
            }
            let body = bytes.prefix(at: start, count: head.statedLength)
            guard let tag = ID3Tag(body[...]) else { break }
            if body.count < head.statedLength {
                description.report(
                    "The ID3 tag states \(head.statedLength) bytes, of which \(body.count) are in the file.")
            }
            for frame in tag.frames { add(frame, tag) }
        }
        guard end > 0 else { return nil }
        description.countsFromPlaybackStart = true
        addChapters()
    }

    private mutating func add(_ raw: ID3Tag.RawFrame, _ tag: ID3Tag) {
        if raw.name == "CHAP" { return addChapter(raw.body, tag) }
        if raw.name == "CTOC" { return addContents(raw.body) }
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
