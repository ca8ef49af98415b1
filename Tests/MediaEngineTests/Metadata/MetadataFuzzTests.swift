import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Containers with bytes changed, removed and repeated, in all readers of metadata: nothing traps, nothing hangs, and no limit is exceeded.
///
/// `script/soak metadata SECONDS` runs this for longer.
@Suite(.serialized) struct MetadataFuzzTests {
    private typealias Writer = ContainerWriter

    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_METADATA"].flatMap(Double.init)
    private static let usualRounds = 3_000

    private struct Sample {
        var container: String
        var bytes: [UInt8]
    }

    private static let samples: [Sample] = {
        let picture = Writer.png(width: 4, height: 4)
        var main = Writer.Track(id: 1, handler: "vide")
        main.chapters = [2, 3]
        let titles = Writer.Track(
            id: 2, language: "eng", extendedLanguage: "en-GB",
            samples: [(Writer.Track.title("One"), 2000), (Writer.Track.title("Two"), 3000)])
        var images = Writer.Track(id: 3, handler: "vide", samples: [(picture, 2000)])
        images.delay = 100
        let list = Writer.box("chpl", [1, 0, 0, 0, 0, 0, 0, 0, 1], Writer.number(0, 8), [2], Writer.latin("ab"))
        let keys = Writer.fullBox("keys", Writer.number(1, 4), Writer.number(9, 4), Writer.latin("mdtak"))
        let meta = Writer.box(
            "meta", Writer.fullBox("hdlr", Writer.number(0, 4), Writer.latin("mdta"), Writer.number(0, 13)), keys,
            Writer.box("ilst", Writer.number(29, 4) + Writer.number(1, 4) + Writer.text("title")))
        let userData = Writer.tunes(
            Writer.box("©nam", Writer.text("Title", language: "deu")),
            Writer.box("covr", Writer.value(picture, type: 14)),
            Writer.box("trkn", Writer.value([0, 0, 0, 4, 0, 10, 0, 0], type: 0)))
        let international = Writer.box(
            "udta", list, Writer.international("©cmt", [("a", 0), ("b", 0x15c7)]),
            Writer.fullBox("loci", Writer.number(0x15c7, 2), Writer.latin("Town\0\0"), Writer.number(1, 12), [0, 0]),
            Writer.fullBox("kywd", Writer.number(0x15c7, 2), [2, 1, 0x61, 1, 0x62]))
        let tag = Writer.tag(
            Writer.frame("TIT2", [1, 0xff, 0xfe, 0x61, 0]), Writer.frame("COMM", [0] + Writer.latin("eng\0text")),
            Writer.frame("APIC", [0] + Writer.latin("image/png\0") + [3, 0] + picture),
            Writer.frame("CTOC", Writer.latin("t\0") + [3, 1] + Writer.latin("a\0")),
            Writer.frame(
                "CHAP", Writer.latin("a\0") + Writer.number(0, 16) + Writer.frame("TIT2", [3] + Writer.latin("A"))))
        let short = Writer.tag(
            Writer.frame("TT2", [0] + Writer.latin("Title"), version: 2),
            Writer.frame("PIC", [0] + Writer.latin("PNG") + [3, 0] + picture, version: 2), version: 2)
        let encoded = Data(Writer.picture(picture, info: "front")).base64EncodedString()
        let comment = Writer.comment([
            "TITLE=a", "CHAPTER001=00:00:01.5", "CHAPTER001NAME=b", "METADATA_BLOCK_PICTURE=" + encoded,
        ])
        let simple = Writer.element(
            0x67C8, Writer.element(0x45A3, text: "TITLE"), Writer.element(0x4487, text: "a"),
            Writer.element(0x447B, text: "de"))
        let tags = Writer.element(
            0x1254_C367, Writer.element(0x7373, Writer.element(0x63C0, Writer.element(0x68CA, [50])), simple))
        let atom = Writer.element(
            0xB6, Writer.element(0x91, Writer.number(1, 8)),
            Writer.element(0x80, Writer.element(0x85, text: "a"), Writer.element(0x437C, text: "ger")))
        let chapters = Writer.element(0x1043_A770, Writer.element(0x45B9, atom, atom))
        let attachments = Writer.element(
            0x1941_A469,
            Writer.element(
                0x61A7, Writer.element(0x466E, text: "cover.png"), Writer.element(0x4660, text: "image/png"),
                Writer.element(0x465C, picture)))
        return [
            Sample(container: "mov", bytes: Writer.movie(tracks: [main, titles, images], userData: userData)),
            Sample(container: "mov", bytes: Writer.movie(brand: "qt  ", meta, international)),
            Sample(container: "mp3", bytes: tag), Sample(container: "mp3", bytes: short),
            Sample(container: "flac", bytes: Writer.flac([(4, comment), (6, Writer.picture(picture, info: "b"))])),
            Sample(
                container: "ogg",
                bytes: Writer.oggPage([Writer.latin("OpusHead")]) + Writer.oggPage([Writer.latin("OpusTags") + comment])
            ),
            Sample(container: "matroska", bytes: Writer.matroska(tags, chapters, attachments)),
        ]
    }()

    @Test("every container with random damage is read or rejected, quickly", .timeLimit(.minutes(60)))
    func damagedContainers() {
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        var random = SeededRandom(seed: 43)
        var round = 0
        var slowest = Duration.zero
        while end.map({ Date() < $0 }) ?? (round < Self.usualRounds) {
            let sample = Self.samples[round % Self.samples.count]
            round += 1
            let bytes = Self.damaged(sample.bytes, &random)
            slowest = max(slowest, processorTime { Self.read(bytes, sample.container) })
        }
        if Self.seconds != nil { print("metadata: \(round) damaged files, the slowest took \(slowest)") }
        #expect(slowest < .seconds(1), "a file took \(slowest)")
    }

    /// Performs all operations on a file's metadata.
    private static func read(_ bytes: [UInt8], _ container: String) {
        let description = ContainerDescription.read(
            ContainerBytes(bytes), container: container, size: Int64(bytes.count))
        if let description {
            #expect(description.tags.count <= ContainerDescription.maximumTags)
            #expect(description.findings.count <= ContainerDescription.maximumFindings)
            for tag in description.tags { _ = tag.displayValue }
            let contents = ContainerContents(description, start: 500, duration: 10 * .second)
            for chapter in contents?.chapters ?? [] {
                #expect(chapter.range.start >= .zero && chapter.range.duration >= .zero)
            }
        }
        guard container == "mov" else { return }
        var reader = BoxReader(bytes)
        while let box = reader.next() {
            guard box.type == "moov", var index = MovieIndex(Array(bytes[box.content])) else { continue }
            index.removeChapters()
            index.add([], ids: [index.nextTrackID])
            _ = index.moveChunks(from: 100, by: 1_000, except: 0)
            #expect(!index.bytes.isEmpty && index.nextAlternateGroup > 0)
        }
    }

    private static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        for _ in 0...number(5) where !bytes.isEmpty {
            let at = number(bytes.count)
            let length = min(number(16), bytes.count - at)
            switch number(7) {
            case 0: bytes.removeSubrange(at...)
            case 1: bytes.removeSubrange(at..<at + length)
            case 2: bytes.insert(contentsOf: bytes[at..<at + length], at: number(bytes.count))
            case 3: bytes[at] = [0, 0xff, 0x7f, 0x80, 1][number(5)]
            case 4: for place in at..<at + min(4, length) { bytes[place] = 0xff }
            case 5: bytes[at] ^= 1 << UInt8(number(8))
            default: for place in at..<at + length { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
            }
        }
        return bytes
    }
}
