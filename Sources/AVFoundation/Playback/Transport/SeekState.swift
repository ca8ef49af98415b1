import CoreMedia

/// The pending seeks of an item and the results that their handlers receive (semantics section 4).
///
/// `Handler` is the caller's type of completion handler; the state only decides on its result.
struct SeekState<Handler: Sendable>: Sendable {
    struct Request: Sendable, Hashable {
        var time: CMTime
        var before: CMTime
        var after: CMTime

        /// Whether a client may request this seek at all.
        var isValid: Bool {
            let timeIsValid = time.isValid && !time.isIndefinite
            return timeIsValid && [before, after].allSatisfy { $0.isValid && !$0.isIndefinite && !($0 < .zero) }
        }
    }

    enum Action: Sendable {
        /// Call this handler, on the main queue, after the current call.
        case answer(Handler?, finished: Bool)
        /// Start the seek in the session, which reports its result with the token.
        case start(Request, token: UInt64)
        case cancelInSession
        /// The item will start at this time when it is attached.
        case startPositionChanged(CMTime)
        /// A seek will not complete: post timeJumped for it nevertheless. The session itself reports the seeks that complete.
        case interrupted
    }

    /// The state of the item on which the seek depends.
    enum ItemPhase: Sendable {
        /// Not attached to a player: a seek sets the position at which the item will start.
        case detached
        /// The session is opening and performs the seek as soon as it can.
        case opening
        case ready(seekable: [CMTimeRange])
        case failed
    }

    /// The tolerance, in seconds, for targets outside of a range, as clients compute targets from rounded seconds. The
    /// seek goes to the edge of the range.
    static var slackSeconds: Double { 0.05 }

    private var inFlight: (token: UInt64, handler: Handler?, request: Request)?
    private var lastToken: UInt64 = 0
    /// The seeks whose result the session has not reported yet, whether or not a client still waits for it.
    private var unanswered: Set<UInt64> = []

    var isSeeking: Bool { inFlight != nil }
    /// Whether the session has reported the result of every seek. It reports the result of a seek before an end that follows the seek, so
    /// an end that is reported while a seek is unanswered was reached before that seek.
    var isSettled: Bool { unanswered.isEmpty }
    /// The target of the pending seek.
    var target: CMTime? { inFlight?.request.time }

    mutating func seek(_ request: Request, handler: Handler?, at place: ItemPhase) -> [Action] {
        guard request.isValid else { return [.answer(handler, finished: false)] }
        var request = request
        switch place {
        case .failed:
            return [.answer(handler, finished: false)]
        case .detached:
            guard request.time.isNumeric else { return [.answer(handler, finished: false)] }
            let start = request.time < .zero ? .zero : request.time
            return [.startPositionChanged(start), .answer(handler, finished: true)]
        case .opening:
            if request.time < .zero { request.time = .zero }
        case .ready(let seekable):
            guard let time = Self.clamp(request.time, into: seekable) else {
                return [.answer(handler, finished: false)]
            }
            request.time = time
        }
        var actions = interrupt()
        lastToken &+= 1
        inFlight = (lastToken, handler, request)
        unanswered.insert(lastToken)
        actions.append(.start(request, token: lastToken))
        return actions
    }

    /// Starts a seek that no client waits for. A pending seek of a client still gets its result.
    mutating func startHidden() -> UInt64 {
        lastToken &+= 1
        unanswered.insert(lastToken)
        return lastToken
    }

    /// Handles the closing of the session, which reports no more results.
    mutating func close() -> [Action] {
        unanswered = []
        return interrupt()
    }

    /// Handles the session's result. The client of a token that is no longer pending has been notified before.
    mutating func seekCompleted(token: UInt64, finished: Bool) -> [Action] {
        unanswered.remove(token)
        guard let seek = inFlight, seek.token == token else { return [] }
        inFlight = nil
        return (finished ? [] : [.interrupted]) + [.answer(seek.handler, finished: finished)]
    }

    /// Handles the loaded seekable ranges: a pending seek whose target lies outside is cancelled.
    mutating func becameReady(seekable: [CMTimeRange]) -> [Action] {
        guard let seek = inFlight, Self.clamp(seek.request.time, into: seekable) == nil else { return [] }
        return cancel()
    }

    mutating func cancel() -> [Action] {
        guard inFlight != nil else { return [] }
        return interrupt() + [.cancelInSession]
    }

    private mutating func interrupt() -> [Action] {
        guard let seek = inFlight else { return [] }
        inFlight = nil
        return [.interrupted, .answer(seek.handler, finished: false)]
    }

    /// Returns the nearest seekable time; nil where the target lies outside the ranges. Positive infinity is the last edge, in a live
    /// stream the live edge.
    static func clamp(_ time: CMTime, into ranges: [CMTimeRange]) -> CMTime? {
        guard let first = ranges.first, let last = ranges.last else { return nil }
        if time == .positiveInfinity { return last.end }
        if time == .negativeInfinity { return first.start }
        guard time.isNumeric else { return nil }
        for range in ranges {
            if time >= range.start, time <= range.end { return time }
            if range.duration == .positiveInfinity, time >= range.start { return time }
        }
        let seconds = time.seconds
        for edge in ranges.flatMap({ [$0.start, $0.end] }) where abs(edge.seconds - seconds) <= slackSeconds {
            return edge
        }
        return nil
    }
}
