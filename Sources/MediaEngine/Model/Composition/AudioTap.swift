/// The processing of a track's audio by the client, on the audio thread.
package final class AudioTap: Sendable {
    /// Samples that a tap replaces.
    package struct Chunk {
        /// Interleaved.
        package var samples: UnsafeMutableBufferPointer<Float>
        package var frames: Int
        package var channels: Int
        /// Frames per second.
        package var sampleRate: Int
        /// The media time of the first sample, in nanoseconds.
        package var time: Int64
        /// The media time of a frame, in nanoseconds.
        package var perFrame: Double

        package init(
            samples: UnsafeMutableBufferPointer<Float>, frames: Int, channels: Int, sampleRate: Int, time: Int64,
            perFrame: Double
        ) {
            self.samples = samples
            self.frames = frames
            self.channels = channels
            self.sampleRate = sampleRate
            self.time = time
            self.perFrame = perFrame
        }
    }

    /// Whether the tap receives the samples after the volumes of the mix have been applied.
    let isAfterVolume: Bool
    private let process: @Sendable (Chunk) -> Void

    package init(isAfterVolume: Bool, process: @escaping @Sendable (Chunk) -> Void) {
        self.isAfterVolume = isAfterVolume
        self.process = process
    }

    package func apply(_ chunk: Chunk) { process(chunk) }
}

extension AudioTap: Hashable {
    package static func == (left: AudioTap, right: AudioTap) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
