import CoreMedia
import Foundation
import HLS

/// The window of a live stream: where playback joins, the seekable range, and program dates.
extension StreamMachine {
    /// The number of target durations for which renditions wait for each other after a playlist restarted.
    private static let restartTargetDurations = 3.0

    func window(of preferences: StreamingPreferences) -> LiveWindow? {
        window.window(configuredDistance: preferences.liveDistance)
    }

    /// The media ahead of the play head that is sufficient; near the live edge, half the distance from the edge.
    var sufficientAhead: Nanoseconds {
        guard let live = window(of: preferences), live.isLive else { return ReadingPolicy.usualAhead }
        return min(ReadingPolicy.usualAhead, live.distance / 2)
    }

    func liveTarget(at now: Duration) -> LiveTarget? {
        guard let live = window(of: preferences), live.isLive, let grewAt = window.grewAt, live.seekable != nil else {
            return nil
        }
        return LiveTarget(
            latest: live.latest, age: (now - grewAt).inNanoseconds, step: live.step, isLowLatency: window.playsParts)
    }

    /// Whether the window must be reloaded before a seek because its playlist is older than a reload interval.
    var isWindowStale: Bool { main?.tracker.isOutdated(now: now) == true }

    /// Returns the seekable time nearest to a seek target.
    func nearestSeekable(to target: Nanoseconds) -> Nanoseconds {
        guard let live = window(of: preferences), live.isLive, let range = live.seekable else { return max(0, target) }
        var latest = range.upperBound
        if window.playsParts, let grewAt = window.grewAt {
            // The part that is currently being produced counts as available.
            latest = latest &+ min(max(0, (now - grewAt).inNanoseconds), live.step)
        }
        return min(max(target, range.lowerBound), latest)
    }

    func date(at time: Nanoseconds) -> Date? {
        guard let alignment = window.alignment else { return nil }
        return window.dates?.date(at: (time &- alignment.windowStart).time)
    }

    /// Returns the time of a date; nil if no segment of the window covers the date.
    func time(of date: Date) -> Nanoseconds? {
        guard let alignment = window.alignment else { return nil }
        return window.dates?.time(of: date).flatMap { Nanoseconds($0) }.map { $0 &+ alignment.windowStart }
    }

    // MARK: - Changes of the variant's window

    /// Handles the first media playlist: chooses where playback starts.
    mutating func join() {
        guard let playlist = main?.tracker.playlist else { return }
        windowChanged()
        guard !hasDelivered, main?.next == .time(0), let live = window(of: preferences) else { return }
        if let wanted = window.requestedStart {
            window.startPosition = start(near: wanted, in: live)
            untouchedPosition = window.startPosition
        } else {
            window.startPosition = live.join(variants.playlist?.start ?? playlist.start)
        }
        for role in renditions.keys { move(role, to: window.startPosition) }
    }

    /// Returns the possible start time nearest to the requested one; for times after the end, the start of the last segment.
    private func start(near wanted: Nanoseconds, in live: LiveWindow) -> Nanoseconds {
        guard !live.isLive, wanted >= live.segmentsEnd, let last = live.playlist.segments.last else {
            return nearestSeekable(to: wanted)
        }
        return live.windowStart &+ (Nanoseconds(last.start) ?? 0)
    }

    /// Updates the presentation window after the variant's playlist, or its alignment, changed.
    mutating func windowChanged() {
        guard let main, let alignment = main.tracker.alignment else { return }
        let before = window(of: preferences)
        let growth = window.update(
            alignment, playsParts: main.tracker.playsParts, configuredDistance: preferences.liveDistance, now: now)
        if growth == .grown, let distance = window.recordGrowth(window(of: preferences), now: now) {
            actions.append(.report(.recommendedDistance(distance)))
        }
        publishInterstitials()
        if let before, window(of: preferences)?.seekable != before.seekable {
            actions.append(.report(.seekableRangeChanged))
        }
    }

    /// Handles a restarted variant playlist: playback continues where the program dates match, else joins again. Presentation time is
    /// continuous.
    mutating func rejoin() {
        guard var main, let playlist = main.tracker.playlist else { return }
        defer { renditions[.main] = main }
        main.leaveEnd()
        if let start = window.alignment?.startByDate(of: playlist, seenAt: now),
            let length = Nanoseconds(playlist.segments.duration),
            start <= main.position &+ RenditionMachine.seamTolerance,
            main.position <= start &+ length &+ RenditionMachine.seamTolerance
        {
            main.tracker.place(at: start)
            main.next = .seam(main.position)
            return
        }
        let window = LiveWindow(playlist: playlist, windowStart: 0, playsParts: main.tracker.playsParts)
        main.tracker.place(at: main.position &- window.join(nil))
        main.next = .time(main.position)
    }

