import CoreMedia
import Foundation
import HLS

/// A media playlist across its reloads: its current state, its window on the presentation timeline, and when to reload it.
///
/// A value type without clock or network. `ReloadPlan` schedules reloads, `PlaylistChange` classifies their results (spec/hls.md section
/// 6).
struct PlaylistTracker {
    /// Consecutive failed reloads after which the variant is abandoned (spec/hls.md section 10).
    static let maximumFailures = 3

    /// The minimum time between two restarts of a playlist whose segments change without a change of numbers.
    static let restartInterval = Duration.seconds(60)

    /// The URL from the multivariant playlist.
    let url: URL
    private(set) var playlist: MediaPlaylist?
    /// The presentation time at which the playlist's first segment starts.
    var windowStart: Nanoseconds = 0
    /// The number of times the playlist has restarted.
    var era = 0
    /// Incremented when segments are renumbered: a sequence number from an older numbering cannot be compared with a newer one.
    private(set) var numbering = 0
    private(set) var isLoading = false
    /// Whether the request in flight is a blocking reload.
    private(set) var isHeldBack = false
    private(set) var failures = 0
    private(set) var plan: ReloadPlan
    /// When the current playlist was requested, and when a reload last changed it.
    private(set) var requestedAt = Duration.zero
    private(set) var changedAt = Duration.zero
    /// When the end of the window last advanced, minus the age of the cached response.
    private(set) var grewAt = Duration.zero
    /// When the playlist last restarted.
    private(set) var restartedAt: Duration?
    private var reported: URL?
    private var freshness = PlaylistFreshness()
    /// The state of tune-in: a first response that a cache had stored for a while, and how it is brought up to date.
    private var tuneIn: (state: TuneIn, known: MediaPlaylist)?
    private var silenceReportedAt: Duration?
    private var renumberingReportedAt: Duration?
    private var hasChanged = true
    private var retryAt: Duration?

    init(url: URL) {
        self.url = url
        plan = ReloadPlan(url: url)
    }

    /// Creates the tracker of a playlist for which another playlist has a rendition report. The first response contains the next media.
    /// - Parameter address: the URL with the delivery directives that follow from the report.
    init(url: URL, firstFrom firstURL: URL) {
        self.init(url: url)
        reported = firstURL
    }

    /// Whether parts are played (spec/hls.md section 6, LL eligibility). Further requirements of the specification are not checked: without
    /// them playback has more latency, but works.
    var playsParts: Bool {
        guard let playlist, isLive, plan.allowsBlocking, playlist.partTargetDuration != nil else { return false }
        return playlist.serverControl?.canBlockReload == true && playlist.serverControl?.partHoldBack != nil
    }

    /// The end of the playlist's last segment on the presentation timeline.
    var windowEnd: Nanoseconds { windowStart &+ (playlist.flatMap { Nanoseconds($0.segments.duration) } ?? 0) }
    var isLive: Bool { playlist?.hasEnded == false && playlist?.kind != .videoOnDemand }
    private var target: Duration { playlist?.targetDuration.map { .seconds($0.seconds) } ?? .seconds(6) }

    /// Returns the next request; nil while one is in flight, or if the playlist cannot change any more.
    func nextRequest(now: Duration) -> ReloadPlan.Request? {
        guard !isLoading else { return nil }
        guard let playlist else {
            var first = plan.first(notBefore: retryAt ?? .zero)
            if let reported {
                first.url = reported
                first.isBlocking = true
            } else if let tuneIn {
                first.url = tuneIn.state.request(after: tuneIn.known, url: url, now: now)
                first.isBlocking = true
            }
            return first
        }
        guard
            var request = plan.next(after: playlist, requestedAt: requestedAt, hasChanged: hasChanged, now: now)
        else { return nil }
        if let retryAt { request.earliest = max(request.earliest, retryAt) }
        return request
    }

    mutating func began(isHeldBack: Bool = false) {
        isLoading = true
        self.isHeldBack = isHeldBack
    }

    /// Uses a cached playlist that has ended.
    mutating func adopt(_ known: MediaPlaylist) { playlist = known }

