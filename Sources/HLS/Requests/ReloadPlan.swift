import CoreMedia
public import Foundation

/// When and how to ask for a live playlist again (spec/hls.md section 6; bis sections 6.2.5, 6.3.4 and 6.3.7). Times are of any clock that
/// only goes forward.
public struct ReloadPlan: Sendable, Hashable {
    public struct Request: Sendable, Hashable {
        public var url: URL
        /// Not before.
        public var earliest: Duration
        /// The server holds the answer back until it has something new: no measure of the network.
        public var isBlocking: Bool
        /// How long the first byte may take.
        public var patience: Duration
    }

    /// The playlist's address without delivery directives, after redirects.
    public var url: URL
    /// `_HLS_msn` and `_HLS_part` may be used. Taken away after a 400.
    public var allowsBlocking = true
    /// What became of the last requests that were to be held back: after a failure the server is asked plainly for a while.
    public var blocking = BlockingReloads()
    /// Parts are played, not only whole segments.
    public var wantsParts = true
    /// Delta updates may be asked for. Taken away for one request after a `DeltaError`.
    public var allowsDelta = true

    public static let firstByteLimit = Duration.seconds(8)

    public init(url: URL) { self.url = url }

    /// The first load.
    public func first(notBefore earliest: Duration = .zero) -> Request {
        Request(url: url, earliest: earliest, isBlocking: false, patience: Self.firstByteLimit)
    }

    /// The next load.
    /// - Parameter playlist: the newest that is known, whole.
    /// - Parameter requestedAt: when it was asked for.
    /// - Parameter hasChanged: whether it differed from the one before; the first load has.
    /// - Returns: nil where nothing will ever change.
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
            // Of a server that is asked plainly for a while parts are learnt of as they come: little is held of them.
            let part = canBlock && wantsParts && !blocking.isAllowed(at: now) ? playlist.partTargetDuration : nil
            earliest += part.map { min(step, max(Duration($0), .milliseconds(500))) } ?? step
        }
        return Request(
            url: QueryText.adding(parameters, to: url), earliest: earliest, isBlocking: isBlocking,
            patience: isBlocking ? Self.firstByteLimit + target * 3 : Self.firstByteLimit)
    }

    /// The first load of another rendition, from what this playlist reports of it: the answer holds what comes next there.
    /// - Parameter reporter: the playlist with the report, whose own position stands for what the report leaves out.
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

    /// Whether a server has been silent for so long that another variant should be tried.
    public static func isImpaired(_ playlist: MediaPlaylist, unchangedFor: Duration) -> Bool {
        guard !playlist.hasEnded, playlist.kind != .videoOnDemand, let target = playlist.targetDuration else {
            return false
        }
        return unchangedFor > Duration(target) * 3 / 2
    }
}

extension MediaPlaylist {
    /// The newest segment or part: LAST-MSN and LAST-PART as this playlist would report them of itself.
    var lastPosition: (number: UInt64, part: UInt64?)? {
        if !parts.isEmpty { return (nextSequenceNumber, UInt64(parts.count - 1)) }
        guard let last = segments.last else { return nil }
        return (last.sequenceNumber, last.parts.isEmpty ? nil : UInt64(last.parts.count - 1))
    }
}

extension Duration {
    /// Zero for times that are no numbers.
    init(_ time: CMTime) {
        let value = time.convertScale(1_000_000_000, method: .default)
        self = value.isNumeric ? .nanoseconds(value.value) : .zero
    }
}
