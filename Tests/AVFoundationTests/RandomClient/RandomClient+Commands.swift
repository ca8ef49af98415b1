import AVFoundation
import CoreMedia
import Foundation
import MediaTesting
import Synchronization

extension RandomClient {
    /// Gives one random command, if there is a player.
    /// - Parameter origin: the callback in which the command is given, for the record.
    func command(from origin: String) {
        guard let player = begin() else { return }
        defer { end() }
        switch pick(isQueue ? 34 : 28) {
        case 0...3: perform(origin + "play") { player.play() }
        case 4, 5: perform(origin + "pause") { player.pause() }
        case 6, 7: rate(player, origin)
        case 8...14: seek(player, origin)
        case 15: cancelSeeks(player, origin)
        case 16: step(player, origin)
        case 17: setEndTime(player, origin)
        case 18: settings(player, origin)
        case 19, 20: replace(player, origin)
        case 21, 22: addObserver(player, origin)
        case 23, 24: removeObserver(player, origin)
        case 25: preroll(player, origin)
        case 26: loseDevice(origin)
        case 27: setLoop(origin)
        case 28...31: queue(player, origin)
        default: looper(player, origin)
        }
    }

    /// Gives a command from within a callback, at random.
    func react(_ origin: String) {
        let reacts = state.withLock { state in
            guard state.phase == .random, state.reactionsLeft > 0, Int.random(in: 0..<4, using: &state.random) == 0
            else { return false }
            state.reactionsLeft -= 1
            return true
        }
        if reacts { command(from: "[\(origin)] ") }
    }

    private func begin() -> AVPlayer? {
        state.withLock { state in
            guard state.phase == .random, let player = state.player else { return nil }
            Self.noteCommand(&state)
            state.commandsRunning += 1
            return player
        }
    }

    private func end() {
        state.withLock { state in
            state.commandsRunning -= 1
            Self.noteCommand(&state)
        }
    }

    private static func noteCommand(_ state: inout State) {
        state.epoch += 1
        state.lastCommand = Date()
        for key in state.items.keys { state.items[key]?.quietEnds = 0 }
    }

    func perform(_ text: String, _ body: () -> Void) {
        note(text, isCommand: true)
        body()
    }

    // MARK: Rates and settings

    private func rate(_ player: AVPlayer, _ origin: String) {
        let rates: [Float] = [0, 1, 1, 0.5, 1.5, 2, 4, 8, 16, 32, -0.5, -1, -2, -8, -16]
        let rate = rates[pick(rates.count)]
        switch pick(5) {
        case 0: perform(origin + "playImmediately \(rate)") { player.playImmediately(atRate: rate) }
        case 1: perform(origin + "defaultRate \(abs(rate))") { player.defaultRate = max(0.5, min(2, abs(rate))) }
        // Another thread could turn automatic waiting on between the check and the call.
        case 2 where isOnMainAlone && !player.automaticallyWaitsToMinimizeStalling:
            let time = oneIn(2) ? CMTime.invalid : CMTime(seconds: pick(0...1), preferredTimescale: 600)
            let host = oneIn(2) ? CMTime.invalid : CMClock.hostTimeClock.time + CMTime(value: 1, timescale: 10)
            let command = {
                self.perform(origin + "setRate \(rate) time \(time.seconds) at \(host.seconds)") {
                    player.setRate(rate, time: time, atHostTime: host)
                }
            }
            // With a time it seeks, without reporting when the seek has finished.
            if time.isNumeric { mayMove(command) } else { command() }
        default: perform(origin + "rate = \(rate)") { player.rate = rate }
        }
    }

    private func settings(_ player: AVPlayer, _ origin: String) {
        switch pick(4) {
        case 0:
            let waits = oneIn(2)
            perform(origin + "automaticallyWaits = \(waits)") { player.automaticallyWaitsToMinimizeStalling = waits }
        case 1:
            let action: AVPlayer.ActionAtItemEnd = oneIn(2) ? .pause : isQueue ? .advance : .none
            perform(origin + "actionAtItemEnd = \(action)") { player.actionAtItemEnd = action }
        case 2: perform(origin + "volume") { player.volume = Float(pick(0...1)) }
        default: perform(origin + "isMuted") { player.isMuted.toggle() }
        }
    }

    private func setEndTime(_ player: AVPlayer, _ origin: String) {
        guard let item = player.currentItem else { return }
        let time = oneIn(2) ? CMTime.invalid : CMTime(seconds: pick(0.1...3), preferredTimescale: 600)
        if oneIn(3) {
            perform(origin + "reversePlaybackEndTime = \(time.seconds)") { item.reversePlaybackEndTime = time }
        } else {
            perform(origin + "forwardPlaybackEndTime = \(time.seconds)") { item.forwardPlaybackEndTime = time }
        }
    }

