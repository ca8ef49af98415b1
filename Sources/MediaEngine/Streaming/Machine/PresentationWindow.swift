import CoreMedia
import Foundation
import HLS

/// The window of the variant's playlist on the presentation timeline. It persists while another variant's playlist is being loaded.
struct PresentationWindow {
    /// The time after which a live stream that publishes no new media has failed, even if its playlist reloads succeed.
    static let longestSilence = Duration.seconds(90)
    private static let leastGrowth: Nanoseconds = 10 * .millisecond

    /// The most recent window.
    private(set) var alignment: WindowAlignment?
    /// Whether partial segments are played.
    private(set) var playsParts = false
    /// Maps program dates to times in the window; nil if the playlist has no dates.
    private(set) var dates: ProgramDateMap?
    /// The position where playback starts, unless a seek is requested first.
    var startPosition: Nanoseconds = 0
    /// The start position requested by the client; nil: as the stream specifies.
    var requestedStart: Nanoseconds?
    /// The host time at which the window last grew, or was first received.
    var grewAt: Duration?
    private var updateJitter = LiveUpdateJitter()
    private var reportedDistance: Nanoseconds?

    /// Returns the window as a live window with seekable range and live edge; nil before the first playlist.
    /// - Parameter configuredDistance: the app's distance from the live edge, in seconds.
    func window(configuredDistance: Double?) -> LiveWindow? {
        alignment.map { alignment in
            LiveWindow(
                playlist: alignment.playlist, windowStart: alignment.windowStart, playsParts: playsParts,
                configuredDistance: configuredDistance.map { Nanoseconds(seconds: $0.clamped(0, 1e6)) })
        }
    }

    enum Growth { case grown, unchanged }

    /// Replaces the window after the variant's playlist changed.
    mutating func update(
        _ alignment: WindowAlignment, playsParts: Bool, configuredDistance: Double?, now: Duration
    ) -> Growth {
        let before = window(configuredDistance: configuredDistance)
        self.alignment = alignment
        self.playsParts = playsParts
        dates = ProgramDateMap(alignment.playlist)
        let window = window(configuredDistance: configuredDistance)
        guard before != nil else {
            grewAt = now
            return .grown
        }
        // Program dates shift the same window by a few milliseconds.
        let grown = (window?.edge ?? 0) &- (before?.edge ?? 0)
        guard grown > Self.leastGrowth || window?.isLive == false else { return .unchanged }
        grewAt = now
        return .grown
    }

    /// The recommended distance from the live edge: the stream's own distance plus the measured lateness of its updates.
    func recommendedDistance(_ window: LiveWindow?) -> Nanoseconds? {
        guard let window, window.isLive else { return nil }
        // A client that polls detects new media up to one reload interval late.
        let isHeldBack = alignment?.playlist.serverControl?.canBlockReload == true
        let late = updateJitter.spread(beyond: isHeldBack ? 0 : window.step.seconds)
        return window.usualDistance &+ Nanoseconds(seconds: late)
    }

    /// Records that a live stream grew.
    /// - Returns: the recommended distance if it changed, else nil.
    mutating func recordGrowth(_ window: LiveWindow?, now: Duration) -> Nanoseconds? {
        guard let window, window.isLive else { return nil }
        updateJitter.grew(to: window.edge.seconds, at: now.inSeconds)
        let distance = recommendedDistance(window)
        guard distance != reportedDistance else { return nil }
        reportedDistance = distance
        return distance
    }
}
