import CoreMedia
import MediaEngine

/// Making ready before it is needed: the next item of a queue, and prerolls.
extension PlayerCore {
    /// Attaches the next item where little is left of the present one, so that it follows with no gap and no black picture.
    func schedulePreload(_ state: inout State) {
        guard let next = state.queue.next?.core, let current = state.current else { return }
        guard next.read({ !$0.item.isAttached }) else { return }
        let (isPlayable, buffer) = current.read { ($0.item.isPlayable, $0.item.buffer) }
        guard isPlayable, buffer.isLikelyToKeepUp || buffer.isFull else { return }
        post { [weak self] in
            guard let self else { return }
            let end = current.endTime
            // Without a known end there is no telling when the next item will be needed.
            let left = end.isNumeric ? (end - current.currentTime()).seconds : 0
            guard left <= Self.preloadSeconds else { return }
            update { state in
                guard !state.isClosed, state.queue.next?.core === next else { return }
                attach(next, state)
            }
        }
    }

    /// Sets the marks that depend on the current item: where to look for the next one, and where playing backwards ends.
    func mark(_ state: inout State) {
        for mark in [state.preloadMark, state.reverseEndMark].compactMap({ $0 }) {
            post { [hub] in _ = hub.remove(mark) }
        }
        state.preloadMark = nil
        state.reverseEndMark = nil
        guard let current = state.current else { return }
        let end = current.endTime
        if end.isNumeric, state.queue.next != nil, end.seconds > Self.preloadSeconds {
            state.preloadMark = addMark(at: end.seconds - Self.preloadSeconds) { core in
                core.update { core.schedulePreload(&$0) }
            }
        }
        let reverseEnd = current.read { $0.settings.reverseEnd }
        if reverseEnd.isNumeric, reverseEnd > .zero {
            state.reverseEndMark = addMark(at: reverseEnd.seconds) { core in
                core.update { state in
                    guard state.current === current, state.transport.rate < 0 else { return }
                    core.perform(state.transport.ended(), &state)
                }
            }
        }
    }

    private func addMark(at seconds: Double, _ body: @escaping @Sendable (PlayerCore) -> Void) -> TimeObserverToken {
        hub.add(BoundarySchedule(times: [seconds]), place: .anyThread) { [weak self] _ in
            guard let self else { return }
            body(self)
        }
    }

    /// Answers once something can be heard and seen at once; false where a rate or time change comes first.
    func preroll(_ handler: @escaping @Sendable (Bool) -> Void) {
        update { state in
            endPreroll(false, &state)
            let item = state.transport.item
            guard item?.phase == .ready, state.transport.rate == 0 else {
                post { [environment] in environment.onMain { handler(false) } }
                return
            }
            state.preroll = handler
            if let buffer = item?.buffer, buffer.isLikelyToKeepUp || buffer.isFull { endPreroll(true, &state) }
        }
    }

    func endPreroll(_ finished: Bool, _ state: inout State) {
        guard let handler = state.preroll else { return }
        state.preroll = nil
        post { [environment] in environment.onMain { handler(finished) } }
    }
}
