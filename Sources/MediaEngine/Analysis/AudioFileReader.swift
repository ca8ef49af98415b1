import CFFmpeg
import Foundation

/// Reads the decoded samples of a file's first audio track, frame by frame, without a clock or a device. Blocks. Used by one thread at a time.
///
/// Frame 0 is the first one that is played: the encoder's delay is removed, and so is its padding where the file states it.
public final class AudioFileReader {
    private let locator: MediaLocator
    private let layout: SampleLayout
    public let track: TrackInfo
    /// Of the decoded samples, in Hz.
    public let sampleRate: Int
    public let channels: Int
    /// FFmpeg's name of the places of the channels, in the order of the samples: "stereo", "5.1(side)", …
    public let channelLayout: String
    /// The next frame to be read.
    public private(set) var position: Int64 = 0
    private var decoding: Decoding
    private var knownLength: Int64?

    /// Opens a file and decodes its first samples.
    /// - Throws: where the file cannot be opened, or has no audio that can be decoded.
    public init(_ locator: MediaLocator, layout: SampleLayout) throws(MediaError) {
        let decoding = try Decoding(locator)
        let first = try decoding.firstFormat()
        self.locator = locator
        self.layout = layout
        self.decoding = decoding
        track = decoding.track
        (sampleRate, channels, channelLayout) = (first.sampleRate, first.channels, first.channelLayout)
        decoding.convert(to: SampleConversion(layout: layout, sampleRate: sampleRate, channels: channels))
    }

    /// The number of frames of the track. The first use decodes the track from beginning to end.
    /// - Throws: where the file can no longer be opened. The length ends at a reading error in the middle.
    public func length() throws(MediaError) -> Int64 {
        if let knownLength { return knownLength }
        let counted = try reopened()
        var length: Int64 = 0
        while let samples = try? counted.next() { length += Int64(samples.frames) }
        knownLength = length
        return length
    }

    /// Reads the frames from `position` on, which it advances.
    /// - Parameters:
    ///   - frames: the largest number of frames.
    ///   - planes: memory for that many frames: one buffer for interleaved samples, otherwise one for each channel.
    /// - Returns: the number of frames; 0 at the end.
    public func read(frames: Int, into planes: [UnsafeMutableRawPointer]) throws(MediaError) -> Int {
        var written = 0
        while written < frames, try decoding.fill() {
            let count = min(frames - written, decoding.available)
            decoding.take(count) { $0.copy(from: $1, count: count, to: planes, after: written) }
            written += count
            position += Int64(count)
        }
        return written
    }

    /// Makes `frame` the next one to be read, exactly. Decodes the frames before it: from `position` on, or from the start.
    public func seek(to frame: Int64) throws(MediaError) {
        let target = max(0, frame)
        if target < position {
            decoding = try reopened()
            position = 0
        }
        while position < target, try decoding.fill() {
            let count = Int(min(target - position, Int64(decoding.available)))
            decoding.take(count) { _, _ in }
            position += Int64(count)
        }
    }

    private func reopened() throws(MediaError) -> Decoding {
        let decoding = try Decoding(locator)
        decoding.convert(to: SampleConversion(layout: layout, sampleRate: sampleRate, channels: channels))
        return decoding
    }
}

/// One pass over the track of a file.
private final class Decoding {
    struct Format {
        var sampleRate: Int
        var channels: Int
        var channelLayout: String
    }

    let track: TrackInfo
    private let demuxer: Demuxer
    private let decoder: AudioDecoder
    private var conversion: SampleConversion?
    /// Copies of decoded frames that wait for their conversion.
    private var frames: [OwnedFrame] = []
    private var hasEnded = false
    private var hasDrained = false
    private var current: ConvertedSamples?
    private var offset = 0

    init(_ locator: MediaLocator) throws(MediaError) {
        let demuxer = try Demuxer.open(locator)
        guard let track = demuxer.info.tracks.first(where: { $0.kind == .audio && $0.isDecodable }),
            let format = demuxer.format(of: track.index)
        else {
            throw MediaError(.noPlayableTracks, "This file contains no audio that can be decoded.", url: locator.url)
        }
        demuxer.discardAll(except: [track.index])
        self.track = track
        self.demuxer = demuxer
        decoder = try AudioDecoder(format: format, track: track, url: locator.url)
    }

    /// Decodes the first frame and returns its format, which can differ from that of the header.
    func firstFormat() throws(MediaError) -> Format {
        while frames.isEmpty, try decode() {}
        guard let first = frames.first?.pointer.pointee else {
            throw MediaError(.decodingFailed, "The file contains no audio samples.", url: demuxer.url)
        }
        var name = [CChar](repeating: 0, count: 64)
        av_channel_layout_describe([first.ch_layout], &name, name.count)
        return Format(
            sampleRate: Int(first.sample_rate), channels: Int(first.ch_layout.nb_channels),
            channelLayout: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    func convert(to conversion: SampleConversion) { self.conversion = conversion }

    /// The frames that `take` can take.
    var available: Int { (current?.frames ?? 0) - offset }

    /// Makes at least one frame available.
    /// - Returns: false at the end.
    func fill() throws(MediaError) -> Bool {
        while available == 0 {
            guard let samples = try next() else { return false }
            (current, offset) = (samples, 0)
        }
        return true
    }

    func take(_ count: Int, _ body: (ConvertedSamples, Int) -> Void) {
        if let current { body(current, offset) }
        offset += count
    }

    /// - Returns: the next samples; nil at the end.
    func next() throws(MediaError) -> ConvertedSamples? {
        guard let conversion else { return nil }
        while frames.isEmpty, try decode() {}
        if !frames.isEmpty {
            let frame = frames.removeFirst()
            defer { withExtendedLifetime(frame) {} }
            return try conversion.convert(frame.pointer)
        }
        guard !hasDrained else { return nil }
        hasDrained = true
        return try conversion.convert(nil)
    }

    /// Decodes one packet.
    /// - Returns: false at the end of the track.
    private func decode() throws(MediaError) -> Bool {
        guard !hasEnded else { return false }
        let packet = try demuxer.read()
        hasEnded = packet == nil
        try decoder.decode(packet) { frame, _ throws(MediaError) in
            guard frame.pointee.nb_samples > 0 else { return }
            frames.append(try OwnedFrame(frame))
        }
        return true
    }
}

/// A reference to the samples of a decoded frame, which the decoder reuses.
private final class OwnedFrame {
    let pointer: UnsafePointer<AVFrame>

    init(_ frame: UnsafePointer<AVFrame>) throws(MediaError) {
        guard let copy = av_frame_clone(frame) else {
            throw MediaError(.outOfMemory, "There is not enough memory to decode the audio.")
        }
        pointer = UnsafePointer(copy)
    }

    deinit {
        var freed: UnsafeMutablePointer<AVFrame>? = UnsafeMutablePointer(mutating: pointer)
        av_frame_free(&freed)
    }
}
