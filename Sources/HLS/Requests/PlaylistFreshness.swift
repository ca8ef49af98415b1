public import Foundation

/// What a server says of an answer's age, in HTTP's headers.
public struct AnswerDates: Sendable, Hashable {
    /// Last-Modified.
    public var modified: Date?
    /// Date: the server's own clock.
    public var sent: Date?

    public init(modified: Date? = nil, sent: Date? = nil) {
        self.modified = modified
        self.sent = sent
    }
}

/// Tells a playlist that a cache has kept for too long from one that has begun anew, by Last-Modified (spec/hls.md section 6).
///
/// What goes on from the known playlist is taken, whatever a server says of its age; what does not is refused where its Last-Modified
/// is before one that was seen, or older than its Date by three target durations. A server whose dates prove wrong is not
/// believed any more, so that it delays a new programme by a few reloads at the most.
public struct PlaylistFreshness: Sendable, Hashable {
    /// Answers that are refused in a row.
    public static let maximumRefusals = 3
    /// Target durations by which a fresh answer's Last-Modified may lie before its Date.
    public static let oldTargets = 3.0

    private var newest: Date?
    private var refusals = 0
    /// Whether the server's dates have not been wrong yet.
    private var isTrusted = true

    public init() {}

    /// - Parameters:
    ///   - change: what the answer brings; nil: it is the first.
    ///   - target: the playlist's target duration, in seconds.
    /// - Returns: whether the answer is stale. A first one counts all the same, but does not stand for long.
    public mutating func isStale(_ dates: AnswerDates, bringing change: PlaylistChange?, target: Double) -> Bool {
        guard isTrusted, let modified = dates.modified else { return false }
        let isBehind = newest.map { modified < $0 } ?? false
        let isOld = dates.sent.map { $0.timeIntervalSince(modified) > Self.oldTargets * target } ?? false
        newest = max(newest ?? modified, modified)
        switch change {
        case nil: return isOld
        case .unchanged?, .older?: return false
        case .gap?, .renumbered(_?)?: return goesOn(isBehind || isOld)
        case .advanced(let segments)? where segments > 0: return goesOn(isBehind || isOld)
        case .advanced?:
            // Of parts that come nobody says when the file was made.
            return refuses(isBehind)
        case .restarted?, .mismatched?, .renumbered(nil)?: return refuses(isBehind || isOld)
        }
    }

    /// News is taken; where it is said to be old, nothing more is believed.
    private mutating func goesOn(_ isStale: Bool) -> Bool {
        isTrusted = !isStale
        refusals = 0
        return false
    }

    private mutating func refuses(_ isStale: Bool) -> Bool {
        guard isStale else {
            refusals = 0
            return false
        }
        refusals += 1
        isTrusted = refusals <= Self.maximumRefusals
        return isTrusted
    }
}
