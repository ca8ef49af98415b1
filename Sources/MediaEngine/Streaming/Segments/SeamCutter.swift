/// Removes duplicate packets where segments of two variants or renditions overlap: seams are cut by timestamp. One
/// instance per track.
struct SeamCutter {
    private var lastDecodeTime: Nanoseconds?
    private var end: Nanoseconds?

    /// The end of the last admitted packet in decode order.
    var reached: Nanoseconds? { end }
    /// The end of the admitted media in presentation order; later than `reached` if frames are reordered.
    private(set) var shownUntil: Nanoseconds?

    /// Whether all packets up to a decode time have been delivered.
    func hasPassed(_ decodeTime: Nanoseconds) -> Bool { lastDecodeTime.map { decodeTime <= $0 } ?? false }

    enum Admission { case admitted, repeated }

    /// Admits a packet that was not delivered before.
    /// - Parameter isAudio: the frame boundaries of two audio encoders differ, so a frame that overlaps delivered audio by more than half
    ///   is dropped.
    mutating func admit(
        decodeTime: Nanoseconds, time: Nanoseconds? = nil, duration: Nanoseconds, isAudio: Bool
    ) -> Admission {
        if hasPassed(decodeTime) { return .repeated }
        if isAudio, let end, decodeTime &+ duration / 2 < end { return .repeated }
        lastDecodeTime = decodeTime
        end = decodeTime &+ duration
        let shown = (time ?? decodeTime) &+ duration
        shownUntil = max(shownUntil ?? shown, shown)
        return .admitted
    }
}
