import CoreMedia
import Foundation
import MediaEngine
import Synchronization
import Testing

@testable import AVFoundation

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
}
