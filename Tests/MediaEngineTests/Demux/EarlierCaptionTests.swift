import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Captions that are displayed at the target of a seek, and began before its key frame.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct EarlierCaptionTests {
    private func recipe(_ container: ClipRecipe.Container) -> ClipRecipe {
        var recipe = ClipRecipe.markedWithTone(seconds: 12)
        recipe.container = container
        recipe.subtitles = [
            SubtitleRecipe(cues: [
                .init(from: 0.2, to: 0.4, text: "ended"), .init(from: 0.5, to: 11, text: "long"),
                .init(from: 1, to: 9, text: "shorter"), .init(from: 8.5, to: 9, text: "later"),
            ])
        ]
        return recipe
    }

    /// Returns the captions that are read after a seek, before the first frame that is displayed after the target.
    private func captions(
        _ demuxer: Demuxer, at seconds: Double, selecting isSelected: Bool = true
    ) throws -> (texts: [String], firstFrame: Nanoseconds) {
        let video = try #require(demuxer.info.tracks.first { $0.kind == .video })
        let text = try #require(demuxer.info.tracks.first { $0.kind == .subtitle })
        demuxer.discardAll(except: isSelected ? [video.index, text.index] : [video.index])
        try demuxer.seek(to: Nanoseconds(seconds * 1e9), track: video.index)
        var found: [String] = []
        var first: Nanoseconds?
        while let packet = try demuxer.read() {
            if packet.trackIndex == text.index { found.append(String(decoding: packet.bytes, as: UTF8.self)) }
            guard packet.trackIndex == video.index else { continue }
            first = first ?? packet.time
            if packet.time >= Nanoseconds(seconds * 1e9) { break }
        }
        return (found, try #require(first))
    }

    @Test("after a seek in Matroska, captions that began before its key frame and have not ended are read")
    func matroska_readsEarlierCaptions() async throws {
        let demuxer = try Demuxer.open(MediaLocator(url: try await StreamMaker.shared.clip(recipe(.mkv))))
        let without = try captions(demuxer, at: 7.9, selecting: false)
        try #require(without.firstFrame > 1_500_000_000, "the key frame is after the starts of the captions")
        for _ in 0..<2 {
            let found = try captions(demuxer, at: 7.9)
            #expect(found.texts == ["long", "shorter"] && found.firstFrame == without.firstFrame)
        }
        #expect(try captions(demuxer, at: 10.5).texts == ["long"])
        #expect(try captions(demuxer, at: 0).texts == [])
    }

    @Test("after a seek in Matroska, all captions that began at one time are read, though the Cues list one of them")
    func matroska_readsCaptionsOfOneTime() async throws {
        var recipe = recipe(.mkv)
        recipe.subtitles = [
            SubtitleRecipe(cues: [
                .init(from: 0.5, to: 11, text: "first"), .init(from: 0.5, to: 11, text: "second"),
                .init(from: 0.5, to: 11, text: "third"), .init(from: 2.5, to: 3, text: "ended"),
                .init(from: 3, to: 11, text: "fourth"), .init(from: 3, to: 11, text: "fifth"),
            ])
        ]
        let demuxer = try Demuxer.open(MediaLocator(url: try await StreamMaker.shared.clip(recipe)))
        for _ in 0..<2 {
            #expect(try captions(demuxer, at: 10.5).texts == ["first", "second", "third", "fourth", "fifth"])
        }
        #expect(try captions(demuxer, at: 2.6).texts.starts(with: ["first", "second", "third"]))
    }

    @Test("after a seek over HTTP, captions that began before the last one are read")
    func remoteMatroska_readsEarlierCaptions() async throws {
        let bytes = try Data(contentsOf: try await StreamMaker.shared.clip(recipe(.mkv)))
        let locator = MediaLocator(url: URL(string: "http://media.invalid/clip.mkv")!)
        let demuxer = try Demuxer(locator, source: MemorySource([UInt8](bytes)))
        #expect(try captions(demuxer, at: 7.9).texts == ["long", "shorter"])
    }

    @Test("streams that are numbered from 0 have different track identifiers")
    func trackIdentifiers() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 1)
        recipe.container = .avi
        let avi = try Demuxer.open(MediaLocator(url: try await StreamMaker.shared.clip(recipe)))
        #expect(avi.info.tracks.count == 2 && Set(avi.info.tracks.map(\.trackID)).count == 2)
    }
}
