import AVFoundation
import Foundation
import MediaTesting
import Synchronization

/// Polls a player every few milliseconds and checks that time never decreases during forward playback without a command, and that the
/// waiting reason is set exactly while waiting.
final class TimeWatch: Sendable {
    private struct Look {
        var epoch: UInt64
        var item: ObjectIdentifier
        var loopCount: Int
        var rate: Float
        var seconds: Double
        var date: Date
    }

    private let client: RandomClient
    private let isStopped = Atomic(false)
    private let finished = DispatchSemaphore(value: 0)

    init(_ client: RandomClient) { self.client = client }

    func start() {
        Thread.detachNewThread { [self] in
            var last: Look?
            while !isStopped.load(ordering: .relaxed) {
                let look = look()
                if let last, let look { compare(last, look) }
                last = look
                checkReason()
                elapseBlocking(.milliseconds(3))
            }
            finished.signal()
        }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        finished.wait()
    }

    /// nil while a command or a seek is in progress.
    private func stableEpoch() -> UInt64? {
        client.state.withLock { state in
            guard state.commandsRunning == 0, state.movesLeft == 0, !state.seekAnswers.contains(0) else { return nil }
            return state.epoch
        }
    }

    private func look() -> Look? {
        guard let player = client.state.withLock({ $0.player }), let epoch = stableEpoch(),
            let item = player.currentItem
        else { return nil }
        let count = client.state.withLock { $0.looper }?.looper.loopCount ?? 0
        let rate = player.rate
        let seconds = player.currentTime().seconds
        guard rate > 0, player.currentItem === item, player.rate == rate, stableEpoch() == epoch,
            count == client.state.withLock({ $0.looper })?.looper.loopCount ?? 0
        else { return nil }
        return Look(
            epoch: epoch, item: ObjectIdentifier(item), loopCount: count, rate: rate, seconds: seconds, date: Date())
    }

    private func compare(_ a: Look, _ b: Look) {
        guard a.epoch == b.epoch, a.item == b.item, a.loopCount == b.loopCount, a.rate == b.rate else { return }
        if b.seconds < a.seconds - 0.0005 {
            client.fail("time went back from \(a.seconds) to \(b.seconds) at rate \(b.rate)\(client.describe())")
        }
        // The host clock bounds the advance of time, except for a stream that skips gaps.
        let most = b.date.timeIntervalSince(a.date) * Double(b.rate) + 0.6
        if b.seconds - a.seconds > most {
            client.note("time moved by \(b.seconds - a.seconds) s at rate \(b.rate), more than \(most) s")
        }
    }

    private func checkReason() {
        guard let player = client.state.withLock({ $0.player }) else { return }
        var seen = ""
        // The two properties are read one after the other, and playback may change them in between.
        for _ in 0..<6 {
            let before = player.timeControlStatus
            let reason = player.reasonForWaitingToPlay
            let rate = player.rate
            let after = player.timeControlStatus
            guard before == after else { return }
            let isSound =
                (reason != nil) == (before == .waitingToPlayAtSpecifiedRate) && (rate != 0 || before == .paused)
            if isSound { return }
            seen = "rate \(rate), status \(before), reason \(reason?.rawValue ?? "nil")"
        }
        client.fail("inconsistent: \(seen)")
    }
}
