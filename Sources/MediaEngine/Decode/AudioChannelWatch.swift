/// Decides when an audio decoder must be reopened because the number of channels changed.
///
/// After corrupt packets a decoder may report a wrong number of channels; a stream may also change its number. A reopened decoder detects
/// the right one.
struct AudioChannelWatch {
    /// The minimum number of frames between two reopenings: a second of AAC, doubled each time up to a minute, for audio that does not
    /// declare its channels at the start.
    static let firstReopeningInterval = 48
    static let longestReopeningInterval = 48 * 60

    private var reopeningInterval = Self.firstReopeningInterval
    private var framesSinceReopening = Self.firstReopeningInterval
    /// The number of channels of the decoder's first frame.
    private var trusted: Int?

    /// Checks the number of channels of the next frame.
    /// - Returns: whether the decoder must be reopened.
    mutating func isDoubtful(_ channels: Int) -> Bool {
        framesSinceReopening += 1
        guard let trusted else {
            self.trusted = channels
            return false
        }
        guard channels != trusted, framesSinceReopening > reopeningInterval else { return false }
        reopeningInterval = min(reopeningInterval * 2, Self.longestReopeningInterval)
        framesSinceReopening = 0
        return true
    }

    /// Called after the decoder was reopened.
    mutating func decoderReopened() { trusted = nil }
}
