import CoreMedia
import Foundation
import HLS
import MediaEngine

/// A player's state for the interstitial events of its current item.
struct InterstitialPlayback: Sendable {
    /// An item of the interstitial player.
    struct Entry: Sendable {
        var item: AVPlayerItem
        var eventID: String
        /// The start time of the item, in seconds of its own time.
        var start = 0.0
    }

    struct WeakMonitor: Sendable { weak var monitor: AVPlayerInterstitialEventMonitor? }

    /// Whether the player is itself an interstitial player; interstitials of its own items are ignored (hls.md section 9).
    var isInner = false
    var machine = InterstitialMachine()
    var stream: StreamInterstitials?
    /// The events of a controller; nil: those of the stream play.
    var clientEvents: [AVPlayerInterstitialEvent]?
    /// The events in force, as monitors report them.
    var events: [AVPlayerInterstitialEvent] = []
    var current: Interstitial?
    /// Created when it is first needed.
    var player: AVQueuePlayer?
    var relay: InterstitialPlayerRelay?
    var entries: [Entry] = []
    /// Whether the primary is held and interstitial media plays in its place.
    var isOn = false
    /// The item whose video is shown in the place of the primary's.
    var shown: ItemCore?
    /// The number of pending seeks that prepare the held primary.
    var hiddenSeeks = 0
    /// Whether the primary resumes as soon as these seeks have completed.
    var isReleasePending = false
    var marks: [TimeObserverToken] = []
    var skipMarks: [TimeObserverToken] = []
    var preloadTimers: [String: any PlaybackTimer] = [:]
    /// Incremented with each primary item, so that late responses are ignored.
    var serial: UInt64 = 0
    var monitors: [WeakMonitor] = []

    /// When the viewer may skip the current event, in its own time.
    var skipControl: Interstitial.SkipControl? {
        guard let current else { return nil }
        return machine.content(of: current.id)?.skipControl ?? current.skipControl
    }

    func event(_ id: String?) -> AVPlayerInterstitialEvent? { events.first { $0.identifier == id } }
}

/// Forwards events of the interstitial player to the primary. Retains neither.
final class InterstitialPlayerRelay: QueueObserver, VideoObserver {
    private weak let primary: PlayerCore?

    init(_ primary: PlayerCore) { self.primary = primary }

    func itemFinished(_ item: AVPlayerItem) { primary?.interstitialItemEnded(item, failed: false) }
    func itemFailed(_ item: AVPlayerItem) { primary?.interstitialItemEnded(item, failed: true) }
    func queueChangedByClient() { primary?.interstitialQueueChanged() }
    func itemChanged(to item: ItemCore?) { primary?.interstitialItemChanged(to: item) }
    func firstFrame(of item: ItemCore) { primary?.forwardVideoEvent(of: item) { $0.firstFrame(of: item) } }
    func videoSizeChanged(of item: ItemCore) {
        primary?.forwardVideoEvent(of: item) { $0.videoSizeChanged(of: item) }
    }
    func itemPlayable(_ item: ItemCore) { primary?.forwardVideoEvent(of: item) { $0.itemPlayable(item) } }
}
