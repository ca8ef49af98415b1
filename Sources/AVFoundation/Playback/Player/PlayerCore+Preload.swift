import CoreMedia
import MediaEngine

/// Preparation ahead of time: of the next item in a queue, and for prerolls.
extension PlayerCore {
    /// Attaches the next item when the current one is near its end, so that it follows without a gap or a black frame.
    func schedulePreload(_ state: inout State) {
        guard !state.life.isClosed, let next = state.queue.next?.core, let current = state.current else { return }
        guard next.read({ !$0.item.isAttached }) else { return }
        // Without a known end the time at which the next item is needed is unknown.
        let isNear = current.read { item in
            guard item.item.isPlayable, item.item.buffer.isLikelyToKeepUp || item.item.buffer.isFull else {
                return false
            }
            let end = item.endTime
            return end.isNumeric && (end - item.currentTime).seconds <= Self.preloadSeconds
        }
        if isNear { attach(next, &state) }
    }

    /// Sets the time observers that depend on the current item: for the preparation of the next one, and for the end of reverse playback.
    func mark(_ state: inout State) {
        var (preload, reverse): (TimeObserverToken?, TimeObserverToken?)
        if let current = state.current {
            let end = current.endTime
            if end.isNumeric, state.queue.next != nil, end.seconds > Self.preloadSeconds {
                preload = addMark(at: end.seconds - Self.preloadSeconds) { core in
                    core.update(.playback) { core.schedulePreload(&$0) }
                }
            }
            let reverseEnd = current.read { $0.settings.reverseEnd }
            if reverseEnd.isNumeric, reverseEnd > .zero {
                reverse = addMark(at: reverseEnd.seconds) { core in
                    core.update(.playback) { core.reachReverseEnd(reverseEnd, of: current, &$0) }
                }
            }
        }
        for mark in state.marks.replace(preload: preload, reverseEnd: reverse) { hub.remove(mark) }
    }

    /// Pauses at the end of reverse playback. Ignored after a later seek or rate change.
    private func reachReverseEnd(_ end: CMTime, of item: ItemCore, _ state: inout State) {
        guard state.current === item, state.transport.rate < 0 else { return }
        guard item.read({ $0.seeks.isSettled && ($0.currentTime - end).seconds < Self.markSlack }) else { return }
        perform(state.transport.ended(at: .start), &state)
    }

    /// The tolerance for timers that fire early, in seconds of item time.
    private static let markSlack = 0.05

    private func addMark(at seconds: Double, _ body: @escaping @Sendable (PlayerCore) -> Void) -> TimeObserverToken {
        hub.add(BoundarySchedule(times: [seconds]), place: .anyThread) { [weak self] _ in
            guard let self else { return }
            body(self)
        }
    }

    /// Calls the handler with true once playback could start at once, and with false where the rate or time is changed before.
    func preroll(_ handler: @escaping @Sendable (Bool) -> Void) {
        update(.client) { state in
            endPreroll(false, &state)
            let item = state.transport.item
            guard item?.phase == .ready, state.transport.rate == 0 else { return later { handler(false) } }
            state.preroll = handler
            if let buffer = item?.buffer, buffer.isLikelyToKeepUp || buffer.isFull { endPreroll(true, &state) }
        }
    }

    func endPreroll(_ finished: Bool, _ state: inout State) {
        guard let handler = state.preroll else { return }
        state.preroll = nil
        later { handler(finished) }
    }
}
