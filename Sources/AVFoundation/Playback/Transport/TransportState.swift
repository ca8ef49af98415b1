import CoreMedia
import MediaEngine

/// The decisions of an `AVPlayer` about playback (semantics section 6). A value without side effects.
///
/// Each input changes the state and returns the resulting actions, in order: a rate change precedes the reason for waiting, and that
/// precedes the status, each at most once per input.
struct TransportState: Sendable {
    enum Status: Int, Sendable, Hashable { case paused, waiting, playing }

    enum Reason: Sendable, Hashable { case toMinimizeStalls, evaluatingBufferingRate, noItemToPlay, interstitialEvent }

    enum RateReason: Sendable, Hashable { case setRateCalled, setRateFailed, audioSessionInterrupted, appBackgrounded }

    enum EndAction: Int, Sendable, Hashable { case advance, pause, none }

    enum Action: Sendable, Equatable {
        /// `rateReason` is nil where Apple names none: a stall, an end, a failure.
        case rateChanged(from: Float, to: Float, rateReason: RateReason?)
        case reasonChanged(from: Reason?, to: Reason?)
        case statusChanged(from: Status, to: Status)
        /// Set the rate of the current item's session.
        case setSessionRate(Float)
        case postStalled
        case postDidPlayToEnd
        /// Let the time continue past the end at this rate, by the host clock, because the end action is none.
        case runPastEnd(Float)
        /// Report the session's own time again, because playback has left the end.
        case stopRunningPastEnd
        case advance
        /// Report the end again later, with this token, because playback was started at the end that it has reached. The report is dropped
        /// if playback has left the end by then: a client that calls `play()` and then seeks back gets no second end.
        case reportEndLater(UInt64)
    }

    /// The playback abilities of the current item; all false before it is ready.
    struct Abilities: Sendable, Hashable {
        var fastForward = false
        var slowForward = false
        var reverse = false
        var slowReverse = false
        var fastReverse = false
        var stepForward = false
        var stepBackward = false

        static func of(seekable: Bool, live: Bool, hasVideo: Bool) -> Abilities {
            Abilities(
                fastForward: seekable && !live, slowForward: true, reverse: seekable && !live,
                slowReverse: seekable && !live, fastReverse: seekable && !live, stepForward: hasVideo,
                stepBackward: hasVideo && seekable)
        }

        /// Returns the nearest supported rate. 1 to 2 are always supported.
        func nearest(to rate: Float) -> Float {
            switch rate {
            case _ where rate.isNaN: 0
            case 0, 1...2: rate
            case _ where rate > 2: fastForward ? rate : 2
            case _ where rate > 0: slowForward ? rate : 1
            case _ where rate < -1: fastReverse ? rate : (reverse ? -1 : 0)
            case -1: reverse ? rate : 0
            default: slowReverse ? rate : (reverse ? -1 : 0)
            }
        }
    }

    /// The transport's view of the current item.
    struct Item: Sendable, Equatable {
        enum Phase: Sendable, Equatable { case opening, ready, failed }
        enum End: Sendable, Equatable { case start, end }

        var phase = Phase.opening
        var abilities = Abilities()
        /// nil before the first report; until then the buffering rate is being evaluated.
        var buffer: BufferState?
        /// The end that was reached and has not been left since.
        var reached: End?
        /// Whether a playback gate does not admit the item. It is then neither rendered nor audible, whatever the rate is.
        var isHeld = false

        init(phase: Phase = .opening, abilities: Abilities = Abilities(), buffer: BufferState? = nil) {
            self.phase = phase
            self.abilities = abilities
            self.buffer = buffer
        }
    }

    private(set) var rate: Float = 0
    var defaultRate: Float = 1
    private(set) var automaticallyWaits = true
    private(set) var endAction: EndAction
    private(set) var status = Status.paused
    private(set) var reason: Reason?
    private(set) var item: Item?
    /// Whether an interstitial plays in the place of the item. The item is then paused, whatever `rate` is.
    private(set) var playsInterstitial = false
    /// The upper limit of rates.
    private(set) var maximumRate: Float?
    /// The rate that was last set on the session.
    private(set) var sessionRate: Float = 0
    /// Whether `playImmediately` was called: the buffered media is sufficient until the rate is 0, the item changes or
    /// the buffer is empty.
    private var startsImmediately = false
    /// The rate of the time past the end; nil where the session's own time counts.
    private var pastEndRate: Float?
    /// Whether the session's buffer was empty and has not been sufficient since.
    private var isStalled = false
    /// The pending end report after playback was started at the end.
    private var pendingEnd: UInt64?
    private var lastPendingEnd: UInt64 = 0

    init(endAction: EndAction = .pause) { self.endAction = endAction }

    // MARK: Client calls

