import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Chapter files with random damage, in the reader of files beside media and in the one of `avplayer chapters`: nothing traps, nothing
/// hangs, and no limit is exceeded.
///
/// `script/soak metadata SECONDS` runs this for longer.
@Suite(.serialized) struct ChapterFileFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_METADATA"].flatMap(Double.init)
    private static let usualRounds = 1_000

    /// By file extension.
    private static let samples: [(type: String, text: String)] = [
        (
            "vtt",
            """
            WEBVTT

            1
            00:00.000 --> 00:01.500 align:start
            <v Ada>Opening &amp; more

            00:01.500 --> 01:00:00.000
            <b>End</b> &#x41;

            """
        ),
        (
            "xml",
            """
            <?xml version="1.0"?><!DOCTYPE Chapters SYSTEM "matroskachapters.dtd">
            <Chapters><EditionEntry><EditionFlagHidden>0</EditionFlagHidden><EditionFlagDefault>1</EditionFlagDefault>
            <ChapterAtom><ChapterTimeStart>00:00:00.000000000</ChapterTimeStart><ChapterTimeEnd>00:00:01.5</ChapterTimeEnd>
            <ChapterDisplay><ChapterString>A &lt; B</ChapterString><ChapterLanguage>ger</ChapterLanguage></ChapterDisplay>
            <ChapterAtom><ChapterTimeStart>00:00:01.0</ChapterTimeStart><ChapterDisplay><ChapterString>C</ChapterString>
            <ChapLanguageIETF>pt-BR</ChapLanguageIETF></ChapterDisplay></ChapterAtom></ChapterAtom>
            </EditionEntry></Chapters>
            """
        ),
        (
            "json",
            """
            [{"chapter": 1, "start-time": 0.5, "duration": 2, "titles": [{"language": "en", "title": "Opening"}],
              "images": [{"image-category": "a", "pixel-width": 640, "pixel-height": 360, "url": "x.png"}]},
             {"start-time": 1e3, "titles": [{"language": "und", "title": "\\u00e9\\n"}]}]
            """
        ),
    ]

    @Test("every chapter file with random damage is read or rejected, quickly", .timeLimit(.minutes(60)))
    func damagedFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chapters-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appendingPathComponent("film.mp4")
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        var random = SeededRandom(seed: 44)
        var (round, readable) = (0, 0)
        var slowest = Duration.zero
        while end.map({ Date() < $0 }) ?? (round < Self.usualRounds) {
            let sample = Self.samples[round % Self.samples.count]
            round += 1
            let file = folder.appendingPathComponent("film.chapters.\(sample.type)")
            try Data(Self.damaged(Array(sample.text.utf8), &random)).write(to: file)
            slowest = max(slowest, processorTime { readable += Self.read(film, file, sample.type) ? 1 : 0 })
            try FileManager.default.removeItem(at: file)
        }
        if Self.seconds != nil { print("chapters: \(round) damaged files, the slowest took \(slowest)") }
        #expect(slowest < .seconds(1), "a file took \(slowest)")
        #expect(readable > round / 10 && readable < round)
    }

    /// - Returns: whether chapters were found.
    private static func read(_ film: URL, _ file: URL, _ type: String) -> Bool {
        var count = 0
        if type != "json", let sidecar = SidecarChapters(beside: film) {
            #expect(sidecar.description.findings.count <= ContainerDescription.maximumFindings)
            let contents = ContainerContents(sidecar.description, start: 0, duration: 10 * .second)
            for chapter in contents?.chapters ?? [] {
                #expect(chapter.range.start >= .zero && chapter.range.duration >= .zero)
                count += 1
            }
        }
        guard type != "xml" else { return count > 0 }
        var chapters = AuthoredChapters()
        // A file that is rejected is as good as one that is read.
        try? chapters.add(contentsOf: file, locale: "en")
        for language in chapters.languages {
            let starts = language.titles.map(\.start)
            #expect(starts == starts.sorted())
            count += starts.count
        }
        return count > 0
    }

    private static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        for _ in 0...number(5) where !bytes.isEmpty {
            let at = number(bytes.count)
            let length = min(number(40), bytes.count - at)
            switch number(7) {
            case 0: bytes.removeSubrange(at...)
            case 1: bytes.removeSubrange(at..<at + length)
            case 2: bytes.insert(contentsOf: bytes[at..<at + length], at: number(bytes.count))
            case 3: bytes[at] = [0, 0xff, 0x3c, 0x26, 0x2d, 0x39, 0x22][number(7)]
            case 4:
                // The same part many times: nesting, and many chapters.
                let part = bytes[at..<at + length]
                for _ in 0..<number(200) { bytes.insert(contentsOf: part, at: at) }
            case 5: bytes[at] ^= 1 << UInt8(number(8))
            default: for place in at..<at + length { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
            }
        }
        return bytes
    }
}