    /// Handles the response to a request.
    /// - Parameters:
    ///   - age: the seconds for which a cache has stored the response.
    ///   - dates: the response's date headers.
    /// - Returns: the change; nil for the first playlist, and for a cached one so old that a newer one is requested before it is used.
    /// - Throws: `DeltaError` if a delta update does not fit; the full playlist is requested next.
    mutating func received(
        _ answer: MediaPlaylist, age: Double? = nil, dates: ResponseDates = ResponseDates(), requestedAt: Duration,
        now: Duration
    ) throws(DeltaError) -> PlaylistChange? {
        isLoading = false
        var fresh = answer
        if fresh.skip != nil {
            // A delta update needs a full playlist to be merged with.
            guard let playlist else { throw refused(.notAnUpdate, now) }
            do throws(DeltaError) {
                fresh = try MediaPlaylist.merge(playlist, fresh)
            } catch {
                throw refused(error, now)
            }
        }
        plan.allowsDelta = true
        if isHeldBack { plan.blocking.answered() }
        if playlist == nil, reported == nil, tunesIn(fresh, age: age, now: now) { return nil }
        reported = nil
        tuneIn = nil
        failures = 0
        retryAt = nil
        self.requestedAt = requestedAt
        let seenAt = now - .seconds(min(max(0, age ?? 0), Self.greatestAge))
        guard let old = playlist else {
            playlist = fresh
            changedAt = now
            grewAt = seenAt
            // A stale response counts as unchanged, so that the next reload follows after half a target duration.
            hasChanged = !freshness.isStale(dates, bringing: nil, target: target.inSeconds)
            return nil
        }
        var change = PlaylistChange.from(old, to: fresh, after: seenAt - grewAt)
        if freshness.isStale(dates, bringing: change, target: target.inSeconds) { change = .older }
        if case .mismatched = change, let restartedAt, now - restartedAt < Self.restartInterval {
            // The server changes the URIs of its segments repeatedly, so only the sequence numbers are reliable.
            change = .advanced(segments: Int(clamping: fresh.nextSequenceNumber - old.nextSequenceNumber))
        }
        hasChanged = change != .unchanged && change != .older
        if change == .older { return change }
        if hasChanged { changedAt = now }
        let before = windowEnd
        move(from: old, to: fresh, change, seenAt)
        playlist = fresh
        if windowEnd > before { grewAt = seenAt }
        return change
    }

    /// The maximum age in seconds that is accepted for a cached playlist.
    private static let greatestAge = 86_400.0

    /// - Returns: whether a newer playlist is requested before this first one is used.
    private mutating func tunesIn(_ answer: MediaPlaylist, age: Double?, now: Duration) -> Bool {
        if var (state, _) = tuneIn {
            guard !state.received(answer, age: age, now: now) else { return false }
            tuneIn = (state, answer)
            return true
        }
        guard let age, plan.allowsBlocking, answer.serverControl?.partHoldBack != nil,
            let state = TuneIn(answer, age: age, now: now)
        else { return false }
        tuneIn = (state, answer)
        return true
    }

    private mutating func refused(_ error: DeltaError, _ now: Duration) -> DeltaError {
        plan.allowsDelta = false
        retryAt = now
        return error
    }

    /// Updates the window's start so that presentation time remains continuous.
    private mutating func move(
        from old: MediaPlaylist, to fresh: MediaPlaylist, _ change: PlaylistChange, _ seenAt: Duration
    ) {
        switch change {
        case .older: break
        case .unchanged, .advanced:
            if let at = old.segments.position(ofSequenceNumber: fresh.mediaSequence) {
                windowStart = windowStart &+ (Nanoseconds(old.segments[at].start) ?? 0)
            } else if fresh.mediaSequence != old.mediaSequence || !old.segments.isEmpty {
                windowStart = windowEnd
            }
        case .gap(let missing):
            // Missing segments are assumed to have the usual duration.
            let usual = target * Double(min(missing, 1_000_000))
            // If the program dates are continuous, only the numbers have jumped, not the media.
            if let dated = startByDate(of: fresh, seenAt) {
                windowStart = dated
                numbering += 1
            } else {
                windowStart = windowEnd &+ Nanoseconds(seconds: usual.inSeconds)
            }
        case .renumbered(let common?):
            let (here, there) = (old.segments[common.old], fresh.segments[common.new])
            windowStart = windowStart &+ (Nanoseconds(here.start) ?? 0) &- (Nanoseconds(there.start) ?? 0)
            numbering += 1
            if here.discontinuitySequence != there.discontinuitySequence {
                // The discontinuity numbers of its clocks have changed, too.
                era += 1
                restartedAt = seenAt
            }
        case .renumbered(nil):
            windowStart =
                startByDate(of: fresh, seenAt)
                ?? alignment(of: old).startByEnd(of: fresh, seenAt: seenAt)
            numbering += 1
        case .restarted, .mismatched:
            // Starts a new timeline after all media that the old one announced.
            windowStart = windowEnd
            era += 1
            numbering += 1
            restartedAt = seenAt
        }
    }

