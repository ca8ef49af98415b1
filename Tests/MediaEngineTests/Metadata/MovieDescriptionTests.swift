import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("Metadata and chapters of MP4 and QuickTime files (issue 17, point 1)") struct MovieDescriptionTests {
    fileprivate typealias Writer = ContainerWriter

    private func read(_ file: [UInt8]) throws -> ContainerDescription {
        try #require(
            ContainerDescription.read(ContainerBytes(file), container: "mov,mp4", size: Int64(file.count)))
    }

    @Test("iTunes metadata: texts, numbers, freeform items, languages and several pictures keep key, type and value")
    func tunes() throws {
        let first = Writer.png(width: 4, height: 4)
        let second = Writer.png(width: 8, height: 8)
        let freeform = Writer.box(
            "----", Writer.fullBox("mean", Writer.latin("com.apple.iTunes")),
            Writer.fullBox("name", Writer.latin("iTunEXTC")),
            Writer.text("mpaa|PG-13|300|"))
        let file = Writer.movie(
            Writer.tunes(
                Writer.box("©nam", Writer.text("Title")),
                Writer.box("©cmt", Writer.text("Guten Tag", language: "deu"), Writer.text("Bonjour", language: "fra")),
                Writer.box("tvsn", Writer.value([0, 0, 0, 3], type: 21)),
                Writer.box("cpil", Writer.value([1], type: 0)),
                Writer.box("trkn", Writer.value([0, 0, 0, 4, 0, 10, 0, 0], type: 0)),
                Writer.box("gnre", Writer.value([0, 18], type: 0)), freeform,
                Writer.box("covr", Writer.value(first, type: 14), Writer.value(second, type: 14))))
        let description = try read(file)
        #expect(
            description.tags == [
                ContainerTag(.iTunes, "©nam", .text("Title")),
                ContainerTag(.iTunes, "©cmt", .text("Guten Tag"), language: "de"),
                ContainerTag(.iTunes, "©cmt", .text("Bonjour"), language: "fr"),
                ContainerTag(.iTunes, "tvsn", .integer(3), dataType: kCMMetadataBaseDataType_SInt32),
                ContainerTag(.iTunes, "cpil", .integer(1), dataType: kCMMetadataBaseDataType_SInt8),
                ContainerTag(
                    .iTunes, "trkn", .data(Data([0, 0, 0, 4, 0, 10, 0, 0])), dataType: kCMMetadataBaseDataType_RawData),
                ContainerTag(.iTunes, "gnre", .text("Rock")),
                ContainerTag(.iTunesFreeform, "com.apple.iTunes.iTunEXTC", .text("mpaa|PG-13|300|")),
                ContainerTag(.iTunes, "covr", .data(Data(first)), dataType: kCMMetadataBaseDataType_PNG),
                ContainerTag(.iTunes, "covr", .data(Data(second)), dataType: kCMMetadataBaseDataType_PNG),
            ])
        #expect(description.tags[5].displayValue == "4/10")
        #expect(description.findings.isEmpty)
    }

    @Test("bad input: a metadata box that is shorter than its header is ignored", arguments: 0..<8)
    func shortMetadata(count: Int) throws {
        let short = Writer.box("meta", Array(repeating: 0, count: count))
        let file = Writer.movie(Writer.box("udta", short, Writer.box("©nam", Writer.number(0, 4))), short)
        #expect(try read(file).tags.isEmpty)
    }

    @Test("QuickTime metadata: keys, well-known types and languages")
    func quickTime() throws {
        let names = ["com.apple.quicktime.title", "com.apple.quicktime.location.ISO6709", "org.example.ratio"]
        let keys = Writer.fullBox(
            "keys", Writer.number(3, 4),
            names.flatMap { Writer.number(8 + $0.utf8.count, 4) + Writer.latin("mdta") + Array($0.utf8) })
        func item(_ index: Int, _ values: [UInt8]...) -> [UInt8] {
            let body = values.flatMap { $0 }
            return Writer.number(8 + body.count, 4) + Writer.number(index, 4) + body
        }
        // The metadata box of QuickTime has neither version nor flags.
        let meta = Writer.box(
            "meta", Writer.fullBox("hdlr", Writer.number(0, 4), Writer.latin("mdta"), Writer.number(0, 13)), keys,
            Writer.box(
                "ilst", item(1, Writer.text("Titel", language: "deu"), Writer.text("Title", language: "eng")),
                item(2, Writer.text("+48.1372+011.5755/")), item(3, Writer.value([0x3f, 0, 0, 0], type: 23)),
                item(9, Writer.text("nothing"))))
        let description = try read(Writer.movie(brand: "qt  ", meta))
        #expect(
            description.tags == [
                ContainerTag(.quickTimeMetadata, names[0], .text("Titel"), language: "de"),
                ContainerTag(.quickTimeMetadata, names[0], .text("Title"), language: "en"),
                ContainerTag(.quickTimeMetadata, names[1], .text("+48.1372+011.5755/")),
                ContainerTag(.quickTimeMetadata, names[2], .number(0.5), dataType: kCMMetadataBaseDataType_Float32),
            ])
        #expect(description.findings == ["A metadata item refers to key 9; there are 3 keys."])
    }

    @Test("user data: international texts of QuickTime and assets of 3GPP have their languages")
    func userData() throws {
        func asset(_ type: String, _ language: String, _ text: [UInt8]) -> [UInt8] {
            Writer.fullBox(type, Writer.number(Writer.language(language), 2), text)
        }
        let place = Writer.fullBox(
            "loci", Writer.number(Writer.language("eng"), 2), Writer.latin("Town\0\0"), Writer.number(0x000B_8000, 4),
            Writer.number(0x0030_4000, 4), Writer.number(0, 4), [0, 0])
        let description = try read(
            Writer.movie(
                brand: "3gp6",
                Writer.box(
                    "udta",
                    Writer.international(
                        "©nam", [("Titre", Writer.language("fra")), ("Title", Writer.language("eng"))]),
                    asset("titl", "deu", Array("Der Titel".utf8) + [0]),
                    asset("dscp", "jpn", [0xfe, 0xff, 0x65, 0xe5, 0x67, 0x2c]),
                    Writer.fullBox("yrrc", Writer.number(2024, 2)), place)))
        #expect(
            description.tags == [
                ContainerTag(.quickTimeUserData, "©nam", .text("Titre"), language: "fr"),
                ContainerTag(.quickTimeUserData, "©nam", .text("Title"), language: "en"),
                ContainerTag(.isoUserData, "titl", .text("Der Titel"), language: "de"),
                ContainerTag(.isoUserData, "dscp", .text("日本"), language: "ja"),
                ContainerTag(.isoUserData, "yrrc", .integer(2024)),
                ContainerTag(.isoUserData, "loci", .text("+48.2500+011.5000/"), language: "en", info: "Town"),
            ])
    }

    @Test("S3.9: chapter tracks in two languages with pictures: titles, times and positions; the tracks are named")
    func chapterTracks() throws {
        let picture = Writer.png(width: 4, height: 4)
        var main = Writer.Track(id: 1, handler: "vide")
        main.chapters = [2, 3, 4]
        let english = Writer.Track(
            id: 2, language: "eng",
            samples: [(Writer.Track.title("One"), 2000), (Writer.Track.title("Two"), 3000)])
        var german = Writer.Track(
            id: 3, language: "deu", extendedLanguage: "de-AT", samples: [(Writer.Track.title("Eins"), 2000)])
        german.delay = 500
        let pictures = Writer.Track(id: 4, handler: "vide", samples: [(picture, 2000), (picture, 3000)])
        let file = Writer.movie(tracks: [main, english, german, pictures])
        let description = try read(file)
        #expect(description.chapterTracks == [2, 3, 4])
        #expect(description.findings.isEmpty)
        #expect(
            description.chapters == [
                ContainerChapter(number: 0, start: 0, end: 2 * .second, title: "One", language: "en"),
                ContainerChapter(number: 1, start: 2 * .second, end: 5 * .second, title: "Two", language: "en"),
                ContainerChapter(
                    number: 0, start: 500 * .millisecond, end: 2500 * .millisecond, title: "Eins", language: "de-AT"),
            ])
        #expect(description.pictures.map(\.start) == [0, 2 * .second])
        for picture in description.pictures {
            guard case .file(let offset, let count) = picture.content else {
                Issue.record("not in the file")
                return
            }
            #expect(Array(file[Int(offset)..<Int(offset) + count]) == Writer.png(width: 4, height: 4))
        }
    }

    @Test("Nero's chapter list is read where no track stores chapters")
    func chapterList() throws {
        let entries = [(0, "Intro"), (12_500, "Café")].flatMap { milliseconds, title in
            Writer.number(milliseconds * 10_000, 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
        }
        let list = Writer.box("udta", Writer.box("chpl", [1, 0, 0, 0, 0, 0, 0, 0, 2], entries))
        let expected = [
            ContainerChapter(number: 0, start: 0, title: "Intro"),
            ContainerChapter(number: 1, start: 12_500 * .millisecond, title: "Café"),
        ]
        #expect(try read(Writer.movie(list)).chapters == expected)
        var main = Writer.Track(id: 1, handler: "vide")
        main.chapters = [2]
        let track = Writer.Track(id: 2, samples: [(Writer.Track.title("Track"), 1000)])
        #expect(try read(Writer.movie(tracks: [main, track], userData: list)).chapters.map(\.title) == ["Track"])
    }

    @Test(
        "damaged metadata is reported, and the items before it remain",
        arguments: [
            // A box that is longer than its parent.
            (Writer.number(4000, 4) + Writer.latin("©ART"), "does not fit"),
            // A value without type and language.
            (Writer.box("©ART", Writer.box("data", [0, 0])), "too short"),
            (
                Writer.box("covr", Writer.value(Writer.latin("no picture at all"), type: 13)),
                "not in a known image format"
            ),
            (
                Writer.box("covr", Writer.value(Writer.png(width: 30_000, height: 10), type: 14)), "30000 x 10 pixels"
            ),
        ])
    func damage(item: [UInt8], finding: String) throws {
        let description = try read(Writer.movie(Writer.tunes(Writer.box("©nam", Writer.text("Title")), item)))
        #expect(description.tags.first == ContainerTag(.iTunes, "©nam", .text("Title")))
        #expect(description.findings.count == 1 && description.findings[0].contains(finding), "\(description.findings)")
    }

    @Test("a chapter track without samples, and one that refers to itself, give no chapters")
    func emptyChapterTracks() throws {
        var main = Writer.Track(id: 1, handler: "vide")
        main.chapters = [1, 2]
        let description = try read(Writer.movie(tracks: [main, Writer.Track(id: 2)]))
        #expect(description.chapters.isEmpty && description.chapterTracks == [2])
        #expect(description.findings == ["The chapter track 2 has no samples."])
    }
}
