import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

struct CaptionTests {
    @Test("R39 the selected caption track's texts are sent with their times", .enabled(if: StreamMaker.isAvailable))
    func captions_ofSelectedTrack_areReported() async throws {
        let url = try await StreamMaker.shared.clip(.rich(seconds: 4))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        guard case .ready(let info)? = await probe.event({ if case .ready = $0 { true } else { false } }) else {
            Issue.record("the clip did not open")
            return
        }
        let track = try #require(info.tracks.first { $0.kind == .subtitle })
        probe.session.select(.subtitle, trackIndex: track.index)
        probe.session.setRate(2)
        let reported = await probe.event { if case .timedText = $0 { true } else { false } }
        guard case .timedText(let caption)? = reported else {
            Issue.record("no caption was sent")
            return
        }
        #expect(!caption.text.isEmpty)
        #expect(caption.trackIndex == track.index)
        #expect(caption.range.duration.seconds > 0)
        probe.session.close()
    }
}
