import AudioServer

/// What a program has requested of the output; 0 for what it has not requested.
struct AudioSessionPreferences: Sendable {
    /// In hertz.
    var sampleRate = 0.0
    /// In seconds.
    var bufferDuration = 0.0
    var channelCount = 0

    /// The duration without a request.
    static let defaultBufferDuration = AudioStreamPolicy.Values().requestSeconds
}
