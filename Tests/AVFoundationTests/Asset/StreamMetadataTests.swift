import AVFoundation
import Foundation
import MediaTesting
import Testing

/// Metadata and chapters of a whole stream (hls.md section 9, data/semantics.tsv, section 3), with the engine.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct StreamMetadataTests {
    private static let chapters = """
        [{"start-time":0,"duration":4,"chapter":1,
          "titles":[{"language":"en","title":"Birth"},{"language":"de","title":"Geburt"}],
          "images":[{"image-category":"still","pixel-width":320,"pixel-height":180,"url":"pictures/1.jpg"}],
          "metadata":[{"key":"com.example.mood","value":{"level":[1,true,null]},"language":"en"},
                      {"key":"com.example.place","value":"Bonn"}]},
         {"start-time":10,"titles":[{"language":"und","title":"2"}]},
         {"start-time":6,"duration":2,"titles":[{"language":"en","title":"Flashback"}]},
         {"start-time":-1,"titles":[{"language":"en","title":"broken"}]}]
        """

    private func origin(_ chapters: String? = nil) async throws -> Origin {
        let ladder = try await Ladder.make(
            .small.with {
                $0.chapters = ["One", "Two"]
                $0.sessionData = ["com.example.title": "A title"]
            })
        guard let chapters else { return try Origin(ladder) }
        return try Origin(
            LayeredContent(
                ladder,
                replacing: [
                    "/chapters.json": .resource(.json(chapters)),
                    "/pictures/1.jpg": .resource(OriginResource([1, 2, 3], contentType: "image/jpeg")),
                ]))
    }

    private func title(_ group: AVTimedMetadataGroup) -> String? {
        AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierTitle).first?.stringValue
    }

    @Test(
        "R12 R15 R16 R17 S3.4 S3.8 hls.md section 9: JSON chapters become chapters of the asset, in the order of the file"
    )
    func jsonChapters() async throws {
        let origin = try await origin(Self.chapters)
        defer { origin.stop() }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        #expect(try await asset.load(.availableChapterLocales).map(\.identifier) == ["en", "de", "und"])
        let english = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
        #expect(english.map(title) == ["Birth", "2", "Flashback"])
        #expect(english.map(\.timeRange.start.seconds) == [0, 10, 6])
        #expect(english.map(\.timeRange.duration.seconds) == [4, 6, 2])
        let german = try await asset.loadChapterMetadataGroups(withTitleLocale: Locale(identifier: "de"))
        #expect(german.map(title) == ["Geburt", "2"])
        #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "fr")).isEmpty)
        // Keys of the file are in QuickTime's key space; values in another language are left out.
        func item(_ group: AVTimedMetadataGroup?, _ key: String) -> AVMetadataItem? {
            group?.items.first { $0.identifier?.rawValue == "mdta/" + key }
        }
        #expect(item(english.first, "com.example.place")?.stringValue == "Bonn")
        let mood = item(english.first, "com.example.mood")?.value as? NSDictionary
        #expect((mood?["level"] as? NSArray)?.count == 3)
        #expect(item(german.first, "com.example.mood") == nil)
        #expect(item(german.first, "com.example.place")?.stringValue == "Bonn")
    }

    @Test("S3.8: the image of a chapter is loaded when its value is first requested")
    func lazyImages() async throws {
        let origin = try await origin(Self.chapters)
        defer { origin.stop() }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        let groups = try await asset.loadChapterMetadataGroups(
            withTitleLocale: Locale(identifier: "en"), containingItemsWithCommonKeys: [.commonKeyArtwork])
        let items = groups.flatMap(\.items).filter { $0.commonKey == .commonKeyArtwork }
        let picture = try #require(items.first)
        #expect(items.count == 1)
        let info = picture.extraAttributes?[.info] as? NSDictionary
        #expect(info?["image-category"] as? String == "still")
        #expect(info?["pixel-width"] as? Int == 320)
        #expect(!origin.records.contains { $0.path.hasPrefix("/pictures") })
        #expect(try await picture.load(.dataValue) == Data([1, 2, 3]))
        #expect(origin.records.filter { $0.path == "/pictures/1.jpg" }.count == 1)
        #expect(
            asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "en")).allSatisfy { $0.items.count < 4 })
    }

    @Test(
        "hls.md section 9: session data becomes metadata of the asset; data referenced by URI is not requested [hls.md 9: session data]"
    )
    func sessionData() async throws {
        let origin = try await origin()
        defer { origin.stop() }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        let items = try await asset.load(.metadata)
        #expect(items.map(\.identifier?.rawValue) == ["mdta/com.example.title"])
        #expect(items.first?.stringValue == "A title")
        #expect(items.first?.extendedLanguageTag == "en")
    }

    @Test(
        "hls.md section 9: chapters that do not arrive or are malformed do not prevent playback [hls.md 9: missing chapters]"
    )
    func deferredChapters() async throws {
        let origin = try await origin("{}")
        defer { origin.stop() }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        #expect(try await asset.load(.availableChapterLocales).isEmpty)

        let silent = try await self.origin()
        defer { silent.stop() }
        silent.inject(.silence, for: .path("/chapters.json"))
        let late = AVURLAsset(url: silent.url("/main.m3u8"))
        #expect(try await late.load(.isPlayable))
        guard case .loading = late.status(of: .availableChapterLocales) else {
            Issue.record("the chapters are not loading")
            return
        }
    }
}
