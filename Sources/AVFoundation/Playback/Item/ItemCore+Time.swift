import CoreMedia
import Foundation
import MediaEngine

/// The current time of an item and seeking (semantics section 4).
extension ItemCore {
    func currentTime() -> CMTime { read { $0.currentTime } }

    /// Returns the current position and rate, for time observers.
    func anchor() -> (anchor: TimeAnchor, time: CMTime) {
        read { state in
            let time = state.currentTime
            let anchor = TimeAnchor(
                seconds: time.isNumeric ? time.seconds : 0, rate: state.playhead.rate, hostTime: state.now,
                stretch: state.playhead.stretch)
            return (anchor, time)
        }
    }

    /// The timebase, the same one for the item's whole life; nil before it is ready.
    var timebase: CMTimebase? {
        adjust { state in
            guard state.item.status == .readyToPlay else { return nil }
            if let timebase = state.timebase { return timebase }
            let timebase = CMTimebase(
                showingTime: { [weak self] in self?.currentTime() ?? .invalid },
                rate: { [weak self] in self?.anchor().anchor.rate ?? 0 })
            state.timebase = timebase
            return timebase
        }
    }

    /// The time at which forward playback ends; indefinite where it is not known.
    var endTime: CMTime { read { $0.endTime } }

    /// Whether the current time is before the end of forward playback; false where the end is not known.
    var isBeforeEnd: Bool {
        read { state in
            let end = state.endTime
            return end.isNumeric && state.currentTime < end - CMTime(value: 1, timescale: 100)
        }
    }

    /// Sets the session's rate. The player's state is locked.
    func setRate(_ rate: Float) { read { $0.session?.setRate(Double(rate)) } }

    /// Lets the item's time continue past its end. The player's state is locked.
    /// - Parameter rate: the rate of the time; nil: the session's own time counts again.
    func runPastEnd(at rate: Float?) -> ItemOutcome {
        updateInPlayer(.playback) { state in
            state.playhead.runPastEnd(at: rate.map(Double.init), from: state.currentTime, now: state.now)
            report(.rateChanged, &state)
        }
    }

    /// Seeks. The handler is called exactly once, on the main queue, after this method has returned.
    func seek(_ request: SeekState<SeekHandler>.Request, handler: SeekHandler?) {
        while true {
            guard let host = read({ $0.attachment.host }) else {
                let isDone = adjust { state in
                    guard state.attachment.host == nil else { return false }
                    seek(request, handler: handler, &state)
                    return true
                }
                if isDone { return }
                continue
            }
            let outcome = host.processSeek(of: self, to: request.time) { target in
                guard read({ $0.attachment.host === host }) else { return nil }
                return updateInPlayer(.client) { state in
                    guard let target else {
                        return perform(seek: [.answer(handler, finished: false)], &state)
                    }
                    let isRedirected = target != request.time
                    seek(
                        isRedirected ? .init(time: target, before: .zero, after: .zero) : request, handler: handler,
                        &state)
                }
            }
            if outcome != nil { return }
        }
    }

    private func seek(_ request: SeekState<SeekHandler>.Request, handler: SeekHandler?, _ state: inout State) {
        state.metrics.soughtFrom = state.currentTime
        perform(seek: state.seeks.seek(request, handler: handler, at: place(state)), &state)
    }

    func cancelPendingSeeks() {
        update(.client) { state in perform(seek: state.seeks.cancel(), &state) }
    }

    /// The date of the current time; nil where the media carries no dates.
    func currentDate() -> Date? { read { $0.session }?.currentDate }

    /// Returns the time of a date in the stream's current playlist.
    func time(of date: Date) -> CMTime? { read { $0.session }?.time(of: date) }

    func step(by count: Int) {
        guard count != 0 else { return }
        update(.client) { state in
            guard let session = state.session, state.item.isPlayable, !state.playhead.isFrozen else { return }
            guard count > 0 ? state.item.abilities.stepForward : state.item.abilities.stepBackward else { return }
            let serial = state.serial
            state.playhead.jump()
            session.step(by: count) { [weak self] _ in
                self?.update(.playback) { state in
                    guard let self, state.serial == serial else { return }
                    state.playhead.jump()
                    self.report(.jumped, &state)
                    self.post { count < 0 ? self.flushOutputs() : self.followCaptions() }
                }
            }
            report(.seekStarted, &state)
        }
    }

    private func place(_ state: borrowing State) -> SeekState<SeekHandler>.ItemPhase {
        if state.item.status == .failed { return .failed }
        guard state.session != nil else { return .detached }
        return state.item.isPlayable ? .ready(seekable: state.item.seekableRanges) : .opening
    }

    func perform(seek actions: [SeekState<SeekHandler>.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .answer(let handler, let finished):
                if let handler { state.environment.onMain { handler(finished) } }
            case .interrupted:
                postNotification(AVPlayerItem.timeJumpedNotification, &state)
            case .startPositionChanged(let time):
                state.playhead.setStart(time)
            case .cancelInSession:
                state.playhead.jump()
                state.session?.cancelPendingSeeks()
            case .start(let request, let token):
                guard let session = state.session else { continue }
                state.playhead.jump()
                let isBuffered = state.item.loadedRanges.contains { $0.containsTime(request.time) }
                metricSeekStarted(isInBuffer: isBuffered, at: state.metrics.soughtFrom, &state)
                let serial = state.serial
                session.seek(
                    to: request.time, toleranceBefore: request.before, toleranceAfter: request.after
                ) { [weak self] finished, reachedTime in
                    self?.seekCompleted(token, of: serial, finished, at: reachedTime)
                }
                report(.seekStarted, &state)
            }
        }
    }

    private func seekCompleted(_ token: UInt64, of serial: UInt64, _ finished: Bool, at time: CMTime) {
        update(.playback) { state in
            guard state.serial == serial else { return }
            state.playhead.jump()
            if finished {
                metricSeekCompleted(at: time, &state)
                // A stream can complete a seek before it is ready to play; until then its session's time is not used.
                if !state.item.isPlayable { state.playhead.setStart(time) }
            }
            perform(seek: state.seeks.seekCompleted(token: token, finished: finished), &state)
            if finished { report(.seekCompleted, &state) }
            // Delivers captions and metadata that were read while the seek was pending.
            post { [self] in
                followCaptions()
                showMetadata()
            }
        }
    }
}
