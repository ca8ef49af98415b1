import CoreMedia
import Foundation
import HLS

/// The window of the variant's playlist on the presentation's time line, also while another variant's playlist is loaded.
struct PresentationWindow {
    /// A live stream in which nothing new has come for so long has failed, however patient its reloads are.
    static let longestSilence = Duration.seconds(90)
    private static let leastGrowth: Nanoseconds = 10 * .millisecond

    /// The window that was seen last.
    private(set) var alignment: WindowAlignment?
    /// Whether the variant plays parts.
    private(set) var playsParts = false
    /// Dates of the window; nil where its playlist has none.
    private(set) var dates: ProgramDateMap?
    /// Where playback begins unless a seek comes first.
    var startPosition: Nanoseconds = 0
    /// Where the client wants to begin; nil: where the stream says.
    var requestedStart: Nanoseconds?
    /// When the window last grew, or was first seen.
    var grewAt: Duration?
    private var lateness = LiveLateness()
    private var reportedDistance: Nanoseconds?

    /// What the window means for a client now.
    /// - Parameter configuredDistance: seconds from the end of a live stream, as the app wants.
    func window(configuredDistance: Double?) -> LiveWindow? {
        alignment.map { alignment in
            LiveWindow(
                playlist: alignment.playlist, windowStart: alignment.windowStart, playsParts: playsParts,
                configuredDistance: configuredDistance.map { Nanoseconds(seconds: $0.clamped(0, 1e6)) })
        }
    }

    enum Growth { case grown, unchanged }

    /// The variant's window is another one.
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
        // Dates place the same window a little differently.
        let grown = (window?.edge ?? 0) &- (before?.edge ?? 0)
        guard grown > Self.leastGrowth || window?.isLive == false else { return .unchanged }
        grewAt = now
        return .grown
    }

    /// How far from a live stream's end playback continues without stalls: its own distance and what its growth is late by.
    func recommendedDistance(_ window: LiveWindow?) -> Nanoseconds? {
        guard let window, window.isLive else { return nil }
        // A client that polls learns of growth by so much later.
        let isHeldBack = alignment?.playlist.serverControl?.canBlockReload == true
        let late = lateness.spread(beyond: isHeldBack ? 0 : window.step.seconds)
        return window.usualDistance &+ Nanoseconds(seconds: late)
    }

    /// Records the growth of a live stream.
    /// - Returns: the recommended distance, where it is another one.
    mutating func recordGrowth(_ window: LiveWindow?, now: Duration) -> Nanoseconds? {
        guard let window, window.isLive else { return nil }
        lateness.grew(to: window.edge.seconds, at: now.inSeconds)
        let distance = recommendedDistance(window)
        guard distance != reportedDistance else { return nil }
        reportedDistance = distance
        return distance
    }
}
