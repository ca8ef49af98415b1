import CoreMedia
import MediaEngine

/// The state machine for the readiness, buffer and abilities of an `AVPlayerItem` (semantics section 7).
///
/// Each input returns the resulting actions, in order. The caller then reports changed properties to observers.
struct ItemState: Sendable {
    enum Status: Int, Sendable, Hashable { case unknown, readyToPlay, failed }

    struct Size: Sendable, Hashable {
        var width = 0
        var height = 0
    }

    enum Action: Sendable, Equatable {
        case tracksBecameKnown
        case loadedRangesChanged
        case bufferChanged(BufferState)
        /// The item has become ready to play.
        case playable
        /// The item was ready, but cannot be played to its end because of `endFailure`.
        case failedToPlayToEnd
        /// The item cannot be played at all.
        case unplayable
    }

    static let emptyBuffer = BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)

    private(set) var status = Status.unknown
    private(set) var error: (any Error)?
    /// The last error because of which the end could not be reached.
    private(set) var endFailure: (any Error)?
    private(set) var info: MediaInfo?
    private(set) var duration = CMTime.indefinite
    private(set) var presentationSize = Size()
    private(set) var abilities = TransportState.Abilities()
    private(set) var seekableRanges: [CMTimeRange] = []
    private(set) var loadedRanges: [CMTimeRange] = []
    private(set) var buffer = ItemState.emptyBuffer
    /// Whether the session has reported its buffer state since the item was attached.
    private(set) var hasBufferReport = false
    private(set) var isAttached = false
    /// Whether the item is attached and opened with all its keys loaded, so that its session accepts rates.
    private(set) var isPlayable = false
    private var keysAreFinal = false
    private var opened: (info: MediaInfo, seekable: [CMTimeRange])?

    /// The item as the transport's input when it becomes the current one.
    var transportItem: TransportState.Item {
        var item = TransportState.Item(
            phase: status == .failed ? .failed : isPlayable ? .ready : .opening, abilities: abilities)
        item.buffer = hasBufferReport ? buffer : nil
        return item
    }

    /// Attaches the item to a player. An item that has failed stays failed.
    /// - Parameter keysAreLoaded: whether the item can become ready without loading keys.
    mutating func attach(keysAreLoaded: Bool) {
        isAttached = true
        isPlayable = false
        opened = nil
        hasBufferReport = false
        keysAreFinal = keysAreLoaded
        loadedRanges = []
        buffer = Self.emptyBuffer
    }

    /// Detaches the item; its state does not change any more.
    mutating func detach() {
        isAttached = false
        isPlayable = false
        hasBufferReport = false
    }

    mutating func keysLoaded(failure: (any Error)?) -> [Action] {
        guard isAttached, status != .failed else { return [] }
        keysAreFinal = true
        if let failure { return fail(failure) }
        return becomeReady()
    }

    mutating func opened(_ info: MediaInfo, seekable: [CMTimeRange]) -> [Action] {
        guard isAttached, status != .failed else { return [] }
        opened = (info, seekable)
        return becomeReady()
    }

    mutating func presentationSizeChanged(_ size: Size) {
        guard isAttached else { return }
        // The size becomes visible together with the readiness.
        if status == .readyToPlay { presentationSize = size } else { pendingSize = size }
    }

    private var pendingSize: Size?

    mutating func rangesChanged(loaded: [CMTimeRange], seekable: [CMTimeRange]) -> [Action] {
        guard isAttached else { return [] }
        if status == .readyToPlay { seekableRanges = Self.normalized(seekable) }
        let loaded = Self.normalized(loaded)
        guard loaded != loadedRanges else { return [] }
        loadedRanges = loaded
        return [.loadedRangesChanged]
    }

    mutating func bufferChanged(_ new: BufferState) -> [Action] {
        guard isAttached else { return [] }
        // The first report counts even where it equals the initial value.
        guard new != buffer || !hasBufferReport else { return [] }
        hasBufferReport = true
        buffer = new
        return [.bufferChanged(new)]
    }

    /// Handles playback that stopped before the end; the item stays ready and seekable.
    mutating func endedEarly(_ failure: any Error) -> [Action] {
        guard isAttached, isPlayable else { return [] }
        endFailure = failure
        return [.failedToPlayToEnd]
    }

    mutating func failed(_ failure: any Error) -> [Action] {
        guard isAttached, status != .failed else { return [] }
        endFailure = failure
        return (isPlayable ? [.failedToPlayToEnd] : []) + fail(failure)
    }

    /// Returns the ranges in order, with overlapping and adjacent ones joined.
    static func normalized(_ ranges: [CMTimeRange]) -> [CMTimeRange] {
        let sorted = ranges.filter { $0.isValid && !$0.isEmpty && !$0.isIndefinite }.sorted { $0.start < $1.start }
        var result: [CMTimeRange] = []
        for range in sorted {
            guard let last = result.last, range.start <= last.end else {
                result.append(range)
                continue
            }
            result[result.count - 1] = last.union(range)
        }
        return result
    }

    private mutating func fail(_ failure: any Error) -> [Action] {
        error = failure
        status = .failed
        isPlayable = false
        return [.unplayable]
    }

    private mutating func becomeReady() -> [Action] {
        guard keysAreFinal, let (info, seekable) = opened, !isPlayable else { return [] }
        duration = info.duration
        let isFirst = self.info == nil
        self.info = info
        let video = info.tracks.first { $0.kind == .video && $0.isDecodable }?.video
        presentationSize =
            pendingSize ?? video.map { Size(width: $0.displayWidth, height: $0.displayHeight) } ?? Size()
        abilities = TransportState.Abilities.of(
            seekable: info.isSeekable, live: info.isLive, hasVideo: video != nil)
        seekableRanges = Self.normalized(seekable)
        status = .readyToPlay
        isPlayable = true
        return (isFirst ? [.tracksBecameKnown] : []) + [.playable]
    }
}
