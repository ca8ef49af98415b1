import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Testing

@Suite(
    "Chapters of files in several languages, with pictures (issue 17, points 2 and 3)",
    .enabled(if: StreamMaker.isAvailable))
struct ChapterAssetTests {
    /// A folder that is removed at the end of the test.
    fileprivate final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("chapter-asset-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func copy(_ clip: URL, as name: String) throws -> URL {
            let copy = url.appendingPathComponent(name)
            try FileManager.default.copyItem(at: clip, to: copy)
            return copy
        }
    }

    private static func picture(_ color: String) async throws -> Data {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await ExternalCommand.run(
            try #require(ExternalCommand.find("ffmpeg")),
            ["-v", "error", "-f", "lavfi", "-i", "color=c=\(color):s=64x36:r=1:d=1", "-frames:v", "1", file.path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
        return try Data(contentsOf: file)
    }

    private func titles(_ groups: [AVTimedMetadataGroup]) -> [String?] {
        groups.map { group in
            AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierTitle).first?
                .stringValue
        }
    }

    @Test(
        "R12 R16 R17 R18 R21: chapter tracks give their locales, titles, ranges and pictures, which are read on request"
    )
    func chapterTracks() async throws {
        let folder = try Folder()
        let pictures = [try await Self.picture("red"), try await Self.picture("blue")]
        var chapters = AuthoredChapters()
        chapters.languages = [
            .init(tag: "en", titles: [.init(start: 0, text: "One"), .init(start: 2, text: "Two")]),
            .init(tag: "pt-BR", titles: [.init(start: 0, text: "Um"), .init(start: 2, text: "Dois")]),
        ]
        chapters.pictures = [.init(start: 0, data: pictures[0]), .init(start: 2, data: pictures[1])]
        let file = folder.url.appendingPathComponent("film.mp4")
        try ChapterFileWriter.write(chapters, from: try await StreamMaker.shared.clip(.rich()), to: file)

        let asset = AVURLAsset(url: file)
        #expect(try await asset.load(.availableChapterLocales).map(\.identifier) == ["en", "pt-BR"])
        let groups = try await asset.loadChapterMetadataGroups(
            withTitleLocale: Locale(identifier: "pt-BR"), containingItemsWithCommonKeys: [.commonKeyArtwork])
        #expect(titles(groups) == ["Um", "Dois"])
        #expect(groups.map { $0.timeRange.start.seconds } == [0, 2])
        #expect(groups.first?.timeRange.end == groups.last?.timeRange.start)
        var found: [Data?] = []
        for group in groups {
            let items = AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierArtwork)
            #expect(items.count == 1)
            found.append(try await items.first?.load(.dataValue))
        }
        #expect(found == pictures)
        #expect(
            titles(try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["pt-PT", "en"])) == [
                "Um", "Dois",
            ])
        #expect(
            try await asset.loadChapterMetadataGroups(withTitleLocale: Locale(identifier: "en")).allSatisfy {
                $0.items.count == 1
            })
        // The tracks of chapters cannot be selected, and the covers of the file are not confused with them.
        #expect(try await asset.load(.tracks).count == 5)
        let covers = AVMetadataItem.metadataItems(
            from: try await asset.load(.commonMetadata), filteredByIdentifier: .commonIdentifierArtwork)
        #expect(covers.count == 1)
    }

    @Test("chapter files beside the media replace its chapters: WebVTT by language, and the XML of mkvmerge")
    func sidecars() async throws {
        let folder = try Folder()
        let clip = try await StreamMaker.shared.clip(.rich())
        let film = try folder.copy(clip, as: "film.mp4")
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
        }
        try write("film.chapters.en.vtt", "WEBVTT\n\n00:00.000 --> 00:03.000\nStart\n\n00:03.000 --> 00:06.000\nRest\n")
        try write(
            "film.chapters.de.vtt", "WEBVTT\n\n00:00.000 --> 00:03.000\nAnfang\n\n00:03.000 --> 00:06.000\nRest\n")
        let asset = AVURLAsset(url: film)
        #expect(try await asset.load(.availableChapterLocales).map(\.identifier) == ["de", "en"])
        #expect(
            titles(try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["de"])) == [
                "Anfang", "Rest",
            ])

        let other = try folder.copy(clip, as: "other.mp4")
        try write(
            "other.mp4.chapters.xml",
            """
            <?xml version="1.0"?>
            <!-- <!DOCTYPE Chapters SYSTEM "matroskachapters.dtd"> -->
            <Chapters><EditionEntry><ChapterAtom><ChapterTimeStart>00:00:01.500000000</ChapterTimeStart>
            <ChapterDisplay><ChapterString>Un</ChapterString><ChapLanguageIETF>fr-CA</ChapLanguageIETF></ChapterDisplay>
            </ChapterAtom></EditionEntry></Chapters>
            """)
        let french = AVURLAsset(url: other)
        #expect(try await french.load(.availableChapterLocales).map(\.identifier) == ["fr-CA"])
        #expect(
            french.chapterMetadataGroups(bestMatchingPreferredLanguages: ["fr"]).map { $0.timeRange.start.seconds } == [
                1.5
            ])
    }

    @Test(
        "a chapter file that cannot be parsed is reported, and the chapters of the media remain")
    func brokenSidecar() async throws {
        let folder = try Folder()
        let film = try folder.copy(try await StreamMaker.shared.clip(.rich()), as: "film.mp4")
        try Data("<Chapters><open>".utf8).write(to: folder.url.appendingPathComponent("film.chapters.xml"))
        let asset = AVURLAsset(url: film)
        #expect(
            titles(try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])) == [
                "Opening", "Middle", "End",
            ])
        let report = try AssetReport.load(film)
        #expect(report.findings.contains { $0.contains("film.chapters.xml") }, "\(report.findings)")
    }
}

extension ChapterAssetTests {
    @Test("an error in the metadata is in the item's error log, and the item becomes ready and plays")
    @MainActor
    func findings_areInTheErrorLog() async throws {
        let folder = try Folder()
        let film = try folder.copy(try await StreamMaker.shared.clip(.rich()), as: "film.mp4")
        try Data("WEBVTT\n".utf8).write(to: folder.url.appendingPathComponent("film.chapters.vtt"))
        let player = AVPlayer(url: film)
        let item = try #require(player.currentItem)
        player.isMuted = true
        player.play()
        #expect(await eventually { item.status == .readyToPlay && item.currentTime().seconds > 0.1 })
        let comments = item.errorLog()?.events.compactMap(\.errorComment) ?? []
        #expect(comments.count == 1 && comments[0].contains("film.chapters.vtt"), "\(comments)")
    }
}
