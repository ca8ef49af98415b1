public import CoreMedia
public import Foundation
import HLS

/// Shows what a player's current item has to play in between, and what of it plays now (semantics section 14).
///
/// Any thread may use it. Notifications are posted on the main queue, the monitor being their object. While an event plays, the primary player
/// waits with the reason `interstitialEvent`, and its layers show the interstitial player's picture; rate, volume and muting are the primary's.
open class AVPlayerInterstitialEventMonitor: NSObject, @unchecked Sendable {
    // Holds what the player's lock protects, and nothing that changes.
    private let player: WeakPrimary
    /// Plays the items of events in turn.
    public let interstitialPlayer: AVQueuePlayer

    private struct WeakPrimary: Sendable { weak var player: AVPlayer? }

    public init(primaryPlayer: AVPlayer) {
        player = WeakPrimary(player: primaryPlayer)
        interstitialPlayer = primaryPlayer.core.interludePlayer
        super.init()
        primaryPlayer.core.update(.client) { state in
            state.interlude.monitors.removeAll { $0.monitor == nil }
            state.interlude.monitors.append(Interlude.WeakMonitor(monitor: self))
        }
    }

    /// Not retained.
    open var primaryPlayer: AVPlayer? { player.player }

    /// Those of the current item, in the order of playing: the controller's, or else the stream's. They cannot be changed. Never nil; Apple: not
    /// optional here, only in the controller.
    open var events: [AVPlayerInterstitialEvent]! { player.player?.core.read { $0.interlude.events } ?? [] }

    /// nil while the primary plays.
    open var currentEvent: AVPlayerInterstitialEvent? {
        player.player?.core.read { state in
            state.interlude.isOn ? state.interlude.event(state.interlude.current?.id) : nil
        } ?? nil
    }

    /// Whether the viewer may skip what is left of the current event now.
    open var currentEventSkippableState: AVPlayerInterstitialEvent.SkippableEventState {
        player.player?.core.skippability ?? .notSkippable
    }

    /// Names the words on the button, as the stream has it; nil: the player's own.
    open var currentEventSkipControlLabel: String? {
        player.player?.core.read { $0.interlude.skipControl?.labelID } ?? nil
    }

    // MARK: Notifications

    public static let eventsDidChangeNotification = Notification.Name(
        "AVPlayerInterstitialEventMonitorEventsDidChangeNotification")
    public static let currentEventDidChangeNotification = Notification.Name(
        "AVPlayerInterstitialEventMonitorCurrentEventDidChangeNotification")
    /// A server has said what an event plays, or has not. The user info has the event, a status' raw value, and the error if there is one.
    public static let assetListResponseStatusDidChangeNotification = Notification.Name(
        "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeNotification")
    public static let assetListResponseStatusDidChangeEventKey =
        "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeEventKey"
    public static let assetListResponseStatusDidChangeStatusKey =
        "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey"
    public static let assetListResponseStatusDidChangeErrorKey =
        "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeErrorKey"
    public static let currentEventSkippableStateDidChangeNotification = Notification.Name(
        "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeNotification")
}

/// Says what a player's current item plays in between, in the place of what its stream says.
open class AVPlayerInterstitialEventController: AVPlayerInterstitialEventMonitor, @unchecked Sendable {
    // As its base class.
    /// Setting them copies them; setting nil gives the stream's events their turn again. What plays goes on playing.
    open override var events: [AVPlayerInterstitialEvent]! {
        get { super.events }
        set { primaryPlayer?.core.setClientEvents(newValue) }
    }

    /// Ends the current event at once; nothing happens where none plays.
    /// - Parameter resumptionOffset: added to the event's time where the primary goes on; indefinite: as long as the event has played.
    open func cancelCurrentEvent(withResumptionOffset resumptionOffset: CMTime) {
        primaryPlayer?.core.cancelCurrentEvent(resumingAt: resumptionOffset)
    }

    /// Ends the current event for the viewer, where `currentEventSkippableState` is eligible.
    open func skipCurrentEvent() { primaryPlayer?.core.skipCurrentEvent() }
}

extension PlayerCore {
    var interludePlayer: AVQueuePlayer {
        update(.client) { state in
            makeInterludePlayer(&state)
            // Made in the line above.
            return state.interlude.player ?? AVQueuePlayer(items: [], environment: environment)
        }
    }
}
