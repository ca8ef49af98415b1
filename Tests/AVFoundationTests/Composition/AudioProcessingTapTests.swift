import CoreMedia
import Foundation
import Synchronization
import Testing

@testable import AVFoundation
@testable import MediaEngine

@Suite struct AudioProcessingTapTests {
    /// What the callbacks have been told.
    private final class Log: Sendable {
        let events = Mutex<[String]>([])
        let start = Mutex(CMTime.invalid)
        func add(_ event: String) { events.withLock { $0.append(event) } }
    }

    /// Returns a tap that multiplies the samples, or that takes none where `factor` is nil.
    private func makeTap(_ log: Log, factor: Float?, flags: MTAudioProcessingTapCreationFlags) throws
        -> MTAudioProcessingTap
    {
        var callbacks = MTAudioProcessingTapCallbacks(
            version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: Unmanaged.passUnretained(log).toOpaque(),
            init: { _, info, storage in storage.pointee = info },
            finalize: { _ in log.add("finalize") },
            prepare: { tap, _, format in
                let stored = Unmanaged<Log>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
                stored.add("prepare \(Int(format.pointee.mSampleRate)) \(format.pointee.mChannelsPerFrame)")
            },
            unprepare: { _ in log.add("unprepare") },
            process: { tap, frames, _, list, framesOut, flagsOut in
                guard let factor else { return }
                var range = CMTimeRange.invalid
                let status = MTAudioProcessingTapGetSourceAudio(tap, frames, list, flagsOut, &range, framesOut)
                guard status == 0 else { return }
                log.start.withLock { $0 = range.start }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for index in 0..<framesOut.pointee { samples?[index] *= factor }
                }
            })
        var tap: MTAudioProcessingTap?
        try #require(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &tap) == 0)
        return try #require(tap)
    }

    private func processed(_ samples: [Float], by tap: MTAudioProcessingTap, channels: Int = 2) -> [Float] {
        var samples = samples
        let frames = samples.count / channels
        samples.withUnsafeMutableBufferPointer { buffer in
            tap.engineTap.apply(
                AudioTap.Chunk(
                    samples: buffer, frames: frames, channels: channels, sampleRate: 48_000,
                    time: 2_000_000_000, perFrame: 1e9 / 48_000))
        }
        return samples
    }

    @Test("a tap receives each channel's samples with their time, and its result is played")
    func tap_replacesSamples() throws {
        let log = Log()
        let tap = try makeTap(log, factor: 0.5, flags: kMTAudioProcessingTapCreationFlag_PreEffects)
        #expect(processed([1, -1, 0.5, 0], by: tap) == [0.5, -0.5, 0.25, 0])
        #expect(log.start.withLock { $0 } == CMTime(value: 2, timescale: 1))
        #expect(log.events.withLock { $0 } == ["prepare 48000 2"])
    }

    @Test("a tap that takes no samples is silent")
    func tap_withoutSourceIsSilent() throws {
        let tap = try makeTap(Log(), factor: nil, flags: kMTAudioProcessingTapCreationFlag_PostEffects)
        #expect(processed([1, 1], by: tap) == [0, 0])
    }

    @Test("a tap is prepared again for another format, and finalized when it is released")
    func tap_followsFormats() throws {
        let log = Log()
        do {
            let tap = try makeTap(log, factor: 1, flags: kMTAudioProcessingTapCreationFlag_PreEffects)
            _ = processed([1, 1], by: tap)
            _ = processed([1, 1], by: tap, channels: 1)
        }
        #expect(
            log.events.withLock { $0 } == ["prepare 48000 2", "unprepare", "prepare 48000 1", "unprepare", "finalize"])
    }

    @Test("source audio outside of the callback, an unknown version and unknown flags are errors")
    func misuse_isRejected() throws {
        let tap = try makeTap(Log(), factor: 1, flags: kMTAudioProcessingTapCreationFlag_PreEffects)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        #expect(MTAudioProcessingTapGetSourceAudio(tap, 1, list.unsafeMutablePointer, nil, nil, nil) != 0)
        var callbacks = MTAudioProcessingTapCallbacks(
            version: 7, clientInfo: nil, init: nil, finalize: nil, prepare: nil, unprepare: nil,
            process: { _, _, _, _, _, _ in })
        var made: Unmanaged<MTAudioProcessingTap>?
        #expect(MTAudioProcessingTapCreate(nil, &callbacks, 1, &made) != 0)
        callbacks.version = kMTAudioProcessingTapCallbacksVersion_0
        #expect(MTAudioProcessingTapCreate(nil, &callbacks, 4, &made) != 0)
        #expect(made == nil)
    }

    @Test("the mix of an item passes the taps of its tracks to the engine")
    func mix_containsTaps() throws {
        let tap = try makeTap(Log(), factor: 1, flags: kMTAudioProcessingTapCreationFlag_PreEffects)
        let parameters = AVMutableAudioMixInputParameters()
        parameters.trackID = 3
        parameters.audioTapProcessor = tap
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let copy = try #require(mix.copy() as? AVAudioMix)
        #expect(copy.inputParameters.first?.audioTapProcessor === tap)
        #expect(copy.plan.taps == [3: tap.engineTap])
    }

    /// Returns a tap with a callback that processes, and one that receives the maximum of frames.
    private func makeTap(
        prepare: @escaping (Int) -> Void = { _ in }, flags: MTAudioProcessingTapCreationFlags = 1,
        process: @escaping MTAudioProcessingTapProcessCallback
    ) throws -> MTAudioProcessingTap {
        var callbacks = MTAudioProcessingTapCallbacks(
            version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: nil, init: nil, finalize: nil,
            prepare: { _, maximum, _ in prepare(maximum) }, unprepare: nil, process: process)
        var tap: MTAudioProcessingTap?
        try #require(MTAudioProcessingTapCreate(nil, &callbacks, flags, &tap) == 0)
        return try #require(tap)
    }

    @Test("frames beyond those that the callback returns are silent, and its buffers are silent before")
    func tap_shortResult_isSilentAfterwards() throws {
        let before = Mutex<[Float]>([])
        let tap = try makeTap { _, _, _, list, framesOut, _ in
            guard let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Float.self)
            else { return }
            before.withLock { $0 += [samples[0], samples[1]] }
            (samples[0], samples[1]) = (7, 8)
            framesOut.pointee = 1
        }
        #expect(processed([1, 2], by: tap, channels: 1) == [7, 0])
        #expect(processed([1, 2], by: tap, channels: 1) == [7, 0])
        #expect(before.withLock { $0 } == [0, 0, 0, 0])
    }

    @Test("source audio has the range and the number of its frames, and buffers without memory receive it")
    func source_hasRange() throws {
        let result = Mutex<(range: CMTimeRange, frames: Int, flags: UInt32)>((.invalid, 0, 7))
        let tap = try makeTap { tap, frames, _, list, framesOut, flagsOut in
            var range = CMTimeRange.invalid
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            buffers[0].mData = nil
            flagsOut.pointee = 7
            _ = MTAudioProcessingTapGetSourceAudio(tap, frames + 5, list, flagsOut, &range, framesOut)
            let (frames, flags) = (framesOut.pointee, flagsOut.pointee)
            result.withLock { $0 = (range, frames, flags) }
        }
        #expect(processed([0.5, 0.25, 1], by: tap, channels: 1) == [0.5, 0.25, 1])
        let (range, frames, flags) = result.withLock { $0 }
        #expect(range.start == CMTime(value: 2, timescale: 1) && range.duration.value == 62_500)
        #expect(frames == 3 && flags == 0)
    }

    @Test("the maximum of frames is prepared for usual chunks, and again for a larger one and for another rate")
    func tap_preparesMaximum() throws {
        let maxima = Mutex<[Int]>([])
        let tap = try makeTap(prepare: { maximum in maxima.withLock { $0.append(maximum) } }) { _, _, _, _, _, _ in }
        _ = processed([1, 2], by: tap, channels: 1)
        _ = processed(Array(repeating: 1, count: 5000), by: tap, channels: 1)
        #expect(maxima.withLock { $0 } == [4096, 5000])
        var samples: [Float] = [1]
        samples.withUnsafeMutableBufferPointer { buffer in
            tap.engineTap.apply(
                AudioTap.Chunk(samples: buffer, frames: 1, channels: 1, sampleRate: 44_100, time: 0, perFrame: 1))
        }
        #expect(maxima.withLock { $0 } == [4096, 5000, 4096])
    }

    @Test("a tap after the effects receives the audio with its volume", arguments: [1, 2] as [UInt32])
    func flags_decidePlace(flags: UInt32) throws {
        let tap = try makeTap(flags: flags) { _, _, _, _, _, _ in }
        #expect(tap.engineTap.isAfterVolume == (flags == kMTAudioProcessingTapCreationFlag_PostEffects))
    }

    @Test("source audio is an error after the callback, too")
    func source_afterCallback_isError() throws {
        let tap = try makeTap { _, _, _, _, _, _ in }
        _ = processed([1], by: tap, channels: 1)
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { free(list.unsafeMutablePointer) }
        #expect(MTAudioProcessingTapGetSourceAudio(tap, 1, list.unsafeMutablePointer, nil, nil, nil) != 0)
    }

    /// A list of buffers with memory of their own.
    private func withList(_ buffers: Int, frames: Int, _ body: (UnsafeMutableAudioBufferListPointer) -> Void) {
        let list = AudioBufferList.allocate(maximumBuffers: buffers)
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: buffers * frames)
        memory.initialize(repeating: 9)
        for index in 0..<buffers {
            list[index] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(4 * frames),
                mData: memory.baseAddress.map { $0 + index * frames })
        }
        body(list)
        memory.deallocate()
        free(list.unsafeMutablePointer)
    }

    @Test("source audio of none and of fewer frames is copied as requested; a negative number is an error")
    func source_partial() throws {
        let results = Mutex<[String]>([])
        let tap = try makeTap { [self] tap, _, _, _, _, _ in
            withList(1, frames: 4) { list in
                for count in [0, 2, -1] {
                    var (frames, range) = (CMItemCount(7), CMTimeRange.invalid)
                    let status = MTAudioProcessingTapGetSourceAudio(
                        tap, count, list.unsafeMutablePointer, nil, &range, &frames)
                    let samples = list[0].mData?.assumingMemoryBound(to: Float.self)
                    results.withLock {
                        $0.append("\(status) \(frames) \(samples?[1] ?? 0) \(samples?[2] ?? 0)")
                    }
                    if count == 2 { #expect(range.duration.value == 41_667) }
                }
            }
        }
        _ = processed([0.5, 0.25, 1], by: tap, channels: 1)
        #expect(results.withLock { $0 } == ["0 0 9.0 9.0", "0 2 0.25 9.0", "-50 7 0.25 9.0"])
    }

    @Test("a list with fewer buffers than channels takes the first ones, and more buffers stay as they are")
    func source_otherBufferCounts() throws {
        let values = Mutex<[Float]>([])
        let tap = try makeTap { [self] tap, frames, _, _, _, _ in
            for count in [1, 3] {
                withList(count, frames: frames) { list in
                    _ = MTAudioProcessingTapGetSourceAudio(tap, frames, list.unsafeMutablePointer, nil, nil, nil)
                    for buffer in list {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        values.withLock { $0.append(samples?[0] ?? -1) }
                    }
                }
            }
        }
        _ = processed([0.5, 0.25], by: tap, channels: 2)
        #expect(values.withLock { $0 } == [0.5, 0.5, 0.25, 9])
    }

    @Test("a number of frames beyond the chunk, or below 0, from the callback is limited", arguments: [99, -5])
    func process_countIsLimited(count: Int) throws {
        let tap = try makeTap { _, _, _, list, framesOut, _ in
            let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Float.self)
            samples?[0] = 3
            samples?[1] = 4
            framesOut.pointee = count
        }
        #expect(processed([1, 2], by: tap, channels: 1) == (count > 0 ? [3, 4] : [0, 0]))
    }

    @Test("a buffer whose memory the callback removes is silent, and another memory is played")
    func process_otherMemory() throws {
        let own = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2)
        own.initialize(repeating: 6)
        defer { own.deallocate() }
        let address = Int(bitPattern: own.baseAddress)
        let tap = try makeTap { _, frames, _, list, framesOut, _ in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            buffers[0].mData = nil
            buffers[1].mData = UnsafeMutableRawPointer(bitPattern: address)
            framesOut.pointee = frames
        }
        #expect(processed([1, 1, 1, 1], by: tap) == [0, 6, 0, 6])
        // The buffers of the next call are those of the tap again.
        #expect(processed([1, 1], by: tap) == [0, 6])
    }

    @Test("the flags of a tap are exactly one of the two places", arguments: [0, 3, 4] as [UInt32])
    func create_flags(flags: UInt32) {
        var callbacks = MTAudioProcessingTapCallbacks(
            version: 0, clientInfo: nil, init: nil, finalize: nil, prepare: nil, unprepare: nil,
            process: { _, _, _, _, _, _ in })
        var tap: MTAudioProcessingTap?
        #expect(MTAudioProcessingTapCreate(nil, &callbacks, flags, &tap) == -50 && tap == nil)
    }

    @Test("the form of older SDKs returns a tap that the caller releases; the callback init receives the information")
    func create_unmanaged() throws {
        let log = Log()
        var callbacks = MTAudioProcessingTapCallbacks(
            version: 0, clientInfo: Unmanaged.passUnretained(log).toOpaque(),
            init: { _, info, storage in
                storage.pointee = info
                log.add("init")
            },
            finalize: { tap in
                log.add(MTAudioProcessingTapGetStorage(tap) == Unmanaged.passUnretained(log).toOpaque() ? "end" : "?")
            },
            prepare: nil, unprepare: nil, process: { _, _, _, _, _, _ in })
        var made: Unmanaged<MTAudioProcessingTap>?
        #expect(MTAudioProcessingTapCreate(nil, &callbacks, 1, &made) == noErr)
        #expect(log.events.withLock { $0 } == ["init"])
        try #require(made).release()
        #expect(log.events.withLock { $0 } == ["init", "end"])
    }
}
