import CoreMedia
import Foundation
import HLS
import MediaEngine

/// What a player keeps of the events of its current item.
struct Interlude: Sendable {
    /// One item of the interstitial player.
    struct Entry: Sendable {
        var item: AVPlayerItem
        var eventID: String
        /// Where it begins, in seconds of its own time.
        var start = 0.0
    }

    struct WeakMonitor: Sendable { weak var monitor: AVPlayerInterstitialEventMonitor? }

    /// Whether the player plays another one's interstitials: what its own items name is ignored (hls.md section 9).
    var isInner = false
    var machine = InterstitialMachine()
    var stream: StreamInterstitials?
    /// Set by a controller; nil: the stream's play.
    var clientEvents: [AVPlayerInterstitialEvent]?
    /// Those in force, as monitors show them.
    var events: [AVPlayerInterstitialEvent] = []
    var current: Interstitial?
    /// Made when it is first needed.
    var player: AVQueuePlayer?
    var relay: InterludeRelay?
    var entries: [Entry] = []
    /// Whether the primary is held and its place taken.
    var isOn = false
    /// Whose picture is shown instead.
    var shown: ItemCore?
    /// Seeks of the primary under way that nobody sees.
    var hiddenSeeks = 0
    /// The primary goes on as soon as they have landed.
    var isReleasePending = false
    var marks: [TimeObserverToken] = []
    var skipMarks: [TimeObserverToken] = []
    var preloadTimers: [String: any PlaybackTimer] = [:]
    /// Grows with each item of the primary, so that late answers are known as such.
    var serial: UInt64 = 0
    var monitors: [WeakMonitor] = []

    /// What the viewer may skip, and when, in the current event's own time.
    var skipControl: Interstitial.SkipControl? {
        guard let current else { return nil }
        return machine.content(of: current.id)?.skipControl ?? current.skipControl
    }

    func event(_ id: String?) -> AVPlayerInterstitialEvent? { events.first { $0.identifier == id } }
}

/// Hears the interstitial player for the primary. Holds neither.
final class InterludeRelay: QueueObserver, PictureObserver {
    private weak let primary: PlayerCore?

    init(_ primary: PlayerCore) { self.primary = primary }

    func itemFinished(_ item: AVPlayerItem) { primary?.interludeItem(item, failed: false) }
    func itemFailed(_ item: AVPlayerItem) { primary?.interludeItem(item, failed: true) }
    func queueChangedByClient() { primary?.interludeQueueChanged() }
    func itemChanged(to item: ItemCore?) { primary?.interludeChanged(to: item) }
    func firstPicture(of item: ItemCore) { primary?.tellInterlude(of: item) { $0.firstPicture(of: item) } }
    func pictureSizeChanged(of item: ItemCore) { primary?.tellInterlude(of: item) { $0.pictureSizeChanged(of: item) } }
    func itemPlayable(_ item: ItemCore) { primary?.tellInterlude(of: item) { $0.itemPlayable(item) } }
}
