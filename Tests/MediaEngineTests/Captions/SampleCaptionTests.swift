import CFFmpeg
import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Tracks with WebVTT and TTML in MP4 files.
struct SampleCaptionTests {
    private let maker = TextFragments()

    @Test("a sample of WebVTT has its cues; one that continues in the next sample is the same caption with a later end")
    func webVTT_samples() throws {
        var track = TrackInfo(index: 1, trackID: 2, kind: .subtitle, codec: "webvtt", fourCharCode: 0x7474_7677)
        let decoder = try #require(SampleCaptionDecoder(track))
        let one = maker.cue("<i>one</i>", settings: "line:0")
        let two = maker.cue("two")
        let found = try [(0, one), (1, one + two), (2, maker.box("vtte")), (3, one)].map { seconds, bytes in
            decoder.decode(try packet(bytes, at: seconds))
        }
        #expect(found.map { $0.map(\.text) } == [["one"], ["one", "two"], [], ["one"]])
        #expect(found[0][0].range == CMTimeRange(start: Nanoseconds(0).time, duration: Nanoseconds.second.time))
        #expect(found[1][0].range.start.seconds == 0 && found[1][0].range.end.seconds == 2)
        #expect(found[1][0].continues(found[0][0]) && found[1][1].range.start.seconds == 1)
        #expect(found[3][0].range.start.seconds == 3 && found[0][0].placement?.line != nil)
        track.kind = .data
        #expect(SampleCaptionDecoder(track) == nil)
        #expect(decoder.decode(try packet([0, 0, 0, 200, 1, 2, 3], at: 9)).isEmpty)
    }

    private func packet(_ bytes: [UInt8], at seconds: Int) throws -> Packet {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        let source = try #require(parameters)
        let made = StreamFormat(copying: source, timeBase: AVRational(num: 1, den: 1), startTime: 0)
        let format = try #require(made)
        let raw: UnsafeMutablePointer<AVPacket> = av_packet_alloc()
        #expect(av_new_packet(raw, Int32(bytes.count)) == 0)
        for (index, byte) in bytes.enumerated() { raw.pointee.data[index] = byte }
        let time = Nanoseconds(seconds) * .second
        return Packet(
            taking: raw, trackIndex: 1, format: format, time: time, decodeTime: time, isDecodeTimeKnown: true,
            duration: .second)
    }

    @Test(
        "R39: a track of TTML in an MP4 file is an option, and its captions are displayed",
        .enabled(if: StreamMaker.isAvailable))
    func timedText_ofFile_isDisplayed() async throws {
        let film = try await StreamMaker.shared.clip(.rich(seconds: 4))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ttml-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("film.mp4")
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let made = try await ExternalCommand.run(
            ffmpeg,
            [
                "-nostdin", "-loglevel", "error", "-i", film.path, "-map", "0:v:0", "-map", "0:s:0", "-c:v", "copy",
                "-c:s",
                "ttml", url.path,
            ])
        try #require(made.status == 0, "\(made.standardError)")
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        guard case .ready(let info)? = await probe.event({ if case .ready = $0 { true } else { false } }) else {
            Issue.record("the clip did not open")
            return
        }
        let track = try #require(info.tracks.first { $0.kind == .subtitle })
        #expect(track.codec == "ttml" && track.isDecodable)
        probe.session.select(.subtitle, trackIndex: track.index)
        probe.session.setRate(2)
        let reported = await probe.event { if case .timedText = $0 { true } else { false } }
        guard case .timedText(let caption)? = reported else {
            Issue.record("no caption was sent")
            return
        }
        #expect(!caption.text.isEmpty && caption.trackIndex == track.index && caption.range.duration.seconds > 0)
        probe.session.close()
    }
}
