import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import Synchronization

extension RandomClient {
    static let notifications: [Notification.Name] = [
        .AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime, .AVPlayerItemTimeJumped,
        .AVPlayerItemPlaybackStalled,
    ]

    // MARK: Notifications

    func take(_ notification: Notification) {
        guard let item = notification.object as? AVPlayerItem else { return }
        let key = ObjectIdentifier(item)
        guard let record = state.withLock({ $0.items[key] }) else { return }
        switch notification.name {
        case .AVPlayerItemDidPlayToEndTime: ended(item, record)
        case .AVPlayerItemFailedToPlayToEndTime:
            note("  \(record.medium.name) cannot play to its end")
            if record.medium.seconds != nil, record.medium.name != "broken variant" {
                let error = notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error
                let cause = error.map { "\($0) \(($0 as NSError).userInfo)" } ?? "no error"
                fail("\(record.medium.name) failed to play to its end\(describe()), \(cause)")
            }
            react("failed to end")
        case .AVPlayerItemPlaybackStalled:
            note("  stalled")
            react("stalled")
        default: react("time jumped")
        }
    }

    private func ended(_ item: AVPlayerItem, _ record: ItemRecord) {
        let seconds = item.currentTime().seconds
        note("  \(record.medium.name) ended, at \(seconds)")
        let (count, isQuiet, loop) = state.withLock { state -> (Int, Bool, Loop?) in
            let key = ObjectIdentifier(item)
            let isQuiet = Date().timeIntervalSince(state.lastCommand) > 0.6 && !state.seekAnswers.contains(0)
            state.items[key]?.ends += 1
            if isQuiet { state.items[key]?.quietEnds += 1 }
            return (state.items[key]?.quietEnds ?? 0, isQuiet, state.phase == .random ? state.loop : nil)
        }
        if isQuiet, !isAtEnd(item, seconds) { fail("\(record.medium.name) ended at \(seconds) s\(describe())") }
        if count > 1 { fail("\(record.medium.name) ended \(count) times without a command between\(describe())") }
        if let loop { restart(loop) } else { react("end") }
    }

    /// Returns whether playback could have ended here, in either direction.
    private func isAtEnd(_ item: AVPlayerItem, _ seconds: Double) -> Bool {
        let slack = 0.35
        let ends = [item.duration, item.forwardPlaybackEndTime].filter(\.isNumeric).map(\.seconds)
        let starts = [0] + [item.reversePlaybackEndTime].filter(\.isNumeric).map(\.seconds)
        return ends.isEmpty || ends.contains { seconds > $0 - slack } || starts.contains { seconds < $0 + slack }
    }

    // MARK: Key-value observers

    /// Adds the observers that clients use most, for the whole run.
    func observeTransport(_ player: AVPlayer) {
        observe(player, \.rate, "rate")
        observe(player, \.timeControlStatus, "timeControlStatus")
        observe(player, \.reasonForWaitingToPlay, "reasonForWaitingToPlay")
        observe(player, \.currentItem?.status, "currentItem.status")
    }

    func addObserver(_ player: AVPlayer, _ origin: String) {
        guard state.withLock({ $0.observations.count }) < 16 else { return }
        switch pick(7) {
        case 0: perform(origin + "observe rate") { observe(player, \.rate, "rate") }
        case 1: perform(origin + "observe the status") { observe(player, \.timeControlStatus, "timeControlStatus") }
        case 2: perform(origin + "observe the item") { observe(player, \.currentItem, "currentItem") }
        case 3: perform(origin + "observe the duration") { observe(player, \.currentItem?.duration, "duration") }
        case 4:
            perform(origin + "observe keeping up") {
                observe(player, \.currentItem?.isPlaybackLikelyToKeepUp, "keepsUp")
            }
        case 5: perform(origin + "add a periodic observer") { observeTime(player) }
        default: perform(origin + "add a boundary observer") { observeBoundary(player) }
        }
    }

    func removeObserver(_ player: AVPlayer, _ origin: String) {
        // The first four stay for the final checks.
        let observation = state.withLock { state -> Observation? in
            guard state.observations.count > 4 else { return nil }
            return state.observations.remove(at: Int.random(in: 4..<state.observations.count, using: &state.random))
        }
        guard let observation else { return }
        perform(origin + "remove an observer") { remove(observation, of: player) }
    }

    func remove(_ observation: Observation, of player: AVPlayer) {
        switch observation.kind {
        case .keyValue(let token): token.invalidate()
        case .time(let box): player.removeTimeObserver(box.token)
        }
        observation.flag.isRemoved.store(true, ordering: .sequentiallyConsistent)
    }

    private func observe<Value>(_ player: AVPlayer, _ path: any KeyPath<AVPlayer, Value> & Sendable, _ name: String) {
        let flag = Flag()
        let key = state.withLock { "\(name) \($0.observations.count) \($0.epoch)" }
        let token = player.observe(path, options: [.old, .new]) { [weak self] _, change in
            guard let self else { return }
            called("observer of \(name)", flag)
            let value = change.newValue.map { "\($0)" } ?? "nothing"
            state.withLock { $0.reported[key] = value }
            react(name)
        }
        let observation = Observation(kind: .keyValue(token), flag: flag)
        state.withLock { state in
            state.observations.append(observation)
            if state.observations.count <= 4 { state.transportKeys.append(key) }
        }
    }

    /// Checks that a called observer has not been removed.
    private func called(_ what: String, _ flag: Flag) {
        // On other threads the call may have begun before the removal.
        if isOnMainAlone, flag.isRemoved.load(ordering: .sequentiallyConsistent) {
            fail("\(what) was called after its removal")
        }
        if state.withLock({ $0.phase == .over }) { fail("\(what) was called after the player's release") }
    }

    // MARK: Time observers

    private func observeTime(_ player: AVPlayer) {
        let flag = Flag()
        let interval = CMTime(seconds: pick(0.02...0.6), preferredTimescale: 600)
        let queue = isOnMainAlone || oneIn(2) ? nil : DispatchQueue(label: "random-client.times")
        let token = player.addPeriodicTimeObserver(forInterval: interval, queue: queue) { [weak self] _ in
            self?.called("a periodic observer", flag)
            self?.react("periodic")
        }
        let observation = Observation(kind: .time(TokenBox(token)), flag: flag)
        state.withLock { $0.observations.append(observation) }
    }

    private func observeBoundary(_ player: AVPlayer) {
        let flag = Flag()
        let times = (0...pick(3)).map { _ in NSValue(time: CMTime(seconds: pick(0...2), preferredTimescale: 600)) }
        let queue = isOnMainAlone || oneIn(2) ? nil : DispatchQueue(label: "random-client.boundaries")
        let token = player.addBoundaryTimeObserver(forTimes: times, queue: queue) { [weak self] in
            self?.called("a boundary observer", flag)
            self?.react("boundary")
        }
        let observation = Observation(kind: .time(TokenBox(token)), flag: flag)
        state.withLock { $0.observations.append(observation) }
    }
}
