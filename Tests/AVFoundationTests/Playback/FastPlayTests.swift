import AVFoundation
import Foundation
import MediaTesting
import Testing

/// Fast rates of files and streams (data/semantics.tsv, section 6 and 7, hls.md section 8).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct FastPlayTests {
    private func until(_ isTrue: () -> Bool) async throws -> Bool {
        await eventually(within: .seconds(90), isTrue)
    }

    @Test(
        "an on-demand stream plays at rates 16 and -16, ends at both edges, and reports these abilities"
    )
    func film() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        let item = try #require(player.currentItem)
        #expect(!item.canPlayFastForward)
        #expect(try await until { item.status == .readyToPlay })
        #expect(item.canPlayFastForward && item.canPlayReverse && item.canPlayFastReverse)
        player.rate = 16
        #expect(player.rate == 16)
        #expect(try await until { player.rate == 0 })
        #expect(item.currentTime().seconds == 16)
        player.rate = -16
        #expect(try await until { player.rate == 0 && item.currentTime().seconds == 0 })
        #expect(item.error == nil)
        player.replaceCurrentItem(with: nil)
    }

    @Test("S6.22: a live stream does not support fast rates and plays at the nearest supported one")
    func live() async throws {
        let origin = try Origin(LiveLadder(try await Ladder.make(.small)))
        defer { origin.stop() }
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        let item = try #require(player.currentItem)
        #expect(try await until { item.status == .readyToPlay })
        #expect(!item.canPlayFastForward && !item.canPlayReverse && !item.canPlayFastReverse)
        player.rate = 8
        #expect(player.rate == 2)
        player.replaceCurrentItem(with: nil)
    }
}
