import CoreMedia

/// The decisions of an `AVPlayerLooper` (semantics section 8). Copies of the template are identified by number; the caller manages the
/// queue.
struct LooperState: Sendable {
    enum Status: Int, Sendable, Hashable { case unknown, ready, failed, cancelled }

    enum Failure: Sendable, Hashable { case rangeUnusable, durationUnknown, queueChanged, itemFailed }

    enum Action: Sendable, Equatable {
        /// Create this many copies, each playing this range, add them to the queue, and set the player's end action to advance.
        case fill(count: Int, range: CMTimeRange)
        /// Append the copy, which has ended, to the queue again.
        case requeue(Int)
        case loopCountChanged(Int)
        case statusChanged(Status)
        case failed(Failure)
        /// Remove every copy from the queue except the current one.
        case removeWaiting
        case restoreEndAction
    }

    /// Apple documents at least three.
    static let fewestReplicas = 3
    static let mostReplicas = 8
    /// Short loops get more copies, so that at least this many seconds of them are queued.
    static let secondsAhead = 2.0
    /// The shortest range that can be looped, in seconds; it must contain a frame.
    static let shortestSeconds = 0.01

    private(set) var status = Status.unknown
    private(set) var loopCount = 0
    private(set) var replicaCount = 0
    private let wanted: CMTimeRange?
    private var isDisabled = false

    /// - Parameter timeRange: nil, or an invalid or empty range, loops the whole item.
    init(timeRange: CMTimeRange?) {
        if let timeRange, timeRange.isValid, timeRange.duration.seconds != 0 {
            wanted = timeRange
        } else {
            wanted = nil
        }
    }

    /// Handles the loaded duration of the template, which may be indefinite.
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

    /// Handles a copy that has played to its end and has left the queue.
    mutating func finished(_ replica: Int) -> [Action] {
        guard status == .ready || isDisabled else { return [] }
        loopCount += 1
        let count = Action.loopCountChanged(loopCount)
        return isDisabled ? [count] : [count, .requeue(replica)]
    }

    mutating func replicaFailed() -> [Action] { status == .ready ? fail(.itemFailed) : [] }

    /// Handles an insertion or removal of items by the client.
    mutating func queueChangedByOthers() -> [Action] {
        guard status == .ready else { return [] }
        return fail(.queueChanged)
    }

    /// Ends looping after the current pass.
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
