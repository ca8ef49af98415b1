import Foundation

@testable import MediaEngine

/// Writes small containers for tests.
enum ContainerWriter {
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    /// - Parameter type: Latin-1, so that "©nam" has four bytes.
    static func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    // MARK: MP4 and QuickTime

    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let body = content.flatMap { $0 }
        return number(8 + body.count, 4) + latin(type) + body
    }

    static func fullBox(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        box(type, [0, 0, 0, 0], content.flatMap { $0 })
    }

    static func language(_ code: String) -> Int {
        code.utf8.reduce(0) { $0 << 5 | (Int($1) - 0x60) }
    }

    static func value(_ bytes: [UInt8], type: Int, language code: String? = nil) -> [UInt8] {
        box("data", number(type, 4), [0, 0], number(code.map(language) ?? 0, 2), bytes)
    }

    static func text(_ text: String, language: String? = nil) -> [UInt8] {
        value(Array(text.utf8), type: 1, language: language)
    }

    static let tunesHandler = fullBox("hdlr", number(0, 4), latin("mdirappl"), number(0, 9))

    static func tunes(_ items: [UInt8]...) -> [UInt8] {
        box("udta", fullBox("meta", tunesHandler, box("ilst", items.flatMap { $0 })))
    }

    static func international(_ type: String, _ texts: [(String, Int)]) -> [UInt8] {
        box(
            type,
            texts.flatMap { text, language in number(text.utf8.count, 2) + number(language, 2) + Array(text.utf8) })
    }

    static func movie(brand: String = "isom", _ content: [UInt8]...) -> [UInt8] {
        box("ftyp", latin(brand), number(0, 4)) + box("moov", content.flatMap { $0 })
    }

    struct Track {
        var id: Int
        var handler = "text"
        var language = "und"
        var extendedLanguage: String?
        /// The samples' bytes and durations, in milliseconds.
        var samples: [(bytes: [UInt8], milliseconds: Int)] = []
        var chapters: [Int] = []
        /// An empty edit before the track, in milliseconds.
        var delay = 0

        static func title(_ text: String) -> [UInt8] { number(text.utf8.count, 2) + Array(text.utf8) }

        /// - Parameter offset: the offset of the first sample; the others follow.
        func box(offset: Int) -> [UInt8] {
            let times = samples.flatMap { number(1, 4) + number($0.milliseconds, 4) }
            let sizes = samples.flatMap { number($0.bytes.count, 4) }
            let table = ContainerWriter.box(
                "stbl", fullBox("stts", number(samples.count, 4), times),
                fullBox("stsc", number(1, 4), number(1, 4), number(samples.count, 4), number(1, 4)),
                fullBox("stsz", number(0, 4), number(samples.count, 4), sizes),
                fullBox("stco", number(1, 4), number(offset, 4)))
            let length = samples.reduce(0) { $0 + $1.milliseconds }
            let extended = extendedLanguage.map { fullBox("elng", Array($0.utf8), [0]) } ?? []
            let media = ContainerWriter.box(
                "mdia",
                fullBox(
                    "mdhd", number(0, 8), number(1000, 4), number(length, 4),
                    number(ContainerWriter.language(language), 2),
                    [0, 0]),
                fullBox("hdlr", number(0, 4), latin(handler), number(0, 13)), extended,
                ContainerWriter.box("minf", table))
            let references =
                chapters.isEmpty
                ? [] : ContainerWriter.box("tref", ContainerWriter.box("chap", chapters.flatMap { number($0, 4) }))
            let edits =
                delay == 0
                ? []
                : ContainerWriter.box(
                    "edts",
                    fullBox(
                        "elst", number(2, 4), number(delay, 4), number(-1, 4), number(0x10000, 4), number(length, 4),
                        number(0, 4),
                        number(0x10000, 4)))
            return ContainerWriter.box(
                "trak", fullBox("tkhd", number(0, 8), number(id, 4), number(0, 68)), references, edits, media)
        }
    }

    /// A file with tracks, whose samples precede the index.
    static func movie(brand: String = "isom", tracks: [Track], userData: [UInt8] = []) -> [UInt8] {
        var file = box("ftyp", latin(brand), number(0, 4))
        let data = tracks.flatMap { $0.samples.flatMap(\.bytes) }
        var offset = file.count + 8
        file += box("mdat", data)
        var boxes: [UInt8] = fullBox("mvhd", number(0, 8), number(1000, 4), number(10_000, 4), number(0, 80))
        for track in tracks {
            boxes += track.box(offset: offset)
            offset += track.samples.reduce(0) { $0 + $1.bytes.count }
        }
        return file + box("moov", boxes, userData)
    }

    // MARK: Matroska

    static func element(_ id: UInt64, _ content: [UInt8]...) -> [UInt8] {
        let body = content.flatMap { $0 }
        let name = (0..<4).reversed().map { UInt8(truncatingIfNeeded: id >> (8 * UInt64($0))) }.drop { $0 == 0 }
        return Array(name) + [0x08] + number(body.count, 4) + body
    }

    static func element(_ id: UInt64, text: String) -> [UInt8] { element(id, Array(text.utf8)) }

    static func matroska(_ elements: [UInt8]...) -> [UInt8] {
        element(0x1A45_DFA3, element(0x4282, text: "matroska")) + element(0x1853_8067, elements.flatMap { $0 })
    }

    // MARK: ID3

    static func frame(_ name: String, _ body: [UInt8], version: Int = 4) -> [UInt8] {
        version == 2
            ? latin(name) + number(body.count, 3) + body
            : latin(name) + (version == 4 ? safe(body.count) : number(body.count, 4)) + [0, 0] + body
    }

    static func tag(_ frames: [UInt8]..., version: Int = 4) -> [UInt8] {
        let body = frames.flatMap { $0 }
        return latin("ID3") + [UInt8(version), 0, 0] + safe(body.count) + body
    }

    private static func safe(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (7 * (3 - $0)) & 0x7f) } }

    // MARK: Vorbis comments

    static func comment(_ fields: [String]) -> [UInt8] {
        func little(_ value: Int) -> [UInt8] { number(value, 4).reversed() }
        return little(4) + latin("test") + little(fields.count)
            + fields.flatMap { little($0.utf8.count) + Array($0.utf8) }
    }

    static func picture(_ data: [UInt8], info: String) -> [UInt8] {
        number(3, 4) + number(9, 4) + latin("image/png") + number(info.utf8.count, 4) + Array(info.utf8) + number(0, 16)
            + number(data.count, 4) + data
    }

    static func flac(_ blocks: [(type: UInt8, bytes: [UInt8])]) -> [UInt8] {
        latin("fLaC")
            + blocks.enumerated().flatMap { index, block in
                [block.type | (index == blocks.count - 1 ? 0x80 : 0)] + number(block.bytes.count, 3) + block.bytes
            }
    }

    static func oggPage(_ packets: [[UInt8]], serial: Int = 7) -> [UInt8] {
        let sizes = packets.flatMap { packet in
            Array(repeating: UInt8(255), count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        return latin("OggS") + [0, 0] + number(0, 8) + number(serial, 4) + number(0, 8) + [UInt8(sizes.count)] + sizes
            + packets.flatMap { $0 }
    }

    /// The first bytes of a PNG picture with this size.
    static func png(width: Int, height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + number(13, 4) + latin("IHDR") + number(width, 4)
            + number(height, 4) + [8, 2, 0, 0, 0]
    }
}
