import CoreGraphics
import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite("Captions that are pictures: PGS, VobSub and DVB", .enabled(if: StreamMaker.isAvailable))
struct PictureCaptionTests {
    /// Two boxes from second 1 on, one from second 2 on, none from second 3 on.
    private static var graphics: Data {
        var graphics = PresentationGraphics(width: 640, height: 360)
        graphics.show(
            [.init(x: 64, y: 36, width: 128, height: 36), .init(x: 320, y: 288, width: 160, height: 36)], at: 1)
        graphics.show([.init(x: 160, y: 252, width: 320, height: 72, isForced: true)], at: 2)
        graphics.show([], at: 3)
        return graphics.data
    }

    /// Returns the captions of a file in the order of their packets.
    private func captions(_ film: URL, isForcedOnly: Bool = false) throws -> [TimedText] {
        let demuxer = try Demuxer.open(MediaLocator(url: film))
        let track = try #require(demuxer.info.tracks.first { $0.kind == .subtitle })
        #expect(track.hasPictureCaptions && track.isDecodable)
        let codec = try #require(SubtitleCodec(demuxer: demuxer, track: track))
        let video = demuxer.info.tracks.first { $0.kind == .video }?.video
        let decoder = PictureCaptionDecoder(codec, track: track, video: video)
        decoder.isForcedOnly = isForcedOnly
        var captions: [TimedText] = []
        while let packet = try demuxer.read() {
            guard packet.trackIndex == track.index else { continue }
            for caption in decoder.decode(packet) {
                captions.removeAll { caption.continues($0) }
                captions.append(caption)
            }
        }
        return captions
    }

    private func isNear(_ frame: CGRect?, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
        guard let frame else { return false }
        return [frame.minX - x, frame.minY - y, frame.width - width, frame.height - height].allSatisfy {
            abs($0) < 0.01
        }
    }

    @Test(
        "PGS: each display set replaces the one before, and an empty one ends it; places, colors and the forced flag are those of the file"
    )
    func presentationGraphics() async throws {
        let film = try await CaptionClip.make(Self.graphics, named: "a.sup", seconds: 5)
        defer { CaptionClip.remove(film) }
        let captions = try captions(film)
        #expect(captions.map { $0.range.start.seconds } == [1, 2])
        #expect(captions.map { $0.range.end.seconds } == [2, 3])
        #expect(captions.allSatisfy { $0.text.isEmpty })
        let first = try #require(captions.first?.graphics?.pictures)
        #expect(first.count == 2 && first.allSatisfy { !$0.isForced })
        #expect(isNear(first.first?.frame, 0.1, 0.1, 0.2, 0.1) && isNear(first.last?.frame, 0.5, 0.8, 0.25, 0.1))
        let second = try #require(captions.last?.graphics?.pictures)
        #expect(second.map(\.isForced) == [true] && isNear(second.first?.frame, 0.25, 0.7, 0.5, 0.2))
        let pixel = try #require(second.first?.image.pixel(x: 10, y: 10))
        #expect(pixel.red > 240 && pixel.green < 20 && pixel.blue < 20 && pixel.alpha == 255)
    }

    @Test(
        "VobSub and DVB: pictures have their place in the video and their times",
        arguments: [("dvdsub", "mkv"), ("dvbsub", "ts"), ("dvbsub", "mkv")])
    func encoded(codec: String, container: String) async throws {
        let film = try await CaptionClip.make(
            Self.graphics, named: "a.sup", codec: codec, container: container, seconds: 5)
        defer { CaptionClip.remove(film) }
        let captions = try captions(film).filter { !($0.graphics?.pictures.isEmpty ?? true) }
        #expect(captions.count == 2)
        let first = try #require(captions.first)
        let frames = (first.graphics?.pictures ?? []).map(\.frame).reduce(CGRect.null) { $0.union($1) }
        #expect(isNear(frames, 0.1, 0.1, 0.65, 0.8), "\(frames)")
        #expect(abs(first.range.duration.seconds - 1) < 0.1, "\(first.range)")
    }

    @Test(
        "PGS and VobSub: of a track of which only forced pictures are displayed, a set without any ends the pictures before it",
        arguments: ["copy", "dvdsub"])
    func forcedOnly_dropsOthers(codec: String) async throws {
        var graphics = PresentationGraphics(width: 640, height: 360)
        graphics.show([.init(x: 160, y: 252, width: 320, height: 72, isForced: true)], at: 1)
        graphics.show([.init(x: 64, y: 36, width: 128, height: 36)], at: 2)
        graphics.show([], at: 3)
        let film = try await CaptionClip.make(graphics.data, named: "a.sup", codec: codec, seconds: 5)
        defer { CaptionClip.remove(film) }
        let forced = try captions(film, isForcedOnly: true)
        #expect(forced.count == 1 && forced.first?.graphics?.pictures.map(\.isForced) == [true])
        let range = try #require(forced.first?.range)
        #expect(abs(range.start.seconds - 1) < 0.1 && abs(range.end.seconds - 2) < 0.1, "\(range)")
        #expect(try captions(film).count == 2)
    }

    @Test(
        "forced pictures are those of the track that is nearest to the language of the audio; none for audio of unknown language"
    )
    func forcedPictures_byLanguage() {
        func track(_ index: Int, _ language: String?, _ change: (inout TrackInfo) -> Void = { _ in }) -> TrackInfo {
            var track = TrackInfo(
                index: index, trackID: 1, kind: .subtitle, codec: "hdmv_pgs_subtitle", language: language)
            change(&track)
            return track
        }
        let tracks = [
            track(0, "en") { $0.codec = "subrip" }, track(1, "en") { $0.isCommentary = true },
            track(2, "en") { $0.isDecodable = false }, track(3, "en-GB") { $0.isForced = true },
            track(4, "en") { $0.isHearingImpaired = true }, track(5, "en"), track(6, "de"),
            track(7, "de") { $0.isForced = true }, track(8, nil), track(9, "zh-Hans"),
        ]
        func index(_ language: String?) -> Int? {
            DisplayedCaptions.forcedPictures(of: tracks, audioLanguage: language)?.track.index
        }
        #expect(index("en") == 5 && index("en-US") == 3 && index("de") == 7)
        #expect(index("fr") == nil && index(nil) == nil)
        #expect(index("zh-Hant") == nil && index("zh") == 9)
    }

    @Test("a picture that is decoded twice is the same caption")
    func decodedTwice_isEqual() async throws {
        let film = try await CaptionClip.make(Self.graphics, named: "a.sup", seconds: 5)
        defer { CaptionClip.remove(film) }
        let (first, second) = (try captions(film), try captions(film))
        #expect(first == second && !first.isEmpty)
    }
}
