import CFFmpeg
public import Foundation

/// Encodes samples into an audio file, with FFmpeg's encoders and containers. Blocks. Used by one thread at a time.
///
/// The file is complete when the encoder is closed or released.
public final class AudioFileEncoder {
    public struct Settings: Sendable {
        public enum Codec: Sendable { case aac, appleLossless, flac }
        /// FLAC's own files, MP4 files for audio, and AAC with headers in the stream.
        public enum Container: String, Sendable { case flac, mpeg4 = "ipod", adts }

        public var codec: Codec
        public var container: Container
        /// In Hz.
        public var sampleRate: Int
        /// At most 8.
        public var channels: Int
        /// Bits per second of all channels; nil for the encoder's default. Lossless encoders ignore it.
        public var bitRate: Int?
        /// 16 or 24, of lossless encoders.
        public var bitDepth: Int

        public init(
            codec: Codec, container: Container, sampleRate: Int, channels: Int, bitRate: Int? = nil, bitDepth: Int = 16
        ) {
            (self.codec, self.container, self.sampleRate) = (codec, container, sampleRate)
            (self.channels, self.bitRate, self.bitDepth) = (channels, bitRate, bitDepth)
        }

        /// The samples that the encoder takes.
        var samples: SampleLayout {
            switch codec {
            case .aac: SampleLayout(kind: .float32, isInterleaved: false)
            case .appleLossless: SampleLayout(kind: bitDepth > 16 ? .int32 : .int16, isInterleaved: false)
            case .flac: SampleLayout(kind: bitDepth > 16 ? .int32 : .int16, isInterleaved: true)
            }
        }
    }

    public static let maximumChannels = 8

    /// The frames that were written.
    public private(set) var frames: Int64 = 0
    private let settings: Settings
    private let layout: SampleLayout
    private let conversion: SampleConversion
    private let url: URL
    private var stage: Stage

    private enum Stage {
        case open(EncodedStream)
        case closed
    }

    /// Creates the file, or replaces one.
    /// - Parameter layout: of the samples that are passed to `write`.
    /// - Throws: where the file cannot be created, or the encoder rejects the settings (code `unsupported`).
    public init(_ url: URL, settings: Settings, layout: SampleLayout) throws(MediaError) {
        guard 1...Self.maximumChannels ~= settings.channels,
            Resampler.sampleRates.contains(Int32(clamping: settings.sampleRate))
        else {
            throw MediaError(
                .unsupported, "\(settings.channels) channels at \(settings.sampleRate) Hz cannot be encoded.", url: url)
        }
        (self.settings, self.layout, self.url) = (settings, layout, url)
        conversion = SampleConversion(
            layout: settings.samples, sampleRate: settings.sampleRate, channels: settings.channels)
        stage = .open(try EncodedStream(url, settings))
    }

    deinit { try? close() }

    /// Appends frames.
    /// - Parameter planes: one buffer of interleaved samples, otherwise one for each channel.
    /// - Throws: where the file is closed, or cannot be written.
    public func write(frames count: Int, from planes: [UnsafeMutableRawPointer]) throws(MediaError) {
        guard case .open(let stream) = stage else {
            throw MediaError(.readFailed, "The file is closed.", url: url)
        }
        guard count > 0 else { return }
        var frame = AVFrame()
        frame.nb_samples = Int32(clamping: count)
        frame.format = layout.format.rawValue
        frame.sample_rate = Int32(clamping: settings.sampleRate)
        av_channel_layout_default(&frame.ch_layout, Int32(clamping: settings.channels))
        var pointers: [UnsafeMutablePointer<UInt8>?] = planes.map { $0.assumingMemoryBound(to: UInt8.self) }
        let converted: Result<ConvertedSamples, MediaError> = pointers.withUnsafeMutableBufferPointer { buffer in
            frame.extended_data = buffer.baseAddress
            return withUnsafePointer(to: frame) { frame in
                Result { () throws(MediaError) in try conversion.convert(frame) }
            }
        }
        try stream.append(try converted.get())
        frames += Int64(count)
    }

    /// Completes the file.
    /// - Throws: where the rest cannot be written.
    public func close() throws(MediaError) {
        guard case .open(let stream) = stage else { return }
        stage = .closed
        try stream.finish()
    }
}