    private func preroll(_ player: AVPlayer, _ origin: String) {
        if oneIn(3) { return perform(origin + "cancelPendingPrerolls") { player.cancelPendingPrerolls() } }
        let number = state.withLock { state in
            state.prerollAnswers.append(0)
            return state.prerollAnswers.count - 1
        }
        perform(origin + "preroll \(number)") {
            player.preroll(atRate: 1) { [self] _ in
                let count = state.withLock { state in
                    state.prerollAnswers[number] += 1
                    return state.prerollAnswers[number]
                }
                if count > 1 { fail("preroll \(number) completed \(count) times") }
                react("preroll")
            }
        }
    }

    private func loseDevice(_ origin: String) {
        guard device != .machine else { return }
        if oneIn(2) {
            perform(origin + "the audio device vanishes") { devices.lose() }
        } else {
            perform(origin + "another audio device is there") { devices.recover() }
        }
    }

    private func setLoop(_ origin: String) {
        let loop = oneIn(2) ? nil : Loop.allCases[pick(Loop.allCases.count)]
        perform(origin + "loop \(loop.map { "\($0)" } ?? "off")") { state.withLock { $0.loop = loop } }
    }

    /// Restarts an item that has ended.
    func restart(_ loop: Loop) {
        let later = loop == .laterSeekThenPlay || loop == .laterPlayThenSeek
        guard later else { return restartNow(loop) }
        let queue = isOnMainAlone || oneIn(2) ? DispatchQueue.main : workQueue
        queue.asyncAfter(deadline: .now() + .milliseconds(pick(60))) { self.restartNow(loop) }
    }

    private func restartNow(_ loop: Loop) {
        guard let player = begin() else { return }
        defer { end() }
        note("[end] restart: \(loop)", isCommand: true)
        if loop == .playThenSeek || loop == .laterPlayThenSeek { player.play() }
        seek("to zero") { player.seek(to: .zero, completionHandler: $0) }
        if loop == .seekThenPlay || loop == .laterSeekThenPlay { player.play() }
    }

    // MARK: Seeks

    private func seek(_ player: AVPlayer, _ origin: String) {
        for _ in 0..<(oneIn(6) ? 1 + pick(5) : 1) { oneSeek(player, origin) }
    }

