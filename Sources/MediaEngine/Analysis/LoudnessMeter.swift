import CLoudness

/// The loudness of audio by EBU R 128.
public struct Loudness: Sendable, Equatable {
    /// The integrated loudness in LUFS; negative infinity for silence.
    public var integrated: Double
    /// The loudness range in LU.
    public var range: Double
    /// The highest true peak of all channels, in dBTP; negative infinity for silence.
    public var truePeak: Double
}

/// Measures the loudness of samples, with libebur128. Used by one thread.
final class LoudnessMeter {
    private var state: UnsafeMutablePointer<ebur128_state>
    private let channels: Int

    /// - Returns: nil for formats that cannot be measured, or without memory.
    init?(_ format: AudioFormat) {
        let modes = Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
        guard let state = ebur128_init(UInt32(format.channels), UInt(format.sampleRate), modes) else { return nil }
        self.state = state
        channels = format.channels
    }

    deinit {
        var closing: UnsafeMutablePointer<ebur128_state>? = state
        ebur128_destroy(&closing)
    }

    /// - Parameter samples: interleaved, a whole number of frames.
    /// - Returns: false without memory.
    func add(_ samples: UnsafeBufferPointer<Float>) -> Bool {
        guard let base = samples.baseAddress, samples.count >= channels else { return true }
        return ebur128_add_frames_float(state, base, samples.count / channels) == EBUR128_SUCCESS.rawValue
    }

    var loudness: Loudness? {
        var (integrated, range) = (0.0, 0.0)
        guard ebur128_loudness_global(state, &integrated) == EBUR128_SUCCESS.rawValue,
            ebur128_loudness_range(state, &range) == EBUR128_SUCCESS.rawValue
        else { return nil }
        var highest = 0.0
        for channel in 0..<channels {
            var peak = 0.0
            guard ebur128_true_peak(state, UInt32(channel), &peak) == EBUR128_SUCCESS.rawValue else { return nil }
            highest = max(highest, peak)
        }
        return Loudness(integrated: integrated, range: range, truePeak: highest.decibels)
    }
}
