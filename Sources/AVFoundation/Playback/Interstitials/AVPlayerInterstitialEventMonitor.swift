public import CoreMedia
public import Foundation
import HLS

/// Reports the interstitial events of a player's current item, and the one that is playing (semantics section 14).
///
/// Any thread may use it. Notifications are posted on the main queue, with the monitor as their object. While an event plays, the primary
/// player waits with the reason `interstitialEvent`, and its layers show the interstitial player's video; rate, volume and muting are those
/// of the primary.
open class AVPlayerInterstitialEventMonitor: NSObject, @unchecked Sendable {
    // Sendable: the mutable state is behind the player's lock.
    private let player: WeakPrimary
    /// The player of the events' items.
    open private(set) var interstitialPlayer: AVQueuePlayer

    private struct WeakPrimary: Sendable { weak var player: AVPlayer? }

    public init(primaryPlayer: AVPlayer) {
        player = WeakPrimary(player: primaryPlayer)
        interstitialPlayer = primaryPlayer.core.interstitialPlayer
        super.init()
        primaryPlayer.core.update(.client) { state in
            state.interstitial.monitors.removeAll { $0.monitor == nil }
            state.interstitial.monitors.append(InterstitialPlayback.WeakMonitor(monitor: self))
        }
    }

    /// The player whose current item is monitored. Not retained.
    open var primaryPlayer: AVPlayer? { player.player }

    /// The events of the current item in playing order: those set on a controller, otherwise those of the stream. They are read-only. Never
    /// nil; Apple: optional only in the controller.
    open var events: [AVPlayerInterstitialEvent]! { player.player?.core.read { $0.interstitial.events } ?? [] }

    /// nil while the primary plays.
    open var currentEvent: AVPlayerInterstitialEvent? {
        player.player?.core.read { state in
            state.interstitial.isOn ? state.interstitial.event(state.interstitial.current?.id) : nil
        } ?? nil
    }

    /// Whether the viewer may skip the rest of the current event now.
    open var currentEventSkippableState: AVPlayerInterstitialEvent.SkippableEventState {
        player.player?.core.skippability ?? .notSkippable
    }

    /// The key of the skip button's label that the stream states; nil: the player's own label.
    open var currentEventSkipControlLabel: String? {
        player.player?.core.read { $0.interstitial.skipControl?.labelID } ?? nil
    }

    // MARK: Notifications

    public static let eventsDidChangeNotification = Notification.Name(
        "AVPlayerInterstitialEventMonitorEventsDidChangeNotification")
    public static let currentEventDidChangeNotification = Notification.Name(
        "AVPlayerInterstitialEventMonitorCurrentEventDidChangeNotification")
    /// Posted when an asset list has been loaded or has failed to load. The user info has the event, the raw value of the status, and the
    /// error if there is one.
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

/// Schedules interstitial events for a player's current item; they replace the events of its stream.
open class AVPlayerInterstitialEventController: AVPlayerInterstitialEventMonitor, @unchecked Sendable {
    // Sendable: as its base class.
    /// Setting events copies them; setting nil restores the events of the stream. An event that is playing continues.
    open override var events: [AVPlayerInterstitialEvent]! {
        get { super.events }
        set { primaryPlayer?.core.setClientEvents(newValue) }
    }

    /// Ends the current event at once; has no effect where none plays.
    /// - Parameter resumptionOffset: added to the event's time to give the time at which the primary resumes; indefinite: the played
    ///   duration of the event.
    open func cancelCurrentEvent(withResumptionOffset resumptionOffset: CMTime) {
        primaryPlayer?.core.cancelCurrentEvent(resumingAt: resumptionOffset)
    }

    /// Ends the current event for the viewer; has no effect unless `currentEventSkippableState` is `eligible`.
    open func skipCurrentEvent() { primaryPlayer?.core.skipCurrentEvent() }
}

extension PlayerCore {
    var interstitialPlayer: AVQueuePlayer {
        update(.client) { state in
            makeInterstitialPlayer(&state)
            // Created by the call above.
            return state.interstitial.player ?? AVQueuePlayer(items: [], environment: environment)
        }
    }
}
