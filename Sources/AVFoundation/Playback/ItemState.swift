import CoreMedia
import MediaEngine

/// What an `AVPlayerItem` says of itself, and how it comes to say so: semantics section 7.
///
/// Each input returns what has become different, in the order in which observers are to be told.
struct ItemState: Sendable {
    enum Status: Int, Sendable, Hashable { case unknown, readyToPlay, failed }

    struct Size: Sendable, Hashable {
        var width = 0
        var height = 0
    }

    enum Action: Sendable, Equatable {
        case duration(from: CMTime, to: CMTime)
        case tracksBecameKnown
        case presentationSize(from: Size, to: Size)
        case abilities(from: TransportState.Abilities, to: TransportState.Abilities)
        case seekableRanges(from: [CMTimeRange], to: [CMTimeRange])
        case loadedRanges(from: [CMTimeRange], to: [CMTimeRange])
        /// The error has been set before.
        case status(from: Status, to: Status)
        case buffer(from: BufferState, to: BufferState)
        /// The player may play it now.
        case playable
        /// It had been playable, and its end cannot be reached: `endFailure` says why.
        case failedToPlayToEnd
        /// Nothing can be played of it.
        case unplayable
    }

    static let emptyBuffer = BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)

    private(set) var status = Status.unknown
    private(set) var error: (any Error)?
    /// Why the end could not be reached, the last time.
    private(set) var endFailure: (any Error)?
    private(set) var info: MediaInfo?
    private(set) var duration = CMTime.indefinite
    private(set) var presentationSize = Size()
    private(set) var abilities = TransportState.Abilities()
    private(set) var seekableRanges: [CMTimeRange] = []
    private(set) var loadedRanges: [CMTimeRange] = []
    private(set) var buffer = ItemState.emptyBuffer
    /// Whether the buffer's state has been reported since the item was attached.
    private(set) var hasBufferReport = false
    private(set) var isAttached = false
    /// Attached, opened and with all its keys: the session takes rates.
    private(set) var isPlayable = false
    private var keysAreFinal = false
    private var opened: (info: MediaInfo, seekable: [CMTimeRange])?

    /// What the transport needs to know when this becomes the current item.
    var transportItem: TransportState.Item {
        var item = TransportState.Item(
            phase: status == .failed ? .failed : isPlayable ? .ready : .opening, abilities: abilities)
        item.buffer = hasBufferReport ? buffer : nil
        return item
    }

    /// A player has taken the item in. An item that has failed stays failed.
    /// - Parameter keysAreLoaded: whether no key has to be loaded before the item is ready.
    mutating func attach(keysAreLoaded: Bool) -> [Action] {
        isAttached = true
        isPlayable = false
        opened = nil
        hasBufferReport = false
        keysAreFinal = keysAreLoaded
        let old = (loadedRanges, buffer)
        loadedRanges = []
        buffer = Self.emptyBuffer
        var actions: [Action] = []
        if !old.0.isEmpty { actions.append(.loadedRanges(from: old.0, to: [])) }
        if old.1 != buffer { actions.append(.buffer(from: old.1, to: buffer)) }
        return actions
    }

    /// From now on nothing changes any more.
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

    mutating func presentationSizeChanged(_ size: Size) -> [Action] {
        guard isAttached, size != presentationSize else { return [] }
        // It is part of becoming ready, so it waits for that.
        guard status == .readyToPlay else {
            pendingSize = size
            return []
        }
        defer { presentationSize = size }
        return [.presentationSize(from: presentationSize, to: size)]
    }

    private var pendingSize: Size?

    mutating func rangesChanged(loaded: [CMTimeRange], seekable: [CMTimeRange]) -> [Action] {
        guard isAttached else { return [] }
        var actions: [Action] = []
        let loaded = Self.normalized(loaded)
        if loaded != loadedRanges {
            actions.append(.loadedRanges(from: loadedRanges, to: loaded))
            loadedRanges = loaded
        }
        if status == .readyToPlay { setSeekable(seekable, &actions) }
        return actions
    }

    mutating func bufferChanged(_ new: BufferState) -> [Action] {
        guard isAttached else { return [] }
        // The first report counts even where it says what was presumed.
        guard new != buffer || !hasBufferReport else { return [] }
        hasBufferReport = true
        defer { buffer = new }
        return [.buffer(from: buffer, to: new)]
    }

    /// Playing has stopped before the end; the item stays ready and can be sought.
    mutating func brokeOff(_ failure: any Error) -> [Action] {
        guard isAttached, isPlayable else { return [] }
        endFailure = failure
        return [.failedToPlayToEnd]
    }

    mutating func failed(_ failure: any Error) -> [Action] {
        guard isAttached, status != .failed else { return [] }
        endFailure = failure
        return (isPlayable ? [.failedToPlayToEnd] : []) + fail(failure)
    }

    /// Sorted, and with what overlaps or touches joined.
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
        let old = status
        error = failure
        status = .failed
        isPlayable = false
        return [.status(from: old, to: .failed), .unplayable]
    }

    private mutating func becomeReady() -> [Action] {
        guard keysAreFinal, let (info, seekable) = opened, !isPlayable else { return [] }
        var actions: [Action] = []
        if info.duration != duration {
            actions.append(.duration(from: duration, to: info.duration))
            duration = info.duration
        }
        let isFirst = self.info == nil
        self.info = info
        if isFirst { actions.append(.tracksBecameKnown) }
        let video = info.tracks.first { $0.kind == .video && $0.isDecodable }?.video
        let size = pendingSize ?? video.map { Size(width: $0.displayWidth, height: $0.displayHeight) } ?? Size()
        if size != presentationSize {
            actions.append(.presentationSize(from: presentationSize, to: size))
            presentationSize = size
        }
        let able = TransportState.Abilities.of(seekable: info.isSeekable, live: info.isLive, hasVideo: video != nil)
        if able != abilities {
            actions.append(.abilities(from: abilities, to: able))
            abilities = able
        }
        setSeekable(seekable, &actions)
        if status != .readyToPlay {
            actions.append(.status(from: status, to: .readyToPlay))
            status = .readyToPlay
        }
        isPlayable = true
        actions.append(.playable)
        return actions
    }

    private mutating func setSeekable(_ ranges: [CMTimeRange], _ actions: inout [Action]) {
        let ranges = Self.normalized(ranges)
        guard ranges != seekableRanges else { return }
        actions.append(.seekableRanges(from: seekableRanges, to: ranges))
        seekableRanges = ranges
    }
}
