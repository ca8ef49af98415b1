import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("Metadata and chapters of MP3, FLAC, Ogg and Matroska files (issue 17, point 1)") struct TagFormatTests {
    private typealias Writer = ContainerWriter

    private func read(_ file: [UInt8], _ container: String) throws -> ContainerDescription {
        try #require(ContainerDescription.read(ContainerBytes(file), container: container, size: Int64(file.count)))
    }

    @Test(
        "ID3: comments have languages, all pictures and all texts are items, and versions 2.2 to 2.4 agree",
        arguments: [2, 3, 4])
    func id3(version: Int) throws {
        let picture = Writer.png(width: 4, height: 4)
        func name(_ short: String, _ long: String) -> String { version == 2 ? short : long }
        func image(_ info: String) -> [UInt8] {
            Writer.frame(
                name("PIC", "APIC"),
                [0] + (version == 2 ? Writer.latin("PNG") : Writer.latin("image/png\0")) + [3]
                    + Writer.latin(info + "\0") + picture,
                version: version)
        }
        func comment(_ language: String, _ info: String, _ text: String) -> [UInt8] {
            Writer.frame(
                name("COM", "COMM"), [0] + Writer.latin(language + info + "\0" + text), version: version)
        }
        // Version 2.4 separates texts by zeros.
        let artist = version == 4 ? "One\0Two" : "One"
        let file = Writer.tag(
            Writer.frame(name("TT2", "TIT2"), [0] + Writer.latin("Täst"), version: version),
            Writer.frame(name("TP1", "TPE1"), [0] + Writer.latin(artist), version: version),
            Writer.frame(name("TCO", "TCON"), [0] + Writer.latin("(17)"), version: version),
            comment("deu", "", "Kommentar"), comment("eng", "note", "Comment"), image("front"), image("back"),
            version: version)
        var expected = [
            ContainerTag(.id3, "TIT2", .text("Täst")), ContainerTag(.id3, "TPE1", .text("One")),
            ContainerTag(.id3, "TPE1", .text("Two")), ContainerTag(.id3, "TCON", .text("Rock")),
            ContainerTag(.id3, "COMM", .text("Kommentar"), language: "de"),
            ContainerTag(.id3, "COMM", .text("Comment"), language: "en", info: "note"),
            ContainerTag(.id3, "APIC", .data(Data(picture)), info: "front"),
            ContainerTag(.id3, "APIC", .data(Data(picture)), info: "back"),
        ]
        if version < 4 { expected.remove(at: 2) }
        #expect(try read(file, "mp3").tags == expected)
    }

    @Test("ID3 chapters: in the order of the table of contents, with titles and pictures")
    func id3Chapters() throws {
        let picture = Writer.png(width: 4, height: 4)
        func chapter(_ id: String, _ start: Int, _ end: Int, _ frames: [UInt8]...) -> [UInt8] {
            Writer.frame(
                "CHAP",
                Writer.latin(id + "\0") + Writer.number(start, 4) + Writer.number(end, 4) + Writer.number(-1, 8)
                    + frames.flatMap { $0 })
        }
        func title(_ text: String) -> [UInt8] { Writer.frame("TIT2", [3] + Array(text.utf8)) }
        let file = Writer.tag(
            Writer.frame("CTOC", Writer.latin("toc\0") + [3, 2] + Writer.latin("b\0a\0")),
            chapter(
                "a", 2000, 4000, title("Second"),
                Writer.frame("APIC", [0] + Writer.latin("image/png\0") + [3, 0] + picture)),
            chapter("b", 0, 2000, title("First")), chapter("unlisted", 9000, 9500, title("Hidden")))
        let description = try read(file, "mp3")
        #expect(
            description.chapters == [
                ContainerChapter(number: 0, start: 0, end: 2 * .second, title: "First"),
                ContainerChapter(number: 1, start: 2 * .second, end: 4 * .second, title: "Second"),
            ])
        #expect(
            description.pictures == [
                ContainerPicture(start: 2 * .second, end: 4 * .second, content: .bytes(Data(picture)))
            ])
    }

    @Test("FLAC and Ogg: comments, pictures and chapters")
    func vorbisComments() throws {
        let picture = Writer.png(width: 4, height: 4)
        let fields = [
            "TITLE=Tone", "artist=A", "ARTIST=B", "CHAPTER002=00:01:02.500", "CHAPTER001=00:00:00",
            "CHAPTER001NAME=Start",
            "no name",
        ]
        let comment = Writer.comment(fields)
        let flac = try read(
            Writer.flac([(4, comment), (6, Writer.picture(picture, info: "front")), (1, [0, 0])]), "flac")
        let image = ContainerTag(.fieldName, "METADATA_BLOCK_PICTURE", .data(Data(picture)), info: "front")
        let tags = [
            ContainerTag(.fieldName, "TITLE", .text("Tone")), ContainerTag(.fieldName, "artist", .text("A")),
            ContainerTag(.fieldName, "ARTIST", .text("B")),
        ]
        let chapters = [
            ContainerChapter(number: 0, start: 0, title: "Start"),
            ContainerChapter(number: 1, start: 62_500 * .millisecond),
        ]
        #expect(flac.tags == tags + [image])
        #expect(flac.chapters == chapters && flac.findings.count == 1)

        // The comment extends over two pages.
        let encoded = Data(Writer.picture(picture, info: "front")).base64EncodedString()
        let packet = Writer.latin("OpusTags") + Writer.comment(fields + ["METADATA_BLOCK_PICTURE=" + encoded])
        let head = Writer.oggPage([Writer.latin("OpusHead")])
        let first = Array(packet[..<255])
        var page = Writer.oggPage([first])
        page.remove(at: 28)
        page[26] = 1
        let ogg = try read(head + page + Writer.oggPage([Array(packet[255...])]), "ogg")
        #expect(ogg.tags == tags + [image])
        #expect(ogg.chapters == chapters)
    }

    @Test("Matroska: tags by target level and language, the cover among attachments, and elements behind the clusters")
    func matroska() throws {
        let picture = Writer.png(width: 4, height: 4)
        func simple(_ name: String, _ text: String, _ more: [UInt8]...) -> [UInt8] {
            Writer.element(
                0x67C8, Writer.element(0x45A3, text: name), Writer.element(0x4487, text: text), more.flatMap { $0 })
        }
        func tag(level: UInt8, track: UInt8 = 0, _ simple: [UInt8]...) -> [UInt8] {
            Writer.element(
                0x7373, Writer.element(0x63C0, Writer.element(0x68CA, [level]), Writer.element(0x63C5, [track])),
                simple.flatMap { $0 })
        }
        func file(_ name: String, _ bytes: [UInt8], type: String) -> [UInt8] {
            Writer.element(
                0x61A7, Writer.element(0x466E, text: name), Writer.element(0x4660, text: type),
                Writer.element(0x465C, bytes))
        }
        let tags = Writer.element(
            0x1254_C367, tag(level: 70, simple("TITLE", "Series")),
            tag(
                level: 50, simple("TITLE", "Titel", Writer.element(0x447A, text: "ger")),
                simple("TITLE", "Title", Writer.element(0x447A, text: "ger"), Writer.element(0x447B, text: "en-US")),
                simple("ARTIST", "Someone", simple("SORT_WITH", "One, Some"))),
            tag(level: 50, track: 1, simple("BPS", "1000")))
        let attachments = Writer.element(
            0x1941_A469, file("small_cover.png", Writer.png(width: 2, height: 2), type: "image/png"),
            file("font.ttf", [1, 2, 3], type: "font/ttf"), file("cover.png", picture, type: "image/png"))
        let info = Writer.element(0x1549_A966, Writer.element(0x7BA9, text: "Ignored: there is a tag"))
        let cluster = Writer.element(0x1F43_B675, [UInt8](repeating: 0, count: 200))
        // Positions are relative to the content of the segment; the list itself has a fixed length.
        func seek(_ id: [UInt8], _ position: Int) -> [UInt8] {
            Writer.element(0x4DBB, Writer.element(0x53AB, id), Writer.element(0x53AC, Writer.number(position, 4)))
        }
        func list(_ first: Int, _ second: Int) -> [UInt8] {
            Writer.element(0x114D_9B74, seek([0x12, 0x54, 0xC3, 0x67], first), seek([0x19, 0x41, 0xA4, 0x69], second))
        }
        let start = list(0, 0).count + info.count + cluster.count
        let description = try read(
            Writer.matroska(list(start, start + tags.count), info, cluster, tags, attachments), "matroska,webm")
        #expect(
            description.tags == [
                ContainerTag(.fieldName, "COLLECTION/TITLE", .text("Series")),
                ContainerTag(.fieldName, "TITLE", .text("Titel"), language: "de"),
                ContainerTag(.fieldName, "TITLE", .text("Title"), language: "en-US"),
                ContainerTag(.fieldName, "ARTIST", .text("Someone")),
                ContainerTag(.fieldName, "ARTIST/SORT_WITH", .text("One, Some")),
                ContainerTag(.fieldName, "METADATA_BLOCK_PICTURE", .data(Data(picture)), info: "cover.png"),
                ContainerTag(
                    .fieldName, "METADATA_BLOCK_PICTURE", .data(Data(Writer.png(width: 2, height: 2))),
                    info: "small_cover.png"),
            ])
    }

    @Test("S3.9: Matroska chapters: the default edition, titles in several languages, nested and hidden chapters")
    func matroskaChapters() throws {
        func display(_ text: String, _ languages: String...) -> [UInt8] {
            Writer.element(
                0x80, Writer.element(0x85, text: text), languages.flatMap { Writer.element(0x437C, text: $0) })
        }
        func atom(_ milliseconds: Int, _ content: [UInt8]...) -> [UInt8] {
            Writer.element(
                0xB6, Writer.element(0x91, Writer.number(milliseconds * 1_000_000, 8)), content.flatMap { $0 })
        }
        func edition(isDefault: UInt8, _ atoms: [UInt8]...) -> [UInt8] {
            Writer.element(0x45B9, Writer.element(0x45DB, [isDefault]), atoms.flatMap { $0 })
        }
        let chapters = Writer.element(
            0x1043_A770, edition(isDefault: 0, atom(0, display("Other edition", "eng"))),
            edition(
                isDefault: 1,
                atom(0, display("One", "eng"), display("Eins", "ger"), atom(500, display("Part", "eng"))),
                atom(1000, Writer.element(0x98, [1]), display("Hidden", "eng")), atom(2000, display("Two"))))
        let description = try read(Writer.matroska(chapters), "matroska,webm")
        #expect(
            description.chapters == [
                ContainerChapter(number: 0, start: 0, title: "One", language: "en"),
                ContainerChapter(number: 0, start: 0, title: "Eins", language: "de"),
                ContainerChapter(number: 1, start: 500 * .millisecond, title: "Part", language: "en", level: 1),
                ContainerChapter(number: 2, start: 2 * .second, title: "Two", language: "en"),
            ])
        // Without ends, chapters extend to the next one that is not nested in them.
        let contents = try #require(ContainerContents(description, start: 0, duration: 10 * .second))
        #expect(contents.chapters.map { $0.range.end.seconds } == [2, 2, 2, 10])
        let short = try #require(ContainerContents(description, start: 0, duration: 1 * .second))
        #expect(short.chapters.count == 3)
        #expect(short.findings == ["A chapter starts at or after the end of the media; ignored."])
    }
}
