/// Tells when a decoder is to be asked anew how many channels the sound has, because what it says has changed.
///
/// Noise can claim other channels, and a decoder may believe it for good; a stream can truly change, too. One that begins
/// afresh knows which it is.
struct AudioChannelWatch {
    /// Frames between two times of asking: a second of AAC, doubled each time up to a minute, for sound that does not tell it at
    /// its beginning.
    static let firstPatience = 48
    static let lastPatience = 48 * 60

    private var patience = Self.firstPatience
    private var framesSinceAsked = Self.firstPatience
    /// What the first frame of the decoder had.
    private var trusted: Int?

    /// Takes the number of channels of the next frame.
    /// - Returns: whether the decoder is to begin afresh.
    mutating func isDoubtful(_ channels: Int) -> Bool {
        framesSinceAsked += 1
        guard let trusted else {
            self.trusted = channels
            return false
        }
        guard channels != trusted, framesSinceAsked > patience else { return false }
        patience = min(patience * 2, Self.lastPatience)
        framesSinceAsked = 0
        return true
    }

    /// Notes that the decoder begins afresh.
    mutating func beganAfresh() { trusted = nil }
}
