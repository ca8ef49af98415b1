import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Semantics section 7: media that ends early stays open, and continues playing when that becomes possible.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct EarlyEndTests {
    private func breaks(_ probe: SessionProbe) -> Int {
        probe.events.count { event in if case .endedEarly = event { true } else { false } }
    }

    /// Waits for the `count`th early end.
    private func endedEarly(_ probe: SessionProbe, _ count: Int = 1) async throws -> Bool {
        _ = await eventually { breaks(probe) >= count }
        return breaks(probe) == count
    }

    @Test("a truncated file can be sought back, and ends early again")
    func cut_isSoughtBack() async throws {
        let probe = SessionProbe(try await StreamMaker.shared.clip(ClipRecipe.marked(frames: 96).cut(to: 0.6)))
        defer { probe.session.close() }
        probe.session.setRate(8)
        try #require(try await endedEarly(probe))
        #expect(probe.session.effectiveRate == 0)
        let end = probe.session.currentTime
        #expect(end.seconds > 1 && end.seconds < 4)
        #expect(probe.session.loadedRanges.allSatisfy { $0.end.seconds < 4 })
        probe.session.setRate(0)
        let landed = await probe.seek(0.5)
        #expect(landed.finished && probe.mark == 12)
        probe.session.setRate(8)
        #expect(try await endedEarly(probe, 2))
        #expect(abs(probe.session.currentTime.seconds - end.seconds) < 0.1)
        // A seek beyond the existing media displays the last frame, and playback ends early at once.
        _ = await probe.seek(3.9)
        #expect(try await endedEarly(probe, 3))
        probe.session.setRate(0)
        let back = await probe.seek(1)
        #expect(back.finished && probe.mark == 24)
    }

    @Test("a file that is still being written continues playing from where it ended early")
    func growing_isPlayedOn() async throws {
        let bytes = try Data(contentsOf: try await StreamMaker.shared.clip(.marked(frames: 96)))
        let folder = try ScratchFolder()
        let file = try folder.file("growing.mp4", Array(bytes.prefix(bytes.count * 6 / 10)))
        let probe = SessionProbe(file)
        defer { probe.session.close() }
        probe.session.setRate(8)
        try #require(try await endedEarly(probe))
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: bytes.suffix(from: bytes.count * 6 / 10))
        try handle.close()
        probe.session.setRate(0)
        probe.session.setRate(8)
        let end = await probe.event { event in if case .ended = event { true } else { false } }
        #expect(end != nil)
        #expect(abs(probe.session.currentTime.seconds - 4) < 0.05)
        #expect(probe.mark == 95)
    }

    @Test(
        "the loss of the server during a stall is reported; when the server returns, playback continues")
    func server_losesFile() async throws {
        let origin = try FaultyOrigin()
        let bytes = [UInt8](try Data(contentsOf: try await StreamMaker.shared.clip(.marked(frames: 96))))
        var faults = FaultyOrigin.Faults()
        faults.stallAfter = bytes.count / 2
        origin.serve(bytes, at: "/film.mp4", faults: faults)
        let probe = SessionProbe(origin.url("/film.mp4"))
        defer { probe.session.close() }
        probe.session.setRate(8)
        let stall = await probe.event { event in if case .stalled = event { true } else { false } }
        try #require(stall != nil)
        var gone = FaultyOrigin.Faults()
        gone.status = 404
        origin.serve(bytes, at: "/film.mp4", faults: gone)
        origin.disconnect()
        let error = await probe.failure()
        #expect(error?.httpStatus == 404, "\(String(describing: error))")
        #expect(breaks(probe) == 1)
        origin.serve(bytes, at: "/film.mp4")
        probe.session.setRate(0)
        probe.session.setRate(8)
        let end = await probe.event { event in if case .ended = event { true } else { false } }
        #expect(end != nil)
        #expect(probe.mark == 95)
    }

    @Test("bad input: a file that contains only its header fails")
    func nothingButIndex() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24).with { $0.container = .mkv })
        let bytes = try Data(contentsOf: clip)
        // A Matroska file up to its first cluster.
        let cluster = try #require(bytes.range(of: Data([0x1F, 0x43, 0xB6, 0x75]))).lowerBound
        let folder = try ScratchFolder()
        let probe = SessionProbe(try folder.file("head.mkv", Array(bytes[..<cluster])))
        defer { probe.session.close() }
        let error = await probe.failure()
        #expect(error?.code == .truncated || error?.code == .malformed, "\(String(describing: error))")
    }
}