    private func oneSeek(_ player: AVPlayer, _ origin: String) {
        let item = player.currentItem
        let length = item.flatMap(medium)?.seconds ?? 4
        func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }
        let target: CMTime =
            switch pick(10) {
            case 0, 1: .zero
            case 2: time(length - pick(0...0.4))
            case 3: time(length)
            case 4: oneIn(2) ? .positiveInfinity : time(length + 5)
            case 5: player.currentTime()
            default: time(pick(0...length))
            }
        guard target.isValid, !target.isIndefinite else { return }
        let tolerance: CMTime = [.zero, .zero, .positiveInfinity, time(0.3)][pick(4)]
        let text = origin + "seek to \(target.seconds) within \(tolerance.seconds)"
        switch pick(8) {
        case 0 where item != nil:
            seek(text + " by the item") {
                item?.seek(
                    to: target, toleranceBefore: tolerance, toleranceAfter: tolerance, completionHandler: $0)
            }
        case 1: seek(origin + "seek to a date") { player.seek(to: Date(), completionHandler: $0) }
        case 2: seek(text + " by default") { player.seek(to: target, completionHandler: $0) }
        default:
            seek(text) {
                player.seek(
                    to: target, toleranceBefore: tolerance, toleranceAfter: tolerance, completionHandler: $0)
            }
        }
    }

    /// Makes a seek, whose handler must be called exactly once.
    /// - Returns: its number.
    @discardableResult
    func seek(_ text: String, _ body: (@escaping @Sendable (Bool) -> Void) -> Void) -> Int {
        let number = state.withLock { state in
            Self.noteCommand(&state)
            state.seekAnswers.append(0)
            state.seekResults.append(nil)
            return state.seekAnswers.count - 1
        }
        note("\(text), number \(number)", isCommand: true)
        body { [self] finished in
            let (count, isOver) = state.withLock { state in
                state.seekAnswers[number] += 1
                state.seekResults[number] = finished
                state.epoch += 1
                return (state.seekAnswers[number], state.phase == .released && state.player == nil)
            }
            note("  seek \(number) \(finished ? "landed" : "abandoned")")
            if count > 1 { fail("seek \(number) completed \(count) times") }
            if !isOver { react("seek") }
        }
        return number
    }

    private func cancelSeeks(_ player: AVPlayer, _ origin: String) {
        guard let item = player.currentItem else { return }
        mayMove { perform(origin + "cancelPendingSeeks") { item.cancelPendingSeeks() } }
    }

    private func step(_ player: AVPlayer, _ origin: String) {
        guard let item = player.currentItem, player.rate == 0 else { return }
        let count = [1, -1, 3, -3, 30][pick(5)]
        mayMove { perform(origin + "step \(count)") { item.step(byCount: count) } }
    }

    /// Gives a command after which time may jump for a while without a notification: a step, a seek that is cancelled after its start,
    /// or a rate set with a time.
    private func mayMove(_ body: () -> Void) {
        state.withLock { $0.movesLeft += 1 }
        body()
        workQueue.asyncAfter(deadline: .now() + .milliseconds(700)) { [weak self] in
            self?.state.withLock { state in
                state.movesLeft -= 1
                state.epoch += 1
            }
        }
    }

    // MARK: Items

    /// Returns an item that is in no player.
    func item(of wanted: ClientWorld.Medium? = nil) -> AVPlayerItem {
        // Whether an item is in no player is certain only for a client that gives all its commands on one thread.
        if wanted == nil, isOnMainAlone, oneIn(3), let item = freeItem() { return item }
        let medium = wanted ?? (oneIn(3) ? world.media[pick(world.media.count)] : world.sound[pick(world.sound.count)])
        let item = AVPlayerItem(url: medium.url)
        state.withLock { $0.items[ObjectIdentifier(item)] = ItemRecord(item: item, medium: medium, isFree: false) }
        if oneIn(4) {
            seek("seek of an item without a player") {
                item.seek(to: CMTime(seconds: pick(0...1), preferredTimescale: 600), completionHandler: $0)
            }
        }
        return item
    }

    private func freeItem() -> AVPlayerItem? {
        let queued = Set(
            (state.withLock { $0.player } as? AVQueuePlayer)?.items().map(ObjectIdentifier.init) ?? [])
        return state.withLock { state in
            guard
                let (key, record) = state.items.first(where: { key, record in
                    isQueue ? !queued.contains(key) : record.isFree
                })
            else { return nil }
            state.items[key]?.isFree = false
            return record.item
        }
    }

    private func replace(_ player: AVPlayer, _ origin: String) {
        let old = player.currentItem
        if oneIn(8) { return perform(origin + "replace by the same") { player.replaceCurrentItem(with: old) } }
        // The item of a queue player may just have been replaced by the next one.
        let new = oneIn(8) ? nil : item()
        perform(origin + "replace by \(new.flatMap(medium)?.name ?? "nil")") {
            player.replaceCurrentItem(with: new)
        }
        guard isOnMainAlone, let old else { return }
        state.withLock { $0.items[ObjectIdentifier(old)]?.isFree = true }
    }

    private func queue(_ player: AVPlayer, _ origin: String) {
        guard let player = player as? AVQueuePlayer else { return }
        switch pick(8) {
        case 0: perform(origin + "advanceToNextItem") { player.advanceToNextItem() }
        case 1:
            let items = player.items()
            guard !items.isEmpty else { return }
            let item = items[pick(items.count)]
            perform(origin + "remove \(medium(of: item)?.name ?? "a copy")") { player.remove(item) }
        case 2 where oneIn(3): perform(origin + "removeAllItems") { player.removeAllItems() }
        default:
            guard player.items().count < 6 else { return }
            let item = item()
            perform(origin + "insert \(medium(of: item)?.name ?? "?")") {
                player.insert(item, after: nil)
            }
        }
    }

    private func looper(_ player: AVPlayer, _ origin: String) {
        guard let player = player as? AVQueuePlayer else { return }
        let old = state.withLock { $0.looper }
        switch pick(4) {
        case 0: perform(origin + "disableLooping") { old?.looper.disableLooping() }
        case 1:
            perform(origin + "let the looper go") {
                let released = state.withLock { state -> LooperBox? in
                    defer { state.looper = nil }
                    return state.looper
                }
                withExtendedLifetime(released) {}
            }
        default:
            let range =
                oneIn(2)
                ? CMTimeRange.invalid
                : CMTimeRange(
                    start: CMTime(value: 1, timescale: 5), duration: CMTime(seconds: 0.6, preferredTimescale: 600))
            perform(origin + "loop \(range.isValid ? "a part" : "all") of the clip") {
                let template = AVPlayerItem(url: world.clip.url)
                let looper = LooperBox(
                    AVPlayerLooper(player: player, templateItem: template, timeRange: range))
                let released = state.withLock { state -> LooperBox? in
                    defer { state.looper = looper }
                    return state.looper
                }
                withExtendedLifetime(released) {}
            }
        }
    }
}