    mutating func setRate(_ wanted: Float, immediately: Bool = false, reason rateReason: RateReason = .setRateCalled)
        -> [Action]
    {
        var actions: [Action] = []
        let allowed = allowedRate(wanted)
        let failed = allowed != wanted
        startsImmediately = immediately && allowed != 0
        change(rate: allowed, failed ? .setRateFailed : rateReason, &actions)
        if failed, actions.isEmpty {
            // Nothing changes, but the caller is notified that the rate was rejected.
            actions.append(.rateChanged(from: rate, to: rate, rateReason: .setRateFailed))
        }
        if immediately, allowed != 0, let item, item.phase == .ready, item.buffer?.isEmpty == true {
            // The client has accepted the empty buffer by `playImmediately`, so this stall posts no notification.
            startsImmediately = false
            if !automaticallyWaits { change(rate: 0, nil, &actions) }
        }
        playFromEndAgain(&actions)
        settle(&actions)
        return actions
    }

    /// Sets whether a playback gate holds the current item. The rate is kept.
    mutating func setHeld(_ isHeld: Bool) -> [Action] {
        guard item != nil, item?.isHeld != isHeld else { return [] }
        var actions: [Action] = []
        item?.isHeld = isHeld
        settle(&actions)
        return actions
    }

    /// Starts an interstitial event.
    mutating func hold() -> [Action] {
        var actions: [Action] = []
        playsInterstitial = true
        settle(&actions)
        return actions
    }

    /// Ends an interstitial event: the item resumes.
    mutating func release() -> [Action] {
        var actions: [Action] = []
        playsInterstitial = false
        settle(&actions)
        return actions
    }

    /// Ends an interstitial event that followed the item's end.
    mutating func endInterstitialAtItemEnd() -> [Action] {
        playsInterstitial = false
        return ended(at: .end)
    }

    /// Sets the upper limit of rates; nil: no limit beyond the item's abilities.
    mutating func setMaximumRate(_ rate: Float?) -> [Action] {
        var actions: [Action] = []
        maximumRate = rate
        fitRate(&actions)
        settle(&actions)
        return actions
    }

    mutating func setAutomaticallyWaits(_ waits: Bool) -> [Action] {
        var actions: [Action] = []
        automaticallyWaits = waits
        settle(&actions)
        return actions
    }

    /// Sets the action at the end. A change from none to another action after the end takes effect at once.
    mutating func setEndAction(_ action: EndAction) -> [Action] {
        var actions: [Action] = []
        let old = endAction
        endAction = action
        if old == EndAction.none, action != EndAction.none, item?.reached != nil { performEndAction(&actions) }
        settle(&actions)
        return actions
    }

    /// Changes the current item. The rate is kept.
    mutating func setItem(_ new: Item?) -> [Action] {
        var actions: [Action] = []
        leaveEnd(&actions)
        item = new
        playsInterstitial = false
        sessionRate = 0
        startsImmediately = false
        isStalled = false
        if new?.phase == .failed { change(rate: 0, nil, &actions) }
        if new?.phase == .ready { fitRate(&actions) }
        settle(&actions)
        return actions
    }

    // MARK: Events of the item

    mutating func itemIsReady(_ abilities: Abilities) -> [Action] {
        guard item != nil, item?.phase != .failed else { return [] }
        var actions: [Action] = []
        item?.phase = .ready
        item?.abilities = abilities
        fitRate(&actions)
        settle(&actions)
        return actions
    }

    mutating func bufferChanged(_ buffer: BufferState) -> [Action] {
        guard item != nil else { return [] }
        var actions: [Action] = []
        item?.buffer = buffer
        if buffer.isLikelyToKeepUp || buffer.isFull { isStalled = false }
        settle(&actions)
        return actions
    }

