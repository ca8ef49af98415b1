import CFFmpeg

/// Mixes the stereo pairs of a composition's audio, and applies the volumes of an audio mix. Used by the audio thread.
struct TrackMixer {
    var mix = AudioMixPlan()

    /// The number of frames for which a volume is constant, 0.3 ms at 48 kHz.
    private static let step = 16

    /// Returns a stereo frame with the sum of the pairs in `frame`, which contains interleaved floats. The caller frees it.
    /// - Parameter time: the media time of the first sample.
    func mixed(
        _ frame: UnsafePointer<AVFrame>, _ tracks: MixedTracks, time: Nanoseconds
    ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        var made = av_frame_alloc()
        guard let result = made else { throw Self.noMemory }
        let (frames, rate) = (Int(frame.pointee.nb_samples), Double(max(1, frame.pointee.sample_rate)))
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        result.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        result.pointee.sample_rate = frame.pointee.sample_rate
        result.pointee.nb_samples = frame.pointee.nb_samples
        av_channel_layout_default(&result.pointee.ch_layout, 2)
        guard av_frame_get_buffer(result, 0) >= 0, let output = result.pointee.data.0, let input = frame.pointee.data.0
        else {
            av_frame_free(&made)
            throw Self.noMemory
        }
        output.withMemoryRebound(to: Float.self, capacity: 2 * frames) { output in
            output.update(repeating: 0, count: 2 * frames)
            input.withMemoryRebound(to: Float.self, capacity: channels * frames) { input in
                for (pair, track) in tracks.trackIDs.enumerated() where 2 * pair + 1 < channels {
                    volumes(of: track, from: time, frames: frames, perFrame: 1e9 / rate) { index, volume in
                        output[2 * index] += input[index * channels + 2 * pair] * volume
                        output[2 * index + 1] += input[index * channels + 2 * pair + 1] * volume
                    }
                }
            }
        }
        return result
    }

    /// Applies a track's volume and its tap to converted interleaved samples.
    func apply(to chunk: AudioTap.Chunk, track: Int32) {
        let tap = mix.taps[track]
        if let tap, !tap.isAfterVolume { tap.apply(chunk) }
        if mix.ramps[track]?.isEmpty == false {
            let (samples, channels) = (chunk.samples, chunk.channels)
            volumes(of: track, from: chunk.time, frames: chunk.frames, perFrame: chunk.perFrame) { index, volume in
                for channel in 0..<channels { samples[index * channels + channel] *= volume }
            }
        }
        if let tap, tap.isAfterVolume { tap.apply(chunk) }
    }

    /// Calls `body` for each frame with the track's volume.
    private func volumes(
        of track: Int32, from time: Nanoseconds, frames: Int, perFrame: Double, _ body: (Int, Float) -> Void
    ) {
        var volume: Float = 1
        for index in 0..<frames {
            if index % Self.step == 0 {
                volume = mix.volume(of: track, at: time &+ Nanoseconds(Double(index) * perFrame))
            }
            body(index, volume)
        }
    }

    private static var noMemory: MediaError {
        MediaError(.outOfMemory, "There is not enough memory to mix the audio.")
    }
}
