import CFFmpeg
import Testing

@testable import MediaEngine

@Suite("Buffered packets and their limits (hls.md section 12: limits)")
struct PacketCacheTests {
    private static let format: StreamFormat? = {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        return parameters.flatMap { StreamFormat(copying: $0, timeBase: AVRational(num: 1, den: 1000), startTime: 0) }
    }()

    /// Returns a packet of a tenth of a second.
    private static func packet(_ track: Int, _ number: Int, bytes: Int, isKey: Bool) throws -> Packet {
        let raw = try #require(av_packet_alloc())
        #expect(av_new_packet(raw, Int32(bytes)) == 0)
        if isKey { raw.pointee.flags |= AV_PKT_FLAG_KEY }
        let time = Nanoseconds(number) * 100 * .millisecond
        return Packet(
            taking: raw, trackIndex: track, format: try #require(format), time: time, decodeTime: time,
            isDecodeTimeKnown: true, duration: 100 * .millisecond)
    }

    /// Returns a cache with video (track 0, a key frame each second) and audio tracks, with all packets of the selected tracks taken.
    private static func cache(
        seconds: Int, bytes: Int, sounds: Int = 1, playing: Set<Int> = [0, 1], hasVideo: Bool = true
    ) throws -> PacketCache<Packet> {
        var cache = PacketCache<Packet>()
        for number in 0..<seconds * 10 {
            if hasVideo { cache.append(try packet(0, number, bytes: bytes, isKey: number % 10 == 0)) }
            for track in 1...sounds { cache.append(try packet(track, number, bytes: bytes, isKey: true)) }
        }
        for track in playing where cache.tracks[track] != nil {
            for _ in 0..<seconds * 10 { cache[track].take() }
        }
        return cache
    }

    @Test("the back buffer is limited in bytes, in whole GOPs [hls.md 12: back buffer]")
    func limit() throws {
        var cache = try Self.cache(seconds: 20, bytes: 1_000)
        cache.backwardByteLimit = 5 * 20 * (1_000 + Packet.bookkeeping)
        cache.trim(behind: 15 * .second, video: 0, active: [0, 1])
        #expect(cache[0].startTime == 10 * .second)
        #expect(cache[1].startTime == 10 * .second)
        #expect(cache.stretchStart == 10 * .second)
    }

    @Test("small packets count with their memory overhead")
    func bookkeeping() throws {
        var cache = try Self.cache(seconds: 20, bytes: 1)
        cache.backwardByteLimit = 20_000
        cache.trim(behind: 20 * .second, video: 0, active: [0, 1])
        #expect(cache.byteCount <= 40_000)
    }

    @Test("media outside of a live window is dropped, and nothing inside it or ahead of the play head")
    func window() throws {
        var cache = try Self.cache(seconds: 20, bytes: 100)
        cache.trim(behind: 15 * .second, seekable: 8 * .second + 500 * .millisecond, video: 0, active: [0, 1])
        #expect(cache[0].startTime == 8 * .second)
        cache.trim(behind: 15 * .second, seekable: 30 * .second, video: 0, active: [0, 1])
        #expect(cache[0].startTime == 14 * .second)
        #expect(cache[1].startTime == 14 * .second)
        var sound = try Self.cache(seconds: 20, bytes: 100, hasVideo: false)
        sound.trim(behind: 15 * .second, seekable: 8 * .second, video: nil, active: [1])
        #expect(sound[1].startTime == 8 * .second)
    }

    @Test("packets of unselected tracks do not accumulate", arguments: [true, false])
    func unselected(hasVideo: Bool) throws {
        var cache = try Self.cache(seconds: 20, bytes: 1_000, sounds: 3, hasVideo: hasVideo)
        cache.backwardByteLimit = 0
        cache.trim(behind: 15 * .second, video: hasVideo ? 0 : nil, active: [0, 1])
        for track in 1...3 { #expect(try #require(cache[track].startTime) >= 13 * .second, "\(track)") }
        #expect(cache[1].cursor == 200)
    }

    @Test("packets that were not taken are not dropped, and trimming terminates")
    func untaken() throws {
        var cache = try Self.cache(seconds: 20, bytes: 1_000, playing: [], hasVideo: false)
        cache.backwardByteLimit = 0
        cache.trim(behind: 15 * .second, video: nil, active: [1])
        #expect(cache[1].startTime == 0)
    }
}
