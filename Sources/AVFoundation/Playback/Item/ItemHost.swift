import CoreGraphics
import CoreMedia
import MediaEngine

/// The player that an item is in, as the item sees it. Called on any thread, with no lock held.
///
/// Locks are taken in the order player, item, session. An input of an item that a player has therefore begins at the player: the item's
/// change and the player's reaction to it are one step, and their commands to the session are given in the order of the decisions.
protocol ItemHost: AnyObject, Sendable {
    /// Locks the player, runs an input of one of its items and reacts to the outcome.
    /// - Parameter input: nil: the item has left this player, and nothing happened.
    func process<Result: Sendable>(_ item: ItemCore, _ cause: ChangeCause, _ input: () -> (Result, ItemOutcome)?)
        -> Result?

    /// The same for a seek of the client, which the player may redirect.
    /// - Parameter input: its argument is the time to seek, nil where the seek is refused. Returns nil where the item has left this player.
    func processSeek(of item: ItemCore, to time: CMTime, _ input: (CMTime?) -> ItemOutcome?) -> ItemOutcome?
}

/// What a change of an item leads to outside the item.
struct ItemOutcome: Sendable {
    /// In order.
    var events: [ItemEvent] = []
    /// Work for after the locks have been left, such as closing a session.
    var work: [@Sendable () -> Void] = []
    /// Calls key-value observers; nil where there is nothing to tell on this thread.
    var announcement: (@Sendable () -> Void)?
}

/// What an item reports to its player.
enum ItemEvent: Sendable {
    case playable(TransportState.Abilities)
    case buffer(BufferState)
    case stalled
    case ended(TransportState.Item.End)
    /// Playback stopped before the end; the item stays ready.
    case brokeOff
    case unplayable
    /// The position is, or soon will be, another one: an end that had been reached is left.
    case seekStarted
    case jumped
    /// A client's seek has reached its target.
    case seekLanded
    /// The buffered ranges have changed.
    case loaded
    /// The interstitials of the item have changed.
    case interstitialsChanged
    /// The client has set another time at which playback ends.
    case endsChanged
    case rateChanged
    case firstPicture
    case pictureSizeChanged
    case timedText(TimedText)
    case timedMetadata(TimedMetadata)
}

/// An item's place in a player, and the session that plays the item there.
struct ItemAttachment: Sendable {
    private(set) weak var host: (any ItemHost)?
    private(set) var session: (any ItemPlayback)?
    /// Grows with each session, so that late events of a former session are recognized.
    private(set) var serial: UInt64 = 0
    private(set) var environment: PlaybackEnvironment

    init(environment: PlaybackEnvironment) { self.environment = environment }

    mutating func claim(for host: any ItemHost) { self.host = host }

    /// Begins a session, which `makeSession` makes for its serial number.
    mutating func begin(
        in environment: PlaybackEnvironment, _ makeSession: (_ serial: UInt64) -> any ItemPlayback
    ) -> any ItemPlayback {
        self.environment = environment
        serial &+= 1
        let session = makeSession(serial)
        self.session = session
        return session
    }

    /// The item leaves its player.
    /// - Returns: the session, which has to be closed.
    mutating func end() -> (any ItemPlayback)? {
        host = nil
        serial &+= 1
        defer { session = nil }
        return session
    }
}

/// Whether and where the picture of an item is shown.
struct ItemPresentation: Sendable {
    /// Whether the session's first picture can be shown.
    var hasPicture = false
    private var sizes: [ObjectIdentifier: CGSize] = [:]

    /// - Parameter size: in device pixels; nil, or less than one pixel: not shown there any more.
    mutating func setSize(_ size: CGSize?, for viewer: ObjectIdentifier) {
        sizes[viewer] = size.flatMap { $0.width >= 1 && $0.height >= 1 ? $0 : nil }
    }

    /// The largest size at which the picture is shown, in device pixels; zero where it is not.
    var largestSize: CGSize { sizes.values.max { $0.width * $0.height < $1.width * $1.height } ?? .zero }
}
