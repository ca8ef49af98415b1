import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// The life cycle of an item, and the rules of its membership in players (data/semantics.tsv, section 7).
struct ItemLifeCycleTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func second(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    @Test("S7.1: an item with keys is not ready before they are loaded", .enabled(if: StreamMaker.isAvailable))
    func keysAreLoadedFirst() async throws {
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 1, width: 160, height: 90))
        let asset = AVURLAsset(url: url)
        let item = AVPlayerItem(asset: asset, keys: ["duration", "tracks"], environment: world.environment)
        let player = world.player(item)
        world.sessions[0].start()
        try await until("the item is ready") {
            world.settle()
            return item.status == .readyToPlay
        }
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
        #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
        withExtendedLifetime(player) {}
    }

    @Test("S7.1: a key that fails makes the item fail with that error, even if the session could play")
    func failingKey_failsItem() async throws {
        let item = world.item(keys: ["duration"])
        let player = world.player(item)
        world.sessions[0].start()
        player.play()
        try await until("the item fails") {
            world.settle()
            return item.status == .failed
        }
        let error = try #require(item.error) as NSError
        #expect(error.domain == NSURLErrorDomain && error.code == NSURLErrorFileDoesNotExist)
        #expect(error.userInfo[NSUnderlyingErrorKey] != nil)
        #expect(player.rate == 0)
        #expect(world.sessions[0].wantedRate == 0)
    }

    @Test("S7.2: an item that has failed stays failed, also in another player")
    func failedItem_isUnusable() {
        let item = world.item()
        let player = world.player(item)
        world.sessions[0].emit(.failed(MediaError(.malformed, "Broken.")))
        world.settle()
        player.replaceCurrentItem(with: nil)
        let other = world.player(item)
        other.play()
        world.settle()
        #expect(item.status == .failed)
        #expect(item.error != nil)
        #expect(other.timeControlStatus == .paused)
        #expect(other.rate == 0)
        #expect(world.sessions.count == 1)
    }

    @Test("S7.6: an item of one player given to another is a programming error")
    func itemInTwoPlayers_traps() async {
        await #expect(processExitsWith: .failure) {
            let world = PlaybackWorld()
            let item = world.item()
            let player = world.player(item)
            world.player().replaceCurrentItem(with: item)
            withExtendedLifetime(player) {}
        }
    }

    @Test("S7.6 S8.2: an item of another queue cannot be inserted")
    func foreignItemInQueue_traps() async {
        await #expect(processExitsWith: .failure) {
            let world = PlaybackWorld()
            let item = world.item()
            let queue = world.queuePlayer([item])
            world.queuePlayer().insert(item, after: nil)
            withExtendedLifetime(queue) {}
        }
    }

    @Test("an item removed from one player plays in another, from the beginning and with its settings")
    func reuse() {
        let item = world.item()
        item.forwardPlaybackEndTime = second(9)
        let first = world.player(item)
        first.play()
        world.sessions[0].start()
        world.settle()
        world.advance(seconds: 4)
        first.replaceCurrentItem(with: nil)
        #expect(abs(item.currentTime().seconds - 4) < 0.01)
        #expect(item.status == .readyToPlay)
        let other = world.player(item)
        other.play()
        #expect(other.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(world.sessions[1].calls.first == "setForwardEndTime 9.0")
        world.sessions[1].start()
        world.settle()
        #expect(other.timeControlStatus == .playing)
        #expect(other.currentTime() == .zero)
    }

    @Test(
        "S7.8: the buffer may be full without being likely to keep up, and each change is reported once [hls.md 12: ready to play]"
    )
    func bufferFlags() {
        let item = world.item()
        let player = world.player(item)
        let journal = journal
        let tokens = [
            item.observe(\.isPlaybackBufferEmpty, options: [.new]) { journal.note("empty \($1.newValue ?? false)") },
            item.observe(\.isPlaybackBufferFull, options: [.new]) { journal.note("full \($1.newValue ?? false)") },
            item.observe(\.isPlaybackLikelyToKeepUp, options: [.new]) {
                journal.note("likely \($1.newValue ?? false)")
            },
        ]
        #expect(item.isPlaybackBufferEmpty)
        world.sessions[0].open()
        player.play()
        for _ in 0..<2 {
            world.sessions[0].emit(
                .bufferStateChanged(BufferState(isEmpty: false, isLikelyToKeepUp: false, isFull: true)))
        }
        world.settle()
        #expect(item.isPlaybackBufferFull && !item.isPlaybackLikelyToKeepUp)
        #expect(player.timeControlStatus == .playing)
        #expect(journal.all == ["empty false", "full true"])
        withExtendedLifetime(tokens) {}
    }

    @Test("S7.10: forward and reverse end times apply in their own direction only")
    func endTimes_ofTheOtherDirection() {
        let item = world.item()
        item.reversePlaybackEndTime = second(20)
        let player = world.player(item)
        let notes = NotificationJournal(journal, item, [.AVPlayerItemDidPlayToEndTime: "end"])
        player.play()
        world.sessions[0].start()
        world.settle()
        world.advance(seconds: 30)
        #expect(journal.all.isEmpty)
        player.rate = -1
        world.settle()
        world.advance(seconds: 9)
        #expect(journal.all.isEmpty)
        world.advance(seconds: 2)
        #expect(journal.all == ["end"])
        #expect(player.rate == 0)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "without dates currentDate is nil, and a seek to a date completes with false and does not move [hls.md 7: no dates]"
    )
    func datelessMedia() {
        let item = world.item()
        let player = world.player(item)
        world.sessions[0].start()
        world.settle()
        let journal = journal
        #expect(item.currentDate() == nil)
        #expect(!item.seek(to: Date()) { journal.note("item \($0)") })
        player.seek(to: Date()) { journal.note("player \($0)") }
        #expect(journal.all.isEmpty)
        world.settle()
        #expect(journal.all == ["item false", "player false"])
        #expect(!world.sessions[0].calls.contains { $0.hasPrefix("seek") })
    }

    @Test("S21.5 S21.6: an item with outputs, observers and a layer is deallocated with its player")
    func release_withEverythingAttached() {
        weak var weakItem: AVPlayerItem?
        weak var weakCore: ItemCore?
        weak var weakOutput: AVPlayerItemLegibleOutput?
        let layer = AVPlayerLayer()
        do {
            let item = world.item()
            let output = AVPlayerItemLegibleOutput()
            item.add(output)
            let player = world.player(item)
            layer.player = player
            let token = item.observe(\.status) { _, _ in }
            player.play()
            world.sessions[0].start()
            let range = CMTimeRange(start: second(1), duration: second(5))
            world.sessions[0].emit(.timedText(TimedText(range: range, text: "x", trackIndex: 2)))
            world.advance(seconds: 2)
            (weakItem, weakCore, weakOutput) = (item, item.core, output)
            layer.player = nil
            withExtendedLifetime(token) {}
        }
        world.settle()
        #expect(world.allAreClosed)
        #expect(weakItem == nil && weakCore == nil && weakOutput == nil)
        #expect(world.pendingTimers == 0)
    }

    private func until(_ what: Comment, _ isSo: () -> Bool) async throws {
        try #require(await eventually(isSo), what)
    }
}
