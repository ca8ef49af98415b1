import CoreMedia
public import Foundation

/// Decides when and how to reload a live playlist (spec/hls.md section 6; bis sections 6.2.5, 6.3.4 and 6.3.7). Times are of any monotonic
/// clock.
public struct ReloadPlan: Sendable, Hashable {
    public struct Request: Sendable, Hashable {
        public var url: URL
        /// The earliest time to send the request.
        public var earliest: Duration
        /// Whether the server blocks the response until it has an update; such a response gives no throughput sample.
        public var isBlocking: Bool
        /// The timeout for the first byte.
        public var firstByteTimeout: Duration
    }

    /// The playlist's URL after redirects, without delivery directives.
    public var url: URL
    /// Whether `_HLS_msn` and `_HLS_part` may be used. The owner clears it after a 400 response.
    public var allowsBlocking = true
    /// The results of the last blocking reloads: after a failure plain reloads are used for a while.
    public var blocking = BlockingReloads()
    /// Whether parts are played in addition to whole segments.
    public var wantsParts = true
    /// Whether delta updates may be requested. The owner clears it for one request after a `DeltaError`.
    public var allowsDelta = true

    public static let firstByteLimit = Duration.seconds(8)

    public init(url: URL) { self.url = url }

    /// Returns the request for the first load.
    public func first(notBefore earliest: Duration = .zero) -> Request {
        Request(url: url, earliest: earliest, isBlocking: false, firstByteTimeout: Self.firstByteLimit)
    }

    /// Returns the request for the next load.
    /// - Parameter playlist: the newest known playlist, in full.
    /// - Parameter requestedAt: when it was requested.
    /// - Parameter hasChanged: whether it differed from the previous one; true for the first load.
    /// - Returns: nil where the playlist will not change any more.
    public func next(
        after playlist: MediaPlaylist, requestedAt: Duration, hasChanged: Bool, now: Duration
    ) -> Request? {
        guard !playlist.hasEnded, playlist.kind != .videoOnDemand else { return nil }
        let target = playlist.targetDuration.map(Duration.init) ?? .seconds(6)
        var parameters: [String: String] = [:]
        let control = playlist.serverControl
        let canBlock = allowsBlocking && control?.canBlockReload == true
        let isBlocking = canBlock && hasChanged && blocking.isAllowed(at: now)
        if isBlocking {
            parameters["_HLS_msn"] = String(playlist.nextSequenceNumber)
            if wantsParts, playlist.partTargetDuration != nil { parameters["_HLS_part"] = String(playlist.parts.count) }
        }
        if allowsDelta, let until = control?.canSkipUntil.map(Duration.init), now - requestedAt < until / 2 {
            parameters["_HLS_skip"] = control?.canSkipDateRanges == true ? "v2" : "YES"
        }
        var earliest = requestedAt
        if !isBlocking {
            let last = playlist.segments.last.map { Duration($0.duration) } ?? target
            let step = hasChanged ? max(last, .milliseconds(500)) : target / 2
            // While plain reloads replace blocking ones, poll at the part duration, because the buffer is short.
            let part = canBlock && wantsParts && !blocking.isAllowed(at: now) ? playlist.partTargetDuration : nil
            earliest += part.map { min(step, max(Duration($0), .milliseconds(500))) } ?? step
        }
        return Request(
            url: QueryText.adding(parameters, to: url), earliest: earliest, isBlocking: isBlocking,
            firstByteTimeout: isBlocking ? Self.firstByteLimit + target * 3 : Self.firstByteLimit)
    }

    /// Returns the URL for the first load of another rendition from a rendition report; the response contains its next segment or part.
    /// - Parameter reporter: the playlist with the report; its own position replaces values that the report omits.
    public static func first(for report: RenditionReport, in reporter: MediaPlaylist) -> URL? {
        guard let url = reporter.url(for: report.uri) else { return nil }
        guard reporter.serverControl?.canBlockReload == true, !reporter.hasEnded else { return url }
        let inherited = reporter.lastPosition
        guard let number = report.lastSequenceNumber ?? inherited?.number, number < .max else { return url }
        if reporter.partTargetDuration != nil, let part = report.lastPart ?? inherited?.part, part < .max {
            return QueryText.adding(["_HLS_msn": String(number), "_HLS_part": String(part + 1)], to: url)
        }
        return QueryText.adding(["_HLS_msn": String(number + 1)], to: url)
    }

    /// Returns whether a playlist has been unchanged for so long that another variant should be tried.
    public static func isImpaired(_ playlist: MediaPlaylist, unchangedFor: Duration) -> Bool {
        guard !playlist.hasEnded, playlist.kind != .videoOnDemand, let target = playlist.targetDuration else {
            return false
        }
        return unchangedFor > Duration(target) * 3 / 2
    }
}

extension MediaPlaylist {
    /// The newest segment or part: the LAST-MSN and LAST-PART that this playlist would report about itself.
    var lastPosition: (number: UInt64, part: UInt64?)? {
        if !parts.isEmpty { return (nextSequenceNumber, UInt64(parts.count - 1)) }
        guard let last = segments.last else { return nil }
        return (last.sequenceNumber, last.parts.isEmpty ? nil : UInt64(last.parts.count - 1))
    }
}

extension Duration {
    /// Creates a duration; zero for times that are not numeric.
    init(_ time: CMTime) {
        let value = time.convertScale(1_000_000_000, method: .default)
        self = value.isNumeric ? .nanoseconds(value.value) : .zero
    }
}
