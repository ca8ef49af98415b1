/// Decides when an audio decoder is reopened because the number of channels has changed.
///
/// After corrupt packets a decoder may keep a wrong number of channels; a stream may also change its number. A reopened decoder finds the
/// right one.
struct AudioChannelWatch {
    /// Frames between two reopenings: a second of AAC, doubled each time up to a minute, for audio that does not declare its channels at
    /// the start.
    static let firstPatience = 48
    static let lastPatience = 48 * 60

    private var patience = Self.firstPatience
    private var framesSinceAsked = Self.firstPatience
    /// The number of channels of the decoder's first frame.
    private var trusted: Int?

    /// Takes the number of channels of the next frame.
    /// - Returns: whether the decoder is to be reopened.
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

    /// The decoder was reopened.
    mutating func beganAfresh() { trusted = nil }
}
