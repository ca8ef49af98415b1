import CoreMedia
import Synchronization

/// A seek as it was asked for.
struct SeekRequest: Sendable {
    private static let counter = Atomic(0)
    /// Tells one request from another to the same place.
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
    var target: Nanoseconds
    /// The times that will do.
    var earliest: Nanoseconds
    var latest: Nanoseconds
    /// How much before the target decoding begins: 0 at first, more where the pictures from the nearest key picture on do not reach it.
    var headStart: Nanoseconds = 0
    /// Whether the media is to be read even where it is held, as it went no farther.
    var readsAnew = false
    /// Whether it comes back to a live stream's distance, rather than to give it another.
    var keepsLiveDistance = false
    /// Whether only the pictures change, and not the time that plays.
    var isSilent = false
    var completion: @Sendable (_ finished: Bool, _ landed: CMTime) -> Void

    /// - Parameters: tolerances that are no numbers count as unlimited.
    init(
        to time: Nanoseconds, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completion: @escaping @Sendable (Bool, CMTime) -> Void
    ) {
        target = max(0, time)
        earliest = Nanoseconds(toleranceBefore).map { max(0, time) &- max(0, $0) } ?? -Nanoseconds.never
        latest = Nanoseconds(toleranceAfter).map { max(0, time) &+ max(0, $0) } ?? .never
        self.completion = completion
    }

    /// Exactly to a time at which the session stands already.
    static func silent(to time: Nanoseconds) -> SeekRequest {
        var request = SeekRequest(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _, _ in }
        request.isSilent = true
        return request
    }
}

/// A seek (or the start) that has been set up and waits for its picture.
struct Landing {
    var request: SeekRequest
    /// The picture wanted is the last one at or before this time.
    var target: Nanoseconds
    /// The latest presentation time at or before `target` among the packets seen: that packet's picture, or a later one, is it.
    var cover: Nanoseconds?
    /// Whether every packet that could be the one has been seen.
    var isCoverFinal = false
    /// The best picture so far.
    var candidate: Frame?
    /// Whether the target still moves to the first key picture that comes, as the request allows.
    var takesKeyPicture = false
    var isStart = false
    /// Packets seen that are shown after the target.
    private var laterPackets = 0
    /// Whether a packet was seen that does not say when it is shown: it may be the one.
    private var hasUnknownTimes = false

    /// Pictures that a decoder holds back at the most to bring them into the order of showing (H.264 and HEVC: the same number).
    private static let deepestReordering = 16

    init(request: SeekRequest, target: Nanoseconds, isStart: Bool = false) {
        self.request = request
        self.target = target
        self.isStart = isStart
    }

    /// Whether the picture of `cover` is the wanted one; else the decoder has to give out the one after it first.
    var isCoverCertain: Bool { isCoverFinal && !hasUnknownTimes }

    /// Looks whether the picture wanted is in this packet, the next of its track in decoding order.
    mutating func look(at packet: Packet) {
        if !packet.isTimeKnown { hasUnknownTimes = true }
        if packet.time <= target {
            cover = max(cover ?? packet.time, packet.time)
        } else {
            laterPackets += 1
        }
        if packet.isDecodeTimeKnown ? packet.decodeTime > target : laterPackets > Self.deepestReordering {
            isCoverFinal = true
        }
    }
}
