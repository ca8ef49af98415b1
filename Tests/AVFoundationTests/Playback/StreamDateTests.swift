import AVFoundation
import Foundation
import MediaTesting
import Testing

/// Dates of a real stream with EXT-X-PROGRAM-DATE-TIME.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct StreamDateTests {
    private func seek(_ item: AVPlayerItem, to date: Date) async -> Bool {
        await withCheckedContinuation { done in item.seek(to: date) { done.resume(returning: $0) } }
    }

    @Test(
        "S4.7 S7.16: currentDate is the program date plus the offset; a seek to a date goes there, and outside it does not move"
    )
    func dates() async throws {
        let begin = Date(timeIntervalSince1970: 1_767_225_600)
        let origin = try Origin(try await Ladder.make(.small.with { $0.date = begin }))
        defer { origin.stop() }
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        let item = try #require(player.currentItem)
        #expect(item.currentDate() == nil)
        #expect(await eventually(within: .seconds(60)) { item.status == .readyToPlay })
        #expect(item.currentDate() == begin)
        let target = begin.addingTimeInterval(9.5)
        #expect(await seek(item, to: target))
        #expect(abs(item.currentTime().seconds - 9.5) < 0.05)
        #expect(abs(try #require(item.currentDate()).timeIntervalSince(target)) < 0.05)
        let before = item.currentTime()
        #expect(await !seek(item, to: begin.addingTimeInterval(-3600)))
        #expect(item.currentTime() == before)
        player.replaceCurrentItem(with: nil)
    }
}
