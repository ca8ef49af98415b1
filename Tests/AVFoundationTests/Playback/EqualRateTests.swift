import AVFoundation
import Foundation
import KeyValueObserving
import MediaTesting
import Testing

@testable import AVFoundation

/// The observers that assignments of an equal rate call, and the loaded ranges of local files.
struct EqualRateTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    @Test("an equal rate, set on a paused player, calls observers of the rate and of timeControlStatus")
    func equalRate() {
        let player = world.player(world.item())
        let journal = journal
        let tokens = [
            player.observe(\.rate) { player, _ in journal.note("rate \(player.rate)") },
            player.observe(\.timeControlStatus) { player, _ in
                journal.note("status \(player.timeControlStatus.rawValue)")
            },
        ]
        player.rate = 0
        #expect(journal.all == ["rate 0.0", "status 0"])
        journal.clear()
        player.playImmediately(atRate: 0)
        #expect(journal.all == [])
        withExtendedLifetime(tokens) {}
    }

    @Test("an observer of timeControlStatus that pauses the paused player again is called once more")
    func pauseInObserver() {
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start()
        world.settle()
        let journal = journal
        let token = player.observe(\.timeControlStatus) { player, _ in
            journal.note("status \(player.timeControlStatus.rawValue)")
            if journal.all.count == 1 { player.rate = 0 }
        }
        player.rate = 0
        #expect(journal.all == ["status 0", "status 0"])
        withExtendedLifetime(token) {}
    }

    @Test("a local file is loaded from the beginning to the end, and a local playlist where it is buffered")
    func loadedRangesOfLocalFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try loadedEnds(folder.appendingPathComponent("audio.mp4")) == [[0, 60]])
        #expect(try loadedEnds(folder.appendingPathComponent("stream.m3u8")) == [[0, 5]])
    }

    private func loadedEnds(_ url: URL) throws -> [[Double]] {
        try Data().write(to: url)
        let world = PlaybackWorld()
        let item = AVPlayerItem(asset: AVURLAsset(url: url), keys: [], environment: world.environment)
        let player = world.player(item)
        world.sessions[0].start()
        world.sessions[0].load([(0, 5)])
        world.settle()
        defer { withExtendedLifetime(player) {} }
        return item.loadedTimeRanges.map(\.timeRangeValue).map { [$0.start.seconds, $0.end.seconds] }
    }
}
