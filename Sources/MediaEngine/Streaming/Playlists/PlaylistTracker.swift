import CoreMedia
import Foundation
import HLS

/// One media playlist over its reloads: what it says now, where its window lies on the presentation's time line, and when to ask again.
///
/// A value without clock or network: `ReloadPlan` says when, `PlaylistChange` what a reload has brought (spec/hls.md section 6).
struct PlaylistTracker {
    /// Reloads that fail in a row before the variant is given up (spec/hls.md section 10).
    static let maximumFailures = 3

    /// A playlist that contradicts itself begins anew once in so long.
    static let restartInterval = Duration.seconds(60)

    /// The address as the multivariant playlist gives it.
    let url: URL
    private(set) var playlist: MediaPlaylist?
    /// The presentation time at which the playlist's first segment starts.
    var windowStart: Nanoseconds = 0
    /// How often the playlist has begun anew.
    var era = 0
    /// Grows where segments get other numbers: one of an older numbering says nothing about what comes next.
    private(set) var numbering = 0
    private(set) var isLoading = false
    /// Whether the request under way is one that the server holds back until there is news.
    private(set) var isHeldBack = false
    private(set) var failures = 0
    private(set) var plan: ReloadPlan
    /// When the newest playlist was asked for, and when it last differed from the one before.
    private(set) var requestedAt = Duration.zero
    private(set) var changedAt = Duration.zero
    /// When its end was last seen to move, less the time that a cache had kept the answer.
    private(set) var grewAt = Duration.zero
    /// When the playlist last began anew.
    private(set) var restartedAt: Duration?
    private var reported: URL?
    private var freshness = PlaylistFreshness()
    /// A first answer that a cache had kept for a while, and how it is brought up to date.
    private var tuneIn: (state: TuneIn, known: MediaPlaylist)?
    private var silenceToldAt: Duration?
    private var renumberingToldAt: Duration?
    private var hasChanged = true
    private var retryAt: Duration?

    init(url: URL) {
        self.url = url
        plan = ReloadPlan(url: url)
    }

    /// The first load of a playlist of which another one has reported: the answer holds what comes next there.
    /// - Parameter address: with the directives that follow from the report.
    init(url: URL, firstFrom address: URL) {
        self.init(url: url)
        reported = address
    }

    /// Whether parts are played (spec/hls.md section 6, LL eligibility; what the spec asks for beside these only makes it slower).
    var playsParts: Bool {
        guard let playlist, isLive, plan.allowsBlocking, playlist.partTargetDuration != nil else { return false }
        return playlist.serverControl?.canBlockReload == true && playlist.serverControl?.partHoldBack != nil
    }

    /// The end of the playlist's last segment on the presentation's time line.
    var windowEnd: Nanoseconds { windowStart &+ (playlist.flatMap { Nanoseconds($0.segments.duration) } ?? 0) }
    var isLive: Bool { playlist?.hasEnded == false && playlist?.kind != .videoOnDemand }
    private var target: Duration { playlist?.targetDuration.map { .seconds($0.seconds) } ?? .seconds(6) }

    /// The next load; nil where one is under way, or nothing will ever change.
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

    /// A playlist that is known already, which has ended.
    mutating func adopt(_ known: MediaPlaylist) { playlist = known }

