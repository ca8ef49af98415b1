/// Where segments overlap, of two variants or two renditions, each packet is given out once (design.md section 2: seams are cut by time
/// stamp). One for each track.
struct SeamCutter {
    private var lastDecodeTime: Nanoseconds?
    private var end: Nanoseconds?

    /// Where the last packet that was let through ends, in the order of decoding.
    var reached: Nanoseconds? { end }
    /// Where what was let through ends when it is shown: later than that where pictures are shown in another order.
    private(set) var shownUntil: Nanoseconds?

    /// Whether everything up to a decode time has been given out.
    func hasPassed(_ decodeTime: Nanoseconds) -> Bool { lastDecodeTime.map { decodeTime <= $0 } ?? false }

    enum Admission { case admitted, repeated }

    /// Admits a packet that was not delivered before.
    /// - Parameter isAudio: frames of two encoders lie on grids of their own; a frame more than half of which was played is left out.
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
