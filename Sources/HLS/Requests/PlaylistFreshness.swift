public import Foundation

/// The date headers of an HTTP response.
public struct ResponseDates: Sendable, Hashable {
    /// Last-Modified.
    public var modified: Date?
    /// Date: the server's own clock.
    public var sent: Date?

    public init(modified: Date? = nil, sent: Date? = nil) {
        self.modified = modified
        self.sent = sent
    }
}

/// Distinguishes a stale cached playlist from a restarted stream, by Last-Modified (spec/hls.md section 6).
///
/// A response with new segments that continue the known playlist is always accepted. Any other is rejected if its
/// Last-Modified is before one that was seen, or, unless it adds only parts, more than three target durations before
/// its Date header. Once a server's dates prove wrong they are ignored, so that a restarted stream is delayed by a few
/// reloads at most.
public struct PlaylistFreshness: Sendable, Hashable {
    /// The maximum number of consecutive responses rejected.
    public static let maximumRejections = 3
    /// Target durations by which Last-Modified of a fresh response may precede its Date header.
    public static let oldTargets = 3.0

    private var newest: Date?
    private var rejections = 0
    /// Whether the server's dates have been consistent so far.
    private var isTrusted = true

    public init() {}

    /// Checks a response.
    /// - Parameters:
    ///   - change: the change from the previous response; nil for the first one.
    ///   - target: the playlist's target duration, in seconds.
    /// - Returns: whether the response is stale. A stale first response is still used, but should be replaced soon.
    public mutating func isStale(_ dates: ResponseDates, bringing change: PlaylistChange?, target: Double) -> Bool {
        guard isTrusted, let modified = dates.modified else { return false }
        let isBehind = newest.map { modified < $0 } ?? false
        let isOld = dates.sent.map { $0.timeIntervalSince(modified) > Self.oldTargets * target } ?? false
        newest = max(newest ?? modified, modified)
        switch change {
        case nil: return isOld
        case .unchanged?, .older?: return false
        case .gap?, .renumbered(_?)?: return acceptUpdate(isBehind || isOld)
        case .advanced(let segments)? where segments > 0: return acceptUpdate(isBehind || isOld)
        case .advanced?:
            // For an update of parts alone, the file's date need not have changed.
            return rejectIfStale(isBehind)
        case .restarted?, .mismatched?, .renumbered(nil)?: return rejectIfStale(isBehind || isOld)
        }
    }

    /// Accepts an update; where its dates call it stale, the server's dates are ignored from now on.
    private mutating func acceptUpdate(_ isStale: Bool) -> Bool {
        isTrusted = !isStale
        rejections = 0
        return false
    }

    private mutating func rejectIfStale(_ isStale: Bool) -> Bool {
        guard isStale else {
            rejections = 0
            return false
        }
        rejections += 1
        isTrusted = rejections <= Self.maximumRejections
        return isTrusted
    }
}
