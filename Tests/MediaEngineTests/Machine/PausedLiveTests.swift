import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// The buffer of a live stream that waits for its client to play, in a playback machine.
@Suite struct PausedLiveTests {
    private typealias Machine = PlaybackMachine<ModelSample, ModelFrame>

    /// Returns a machine with a live stream of audio.
    private func paused() -> Machine {
        var machine = Machine(url: URL(fileURLWithPath: "/model"))
        machine.now = HostTime(nanoseconds: 1_000_000_000)
        machine.source.facts.policy = .stream(
            maximumBytes: 1 << 20, bufferGoal: 30 * .second, sufficientAhead: 2 * .second)
        machine.source.facts.live = LiveFacts(
            target: LiveTarget(latest: 24 * .second, age: 0, step: 4 * .second, isLowLatency: false),
            window: 0...12 * .second)
        var audio = TrackInfo(index: 0, trackID: 1, kind: .audio, codec: "model", duration: .indefinite)
        audio.audio = AudioTrackInfo(sampleRate: 48_000, channels: 2, channelLayout: "stereo")
        let info = MediaInfo(
            container: "model", duration: .indefinite, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: true, tracks: [audio], chapters: [], metadata: [], covers: [])
        machine.prepare()
        machine.opened(info, isComplete: true, startPosition: 0, packetTracks: [0])
        machine.selectionApplied()
        machine.audioDeviceOpening()
        machine.audioDeviceReady("model")
        return machine
    }

    @Test(
        "S6: a paused live stream reports that playback can start before its reader stops reading",
        arguments: [20, 70, 110, 170, 230])
    func pausedLive_reportsSufficientBuffer(milliseconds: Int) {
        var machine = paused()
        let step = Nanoseconds(milliseconds) &* .millisecond
        var time: Nanoseconds = 0
        var buffers: [BufferState] = []
        while case .read(_, _, let selection) = machine.readerJob(), time < 60 * .second {
            machine.read(ModelSample(trackIndex: 0, time: time, duration: step, isKey: true), selection: selection)
            time = time &+ step
            buffers += machine.takeActions().compactMap { action in
                if case .send(.bufferStateChanged(let state)) = action { state } else { nil }
            }
        }
        // The reader reads no more than the distance from which playback can start.
        #expect(time >= 2 * .second && time < 3 * .second)
        #expect(buffers.last?.isLikelyToKeepUp == true)
    }
}
