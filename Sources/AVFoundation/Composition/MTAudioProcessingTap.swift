import CoreMedia
import Foundation
import MediaEngine

/// The processing of a track's audio by the client, see `AVMutableAudioMixInputParameters.audioTapProcessor`.
///
/// The callbacks run on the audio thread, one at a time, some time before the audio is heard; `finalize` runs where the last reference to the
/// tap is released. The samples are 32-bit floats, one buffer for each channel.
public final class MTAudioProcessingTap: @unchecked Sendable {
    // Sendable: `lock` guards what changes.

    /// What the callback `prepare` was told.
    private struct Preparation {
        var channels: Int
        var sampleRate: Int
        var maxFrames: Int
        var buffers: UnsafeMutableAudioBufferListPointer
        /// The samples of all channels, `maxFrames` for each.
        var samples: UnsafeMutableBufferPointer<Float>

        /// Returns the memory of a channel, in which the tap's own list begins.
        func buffer(of channel: Int, frames: Int) -> AudioBuffer {
            AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frames * MemoryLayout<Float>.size),
                mData: samples.baseAddress.map { $0 + channel * maxFrames })
        }

        func free() {
            Foundation.free(buffers.unsafeMutablePointer)
            samples.deallocate()
        }
    }

    private let callbacks: MTAudioProcessingTapCallbacks
    // Recursive: the callbacks call the functions of the tap.
    private let lock = NSRecursiveLock()
    private var preparation: Preparation?
    /// The samples that the callback may take; nil outside of it.
    private var source: AudioTap.Chunk?
    private(set) var storage: UnsafeMutableRawPointer?
    private let isAfterVolume: Bool

    /// The smallest number of frames that is announced to `prepare`.
    private static let usualFrames = 4096

    /// The tap as the engine applies it. It does not keep this object.
    private(set) lazy var engineTap = AudioTap(isAfterVolume: isAfterVolume) { [weak self] in self?.process($0) }

    init(_ callbacks: MTAudioProcessingTapCallbacks, isAfterVolume: Bool) {
        self.callbacks = callbacks
        self.isAfterVolume = isAfterVolume
        var storage: UnsafeMutableRawPointer?
        callbacks.`init`?(self, callbacks.clientInfo, &storage)
        self.storage = storage
        _ = engineTap
    }

    deinit {
        unprepare()
        callbacks.finalize?(self)
    }

    // MARK: Processing

    private func process(_ chunk: AudioTap.Chunk) {
        lock.lock()
        defer { lock.unlock() }
        let preparation = prepare(for: chunk)
        fill(preparation, frames: chunk.frames)
        source = chunk
        var (frames, flags) = (CMItemCount(0), MTAudioProcessingTapFlags(0))
        callbacks.process(self, chunk.frames, 0, preparation.buffers.unsafeMutablePointer, &frames, &flags)
        source = nil
        Self.write(preparation.buffers, to: chunk, frames: max(0, min(frames, chunk.frames)))
    }

    /// Announces the format of the samples to the client, where it is new.
    private func prepare(for chunk: AudioTap.Chunk) -> Preparation {
        if let preparation, preparation.channels == chunk.channels, preparation.sampleRate == chunk.sampleRate,
            preparation.maxFrames >= chunk.frames
        {
            return preparation
        }
        unprepare()
        let (channels, frames) = (chunk.channels, max(chunk.frames, Self.usualFrames))
        let made = Preparation(
            channels: channels, sampleRate: chunk.sampleRate, maxFrames: frames,
            buffers: AudioBufferList.allocate(maximumBuffers: channels),
            samples: .allocate(capacity: channels * frames))
        preparation = made
        var description = Self.description(of: chunk)
        callbacks.prepare?(self, frames, &description)
        return made
    }

    private func unprepare() {
        guard let preparation else { return }
        callbacks.unprepare?(self)
        preparation.free()
        self.preparation = nil
    }

    /// Makes the buffers silent.
    private func fill(_ preparation: Preparation, frames: Int) {
        preparation.samples.update(repeating: 0)
        for channel in 0..<preparation.buffers.count {
            preparation.buffers[channel] = preparation.buffer(of: channel, frames: frames)
        }
    }

    /// Interleaves the processed samples; what the client did not deliver is silent.
    private static func write(_ buffers: UnsafeMutableAudioBufferListPointer, to chunk: AudioTap.Chunk, frames: Int) {
        let channels = chunk.channels
        for channel in 0..<channels {
            let samples = channel < buffers.count ? buffers[channel].mData?.assumingMemoryBound(to: Float.self) : nil
            for frame in 0..<chunk.frames {
                chunk.samples[frame * channels + channel] = frame < frames ? samples?[frame] ?? 0 : 0
            }
        }
    }

    private static func description(of chunk: AudioTap.Chunk) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: Float64(chunk.sampleRate), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: UInt32(chunk.channels), mBitsPerChannel: 32,
            mReserved: 0)
    }

    // MARK: Source

    /// Copies the unprocessed samples.
    /// - Returns: the number of frames and their times; nil outside of the callback `process`.
    func copySource(_ count: Int, to list: UnsafeMutableAudioBufferListPointer) -> (frames: Int, range: CMTimeRange)? {
        lock.lock()
        defer { lock.unlock() }
        guard let source, count >= 0 else { return nil }
        let (frames, channels) = (min(count, source.frames), source.channels)
        for channel in 0..<min(channels, list.count) {
            if list[channel].mData == nil, let preparation {
                list[channel] = preparation.buffer(of: channel, frames: source.frames)
            }
            guard let samples = list[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
            for frame in 0..<frames { samples[frame] = source.samples[frame * channels + channel] }
        }
        let duration = Int64((Double(frames) * source.perFrame).rounded())
        return (
            frames,
            CMTimeRange(
                start: CMTime(value: source.time, timescale: 1_000_000_000),
                duration: CMTime(value: duration, timescale: 1_000_000_000))
        )
    }
}
