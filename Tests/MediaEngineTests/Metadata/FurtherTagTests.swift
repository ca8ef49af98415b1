import Foundation
import Testing

@testable import MediaEngine

@Suite("Tags at the end of files and in chunks, lists of languages, and editions")
struct FurtherTagTests {
    private typealias Writer = ContainerWriter

    private func read(_ file: [UInt8], _ container: String) throws -> ContainerDescription {
        try #require(ContainerDescription.read(ContainerBytes(file), container: container, size: Int64(file.count)))
    }

    private func text(_ name: String, _ text: String) -> [UInt8] {
        Writer.frame(name, [0] + Writer.latin(text))
    }

    /// A tag with a footer.
    private func ending(_ frames: [UInt8]...) -> [UInt8] {
        var tag = Writer.tag(frames.flatMap { $0 })
        tag[5] |= 0x10
        return tag + Writer.latin("3DI") + tag[3..<10]
    }

    private let media = [UInt8](repeating: 0x55, count: 3_000)

    @Test(
        "ID3v2.4: a tag with a footer at the end of a file, also before an ID3v1 tag, is read",
        arguments: [false, true])
    func tagAtEnd(hasOldTag: Bool) throws {
        let old = hasOldTag ? Writer.latin("TAG") + [UInt8](repeating: 0, count: 125) : []
        let tags = try read(media + ending(text("TIT2", "Title")) + old, "mp3").tags
        #expect(tags == [ContainerTag(.id3, "TIT2", .text("Title"))])
    }

    @Test("ID3v2.4: the tag that a SEEK frame names is read, and replaces equal frames of the first one")
    func seek() throws {
        let first = Writer.tag(
            text("TIT2", "Old"), text("TALB", "Album"), Writer.frame("SEEK", Writer.number(media.count, 4)))
        let tags = try read(first + media + ending(text("TIT2", "New")), "mp3").tags
        #expect(tags == [ContainerTag(.id3, "TALB", .text("Album")), ContainerTag(.id3, "TIT2", .text("New"))])
    }

    @Test(
        "bad input: a SEEK frame to other bytes, and a footer without a tag, are ignored",
        arguments: [0, 1, 2_999, 0x7fff_ffff])
    func seek_broken(distance: Int) throws {
        let first = Writer.tag(text("TIT2", "Title"), Writer.frame("SEEK", Writer.number(distance, 4)))
        #expect(try read(first + media, "mp3").tags == [ContainerTag(.id3, "TIT2", .text("Title"))])
        let footer = Writer.latin("3DI") + [4, 0, 0x10, 0, 0, UInt8(distance & 0x7f), 0]
        #expect(ContainerDescription.read(ContainerBytes(media + footer), container: "mp3", size: 3_010) == nil)
    }

    @Test("bad input: an RF64 file of unknown length whose samples state almost 2^63 bytes has no tags")
    func wideSize() {
        let wide: [UInt8] = [0xfe] + [UInt8](repeating: 0xff, count: 6) + [0x7f]
        let sizes = [UInt8](repeating: 0, count: 8) + wide + [UInt8](repeating: 0, count: 12)
        let all = [UInt8](repeating: 0xff, count: 4)
        let file =
            Writer.latin("RF64") + all + Writer.latin("WAVEds64") + [UInt8(sizes.count), 0, 0, 0] + sizes
            + Writer.latin("data") + all + media
        #expect(ContainerDescription.read(ContainerBytes(file), container: "wav", size: nil) == nil)
    }

    @Test("an APE tag at the end is read if the ID3 tag at the start has no text", arguments: ["TSSE", "TIT2"])
    func tagAtBothEnds(name: String) throws {
        func little(_ value: Int) -> [UInt8] { Writer.number(value, 4).reversed() }
        let item = little(3) + little(0) + Writer.latin("Title") + [0] + Writer.latin("Ape")
        let footer = little(2_000) + little(item.count + 32) + little(1) + little(0) + [UInt8](repeating: 0, count: 8)
        let file = Writer.tag(text(name, "x")) + media + item + Writer.latin("APETAGEX") + footer
        let tags = try read(file, "mp3").tags.map(\.displayValue)
        #expect(tags == (name == "TSSE" ? ["x", "Ape"] : ["x"]))
    }

    @Test("an ID3v1 tag is read if the ID3v2 tag before it has no text", arguments: ["TSSE", "TIT2"])
    func oldTag(name: String) throws {
        func field(_ text: String, _ count: Int) -> [UInt8] {
            Writer.latin(text) + [UInt8](repeating: 0x20, count: count - text.unicodeScalars.count)
        }
        let old =
            Writer.latin("TAG") + field("T\u{ef}tle", 30) + field("Artist", 30) + [UInt8](repeating: 0, count: 30)
            + field("1999", 4) + field("Comment", 28) + [0, 7, 17]
        let file = Writer.tag(text(name, "x")) + media + old
        let tags = try read(file, "mp3").tags.map { "\($0.key) \($0.displayValue)" }
        let texts = ["TIT2 T\u{ef}tle", "TPE1 Artist", "TYER 1999", "COMM Comment", "TRCK 7", "TCON Rock"]
        #expect(tags == (name == "TSSE" ? ["TSSE x"] + texts : ["TIT2 x"]))
    }

