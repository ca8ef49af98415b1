import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable))
struct HardwareDecodingTests {
    @Test(
        "a hardware device that is missing, invalid or idle falls back to software",
        arguments: ["/nonexistent/renderD128", "/dev/null", "/etc/hostname", "/dev"])
    func badDevice(path: String) async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 12))
        let demuxer = try Demuxer.open(MediaLocator(url: clip))
        let track = try #require(demuxer.info.tracks.first)
        let decoder = try VideoDecoder(demuxer: demuxer, track: track, threads: 1, device: path)
        #expect(decoder.name == "h264")
        while let packet = try demuxer.read() {
            _ = try decoder.send(packet)
            if case .frame(let frame) = try decoder.receive(epoch: 0) {
                #expect(frame.width == 320)
                return
            }
        }
        _ = try decoder.send(nil)
        guard case .frame = try decoder.receive(epoch: 0) else {
            Issue.record("the decoder returned no frame")
            return
        }
    }
}
