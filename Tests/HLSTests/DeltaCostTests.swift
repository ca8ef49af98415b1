import Foundation
import Testing

@testable import HLS

/// How the cost of a delta update grows with the playlist (hls.md section 12). No absolute times are compared: this thread's processor time
/// for a window is compared with that for a window a sixteenth as long, using the best of many rounds.
@Suite("Cost of a delta update (hls.md section 12)")
struct DeltaCostTests {
    private static let growth = 16
    /// Between linear growth (16-fold, plus cache effects) and quadratic growth (256-fold).
    private static let allowed = 128.0
    private static let rounds = 12

    enum Load: String, CaseIterable, CustomTestStringConvertible {
        case longWindow = "a long window and a short update"
        case longUpdate = "a short window and a long update"
        case manyDateRanges = "many date ranges, some removed, some new"

        var testDescription: String { rawValue }

        /// Returns a full playlist and a delta update of it, of the given size.
        func playlists(_ size: Int) -> (old: String, update: String) {
            let head = "#EXTM3U\n#EXT-X-VERSION:10\n#EXT-X-TARGETDURATION:4\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n"
            func segments(_ range: Range<Int>) -> String { range.map { "#EXTINF:4,\nfolder/\($0).m4s\n" }.joined() }
            func ranges(_ range: Range<Int>) -> String {
                range.map {
                    "#EXT-X-DATERANGE:ID=\"r\($0)\",CLASS=\"c\",END-ON-NEXT=YES,START-DATE=\"2026-01-01T00:\(Self.two($0 / 60)):\(Self.two($0 % 60))Z\"\n"
                }.joined()
            }
            switch self {
            case .longWindow:
                return (
                    head + segments(0..<size),
                    head + "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(size - 1)\n"
                        + segments(size..<size + 1)
                )
            case .longUpdate:
                return (
                    head + segments(0..<4),
                    head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=4\n" + segments(4..<size)
                )
            case .manyDateRanges:
                let removed = (0..<size / 4).map { "r\($0)" }.joined(separator: "\t")
                return (
                    head + ranges(0..<size) + segments(0..<4),
                    head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=4,RECENTLY-REMOVED-DATERANGES=\"\(removed)\"\n"
                        + ranges(size / 2..<size * 3 / 2) + segments(4..<5)
                )
            }
        }

        private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number % 60)" }

        var size: Int { self == .manyDateRanges ? 100 : 1_000 }
    }

    /// Returns the processor time of this thread in seconds, which excludes other load on the machine.
    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try body()
        return now() - start
    }

    /// - Returns: the minimum time of an update of this size.
    private func cost(of load: Load, size: Int) throws -> Double {
        let texts = load.playlists(size)
        let old = try #require(parse(texts.old).media)
        let update = try #require(parse(texts.update).media)
        var best = Double.infinity
        for _ in 0..<Self.rounds {
            var merged: MediaPlaylist?
            best = min(best, try Self.seconds { merged = try MediaPlaylist.merge(old, update) })
            #expect(merged?.segments.count == (load == .manyDateRanges ? 5 : size))
        }
        return best
    }

    @Test(
        "the cost of a delta update grows linearly: 16 times the size costs much less than 256 times the time [hls.md 12: delta merge time]",
        arguments: Load.allCases)
    func growsWithSize(_ load: Load) throws {
        let (small, large) = (
            try cost(of: load, size: load.size), try cost(of: load, size: load.size * Self.growth)
        )
        #expect(large < small * Self.allowed, "\(small) s and \(large) s: \(large / small)-fold")
    }
}
