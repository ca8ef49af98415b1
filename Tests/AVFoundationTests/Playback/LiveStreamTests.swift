import AVFoundation
import Foundation
import MediaTesting
import Testing

/// Live streams of a server in an `AVPlayer`, in real time.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct LiveStreamTests {
    private struct Stream {
        let live: LiveLadder
        let origin: Origin
        let player: AVPlayer
        let item: AVPlayerItem

        var seekable: CMTimeRange { item.seekableTimeRanges.first?.timeRangeValue ?? .invalid }
        /// The distance of the play head to the newest media of the server, in seconds.
        var delay: Double { live.publishedSeconds - (item.currentDate()?.timeIntervalSince(live.date) ?? 0) }

        func end() {
            player.replaceCurrentItem(with: nil)
            origin.stop()
        }
    }

    /// Returns a paused live stream with segments of one second that is ready to play.
    private func ready(_ change: (AVPlayerItem) -> Void) async throws -> Stream {
        let recipe = LadderRecipe.small.with {
            $0.segmentSeconds = 1
            $0.keyFrameSeconds = 1
        }
        let live = try LiveLadder(try await Ladder.make(recipe)) {
            $0.window = .sliding(30)
            $0.secondsBefore = 60
        }
        let origin = try Origin(live)
        let item = AVPlayerItem(url: origin.url("/main.m3u8"))
        change(item)
        let stream = Stream(live: live, origin: origin, player: AVPlayer(playerItem: item), item: item)
        try #require(await become { item.status == .readyToPlay })
        return stream
    }

    private func become(_ condition: () -> Bool) async -> Bool { await eventually(within: .seconds(60), condition) }

    @Test(
        "S4.8: a seek of a live item to positive infinity goes to the live edge minus the configured offset",
        arguments: [6.0, 15])
    func liveEdge(_ offset: Double) async throws {
        let stream = try await ready {
            $0.configuredTimeOffsetFromLive = CMTime(seconds: offset, preferredTimescale: 600)
        }
        defer { stream.end() }
        #expect(await stream.item.seek(to: stream.seekable.start, toleranceBefore: .zero, toleranceAfter: .zero))
        #expect(stream.delay > 20)
        let published = stream.live.publishedSeconds
        #expect(await stream.item.seek(to: .positiveInfinity, toleranceBefore: .zero, toleranceAfter: .zero))
        // The reload of a playlist and the seek take time, in which the server publishes more.
        #expect(stream.delay > offset - 1)
        #expect(stream.delay < offset + 5 + (stream.live.publishedSeconds - published))
    }

    @Test(
        "S7.15: seekable ranges of a live item slide; while it is paused, only with permission to use the network",
        arguments: [false, true])
    func ranges(isPermitted: Bool) async throws {
        let stream = try await ready { $0.canUseNetworkResourcesForLiveStreamingWhilePaused = isPermitted }
        defer { stream.end() }
        stream.player.play()
        let first = stream.seekable
        #expect(
            await become {
                stream.seekable.start.seconds >= first.start.seconds + 2
                    && stream.seekable.end.seconds >= first.end.seconds + 2
            })
        stream.player.pause()
        // What was requested before the pause arrives.
        var last = (range: stream.seekable, published: stream.live.publishedSeconds)
        let isFrozen = await eventually(within: .seconds(isPermitted ? 6 : 60)) {
            if stream.seekable != last.range { last = (stream.seekable, stream.live.publishedSeconds) }
            return stream.live.publishedSeconds >= last.published + 4
        }
        #expect(isFrozen == !isPermitted)
    }

    @Test(
        "S7.15: with a preserved offset, playback jumps towards the live edge after a pause; without, the delay remains",
        arguments: [true, false])
    func preservedOffset(_ isPreserved: Bool) async throws {
        let stream = try await ready { $0.automaticallyPreservesTimeOffsetFromLive = isPreserved }
        defer { stream.end() }
        stream.player.play()
        #expect(await become { stream.player.timeControlStatus == .playing && stream.player.currentTime().seconds > 0 })
        let time = stream.player.currentTime().seconds
        #expect(await become { stream.player.currentTime().seconds > time + 0.5 })
        stream.player.pause()
        let (delay, published) = (stream.delay, stream.live.publishedSeconds)
        #expect(await become { stream.live.publishedSeconds >= published + 8 })
        let paused = stream.player.currentTime().seconds
        stream.player.play()
        #expect(await become { stream.player.currentTime().seconds > paused + (isPreserved ? 6 : 0.5) })
        if isPreserved {
            #expect(stream.delay < delay + 4)
        } else {
            #expect(stream.delay > delay + 5)
        }
    }
}
