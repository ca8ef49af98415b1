import CoreMedia
import MediaEngine

/// Making ready before it is needed: the next item of a queue, and prerolls.
extension PlayerCore {
    /// Attaches the next item where little is left of the present one, so that it follows with no gap and no black picture.
    func schedulePreload(_ state: inout State) {
        guard !state.life.isClosed, let next = state.queue.next?.core, let current = state.current else { return }
        guard next.read({ !$0.item.isAttached }) else { return }
        // Without a known end there is no telling when the next item will be needed.
        let isNear = current.read { item in
            guard item.item.isPlayable, item.item.buffer.isLikelyToKeepUp || item.item.buffer.isFull else {
                return false
            }
            let end = item.endTime
            return end.isNumeric && (end - item.currentTime).seconds <= Self.preloadSeconds
        }
        if isNear { attach(next, &state) }
    }

    /// Sets the marks that depend on the current item: where to look for the next one, and where playing backwards ends.
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

    /// A seek, or another rate, since the mark was reached makes it void.
    private func reachReverseEnd(_ end: CMTime, of item: ItemCore, _ state: inout State) {
        guard state.current === item, state.transport.rate < 0 else { return }
        guard item.read({ $0.seeks.isSettled && ($0.currentTime - end).seconds < Self.markSlack }) else { return }
        perform(state.transport.ended(at: .start), &state)
    }

    /// A mark's timer may be early by this many seconds of item time.
    private static let markSlack = 0.05

    private func addMark(at seconds: Double, _ body: @escaping @Sendable (PlayerCore) -> Void) -> TimeObserverToken {
        hub.add(BoundarySchedule(times: [seconds]), place: .anyThread) { [weak self] _ in
            guard let self else { return }
            body(self)
        }
    }

    /// Answers once something can be heard and seen at once; false where a rate or time change comes first.
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
