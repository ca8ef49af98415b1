import CoreMedia
import Foundation
import MediaEngine

/// Where the item is in time, and going elsewhere: semantics section 4.
extension ItemCore {
    func currentTime() -> CMTime {
        let (session, time) = read { state -> ((any ItemPlayback)?, CMTime) in
            if let held = state.heldTime { return (nil, held) }
            if let past = state.pastEnd {
                let elapsed = Double(state.environment.hostClock.now &- past.hostTime) / 1e9
                let seconds = max(0, past.seconds + elapsed * past.rate)
                return (nil, CMTime(seconds: seconds, preferredTimescale: Self.pastEndTimescale))
            }
            // Before it is opened, a session does not know where it will start.
            guard state.item.isPlayable else { return (nil, state.lastTime ?? state.startPosition) }
            return (state.session, state.lastTime ?? state.startPosition)
        }
        return session?.currentTime ?? time
    }

    private static var pastEndTimescale: CMTimeScale { 90_000 }

    /// Where time is and how fast it goes, for observers.
    func anchor() -> (anchor: TimeAnchor, time: CMTime) {
        let time = currentTime()
        let (rate, now) = read { ($0.pastEnd?.rate ?? $0.effectiveRate, $0.environment.hostClock.now) }
        return (TimeAnchor(seconds: time.isNumeric ? time.seconds : 0, rate: rate, hostTime: now), time)
    }

    /// One for the item's whole life; nil before it is ready.
    var timebase: CMTimebase? {
        update { state in
            guard state.item.status == .readyToPlay else { return nil }
            if let timebase = state.timebase { return timebase }
            let timebase = CMTimebase(
                showingTime: { [weak self] in self?.currentTime() ?? .invalid },
                rate: { [weak self] in self?.anchor().anchor.rate ?? 0 })
            state.timebase = timebase
            return timebase
        }
    }

    /// The time at which playing forward ends; indefinite where it is not known.
    var endTime: CMTime {
        read { state in
            let end = state.settings.forwardEnd
            let duration = state.item.duration
            guard end.isNumeric else { return duration }
            return duration.isNumeric ? min(end, duration) : end
        }
    }

    func setRate(_ rate: Float) {
        let session = read { $0.session }
        session?.setRate(Double(rate))
    }

    /// nil: the session's own time counts again.
    func runPastEnd(at rate: Float?) {
        let time = currentTime()
        update { state in
            let now = state.environment.hostClock.now
            state.pastEnd = rate.map { (time.isNumeric ? time.seconds : 0, now, Double($0)) }
            tell(.rateChanged, state)
        }
    }

    /// Whoever asks gets an answer exactly once, on the main queue, after this has returned.
    func seek(_ request: SeekState<SeekHandler>.Request, handler: SeekHandler?) {
        let time = currentTime()
        var request = request
        if let host = read({ $0.host }) {
            guard let target = host.item(self, willSeekTo: request.time) else {
                let onMain = read { $0.environment.onMain }
                if let handler { onMain { handler(false) } }
                return
            }
            if target != request.time { request = .init(time: target, before: .zero, after: .zero) }
        }
        update { state in
            state.metrics.soughtFrom = time
            perform(seek: state.seeks.seek(request, handler: handler, at: place(state)), &state)
        }
    }

    func cancelPendingSeeks() {
        update { state in perform(seek: state.seeks.cancel(), &state) }
    }

    /// The date of the present time; nil without a stream that carries dates.
    func currentDate() -> Date? { read { $0.session }?.currentDate }

    /// The time of a date, as far as the stream has it now.
    func time(of date: Date) -> CMTime? { read { $0.session }?.time(of: date) }

    func step(by count: Int) {
        guard count != 0 else { return }
        update { state in
            guard let session = state.session, state.item.isPlayable, state.heldTime == nil else { return }
            guard count > 0 ? state.item.abilities.stepForward : state.item.abilities.stepBackward else { return }
            tell(.seekStarted, state)
            let serial = state.serial
            post { [weak self] in
                session.step(by: count) { [weak self] _ in
                    self?.update { state in
                        guard let self, state.serial == serial else { return }
                        self.tell(.jumped, state)
                        self.post { count < 0 ? self.flushOutputs() : self.followCaptions() }
                    }
                }
            }
        }
    }

    private func place(_ state: borrowing State) -> SeekState<SeekHandler>.Place {
        if state.item.status == .failed { return .failed }
        guard state.session != nil else { return .detached }
        return state.item.isPlayable ? .ready(seekable: state.item.seekableRanges) : .opening
    }

    func perform(seek actions: [SeekState<SeekHandler>.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .answer(let handler, let finished):
                guard let handler else { continue }
                let onMain = state.environment.onMain
                post { onMain { handler(finished) } }
            case .interrupted:
                postNotification(AVPlayerItem.timeJumpedNotification, &state)
            case .startPositionChanged(let time):
                state.startPosition = time
                state.lastTime = nil
            case .cancelInSession:
                let session = state.session
                post { session?.cancelPendingSeeks() }
            case .start(let request, let token):
                guard let session = state.session else { continue }
                state.pastEnd = nil
                let isHeld = state.item.loadedRanges.contains { $0.containsTime(request.time) }
                metricSeekStarted(isInBuffer: isHeld, at: state.metrics.soughtFrom, &state)
                tell(.seekStarted, state)
                let serial = state.serial
                post { [weak self] in
                    session.seek(
                        to: request.time, toleranceBefore: request.before, toleranceAfter: request.after
                    ) { [weak self] finished, landed in
                        self?.update { state in
                            guard let self, state.serial == serial else { return }
                            if finished { self.metricSeekLanded(at: landed, &state) }
                            self.perform(seek: state.seeks.landed(token: token, finished: finished), &state)
                            if finished { self.tell(.seekLanded, state) }
                            // What came while the seek was under way.
                            self.post { self.followCaptions() }
                        }
                    }
                }
            }
        }
    }
}
