import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// The selection of audio tracks in a playback machine whose reader applies selections late.
@Suite struct AudioSelectionTests {
    private typealias Machine = PlaybackMachine<ModelSample, ModelFrame>

    private static let english = 1
    private static let german = 2
    private static let step: Nanoseconds = 20 * .millisecond

    /// Returns a machine that plays a stream of 10 s with video and two audio tracks, whose first selection has been applied.
    private func playing() -> Machine {
        var machine = Machine(url: URL(fileURLWithPath: "/model"))
        machine.now = HostTime(nanoseconds: 1_000_000_000)
        machine.source.facts.policy = .stream(
            maximumBytes: 1 << 20, bufferGoal: 30 * .second, sufficientAhead: 2 * .second)
        let length = CMTime(value: 10, timescale: 1)
        var video = TrackInfo(index: 0, trackID: 1, kind: .video, codec: "model", duration: length)
        video.video = VideoTrackInfo(width: 16, height: 16)
        let audio = [Self.english, Self.german].map { index in
            var track = TrackInfo(
                index: index, trackID: Int32(index + 1), kind: .audio, codec: "model", duration: length)
            track.audio = AudioTrackInfo(sampleRate: 48_000, channels: 2, channelLayout: "stereo")
            return track
        }
        let info = MediaInfo(
            container: "model", duration: length, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: false, tracks: [video] + audio, chapters: [], metadata: [], covers: [])
        machine.prepare()
        machine.opened(info, isComplete: true, startPosition: 0, packetTracks: [0, 1, 2])
        machine.selectionApplied()
        machine.audioDeviceOpening()
        machine.audioDeviceReady("model")
        return machine
    }

    private func sample(_ track: Int, at time: Nanoseconds) -> ModelSample {
        ModelSample(trackIndex: track, time: time, duration: Self.step, isKey: true)
    }

    /// Returns the selection of the reader's next job; nil if the reader has nothing to read.
    private func job(of machine: Machine) -> Int? {
        if case .read(_, _, let selection) = machine.readerJob() { selection } else { nil }
    }

    private func readingJob(of machine: Machine) throws -> Int { try #require(job(of: machine)) }

    /// Reads one second of video and of English audio, then the end of the stream.
    private func readToEnd(_ machine: inout Machine) throws {
        for time in stride(from: 0, to: Nanoseconds.second, by: Int(Self.step)) {
            for track in [0, Self.english] {
                machine.read(sample(track, at: time), selection: try readingJob(of: machine))
            }
        }
        machine.read(nil, selection: try readingJob(of: machine))
        #expect(machine.cache.isAtEnd && job(of: machine) == nil)
    }

    @Test(
        "a track selected after the end is read, though the reader reports the end again before it applies the selection"
    )
    func selectionAfterEnd_endReportedBeforeApplication_isRead() throws {
        var machine = playing()
        try readToEnd(&machine)
        machine.select(.audio, Self.german)
        machine.read(nil, selection: try readingJob(of: machine))
        #expect(!machine.cache.isAtEnd)
        // Until the reader has applied the selection it could only report the same end again.
        #expect(job(of: machine) == nil)
        machine.selectionApplied()
        machine.read(sample(Self.german, at: 0), selection: try readingJob(of: machine))
        #expect(machine.cache[Self.german].packets.count == 1)
        machine.read(nil, selection: try readingJob(of: machine))
        #expect(machine.cache.isAtEnd && job(of: machine) == nil)
    }

    @Test(
        "a track selected while a read is in progress is read, though that read reports the end of the earlier tracks")
    func selectionDuringRead_endReportedAfterApplication_isRead() throws {
        var machine = playing()
        let selection = try readingJob(of: machine)
        machine.select(.audio, Self.german)
        machine.selectionApplied()
        machine.read(nil, selection: selection)
        #expect(!machine.cache.isAtEnd && job(of: machine) != nil)
    }

    @Test("when two selections follow each other at once, the end counts only after both are applied")
    func twoSelections_endReportedBetween_isIgnored() throws {
        var machine = playing()
        try readToEnd(&machine)
        machine.select(.audio, Self.german)
        machine.select(.audio, Self.english)
        machine.selectionApplied()
        machine.read(nil, selection: try readingJob(of: machine))
        #expect(!machine.cache.isAtEnd && job(of: machine) == nil)
        machine.selectionApplied()
        machine.read(nil, selection: try readingJob(of: machine))
        #expect(machine.cache.isAtEnd)
    }

    @Test(
        "audio that the reader had read ahead before its track was selected again is dropped, because the track is read from the play head"
    )
    func selectedAgain_packetsReadBefore_areDropped() throws {
        var machine = playing()
        let selection = try readingJob(of: machine)
        machine.select(.audio, Self.german)
        machine.select(.audio, Self.english)
        machine.read(sample(Self.english, at: 8 * .second), selection: selection)
        #expect(machine.cache[Self.english].packets.isEmpty)
        machine.selectionApplied()
        machine.selectionApplied()
        machine.read(sample(Self.english, at: 0), selection: try readingJob(of: machine))
        #expect(machine.cache[Self.english].packets.map(\.time) == [0])
    }
}
