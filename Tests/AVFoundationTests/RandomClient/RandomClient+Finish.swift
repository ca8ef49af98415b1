import AVFoundation
import CoreMedia
import Foundation
import MediaTesting
import Synchronization

/// The final checks after any sequence of commands: playing to the end, restarting, and releasing all objects.
extension RandomClient {
    /// Stops the commands for a while.
    func beQuiet(seconds: Double) {
        state.withLock { $0.phase = .quiet }
        note("quiet for \(seconds) s")
        elapseBlocking(.seconds(seconds))
        checkReported()
        state.withLock { $0.phase = .random }
    }

    /// Checks that every observer was last notified of the current value.
    private func checkReported() {
        guard isOnMainAlone, let player = state.withLock({ $0.player }) else { return }
        var difference: String?
        // Changes by playback are reported later, on the main queue.
        _ = eventuallyBlocking(within: .seconds(1), every: .milliseconds(20)) {
            difference = reportedDifference(player)
            return difference == nil
        }
        if let difference { fail(difference) }
    }

    private func reportedDifference(_ player: AVPlayer) -> String? {
        let (reported, keys) = state.withLock { ($0.reported, $0.transportKeys) }
        let current = [
            "\(player.rate)", "\(player.timeControlStatus)", "\(player.reasonForWaitingToPlay as Any)",
            "\(player.currentItem?.status as Any)",
        ]
        for (key, value) in zip(keys, current) {
            if let reported = reported[key], reported != value {
                return "the observer of \(key) was last called with \(reported), not \(value)"
            }
        }
        return nil
    }

    func finish() {
        guard let player = state.withLock({ $0.player }) else { return }
        state.withLock { $0.phase = .quiet }
        note("finishing")
        wait("all commands return") { state.withLock { $0.commandsRunning == 0 } }
        // The work that commands have queued runs before this block.
        workQueue.sync {}
        onMain("the queue") {}
        looperIsReleased()
        player.pause()
        player.actionAtItemEnd = .pause
        player.defaultRate = 1
        // Without waiting, an empty buffer pauses the player.
        player.automaticallyWaitsToMinimizeStalling = true
        player.cancelPendingPrerolls()
        onMain("the queue") {}
        wait("all seeks complete") { !state.withLock { $0.seekAnswers.contains(0) } }
        elapseBlocking(.milliseconds(300))
        checkReported()
        guard !hasFailed, let item = playableItem(player) else { return }
        item.forwardPlaybackEndTime = .invalid
        item.reversePlaybackEndTime = .invalid
        playToEnd(player, item)
        playAgain(player)
        player.pause()
    }

    private func looperIsReleased() {
        let box = state.withLock { state -> LooperBox? in
            defer { state.looper = nil }
            return state.looper
        }
        box?.looper.disableLooping()
    }

    /// Returns the current item where it can play to its end; else a new one.
    private func playableItem(_ player: AVPlayer) -> AVPlayerItem? {
        if let item = player.currentItem, let medium = medium(of: item), medium.seconds != nil {
            guard wait("\(medium.name) is ready", { item.status != .unknown }) else { return nil }
            if item.status == .readyToPlay { return item }
            fail("\(medium.name) failed: \(item.error.map { "\($0)" } ?? "")")
            return nil
        }
        let new = item(of: world.sound[pick(world.sound.count)])
        player.replaceCurrentItem(with: new)
        guard wait("a new item is ready", { new.status != .unknown }) else { return nil }
        return new
    }

    private func playToEnd(_ player: AVPlayer, _ item: AVPlayerItem) {
        let length = item.duration.seconds
        let target = CMTime(seconds: max(0, length - 0.5), preferredTimescale: 600)
        note("finish: seek to \(target.seconds) of \(length)")
        let number = seek("finish") {
            player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: $0)
        }
        guard wait("the last seek completes", { state.withLock { $0.seekAnswers[number] } > 0 }) else { return }
        guard state.withLock({ $0.seekResults[number] }) == true else {
            return fail("the last seek has failed\(describe())")
        }
        let landed = player.currentTime().seconds
        guard abs(landed - target.seconds) < 0.1 else {
            return fail("the last seek completed at \(landed)\(describe())")
        }
        let key = ObjectIdentifier(item)
        func ends() -> Int { state.withLock { $0.items[key]?.ends ?? 0 } }
        let before = ends()
        note("finish: play")
        player.play()
        guard wait("the end", { ends() > before }) else { return }
        guard wait("the pause at the end", { player.rate == 0 && player.timeControlStatus == .paused }) else { return }
        elapseBlocking(.milliseconds(300))
        if ends() != before + 1 { fail("\(ends() - before) ends of one pass") }
        let seconds = player.currentTime().seconds
        if abs(seconds - item.duration.seconds) > 0.1 { fail("currentTime is \(seconds) at the end\(describe())") }
    }

    private func playAgain(_ player: AVPlayer) {
        guard !hasFailed else { return }
        note("finish: start again")
        let number = seek("finish") { player.seek(to: .zero, completionHandler: $0) }
        player.play()
        let length = player.currentItem?.duration.seconds ?? 0
        wait("time moves from the start") {
            let seconds = player.currentTime().seconds
            return state.withLock { $0.seekAnswers[number] } > 0 && player.timeControlStatus == .playing
                && seconds > 0.1 && seconds < length - 0.3
        }
        checkReported()
    }

    /// Releases the player and its items at this moment, independent of other threads.
    func release(unlessReleased isReleased: () -> Bool) {
        note("release")
        releasePrimary()
        if hasFailed { return }
        wait("the player is released", isReleased)
        workQueue.sync {}
        onMain("the queue") {}
        onMain("the queue") {}
        let unanswered = state.withLock { state in
            state.seekAnswers.indices.filter { state.seekAnswers[$0] == 0 }
        }
        if !unanswered.isEmpty { fail("seeks \(unanswered) never completed") }
        let prerolls = state.withLock { state in
            state.prerollAnswers.indices.filter { state.prerollAnswers[$0] == 0 }
        }
        if !prerolls.isEmpty { fail("prerolls \(prerolls) never completed") }
        state.withLock { $0.phase = .over }
        elapseBlocking(.milliseconds(150))
        let items = state.withLock { state -> [ObjectIdentifier: ItemRecord] in
            defer { state.items = [:] }
            return state.items
        }
        withExtendedLifetime(items) {}
    }

    /// The last references are released when this call returns.
    private func releasePrimary() {
        let (player, looper, observations) = state.withLock { state in
            defer {
                state.phase = .released
                state.player = nil
                state.looper = nil
                state.observations = []
            }
            return (state.player, state.looper, state.observations)
        }
        // Half of the clients remove their observers first.
        if oneIn(2), let player {
            for observation in observations { remove(observation, of: player) }
        }
        withExtendedLifetime(looper) {}
    }
}
