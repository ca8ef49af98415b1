import CoreGraphics
import CoreMedia
import MediaEngine

/// The interface of the player for its items. Called on any thread, with no lock held.
///
/// Locks are taken in the order player, item, session. An input of an item in a player is therefore processed by the player first: the
/// item's change and the player's reaction to it are one step, and their commands to the session are given in the order of the decisions.
protocol ItemHost: AnyObject, Sendable {
    /// The time observers of the player.
    var hub: TimeObserverHub { get }

    /// Locks the player, runs an input of one of its items and reacts to the outcome.
    /// - Parameter input: returns nil where the item has left this player and nothing happened.
    func process<Result: Sendable>(_ item: ItemCore, _ cause: ChangeCause, _ input: () -> (Result, ItemOutcome)?)
        -> Result?

    /// Does the same for a seek of the client, which the player may redirect.
    /// - Parameter input: its argument is the target, nil where the seek is rejected. Returns nil where the item has left this player.
    func processSeek(of item: ItemCore, to time: CMTime, _ input: (CMTime?) -> ItemOutcome?) -> ItemOutcome?
}

/// The effects of a change of an item outside the item.
struct ItemOutcome: Sendable {
    /// The events for the player, in order.
    var events: [ItemEvent] = []
    /// Work to perform with no lock held, such as closing a session.
    var work: [@Sendable () -> Void] = []
    /// Calls the key-value observers; nil where none are called on this thread.
    var announcement: (@Sendable () -> Void)?
}

/// An event that an item reports to its player.
enum ItemEvent: Sendable {
    case playable(TransportState.Abilities)
    case buffer(BufferState)
    case stalled
    case ended(TransportState.Item.End)
    /// Playback stopped before the end; the item stays ready.
    case endedEarly
    case unplayable
    /// A seek has started or the position is about to change otherwise: playback is no longer at the end that it had reached.
    case seekStarted
    case jumped
    /// A client's seek has reached its target.
    case seekCompleted
    /// The buffered ranges have changed.
    case loaded
    /// The interstitials of the item have changed.
    case interstitialsChanged
    /// The client has changed the time at which playback ends.
    case endsChanged
    case rateChanged
    case firstFrame
    case videoSizeChanged
    /// The captions that were reported before are obsolete.
    case captionsReplaced
    case timedText(TimedText)
    case timedMetadata(TimedMetadata)
}

/// The player of an item, and the session that plays the item in it.
struct ItemAttachment: Sendable {
    private(set) weak var host: (any ItemHost)?
    private(set) var session: (any ItemPlayback)?
    /// Incremented with each session, so that late events of a former session are ignored.
    private(set) var serial: UInt64 = 0
    private(set) var environment: PlaybackEnvironment
    /// The session's place in the audio of the player.
    var audioLink: AudioChainLink?

    init(environment: PlaybackEnvironment) { self.environment = environment }

    /// Must be called before the item is in a player.
    mutating func setEnvironment(_ environment: PlaybackEnvironment) { self.environment = environment }

    mutating func claim(for host: any ItemHost) { self.host = host }

    /// Starts a session, which `makeSession` creates for a serial number.
    mutating func begin(
        in environment: PlaybackEnvironment, _ makeSession: (_ serial: UInt64) -> any ItemPlayback
    ) -> any ItemPlayback {
        self.environment = environment
        serial &+= 1
        let session = makeSession(serial)
        self.session = session
        return session
    }

    /// Removes the item from its player.
    /// - Returns: the session, which the caller must close.
    mutating func end() -> (any ItemPlayback)? {
        host = nil
        serial &+= 1
        defer {
            session = nil
            audioLink = nil
        }
        return session
    }
}

/// Whether and at which size the video of an item is displayed.
struct ItemPresentation: Sendable {
    /// Whether the session's first frame can be displayed.
    var hasFirstFrame = false
    private var sizes: [ObjectIdentifier: CGSize] = [:]

    /// - Parameter size: in device pixels; nil, or less than one pixel: the viewer no longer displays the video.
    mutating func setSize(_ size: CGSize?, for viewer: ObjectIdentifier) {
        sizes[viewer] = size.flatMap { $0.width >= 1 && $0.height >= 1 ? $0 : nil }
    }

    /// The largest size at which the video is displayed, in device pixels; zero where it is not.
    var largestSize: CGSize { sizes.values.max { $0.width * $0.height < $1.width * $1.height } ?? .zero }
}
