import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("Texts of metadata in the encodings and forms that other programs write (issue 17, point 1)")
struct LegacyTextTests {
    private typealias Writer = ContainerWriter

    private func read(_ file: [UInt8], _ container: String) throws -> ContainerDescription {
        try #require(ContainerDescription.read(ContainerBytes(file), container: container, size: Int64(file.count)))
    }

    private func little(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } }

    @Test(
        "text that is not UTF-8 is Windows-1252 or Mac Roman; a character cut off at the end is left out",
        arguments: [
            ([0x47, 0x72, 0xfc, 0xdf, 0x65], false, "Grüße"), ([0x43, 0x61, 0x66, 0xe9], false, "Café"),
            ([0x80, 0x93, 0x61, 0x94], false, "€“a”"), ([0x8a, 0x9f, 0xa7, 0xd5], true, "äüß’"),
            (Array("Grüße ".utf8) + [0xe6, 0x97], false, "Grüße "),
            (Array(repeating: 0x61, count: 254) + [0xc3], false, String(repeating: "a", count: 254)),
        ])
    func storedText(bytes: [UInt8], isMacintosh: Bool, text: String) {
        #expect(StoredText.decode(bytes[...], isMacintosh: isMacintosh) == text)
    }

    @Test("ID3: UTF-16 without a byte order mark is read in the order of its bytes, or of the mark before it")
    func markless() throws {
        let file = Writer.tag(
            Writer.frame("TIT2", [1] + little("Titel"), version: 3),
            Writer.frame("TPE1", [1] + little("Titel").chunked().flatMap { $0.reversed() }, version: 3),
            Writer.frame("TALB", [1] + little("日本"), version: 3),
            Writer.frame("COMM", [1] + Writer.latin("XXX") + [0xfe, 0xff, 0, 0x44, 0, 0, 0, 0x65], version: 3),
            version: 3)
        #expect(
            try read(file, "mp3").tags == [
                ContainerTag(.id3, "TIT2", .text("Titel")), ContainerTag(.id3, "TPE1", .text("Titel")),
                ContainerTag(.id3, "TALB", .text("日本")), ContainerTag(.id3, "COMM", .text("e"), info: "D"),
            ])
    }

    @Test("ID3: compressed frames are decompressed, and the frame after a damaged one is read", arguments: [3, 4])
    func compressed(version: Int) throws {
        // [0] + "Packed title", as zlib writes it.
        let deflated = try #require(Data(base64Encoded: "eJxjCEhMzk5NUSjJLMlJBQAcvgSL"))
        let length: [UInt8] = [0, 0, 0, 13]
        func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
            var frame = Writer.frame(name, length + content, version: version)
            frame[9] = version == 4 ? 0x09 : 0x80
            return frame
        }
        let file = Writer.tag(
            frame("TIT2", Array(deflated)), frame("TPE1", [1, 2, 3]),
            Writer.frame("TALB", [0] + Writer.latin("Album"), version: version), version: version)
        #expect(
            try read(file, "mp3").tags == [
                ContainerTag(.id3, "TIT2", .text("Packed title")), ContainerTag(.id3, "TALB", .text("Album")),
            ])
    }

    @Test("ID3: the byte of a frame's group is not part of its text", arguments: [3, 4])
    func groups(version: Int) throws {
        var frame = Writer.frame("TIT2", [7, 0] + Writer.latin("Title"), version: version)
        frame[9] = version == 4 ? 0x40 : 0x20
        let other = Writer.frame("TALB", [0] + Writer.latin("Album"), version: version)
        #expect(
            try read(Writer.tag(frame, other, version: version), "mp3").tags == [
                ContainerTag(.id3, "TIT2", .text("Title")), ContainerTag(.id3, "TALB", .text("Album")),
            ])
    }

    @Test("ID3v2.4: a size of eight bits a byte is recognized before padding, too")
    func wholeSizeBeforePadding() throws {
        let title = String(repeating: "x", count: 299)
        let file = Writer.tag(
            Writer.frame("TIT2", [0] + Writer.latin(title), version: 3), [UInt8](repeating: 0, count: 600), version: 4)
        #expect(try read(file, "mp3").tags == [ContainerTag(.id3, "TIT2", .text(title))])
    }

    @Test("ID3v2.4: a frame whose size has eight bits a byte, and the frame after it, are read")
    func wholeSizes() throws {
        let title = String(repeating: "x", count: 299)
        let file = Writer.tag(
            Writer.frame("TIT2", [0] + Writer.latin(title), version: 3),
            Writer.frame("TPE1", [0] + Writer.latin("Artist"), version: 3), version: 4)
        #expect(
            try read(file, "mp3").tags == [
                ContainerTag(.id3, "TIT2", .text(title)), ContainerTag(.id3, "TPE1", .text("Artist")),
            ])
    }

    @Test(
        "genres of ID3 are names, whatever their number of references",
        arguments: [
            ("(17)(7)", "Rock, Hip-Hop"), ("(17)Own", "Own"), ("(CR)", "Cover"), ("131", "Indie"), ("(x)", "(x)"),
        ])
    func genres(stored: String, name: String) { #expect(GenreNames.resolve(stored) == name) }

    @Test("ID3: a chapter without duration has none; an end before the start is replaced by the next start")
    func emptyChapters() throws {
        func chapter(_ id: String, _ start: Int, _ end: Int) -> [UInt8] {
            Writer.frame(
                "CHAP", Writer.latin(id + "\0") + Writer.number(start, 4) + Writer.number(end, 4) + Writer.number(-1, 8)
            )
        }
        let file = Writer.tag(
            chapter("a", 0, 0), chapter("b", 0, 4000), chapter("c", 4000, 1000), chapter("d", 6000, 8000))
        let contents = try #require(ContainerContents(try read(file, "mp3"), start: 0, duration: 10 * .second))
        #expect(contents.chapters.map(\.range.duration.seconds) == [0, 4, 2, 2])
    }

    @Test("of chapters that start together and have no end, all but the last have no duration")
    func commonStart() throws {
        var description = ContainerDescription()
        for (number, start) in [0, 2, 2, 5].enumerated() {
            for language in ["en", "de"] {
                description.chapters.append(
                    ContainerChapter(number: number, start: Int64(start) * .second, title: "x", language: language))
            }
        }
        let contents = try #require(ContainerContents(description, start: 0, duration: 10 * .second))
        #expect(contents.chapters.map(\.range.duration.seconds) == [2, 2, 0, 0, 3, 3, 5, 5])
    }

    @Test(
        "APE: the tag at the end of an MP3 file is read, before an ID3v1 tag too; one without a title is not",
        arguments: [true, false])
    func ape(isFollowed: Bool) throws {
        func little(_ value: Int) -> [UInt8] { Writer.number(value, 4).reversed() }
        func item(_ key: String, _ value: [UInt8], _ flags: Int = 0) -> [UInt8] {
            little(value.count) + little(flags) + Writer.latin(key + "\0") + value
        }
        func tag(_ items: [UInt8]...) -> [UInt8] {
            let body = items.flatMap { $0 }
            return body + Writer.latin("APETAGEX") + little(2000) + little(body.count + 32) + little(items.count)
                + Writer.number(0, 12)
        }
        let picture = Writer.png(width: 4, height: 4)
        let audio = [UInt8](repeating: 0xaa, count: 500)
        let old = isFollowed ? Writer.latin("TAG") + [UInt8](repeating: 0x20, count: 125) : []
        let file =
            audio
            + tag(
                item("Title", Array("Täst".utf8)), item("Artist", Writer.latin("A\0B")),
                item("Cover Art (Front)", Writer.latin("a.png\0") + picture, 2)) + old
        #expect(
            try read(file, "mp3").tags == [
                ContainerTag(.fieldName, "Title", .text("Täst")), ContainerTag(.fieldName, "Artist", .text("A")),
                ContainerTag(.fieldName, "Artist", .text("B")),
                ContainerTag(.fieldName, "METADATA_BLOCK_PICTURE", .data(Data(picture)), info: "a.png"),
            ])
        let gain = audio + tag(item("REPLAYGAIN_TRACK_GAIN", Writer.latin("-3 dB"))) + old
        #expect(ContainerDescription.read(ContainerBytes(gain), container: "mp3", size: Int64(gain.count)) == nil)
    }

    @Test("iTunes metadata: texts without a type are texts, and data without a type remains data")
    func untypedTexts() throws {
        let file = Writer.movie(
            Writer.tunes(
                Writer.box("purl", Writer.value(Writer.latin("http://a.example"), type: 0)),
                Writer.box("©day", Writer.value(Writer.latin("2001"), type: 0)),
                Writer.box("xyz1", Writer.value(Writer.latin("data"), type: 0))))
        #expect(
            try read(file, "mov,mp4").tags == [
                ContainerTag(.iTunes, "purl", .text("http://a.example")), ContainerTag(.iTunes, "©day", .text("2001")),
                ContainerTag(
                    .iTunes, "xyz1", .data(Data(Writer.latin("data"))), dataType: kCMMetadataBaseDataType_RawData),
            ])
    }

    @Test("3GPP: a location has its language and altitude")
    func location() throws {
        let location = Writer.fullBox(
            "loci", Writer.number(Writer.language("eng"), 2), Writer.latin("Home\0"), [0],
            [Int(10.5 * 65536), Int(52.25 * 65536), 100 * 65536].flatMap { Writer.number($0, 4) }, [0, 0])
        let file = Writer.movie(Writer.box("udta", location))
        #expect(
            try read(file, "mov,mp4").tags == [
                ContainerTag(.isoUserData, "loci", .text("+52.2500+010.5000+100.000/"), language: "en", info: "Home")
            ])
    }
}

extension [UInt8] {
    fileprivate func chunked() -> [[UInt8]] { stride(from: 0, to: count - 1, by: 2).map { [self[$0], self[$0 + 1]] } }
}
