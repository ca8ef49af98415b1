import CoreMedia

/// The decisions of an `AVPlayerLooper`: semantics section 8. Replicas are numbered; the queue is the performer's.
struct LooperState: Sendable {
    enum Status: Int, Sendable, Hashable { case unknown, ready, failed, cancelled }

    enum Failure: Sendable, Hashable { case rangeUnusable, durationUnknown, queueChanged, itemFailed }

    enum Action: Sendable, Equatable {
        /// Make this many copies, each playing this range, put them into the queue, and let the player advance at their ends.
        case fill(count: Int, range: CMTimeRange)
        /// A replica has ended and goes to the end of the queue.
        case requeue(Int)
        case loopCountChanged(Int)
        case statusChanged(Status)
        case failed(Failure)
        /// Take every replica but the one in play out of the queue.
        case removeWaiting
        case restoreEndAction
    }

    /// Apple promises at least three.
    static let fewestReplicas = 3
    static let mostReplicas = 8
    /// Short loops get more replicas, so that this many seconds of them are always ahead.
    static let secondsAhead = 2.0
    /// Nothing shorter can be looped: a picture must fit in.
    static let shortestSeconds = 0.01

    private(set) var status = Status.unknown
    private(set) var loopCount = 0
    private(set) var replicaCount = 0
    private let wanted: CMTimeRange?
    private var isDisabled = false

    /// - Parameter timeRange: nil, or an invalid or empty range, loops the whole of the item.
    init(timeRange: CMTimeRange?) {
        if let timeRange, timeRange.isValid, timeRange.duration.seconds != 0 {
            wanted = timeRange
        } else {
            wanted = nil
        }
    }

    /// The template's length has become known, or is known not to be.
    mutating func durationLoaded(_ duration: CMTime) -> [Action] {
        guard status == .unknown else { return [] }
        guard let range = usableRange(of: duration) else {
            return fail(duration.isNumeric ? .rangeUnusable : .durationUnknown)
        }
        let seconds = range.duration.seconds
        let ahead = Int((Self.secondsAhead / seconds).rounded(.up)) + 1
        replicaCount = min(max(Self.fewestReplicas, ahead), Self.mostReplicas)
        status = .ready
        return [.fill(count: replicaCount, range: range), .statusChanged(.ready)]
    }

    mutating func durationFailed() -> [Action] { status == .unknown ? fail(.itemFailed) : [] }

    /// A replica has played to its end and has left the queue.
    mutating func finished(_ replica: Int) -> [Action] {
        guard status == .ready || isDisabled else { return [] }
        loopCount += 1
        let count = Action.loopCountChanged(loopCount)
        return isDisabled ? [count] : [count, .requeue(replica)]
    }

    mutating func replicaFailed() -> [Action] { status == .ready ? fail(.itemFailed) : [] }

    /// Somebody else has inserted or removed items.
    mutating func queueChangedByOthers() -> [Action] {
        guard status == .ready else { return [] }
        return fail(.queueChanged)
    }

    /// Lets the present pass finish.
    mutating func disable() -> [Action] {
        guard status == .ready || status == .unknown else { return [] }
        let wasReady = status == .ready
        isDisabled = wasReady
        status = .cancelled
        return (wasReady ? [.removeWaiting, .restoreEndAction] : []) + [.statusChanged(.cancelled)]
    }

    private mutating func fail(_ failure: Failure) -> [Action] {
        let wasReady = status == .ready
        status = .failed
        return (wasReady ? [.restoreEndAction] : []) + [.failed(failure), .statusChanged(.failed)]
    }

    private func usableRange(of duration: CMTime) -> CMTimeRange? {
        guard duration.isNumeric, duration.seconds >= Self.shortestSeconds else { return nil }
        guard let wanted else { return CMTimeRange(start: .zero, duration: duration) }
        guard wanted.start.isNumeric, wanted.start.seconds >= 0, wanted.start.seconds < duration.seconds else {
            return nil
        }
        let end =
            wanted.duration.isNumeric && wanted.end.seconds < duration.seconds ? wanted.end : duration
        let range = CMTimeRange(start: wanted.start, end: end)
        return range.duration.seconds >= Self.shortestSeconds ? range : nil
    }
}