    @Test("frames of people, terms and iTunes groups are texts")
    func textFrames() throws {
        let file = Writer.tag(
            Writer.frame("IPLS", [0] + Writer.latin("producer\0P"), version: 3),
            Writer.frame("USER", [0] + Writer.latin("engterms"), version: 3),
            Writer.frame("GRP1", [0] + Writer.latin("Group"), version: 3), version: 3)
        #expect(
            try read(file, "mp3").tags == [
                ContainerTag(.id3, "IPLS", .text("producer")), ContainerTag(.id3, "IPLS", .text("P")),
                ContainerTag(.id3, "USER", .text("terms"), language: "en"),
                ContainerTag(.id3, "GRP1", .text("Group")),
            ])
    }

    @Test("ID3 tags in chunks of WAV and AIFF files are read; without a text they are not", arguments: [false, true])
    func chunks(isBig: Bool) throws {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = Writer.number(content.count, 4)
            return Writer.latin(name) + (isBig ? size : size.reversed()) + content + (content.count % 2 == 1 ? [0] : [])
        }
        func file(_ tag: [UInt8]) -> [UInt8] {
            let chunks = chunk(isBig ? "SSND" : "data", media + [1]) + chunk(isBig ? "ID3 " : "id3 ", tag)
            return chunk(isBig ? "FORM" : "RIFF", Writer.latin(isBig ? "AIFF" : "WAVE") + chunks)
        }
        let container = isBig ? "aiff" : "wav"
        let titled = file(Writer.tag(text("TIT2", "Title")))
        #expect(try read(titled, container).tags == [ContainerTag(.id3, "TIT2", .text("Title"))])
        for other in [file(Writer.tag(text("TSSE", "Encoder"))), file([]), Array(titled.prefix(3_030))] {
            #expect(
                ContainerDescription.read(ContainerBytes(other), container: container, size: Int64(other.count)) == nil)
        }
    }

    @Test("QuickTime metadata: the lists of countries and languages give items for each language of a value")
    func locales() throws {
        func value(_ text: String, _ country: Int, _ language: Int) -> [UInt8] {
            Writer.box(
                "data", Writer.number(1, 4), Writer.number(country, 2), Writer.number(language, 2), Array(text.utf8))
        }
        func codes(_ lists: [[Int]]) -> [UInt8] {
            Writer.number(lists.count, 4)
                + lists.flatMap { Writer.number($0.count, 2) + $0.flatMap { Writer.number($0, 2) } }
        }
        let languages = [["fra", "deu"], ["ita"]].map { $0.map(Writer.language) }
        let countries = [[0x4341], [0x4341, 0x4348]]
        let key = Writer.box("mdta", Writer.latin("com.apple.quicktime.title"))
        let items = [
            value("both", 0, 1), value("place", 1, 2), value("places", 2, 2),
            value("direct", 0x5553, Writer.language("eng")),
            value("none", 0, 0), value("missing", 9, 9),
        ]
        let meta = Writer.box(
            "meta", Writer.fullBox("hdlr", Writer.number(0, 4), Writer.latin("mdta"), Writer.number(0, 13)),
            Writer.fullBox("keys", Writer.number(1, 4), key),
            Writer.box("ilst", Writer.number(8 + items.joined().count, 4) + Writer.number(1, 4) + items.joined()),
            Writer.fullBox("ctry", codes(countries)), Writer.fullBox("lang", codes(languages)))
        let tags = try read(Writer.movie(brand: "qt  ", meta), "mov,mp4")
        #expect(
            tags.tags.map { "\($0.displayValue) \($0.language ?? "-")" } == [
                "both fr", "both de", "place it-CA", "places it", "direct en-US", "none -", "missing -",
            ])
        #expect(tags.findings.isEmpty)
    }

    @Test("Matroska: all editions are listed with their names, chapters and the files that they refer to")
    func editions() throws {
        func atom(_ content: [UInt8]...) -> [UInt8] {
            Writer.element(
                0xB6, Writer.element(0x91, Writer.number(0, 8)), Writer.element(0x92, Writer.number(9, 8)),
                content.flatMap { $0 })
        }
        let link = [UInt8](repeating: 7, count: 16)
        let own = [UInt8](repeating: 8, count: 16)
        let name = Writer.element(0x4520, Writer.element(0x4521, text: "Director's cut"))
        let chapters = Writer.element(
            0x1043_A770, Writer.element(0x45B9, Writer.element(0x45BD, [1]), atom()),
            Writer.element(
                0x45B9, Writer.element(0x45DB, [1]), Writer.element(0x45DD, [1]), name, atom(),
                atom(Writer.element(0x6E67, link)), atom(Writer.element(0x6E67, own)),
                atom(Writer.element(0x6E67, link))))
        let info = Writer.element(0x1549_A966, Writer.element(0x73A4, own))
        let description = try read(Writer.matroska(info, chapters), "matroska,webm")
        #expect(description.editions.map { $0.linking(otherThan: own).linkedSegments } == [[], [link]])
        #expect(description.editions.map(\.name) == [nil, "Director's cut"])
        #expect(description.editions.map(\.isHidden) == [true, false])
        #expect(description.editions.map(\.isSelected) == [false, true])
        #expect(description.editions.map(\.isOrdered) == [false, true])
        #expect(description.editions.map(\.chapterCount) == [1, 4])
    }

    @Test("files in the same folder are found by the identifiers of Matroska")
    func linkedFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = [UInt8](repeating: 7, count: 16)
        let info = Writer.element(0x1549_A966, Writer.element(0x73A4, link))
        try Data(Writer.matroska(info)).write(to: folder.appendingPathComponent("opening.mkv"))
        try Data([1, 2, 3]).write(to: folder.appendingPathComponent("broken.mkv"))
        let found = LinkedSegmentFiles([link, [1]], beside: folder.appendingPathComponent("main.mkv"))
        #expect(found.files.mapValues(\.lastPathComponent) == [link: "opening.mkv"])
        #expect(LinkedSegmentFiles([link], beside: folder.appendingPathComponent("opening.mkv")).files.isEmpty)
    }
}
