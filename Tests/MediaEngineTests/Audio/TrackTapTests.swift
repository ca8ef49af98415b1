import Synchronization
import Testing

@testable import MediaEngine

@Suite struct TrackTapTests {
    @Test("a tap receives the samples before or after the volume", arguments: [(false, Float(1)), (true, 0.5)])
    func tap_isBeforeOrAfterVolume(isAfterVolume: Bool, expected: Float) {
        let received = Mutex<[Float]>([])
        let tap = AudioTap(isAfterVolume: isAfterVolume) { chunk in
            received.withLock { $0.append(chunk.samples[0]) }
            chunk.samples[0] = 1
        }
        var mixer = TrackMixer()
        mixer.mix = AudioMixPlan(
            ramps: [1: [AudioMixPlan.Ramp(start: 0, end: 0, from: 0.5, to: 0.5)]], taps: [1: tap])
        var samples: [Float] = [1]
        for track: Int32 in [2, 1] {
            samples.withUnsafeMutableBufferPointer { buffer in
                mixer.apply(
                    to: AudioTap.Chunk(
                        samples: buffer, frames: 1, channels: 1, sampleRate: 48_000, time: 0, perFrame: 1),
                    track: track)
            }
            if track == 2 { #expect(received.withLock { $0 } == []) }
        }
        #expect(received.withLock { $0 } == [expected])
        #expect(samples == [isAfterVolume ? 1 : 0.5])
    }
}