    /// The answer to a request.
    /// - Parameters:
    ///   - age: seconds that a cache has kept it.
    ///   - dates: what the server says of its age.
    /// - Returns: what has changed; nil for the first playlist, and for one that a cache has kept for so long that a newer one is asked for
    /// before it counts.
    /// - Throws: a delta update that does not fit; the whole playlist is asked for next.
    mutating func received(
        _ answer: MediaPlaylist, age: Double? = nil, dates: AnswerDates = AnswerDates(), requestedAt: Duration,
        now: Duration
    ) throws(DeltaError) -> PlaylistChange? {
        isLoading = false
        var fresh = answer
        if fresh.skip != nil {
            // Without a whole playlist there is nothing to add to.
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
            // One that a cache has kept for too long is soon asked for again.
            hasChanged = !freshness.isStale(dates, bringing: nil, target: target.inSeconds)
            return nil
        }
        var change = PlaylistChange.from(old, to: fresh, after: seenAt - grewAt)
        if freshness.isStale(dates, bringing: change, target: target.inSeconds) { change = .older }
        if case .mismatched = change, let restartedAt, now - restartedAt < Self.restartInterval {
            // A server that renames its segments all the time: the numbers are what there is to go by.
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

    /// Seconds that a cache is believed to have kept a playlist.
    private static let greatestAge = 86_400.0

    /// - Returns: whether a newer playlist is asked for before this first one counts.
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

    /// Keeps the time line where it was.
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
            // What was never seen took as long as segments here usually do.
            let usual = target * Double(min(missing, 1_000_000))
            // Where its dates go on, the numbers have jumped, and not the media.
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
                // Its clocks go by other numbers, too.
                era += 1
                restartedAt = seenAt
            }
        case .renumbered(nil):
            windowStart =
                startByDate(of: fresh, seenAt)
                ?? alignment(of: old).startByEnd(of: fresh, seenAt: seenAt)
            numbering += 1
        case .restarted, .mismatched:
            // A new time line, which goes on behind all that was announced of the old one.
            windowStart = windowEnd
            era += 1
            numbering += 1
            restartedAt = seenAt
        }
    }

    private func alignment(of playlist: MediaPlaylist) -> WindowAlignment {
        WindowAlignment(playlist: playlist, windowStart: windowStart, seenAt: grewAt)
    }

    /// Its window beside those of other playlists.
    var alignment: WindowAlignment? { playlist.map(alignment) }

    /// Where a newer state lies by its dates, unless that would be ahead of what can have been made.
    private func startByDate(of fresh: MediaPlaylist, _ seenAt: Duration) -> Nanoseconds? {
        guard let start = alignment?.startByDate(of: fresh, seenAt: seenAt) else { return nil }
        let most = (seenAt - grewAt) + target * PlaylistChange.burst
        let end = start &+ (Nanoseconds(fresh.segments.duration) ?? 0)
        return end &- windowEnd <= Nanoseconds(seconds: most.inSeconds) ? start : nil
    }

    /// Whether to tell that the numbers have changed: once in a while, for some do all the time.
    mutating func tellsRenumbering(now: Duration) -> Bool {
        if let told = renumberingToldAt, now - told < Self.restartInterval { return false }
        renumberingToldAt = now
        return true
    }

    /// A request has failed, or what came is no playlist.
    /// - Parameter status: of HTTP.
    /// - Returns: whether to try again; else the variant is given up.
    mutating func failed(status: Int?, now: Duration) -> Bool {
        isLoading = false
        if let tuneIn {
            // What is known will do.
            self.tuneIn = nil
            playlist = tuneIn.known
            requestedAt = now
            changedAt = now
            grewAt = now
            retryAt = now
            return true
        }
        if reported != nil {
            // The report was of another moment, or of another server: plainly, then.
            reported = nil
            retryAt = now
            return true
        }
        if status == 400, plan.allowsBlocking, playlist?.serverControl?.canBlockReload == true {
            // Asked for too much at once (bis section 6.2.5.2): without directives it will answer.
            plan.allowsBlocking = false
            retryAt = now
            return true
        }
        if isHeldBack, playlist != nil, status.map({ !(200...299).contains($0) }) ?? true {
            // What a server cannot hold back it may have at once: only where it cannot give that either has it failed.
            plan.blocking.failed(at: now, target: target)
            retryAt = now
            return true
        }
        failures += 1
        // Should nobody have anything better, it is asked for again.
        retryAt = now + target / 2
        return playlist != nil && failures < Self.maximumFailures
    }

    /// Whether what is known is so old that its segments may be gone: nobody has asked for a while.
    func isStale(now: Duration) -> Bool { isLive && now - requestedAt > target * 3 }

    /// The playlist is given another place on the time line, or goes on as if it had begun anew with the variant's.
    mutating func place(at start: Nanoseconds, era: Int? = nil) {
        windowStart = start
        if let era { self.era = era }
    }

    /// How long nothing new has come, where that is so long that another variant should be tried; told once for each such time.
    mutating func tellSilence(now: Duration) -> Duration? {
        guard let playlist, isLive, failures > 0 || !hasChanged else { return nil }
        guard ReloadPlan.isImpaired(playlist, unchangedFor: now - max(changedAt, silenceToldAt ?? .zero)) else {
            return nil
        }
        silenceToldAt = now
        return now - changedAt
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
