import HLS
import Testing

@testable import StreamRules

/// Copied segments and the periods in which they are.
struct CopiedPeriodsTests {
    private struct Unexpected: Error {}

    private func list(_ count: Int, discontinuities: Set<Int>) throws -> SegmentList {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        for position in 0..<count {
            text +=
                (discontinuities.contains(position) ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:6,\n\(position).ts\n"
        }
        let playlist = try Playlist.parse(text: text + "#EXT-X-ENDLIST\n").playlist
        guard case .media(let media) = playlist else { throw Unexpected() }
        return media.segments
    }

    @Test(
        "periods are filled by all of their segments; a remainder may be missing, and the first period is no advertisement"
    )
    func filled() throws {
        let list = try list(8, discontinuities: [2, 4, 6])
        func areFilled(_ positions: [Int], remainders: Set<Int> = []) -> Bool {
            var periods = CopiedPeriods(list, isRemainder: remainders.contains)
            return periods.areFilled(by: positions)
        }
        #expect(areFilled([2, 3]) && areFilled([2, 3, 6, 7]))
        #expect(!areFilled([2]) && !areFilled([3]) && !areFilled([2, 3, 7]))
        #expect(areFilled([2], remainders: [3]) && areFilled([7], remainders: [6]))
        #expect(!areFilled([0, 1]) && !areFilled([99]))
    }

    @Test(
        "each segment is looked at twice at most, however many copied segments a period has",
        arguments: [[1], [1, 2_000], Array(stride(from: 1, to: 4_000, by: 2))])
    func work(_ discontinuities: [Int]) throws {
        let count = 4_000
        let list = try list(count, discontinuities: Set(discontinuities))
        var periods = CopiedPeriods(list, isRemainder: { _ in false })
        let areFilled = periods.areFilled(by: Array(1..<count))
        #expect(areFilled)
        #expect(periods.lookCount == 2 * (count - 1), "\(periods.lookCount)")
    }
}