    private func alignment(of playlist: MediaPlaylist) -> WindowAlignment {
        WindowAlignment(playlist: playlist, windowStart: windowStart, seenAt: grewAt)
    }

    /// The window of the playlist, for aligning other playlists with it.
    var alignment: WindowAlignment? { playlist.map(alignment) }

    /// Returns the start of a reloaded playlist by its dates; nil if that would be later than the elapsed time allows.
    private func startByDate(of fresh: MediaPlaylist, _ seenAt: Duration) -> Nanoseconds? {
        guard let start = alignment?.startByDate(of: fresh, seenAt: seenAt) else { return nil }
        let most = (seenAt - grewAt) + target * PlaylistChange.burst
        let end = start &+ (Nanoseconds(fresh.segments.duration) ?? 0)
        return end &- windowEnd <= Nanoseconds(seconds: most.inSeconds) ? start : nil
    }

    /// Whether to report a renumbering. Limited in frequency, as some servers renumber at every reload.
    mutating func shouldReportRenumbering(now: Duration) -> Bool {
        if let last = renumberingReportedAt, now - last < Self.restartInterval { return false }
        renumberingReportedAt = now
        return true
    }

    /// Handles a failed request, or a response that is not a playlist.
    /// - Parameter status: the HTTP status.
    /// - Returns: whether to retry; if not, the variant is abandoned.
    mutating func failed(status: Int?, now: Duration) -> Bool {
        isLoading = false
        if let tuneIn {
            // Use the cached playlist instead.
            self.tuneIn = nil
            playlist = tuneIn.known
            requestedAt = now
            changedAt = now
            grewAt = now
            retryAt = now
            return true
        }
        if reported != nil {
            // The report was outdated or from another server: request the playlist without its directives.
            reported = nil
            retryAt = now
            return true
        }
        if status == 400, plan.allowsBlocking, playlist?.serverControl?.canBlockReload == true {
            // The directives requested media too far ahead (bis section 6.2.5.2): retry without directives.
            plan.allowsBlocking = false
            retryAt = now
            return true
        }
        if isHeldBack, playlist != nil, status.map({ !(200...299).contains($0) }) ?? true {
            // The blocking reload failed; a plain reload may succeed. Only if that fails too, the server has failed.
            plan.blocking.failed(at: now, target: target)
            retryAt = now
            return true
        }
        failures += 1
        // If no fallback is available, the playlist is requested again.
        retryAt = now + target / 2
        return playlist != nil && failures < Self.maximumFailures
    }

    /// Whether the playlist is so old that its segments may be gone, because it has not been requested for a while.
    func isStale(now: Duration) -> Bool { isLive && now - requestedAt > target * 3 }

    /// Whether a reload is overdue, because nothing was requested during a pause.
    func isOutdated(now: Duration) -> Bool { isLive && now - requestedAt > target * 1.5 }

    /// Moves the window on the timeline, or takes over the era of the variant's playlist after a restart.
    mutating func place(at start: Nanoseconds, era: Int? = nil) {
        windowStart = start
        if let era { self.era = era }
    }

    /// Returns how long the playlist has not changed, if another variant should be tried because of it. Each such period is returned once.
    mutating func takeUnchangedDuration(now: Duration) -> Duration? {
        guard let playlist, isLive, failures > 0 || !hasChanged else { return nil }
        guard ReloadPlan.isImpaired(playlist, unchangedFor: now - max(changedAt, silenceReportedAt ?? .zero)) else {
            return nil
        }
        silenceReportedAt = now
        return now - changedAt
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
