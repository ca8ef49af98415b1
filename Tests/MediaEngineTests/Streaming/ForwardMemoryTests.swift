import CFFmpeg
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// The amount of a stream that is buffered ahead of the play head (hls.md section 12).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct ForwardMemoryTests {
    @Test("video of more than 1080 lines has a larger memory limit, in portrait and landscape")
    func limits() {
        #expect(ForwardMemory.limit(width: nil, height: nil) == 64 << 20)
        #expect(ForwardMemory.limit(width: 640, height: 360) == 64 << 20)
        #expect(ForwardMemory.limit(width: 1920, height: 1088) == 64 << 20)
        #expect(ForwardMemory.limit(width: 1080, height: 1920) == 64 << 20)
        #expect(ForwardMemory.limit(width: 3840, height: 2160) == 160 << 20)
        #expect(ForwardMemory.limit(width: 2160, height: 3840) == 160 << 20)
        #expect(ForwardMemory.limit(width: .max, height: .max) == 160 << 20)
    }

    @Test(
        "S7.9: a stream is read ahead as requested, but at most 64 MiB, and up to 160 MiB if the variant is larger than 1080 lines [hls.md 12: forward memory]",
        arguments: [("256x144", 64), ("1920x1080", 64), ("3840x2160", 160)])
    func sessionRests(_ resolution: String, _ mebibytes: Int) async throws {
        let content = EditedContent(try await Ladder.make(.small)) { (_: String, text: String) in
            text.replacing(/RESOLUTION=\d+x\d+/, with: "RESOLUTION=\(resolution)")
        }
        let origin = try Origin(content)
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = FakeHostClock() }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let core = probe.session.core
        var machine = core.read { $0 }
        // Paused at the start, with the whole short stream read or requested: a time limit has no effect here.
        machine.transport.forwardBuffer = 3_600 * .second
        machine.cache.isAtEnd = false
        let index = try #require(machine.source.videoTrack?.index)
        let format = try #require(core.reader?.format(of: index))
        let end = machine.cache[index].endTime ?? 0
        while machine.cache.aheadBytes(machine.source.playableIndexes) < (mebibytes - 1) << 20 {
            #expect(!machine.isCacheFull)
            machine.cache.append(try Self.packet(of: 1 << 20, at: end, index, format))
        }
        #expect(!machine.isCacheFull)
        machine.cache.append(try Self.packet(of: 1 << 20, at: end, index, format))
        #expect(machine.isCacheFull)
    }

    @Test(
        "of a file on this machine 8 s and at least 1 MB are read ahead; reading resumes when a quarter was played",
        arguments: [(256, 7.9...8.1), (16, 15.0...16.1)])
    func localFile(_ kibibytes: Int, _ expected: ClosedRange<Double>) async throws {
        let probe = SessionProbe(try await StreamMaker.shared.clip(.marked(frames: 24))) {
            $0.hostClock = FakeHostClock()
        }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let core = probe.session.core
        var machine = core.read { $0 }
        #expect(machine.source.facts.policy == .localFile)
        let index = try #require(machine.source.videoTrack?.index)
        let format = try #require(core.reader?.format(of: index))
        // A long file of which nothing has been played.
        machine.cache = PacketCache()
        machine.source.duration = nil
        machine.source.audioTrack = nil
        var count = 0
        while !machine.isCacheFull, count < 400 {
            let time = Nanoseconds(count) * 250 * .millisecond
            machine.read(
                try Self.packet(of: kibibytes << 10, at: time, index, format, duration: 250 * .millisecond))
            count += 1
        }
        #expect(expected.contains(Double(count) / 4))
        // Fewer bytes than the minimum are ahead when more than a quarter was taken.
        let isShort = kibibytes * 32 < 1 << 10
        for _ in 0..<(count / 5) { machine.cache[index].take() }
        #expect(machine.isCacheFull)
        for _ in 0..<(count / 3) { machine.cache[index].take() }
        #expect(machine.isCacheFull != isShort)
    }

    @Test("S7.9: of a file as many seconds are read ahead as requested", arguments: [2.0, 20.0])
    func requestedSeconds(_ seconds: Double) async throws {
        let probe = SessionProbe(try await StreamMaker.shared.clip(.marked(frames: 24))) {
            $0.hostClock = FakeHostClock()
            $0.forwardBufferSeconds = seconds
        }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let core = probe.session.core
        var machine = core.read { $0 }
        let index = try #require(machine.source.videoTrack?.index)
        let format = try #require(core.reader?.format(of: index))
        machine.cache = PacketCache()
        machine.source.duration = nil
        machine.source.audioTrack = nil
        var count = 0
        while !machine.isCacheFull, count < 400 {
            let time = Nanoseconds(count) * 250 * .millisecond
            machine.read(
                try Self.packet(of: 64 << 10, at: time, index, format, duration: 250 * .millisecond))
            count += 1
        }
        #expect(abs(Double(count) / 4 - seconds) <= 0.25)
    }

    /// Returns a packet whose memory is never written, so that it takes no physical memory.
    private static func packet(
        of bytes: Int, at time: Nanoseconds, _ track: Int, _ format: StreamFormat, duration: Nanoseconds = 1
    ) throws
        -> Packet
    {
        let raw = try #require(av_packet_alloc())
        #expect(av_new_packet(raw, Int32(bytes)) == 0)
        return Packet(
            taking: raw, trackIndex: track, format: format, time: time, decodeTime: time, isDecodeTimeKnown: true,
            duration: duration)
    }
}