    /// Realigns renditions that drifted from the variant. Called for a seek, when none of their media is buffered.
    mutating func realign() {
        guard let alignment = window.alignment, let main, main.tracker.isLive else { return }
        for role in renditions.keys where role != .main {
            guard let tracker = renditions[role]?.tracker, tracker.isLive, tracker.era == main.tracker.era,
                let playlist = tracker.playlist
            else { continue }
            let start = alignment.start(of: playlist, seenAt: tracker.grewAt)
            let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
            guard abs(start &- tracker.windowStart) > target &+ target / 2 else { continue }
            renditions[role]?.tracker.place(at: start)
        }
    }

    enum RestartReview { case ready, waiting }

    /// Returns whether a rendition must wait because either its playlist or the variant's has restarted and the other has not yet.
    mutating func reviewRestart(_ role: RenditionRole) -> RestartReview {
        guard role != .main, let main, var rendition = renditions[role],
            rendition.tracker.era != main.tracker.era, let playlist = rendition.tracker.playlist
        else { return .ready }
        let since = [main.tracker.restartedAt, rendition.tracker.restartedAt].compactMap { $0 }.max() ?? .zero
        let target = playlist.targetDuration?.seconds ?? 6
        guard (now - since).inSeconds > target * Self.restartTargetDurations else { return .waiting }
        // Only one of the two playlists has restarted: its numbers changed, not its media.
        rendition.tracker.place(
            at: window.alignment?.start(of: playlist, seenAt: rendition.tracker.grewAt) ?? 0, era: main.tracker.era)
        rendition.next = .seam(rendition.position)
        renditions[role] = rendition
        return .ready
    }

    /// Whether playback must rejoin the live edge because the next segment has left the window.
    func isBehindWindow(_ role: RenditionRole) -> Bool {
        guard role == .main, hasDelivered, let main else { return false }
        return hasLeftWindow(main)
    }

    /// Whether the next segment of a rendition has left the live window.
    func hasLeftWindow(_ rendition: RenditionMachine) -> Bool {
        guard rendition.tracker.isLive, let playlist = rendition.tracker.playlist else { return false }
        return switch rendition.next {
        case .segment(let number), .part(let number, _): number < playlist.mediaSequence
        case .seam(let time): time &+ RenditionMachine.seamTolerance < rendition.tracker.windowStart
        case .time: false
        }
    }

    /// Fails with `behindLiveWindow`. The session plays the rest of the buffer and joins the live edge again.
    mutating func failBehindWindow() {
        guard let main else { return }
        fail(
            MediaError(
                .behindLiveWindow, "Playback has fallen behind the live window.",
                detail: "position \(main.position.seconds) s, window from \(main.tracker.windowStart.seconds) s",
                url: main.tracker.url))
    }

    // MARK: - Date ranges and interstitials

    /// Publishes the date ranges of a new or reloaded playlist of the variant if they changed.
    mutating func publishDateRanges(of playlist: MediaPlaylist) {
        guard playlist.dateRanges != reports.dateRanges else { return }
        reports.dateRanges = playlist.dateRanges
        actions.append(.publishDateRanges(playlist.dateRanges))
    }

    /// Publishes the interstitials after the variant's window, or its mapping to dates, changed.
    private mutating func publishInterstitials() {
        guard let alignment = window.alignment else { return }
        let playlist = alignment.playlist
        let hasSome = playlist.dateRanges.contains { $0.category == Interstitial.category }
        guard hasSome || reports.interstitials != nil else { return }
        let schedule = InterstitialSchedule(playlist, map: window.dates).shifted(by: alignment.windowStart.time)
        let found = StreamInterstitials(
            schedule: snapped(schedule), preloads: InterstitialPreload.all(in: playlist), baseURL: playlist.baseURL,
            primaryID: sessionID, isLive: window(of: preferences)?.isLive ?? false)
        guard found != reports.interstitials else { return }
        reports.interstitials = found
        actions.append(.publishInterstitials(found))
    }

    /// Moves the departure of events with X-SNAP=OUT to a segment boundary.
    private func snapped(_ schedule: InterstitialSchedule) -> InterstitialSchedule {
        var schedule = schedule
        for index in schedule.events.indices where schedule.events[index].snap.contains(.out) {
            guard let start = schedule.events[index].start.flatMap({ Nanoseconds($0) }) else { continue }
            schedule.events[index].departure =
                segmentBoundaries(nearest: start).min()?.time ?? schedule.events[index].start
        }
        return schedule
    }

    /// Returns the nearest segment boundary of each active playlist.
    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds] {
        renditions.values.compactMap { rendition in
            guard let playlist = rendition.tracker.playlist else { return nil }
            let start = rendition.tracker.windowStart
            let end = start &+ (Nanoseconds(playlist.segments.duration) ?? 0)
            // Boundaries outside of the window are unknown.
            guard time >= start, time <= end else { return nil }
            let boundary = playlist.segments.boundary(nearest: (time &- start).time)
            return boundary.flatMap { Nanoseconds($0) }.map { $0 &+ start }
        }
    }
}
