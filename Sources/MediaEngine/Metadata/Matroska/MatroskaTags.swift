import CoreMedia
import Foundation

/// Reads the tags of Matroska files, with their targets and languages (RFC 9559 section 5.1.8).
struct MatroskaTags {
    /// The level of a tag's target: 70 collection, 60 season, 50 album or movie, 40 part, 30 track or chapter.
    private typealias Level = UInt64
    private static let movie: Level = 50

    /// The maximum depth of tags in tags.
    private static let maximumDepth = 8
    /// The maximum size of a text.
    private static let maximumTextBytes = 1 << 20

    private struct Field {
        var level: Level
        var name: String
        var value: ContainerTag.Value
        var language: String?
    }

    private let bytes: ContainerBytes
    private var fields: [Field] = []

    /// Returns the tags of the file; those of single tracks, chapters and attachments are not among them.
    static func read(_ tags: MatroskaElement, _ bytes: ContainerBytes, findings: inout [String]) -> [ContainerTag] {
        var reader = MatroskaTags(bytes: bytes)
        var elements = MatroskaElements(bytes, in: tags.content)
        while let tag = elements.next() {
            if tag.id == 0x7373 { reader.readTag(tag) }
        }
        if let finding = elements.finding { findings.append(finding) }
        return reader.tags
    }

    private init(bytes: ContainerBytes) { self.bytes = bytes }

    private mutating func readTag(_ tag: MatroskaElement) {
        var level = Self.movie
        for element in MatroskaElements(bytes, in: tag.content) where element.id == 0x63C0 {
            for target in MatroskaElements(bytes, in: element.content) {
                switch target.id {
                case 0x68CA: level = bytes.integer(target) ?? Self.movie
                // Track, edition, chapter and attachment; 0 means all.
                case 0x63C5, 0x63C9, 0x63C4, 0x63C6: if bytes.integer(target) != 0 { return }
                default: break
                }
            }
        }
        for element in MatroskaElements(bytes, in: tag.content) where element.id == 0x67C8 {
            readField(element, level, path: [])
        }
    }

    private mutating func readField(_ element: MatroskaElement, _ level: Level, path: [String]) {
        guard path.count < Self.maximumDepth, fields.count < ContainerDescription.maximumTags else { return }
        var name = ""
        var (language, tag): (String?, String?)
        var value: ContainerTag.Value?
        for field in MatroskaElements(bytes, in: element.content) {
            switch field.id {
            case 0x45A3: name = bytes.text(field) ?? ""
            case 0x447A: language = bytes.text(field).flatMap(LanguageTag.bcp47)
            case 0x447B: tag = bytes.text(field).flatMap(LanguageTag.bcp47)
            case 0x4487: value = bytes.text(field, limit: Self.maximumTextBytes).map(ContainerTag.Value.text)
            case 0x4485 where field.byteCount <= Self.maximumTextBytes:
                value = bytes.bytes(in: field.content).map { .data(Data($0)) }
            default: break
            }
        }
        guard !name.isEmpty else { return }
        let path = path + [name]
        if let value, value != .text("") {
            fields.append(
                Field(level: level, name: path.joined(separator: "/"), value: value, language: tag ?? language))
        }
        for field in MatroskaElements(bytes, in: element.content) where field.id == 0x67C8 {
            readField(field, level, path: path)
        }
    }

    /// The names: without a level for the file itself, with the level's name for what it is a part of.
    private var tags: [ContainerTag] {
        // If tracks have titles, the level above is their album.
        let isAlbum = fields.contains { $0.level < Self.movie && $0.name == "TITLE" }
        return fields.map { field in
            var name = field.name
            switch field.level {
            case 70: name = "COLLECTION/" + name
            case 60: name = "SEASON/" + name
            case Self.movie where isAlbum:
                if name == "TITLE" { name = "ALBUM" }
                if name == "ARTIST" { name = "ALBUM_ARTIST" }
            default: break
            }
            return ContainerTag(.fieldName, name, field.value, language: field.language)
        }
    }
}
