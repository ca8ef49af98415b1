import CoreMedia

/// Which seeks of an item are under way and who is told what: semantics section 4.
///
/// `Handler` is whatever the performer calls back; the state only decides with which answer.
struct SeekState<Handler: Sendable>: Sendable {
    struct Request: Sendable, Hashable {
        var time: CMTime
        var before: CMTime
        var after: CMTime

        /// Whether a client may ask for this at all.
        var isProper: Bool {
            let timeIsProper = time.isValid && !time.isIndefinite
            return timeIsProper && [before, after].allSatisfy { $0.isValid && !$0.isIndefinite && !($0 < .zero) }
        }
    }

    enum Action: Sendable {
        /// Tell this handler; on the main queue, after the call that led here.
        case answer(Handler?, finished: Bool)
        /// Ask the session; it answers with the token.
        case start(Request, token: UInt64)
        case cancelInSession
        /// The item will start here when it is attached.
        case startPositionChanged(CMTime)
        /// A seek will not land: timeJumped is posted for it all the same. The session tells of those that land.
        case interrupted
    }

    /// What the item can do now.
    enum Place: Sendable {
        /// Not attached to a player: a seek sets the position at which it will start.
        case detached
        /// The session is opening and will obey as soon as it can.
        case opening
        case ready(seekable: [CMTimeRange])
        case failed
    }

    /// Clients compute targets from rounded seconds: a target this far outside a range still lands at its edge.
    static var slackSeconds: Double { 0.05 }

    private var inFlight: (token: UInt64, handler: Handler?, request: Request)?
    private var lastToken: UInt64 = 0
    /// Seeks that the session has not answered yet, whether or not a client still waits for them.
    private var unanswered: Set<UInt64> = []

    var isSeeking: Bool { inFlight != nil }
    /// Whether the session has answered every seek. It answers a seek before it reports an end that follows the seek, so an end that
    /// arrives while a seek is unanswered was reached before that seek.
    var isSettled: Bool { unanswered.isEmpty }
    /// Where the seek under way goes.
    var target: CMTime? { inFlight?.request.time }

    mutating func seek(_ request: Request, handler: Handler?, at place: Place) -> [Action] {
        guard request.isProper else { return [.answer(handler, finished: false)] }
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

    /// Starts a seek that no client waits for. An older seek of a client goes on waiting for its answer.
    mutating func startHidden() -> UInt64 {
        lastToken &+= 1
        unanswered.insert(lastToken)
        return lastToken
    }

    /// The session is closed: it answers no seek any more.
    mutating func close() -> [Action] {
        unanswered = []
        return interrupt()
    }

    /// The session has answered. The client of a token that is not in flight has been answered before.
    mutating func landed(token: UInt64, finished: Bool) -> [Action] {
        unanswered.remove(token)
        guard let seek = inFlight, seek.token == token else { return [] }
        inFlight = nil
        return (finished ? [] : [.interrupted]) + [.answer(seek.handler, finished: finished)]
    }

    /// The ranges have become known; a target that lies outside was never possible.
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

    /// The nearest time that may be sought; nil where the target lies outside. Plus infinity is the last edge, the live one.
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
