import CoreMedia
import Foundation
import HLS

/// The window of a live stream: where it is joined, what may be sought, and which dates its times have.
extension StreamingReader {
    /// A live stream in which nothing new has come for so long has failed, however patient its reloads are.
    static let longestSilence = Duration.seconds(90)
    private static let leastNews: Nanoseconds = 10 * .millisecond
    /// Target durations for which renditions wait for one another after a playlist has begun anew.
    private static let restartPatience = 3.0

    var startPosition: Nanoseconds { gate.withLock { joinTime } }

    var seekableRange: ClosedRange<Nanoseconds>? { gate.withLock { window?.seekable } }

    /// Half of what a live stream lets anybody have, where that is less than usual.
    var comfortableAhead: Nanoseconds? {
        gate.withLock { window.flatMap { $0.isLive ? min(SessionCore.comfortableAhead, $0.distance / 2) : nil } }
    }

    var livePlace: LivePlace? {
        gate.withLock {
            guard let window, window.isLive, let newsAt, window.seekable != nil else { return nil }
            return LivePlace(
                latest: window.latest, age: clock.now &- newsAt.inNanoseconds, step: window.step,
                isLowLatency: playsParts)
        }
    }

    func knownHole(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds {
        gate.withLock { holes.covered(from: start, to: end) }
    }

    var recommendedLiveDistance: Nanoseconds? { gate.withLock { recommendedDistance } }

    /// `gate` is held.
    private var recommendedDistance: Nanoseconds? {
        guard let window, window.isLive else { return nil }
        // Whoever asks at intervals learns of news by so much later.
        let isHeldBack = reference?.playlist.serverControl?.canBlockReload == true
        let late = lateness.spread(beyond: isHeldBack ? 0 : window.step.seconds)
        return window.usualDistance &+ Nanoseconds(seconds: late)
    }

    /// The variant's window as it is known now. `gate` is held.
    var window: LiveWindow? {
        reference.map { reference in
            LiveWindow(
                playlist: reference.playlist, windowStart: reference.windowStart,
                playsParts: playsParts,
                configuredDistance: preferences.liveDistance.map { Nanoseconds(seconds: $0.clamped(0, 1e6)) })
        }
    }

    /// Waits until it is known what may be sought now, after a pause in which nobody asked, and gives the nearest such time.
    func resolve(_ target: Nanoseconds) throws(MediaError) -> Nanoseconds {
        gate.lock()
        defer { gate.unlock() }
        let count = reloadCount
        while pipelines[.main]?.tracker.isStale(now: moment) == true, reloadCount == count {
            if isCancelled { throw MediaError(.cancelled, "Reading was cancelled.", url: locator.url) }
            refresh(.main)
            waitForNews()
        }
        guard let window, window.isLive, let range = window.seekable else { return max(0, target) }
        var latest = range.upperBound
        if playsParts, let newsAt {
            // The part that is being made is on air already.
            latest = latest &+ min(max(0, clock.now &- newsAt.inNanoseconds), window.step)
        }
        return min(max(target, range.lowerBound), latest)
    }

    // MARK: - Dates

    func date(at time: Nanoseconds) -> Date? {
        gate.withLock {
            guard let reference else { return nil }
            return dates?.date(at: (time &- reference.windowStart).time)
        }
    }

    /// - Returns: nil where no segment of the window has the date.
    func time(of date: Date) -> Nanoseconds? {
        gate.withLock {
            guard let reference else { return nil }
            return dates?.time(of: date).flatMap { Nanoseconds($0) }.map { $0 &+ reference.windowStart }
        }
    }

    /// `gate` is held.
    var dates: ProgramDateMap? {
        if let dateMap { return dateMap }
        let made = reference.flatMap { ProgramDateMap($0.playlist) }
        dateMap = .some(made)
        return made
    }

    // MARK: - The variant's window moves; `gate` is held

    /// The first playlist of all: chooses where to begin.
    func join() {
        guard let main = pipelines[.main], let playlist = main.tracker.playlist else { return }
        reference = main.tracker.alignment
        newsAt = moment
        playsParts = main.tracker.playsParts
        noteGrowth()
        noteInterstitials()
        guard !hasGivenOut, main.next == .time(0), let window else { return }
        joinTime = window.join(multivariant?.start ?? playlist.start)
        for role in pipelines.keys { pipelines[role]?.move(to: joinTime) }
    }

    /// The variant's playlist has begun anew: where its dates go on, so does playing; else it is joined again. Time goes on where it stood.
    func rejoin() {
        guard var main = pipelines[.main], let playlist = main.tracker.playlist else { return }
        main.isAtEnd = false
        if let start = reference?.startByDate(of: playlist, seenAt: moment),
            let length = Nanoseconds(playlist.segments.duration),
            start <= main.position &+ RenditionPipeline.seamTolerance,
            main.position <= start &+ length &+ RenditionPipeline.seamTolerance
        {
            main.tracker.place(at: start)
            main.next = .seam(main.position)
            pipelines[.main] = main
            return
        }
        let window = LiveWindow(playlist: playlist, windowStart: 0, playsParts: main.tracker.playsParts)
        let offset = window.join(nil)
        main.tracker.place(at: main.position &- offset)
        main.next = .time(main.position)
        pipelines[.main] = main
    }

    /// Renditions that lie elsewhere than beside the variant come back to it: where playing goes on anew, nothing of them is held.
    func realign() {
        guard let reference, let main = pipelines[.main], main.tracker.isLive else { return }
        for role in pipelines.keys where role != .main {
            guard let tracker = pipelines[role]?.tracker, tracker.isLive, tracker.era == main.tracker.era,
                let playlist = tracker.playlist
            else { continue }
            let start = reference.start(of: playlist, seenAt: tracker.grewAt)
            let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
            guard abs(start &- tracker.windowStart) > target &+ target / 2 else { continue }
            pipelines[role]?.tracker.place(at: start)
        }
    }

    /// Whether a rendition waits for the variant, or the variant's playlist for it, after one of them has begun anew.
    func waitsForRestart(_ role: RenditionPipeline.Role) -> Bool {
        guard role != .main, let main = pipelines[.main], var pipeline = pipelines[role],
            pipeline.tracker.era != main.tracker.era, let playlist = pipeline.tracker.playlist
        else { return false }
        let since = [main.tracker.restartedAt, pipeline.tracker.restartedAt].compactMap { $0 }.max() ?? .zero
        let target = playlist.targetDuration?.seconds ?? 6
        guard (moment - since).inSeconds > target * Self.restartPatience else { return true }
        // Only one of them has: its numbers changed, not its media.
        pipeline.tracker.place(
            at: reference?.start(of: playlist, seenAt: pipeline.tracker.grewAt) ?? 0, era: main.tracker.era)
        pipeline.next = .seam(pipeline.position)
        pipelines[role] = pipeline
        return false
    }

    /// What is known of the variant's window has changed.
    func windowChanged() {
        guard let main = pipelines[.main], let alignment = main.tracker.alignment else { return }
        let before = window
        playsParts = main.tracker.playsParts
        reference = alignment
        dateMap = nil
        // Dates place the same window a little differently.
        let grown = (window?.edge ?? 0) &- (before?.edge ?? 0)
        if grown > Self.leastNews || window?.isLive == false {
            newsAt = moment
            noteGrowth()
        }
        noteInterstitials()
        if window?.seekable != before?.seekable { events.seekableRangeChanged() }
    }

    private func noteGrowth() {
        guard let window, window.isLive else { return }
        lateness.grew(to: window.edge.seconds, at: moment.inSeconds)
        let distance = recommendedDistance
        guard distance != toldDistance else { return }
        toldDistance = distance
        events.tell(.recommendedDistance(distance))
    }

    /// Nothing new has come for so long that waiting would be for nothing.
    func checkSilence() {
        guard let main = pipelines[.main], let newsAt, window?.isLive == true, failure == nil else { return }
        let silence = moment - newsAt
        guard silence > Self.longestSilence, !main.tracker.isStale(now: moment) || main.tracker.failures > 0 else {
            return
        }
        failure = MediaError(
            .networkTimedOut, "Nothing new has come of this live stream for \(Int(silence.inSeconds)) seconds.",
            url: main.tracker.url)
    }

    /// The segment that is wanted has left the window: what is held may be played, then the live edge is joined again.
    func fellBehind(_ role: RenditionPipeline.Role) -> Bool {
        guard role == .main, let main = pipelines[.main], main.tracker.isLive, hasGivenOut,
            let playlist = main.tracker.playlist
        else { return false }
        let isBehind =
            switch main.next {
            case .segment(let number), .part(let number, _): number < playlist.mediaSequence
            case .seam(let time): time &+ RenditionPipeline.seamTolerance < main.tracker.windowStart
            case .time: false
            }
        guard isBehind else { return false }
        failure = MediaError(
            .behindLiveWindow, "Playing has fallen behind what the live stream still offers.",
            detail: "\(main.position.seconds) s of \(main.tracker.windowStart.seconds) s and later",
            url: main.tracker.url)
        return true
    }
}