    /// Handles an empty buffer of the session.
    mutating func stalled() -> [Action] {
        guard item?.phase == .ready, status == .playing else { return [] }
        var actions: [Action] = [.postStalled]
        item?.buffer = BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)
        startsImmediately = false
        isStalled = true
        if !automaticallyWaits {
            isStalled = false
            change(rate: 0, nil, &actions)
        }
        settle(&actions)
        return actions
    }

    /// Handles the session reaching an end: the start in reverse playback.
    mutating func ended(at end: Item.End) -> [Action] {
        guard item?.phase == .ready, item?.reached != end else { return [] }
        var actions: [Action] = [.postDidPlayToEnd]
        if rate != 0, (end == .start) != (rate < 0) {
            // The client has reversed playback since: the session moves away from that end already.
            return actions
        }
        item?.reached = end
        if rate != 0 { performEndAction(&actions) }
        settle(&actions)
        return actions
    }

    /// Performs `reportEndLater`. A token that is no longer pending has no effect.
    mutating func endAgain(_ token: UInt64) -> [Action] {
        guard pendingEnd == token, item?.reached != nil else { return [] }
        pendingEnd = nil
        var actions: [Action] = [.postDidPlayToEnd]
        if rate != 0 { performEndAction(&actions) }
        settle(&actions)
        return actions
    }

    /// Handles a session that stopped before an end: the buffered ranges stay seekable, and setting a rate again
    /// retries.
    mutating func endedEarly() -> [Action] {
        guard item?.phase == .ready else { return [] }
        var actions: [Action] = []
        isStalled = false
        startsImmediately = false
        change(rate: 0, nil, &actions)
        settle(&actions)
        return actions
    }

    mutating func failed() -> [Action] {
        guard item != nil else { return [] }
        var actions: [Action] = []
        leaveEnd(&actions)
        item?.phase = .failed
        change(rate: 0, nil, &actions)
        settle(&actions)
        return actions
    }

    /// Handles a jump of the position, by which playback leaves an end that it had reached.
    mutating func jumped() -> [Action] {
        guard item?.reached != nil else { return [] }
        var actions: [Action] = []
        leaveEnd(&actions)
        // The session stopped by itself at the end, so its rate must be set again.
        sessionRate = 0
        settle(&actions)
        return actions
    }

    /// Handles an end time that was moved later than the end that was reached.
    mutating func endPostponed() -> [Action] { item?.reached == .end ? jumped() : [] }

    // MARK: Helpers

    private func allowedRate(_ wanted: Float) -> Float {
        guard !wanted.isNaN, wanted.isFinite else { return 0 }
        let wanted = maximumRate.map { min(wanted, $0) } ?? wanted
        guard let item, item.phase != .opening else { return wanted }
        guard item.phase == .ready else { return 0 }
        return item.abilities.nearest(to: wanted)
    }

    private mutating func fitRate(_ actions: inout [Action]) {
        let allowed = allowedRate(rate)
        if allowed != rate { change(rate: allowed, .setRateFailed, &actions) }
    }

    private mutating func change(rate new: Float, _ rateReason: RateReason?, _ actions: inout [Action]) {
        guard new != rate else { return }
        let old = rate
        rate = new
        if new == 0 { pendingEnd = nil }
        actions.append(.rateChanged(from: old, to: new, rateReason: rateReason))
    }

    private mutating func performEndAction(_ actions: inout [Action]) {
        switch endAction {
        case .pause: change(rate: 0, nil, &actions)
        // After the start has been reached in reverse playback there is no item to advance to.
        case .advance where item?.reached == .start: change(rate: 0, nil, &actions)
        case .advance: actions.append(.advance)
        case .none: if pastEndRate == nil { pastEndRate = 0 }
        }
    }

    /// Handles a start at an end: forward playback at the end ends again; playback in the other direction leaves the end.
    private mutating func playFromEndAgain(_ actions: inout [Action]) {
        guard let item, item.phase == .ready, let reached = item.reached, rate != 0 else { return }
        if (reached == .end) == (rate > 0) {
            guard pastEndRate == nil, pendingEnd == nil else { return }
            lastPendingEnd &+= 1
            pendingEnd = lastPendingEnd
            actions.append(.reportEndLater(lastPendingEnd))
        } else {
            leaveEnd(&actions)
            // The session stopped by itself at the end, so its rate must be set again.
            sessionRate = 0
        }
    }

    private mutating func leaveEnd(_ actions: inout [Action]) {
        item?.reached = nil
        pendingEnd = nil
        guard pastEndRate != nil else { return }
        pastEndRate = nil
        actions.append(.stopRunningPastEnd)
    }

    /// Updates status, reason and session rate after an input.
    private mutating func settle(_ actions: inout [Action]) {
        let (newStatus, newReason) = statusAndReason()
        if newReason != reason {
            let old = reason
            reason = newReason
            actions.append(.reasonChanged(from: old, to: newReason))
        }
        if newStatus != status {
            let old = status
            status = newStatus
            actions.append(.statusChanged(from: old, to: newStatus))
        }
        let wanted = newStatus == .playing ? rate : 0
        // A session at the end that it has reached has nothing to play.
        let isAtEnd = wanted != 0 && item?.reached != nil && sessionRate == 0
        if wanted != sessionRate, item != nil, !isAtEnd {
            sessionRate = wanted
            actions.append(.setSessionRate(wanted))
        }
        if let pastEndRate, pastEndRate != wanted {
            self.pastEndRate = wanted
            actions.append(.runPastEnd(wanted))
        }
    }

    private func statusAndReason() -> (Status, Reason?) {
        guard rate != 0 else { return (.paused, nil) }
        guard let item else { return automaticallyWaits ? (.waiting, .noItemToPlay) : (.paused, nil) }
        switch item.phase {
        case .failed: return (.paused, nil)
        case .opening where !playsInterstitial: return (.waiting, .evaluatingBufferingRate)
        case .opening, .ready: break
        }
        if item.isHeld { return (.waiting, .evaluatingBufferingRate) }
        if playsInterstitial { return (.waiting, .interstitialEvent) }
        if item.reached != nil { return (.playing, nil) }
        guard let buffer = item.buffer else { return (.waiting, .evaluatingBufferingRate) }
        if buffer.isLikelyToKeepUp || buffer.isFull { return (.playing, nil) }
        if !buffer.isEmpty, startsImmediately || !automaticallyWaits { return (.playing, nil) }
        // Playback continues until the session's buffer is empty: a poor forecast, or a buffer that empties near the end, is no stall.
        if sessionRate != 0, !isStalled { return (.playing, nil) }
        return (.waiting, automaticallyWaits ? .toMinimizeStalls : .evaluatingBufferingRate)
    }
}
