import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable))
struct AudioDelayTests {
    /// Plays a clip with a beep at each second, and returns the second at which the first beep after half a second of silence or later is
    /// played.
    private func beep(delay: Double, changesWhilePlaying: Bool = false) async throws -> Double? {
        let url = try await StreamMaker.shared.clip(.flashAndBeep(seconds: 4, width: 128, height: 72))
        let output = CapturingAudioOutput(clock: SystemHostClock())
        let probe = SessionProbe(url) {
            $0.playsAudio = true
            $0.makeAudioOutput = { output }
        }
        if !changesWhilePlaying { probe.session.setAudioDelay(delay) }
        #expect(await probe.firstPicture())
        probe.session.setRate(1)
        #expect(await eventually { !output.isPaused })
        if changesWhilePlaying {
            let flushes = output.flushCount
            probe.session.setAudioDelay(delay)
            #expect(await eventually { output.flushCount > flushes })
        }
        let start = output.samples.count / output.format.channels
        #expect(
            await eventually {
                output.pull(frames: 1024)
                return output.samples.count / output.format.channels - start > output.format.sampleRate * 9 / 5
            })
        probe.session.close()
        let format = output.format
        let samples = output.samples.dropFirst(start * format.channels)
        let loud = samples.enumerated().first {
            $0.offset > format.sampleRate * format.channels / 5 && abs($0.element) > 0.05
        }
        return loud.map { Double($0.offset / format.channels) / Double(format.sampleRate) }
    }

    @Test(
        "a sound is played earlier or later than its media time by the delay, set before or while the item plays",
        arguments: [(0.0, 1.0), (0.4, 0.4), (-0.3, 0.7)])
    func delay_movesSound(delay: Double, expected: Double) async throws {
        let early = try #require(try await beep(delay: delay))
        #expect(abs(early - expected) < 0.06, "\(early)")
        let late = try #require(try await beep(delay: delay, changesWhilePlaying: true))
        #expect(abs(late - expected) < 0.1, "\(late)")
    }
}
