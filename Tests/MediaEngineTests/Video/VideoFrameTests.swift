import CoreMedia
import FrameConversion
import Foundation
import MediaTesting
import Synchronization
import Testing
import VideoFrames

@testable import MediaEngine

/// The frames of a session as values.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct VideoFrameTests {
    @Test("a frame describes its planes, color, size and time")
    func properties() async throws {
        let probe = SessionProbe(try await StreamMaker.shared.clip(.marked(frames: 24)))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        _ = await probe.seek(0.5)
        let frame = try #require(probe.session.video.currentFrame?.frame)
        guard case .planes(let planes) = frame.storage else {
            Issue.record("a frame of a software decoder is not in main memory")
            return
        }
        #expect(frame.format == PixelFormat(name: "yuv420p", hasAlpha: false))
        #expect(planes.count == 3 && planes.allSatisfy { $0.bytesPerRow >= frame.width / 2 })
        #expect(frame.displaySize == DisplaySize(width: 320, height: 180))
        #expect(frame.orientation == .upright && frame.crop == .none)
        #expect(frame.presentationTime == CMTime(value: 12, timescale: 24))
    }

    @Test("a frame that a consumer retains keeps its pixels after the session has continued and closed")
    func ownership() async throws {
        let probe = SessionProbe(try await StreamMaker.shared.clip(.marked(frames: 48)))
        try #require(await probe.firstPicture())
        let frame = try #require(probe.session.video.currentFrame?.frame)
        for second in [0.5, 1, 1.5] { _ = await probe.seek(second) }
        probe.session.close()
        let bitmap = try #require(FrameBitmap(frame, converter: FrameConverter()))
        #expect(FrameMark.read(from: bitmap.bytes, width: bitmap.width, height: bitmap.height) == 0)
    }

    @Test("at most eight surfaces of a decoder are retained; a released surface makes room for another")
    func surfaceReserve() {
        let reserve = SurfaceReserve()
        for _ in 0..<SurfaceReserve.capacity { #expect(reserve.take() == .retained) }
        #expect(reserve.take() == .exhausted)
        reserve.giveBack()
        #expect(reserve.take() == .retained)
        #expect(reserve.take() == .exhausted)
    }
}
