import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// The time from a change of state to its signal at another program; `script/bench --only nowplaying` measures and judges it.
@Suite(.enabled(if: PrivateBus.isAvailable))
struct NowPlayingLatencyTests {
    @Test("each pause and each resumption is signalled once, in order")
    func changes_areSignalled() async throws {
        let isMeasured = ProcessInfo.processInfo.environment["OPENAVKIT_LATENCY"] != nil
        let stage = try await BusStage()
        try await stage.playMovie()
        let arrivals = Mutex<[Double]>([])
        let watch = try stage.client.watchSignals(path: NowPlayingNames.path, name: "PropertiesChanged") { event in
            if event.arguments[1]["PlaybackStatus"] != nil { arrivals.withLock { $0.append(PlaybackClock.now) } }
        }
        defer { watch.end() }
        // The bus knows of the watch when it has answered a later call.
        _ = try await stage.names()
        var info = try #require(stage.info.nowPlayingInfo)
        var delays: [Double] = []
        for index in 0..<(isMeasured ? 1000 : 20) {
            info[MPNowPlayingInfoPropertyPlaybackRate] = index % 2 == 0 ? 0.0 : 1.0
            let begin = PlaybackClock.now
            stage.info.nowPlayingInfo = info
            try #require(
                await eventually(every: .microseconds(200)) { arrivals.withLock { $0.count } > index },
                "change \(index) was not signalled")
            delays.append((arrivals.withLock { $0[index] } - begin) * 1000)
            await elapse(.milliseconds(isMeasured ? 30 : 1))
        }
        #expect(arrivals.withLock { $0.count } == delays.count)
        guard isMeasured else { return }
        let sorted = delays.sorted()
        let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        print(String(format: "nowplaying: state change to signal, median %.2f ms, p99 %.2f ms", median, late))
        #expect(median < 5)
        #expect(late < 15)
    }
}
