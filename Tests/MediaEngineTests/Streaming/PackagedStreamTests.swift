import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Streams of other packagers, each compared with a full decode of its source clip.
///
/// `script/soak packagers` generates them and sets their location; without them these tests are skipped.
@Suite(.enabled(if: !PackagedStream.all.isEmpty), .serialized, .ownThreads)
struct PackagedStreamTests {
    @Test(
        "hls.md section 5: every sample of other packagers' streams is delivered once and in order",
        arguments: PackagedStream.all)
    func read_everySample(_ stream: PackagedStream) throws {
        let origin = try Origin(FolderContent(PackagedStream.folder))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url(stream.path)))
        let faults = Mutex<[String]>([])
        reader.stream?.observeEvents { event in
            if case .fault(let fault) = event { faults.withLock { $0.append(Self.words(of: fault)) } }
        }
        var video: [Packet] = []
        var sound: [Packet] = []
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video { video.append(packet) } else { sound.append(packet) }
        }
        #expect(Set(faults.withLock { $0 }) == stream.brokenRules)
        #expect(abs(reader.info.duration.seconds - stream.seconds) < 0.15, "\(reader.info.duration.seconds) s")
        let wanted = try stream.pictures().map(\.count).max()
        #expect(video.count == wanted)
        let step = stream.seconds / Double(max(video.count, 1))
        let holes = Self.holes(video.map { ($0.time, nil) }, step)
        #expect(holes.isEmpty)
        #expect(abs((video.map(\.time).min() ?? .max).seconds) < 0.03)
        guard stream.words.contains("audio") else { return }
        let gaps = Self.holes(sound.map { ($0.time, $0.duration) }, 0)
        #expect(gaps.isEmpty)
        let (start, end) = (sound.first?.time ?? .max, sound.last.map { $0.time + $0.duration } ?? 0)
        #expect(abs(start.seconds) < 0.1, "audio starts at \(start.seconds)")
        #expect(abs(end.seconds - stream.seconds) < 0.1, "audio ends at \(end.seconds)")
    }

    /// Returns the positions where a sample does not start at the end of the previous one.
    private static func holes(_ samples: [(time: Nanoseconds, duration: Nanoseconds?)], _ step: Double) -> [String] {
        let samples = samples.sorted { $0.time < $1.time }
        let holes = zip(samples, samples.dropFirst()).compactMap { one, next -> String? in
            let length = one.duration?.seconds ?? step
            guard abs((next.time - one.time).seconds - length) > max(0.003, step / 2) else { return nil }
            return "\(one.time.seconds) lasts \(length), then \(next.time.seconds)"
        }
        return Array(holes.prefix(5))
    }

    /// Advances the clock while the decoder is ahead.
    private func playOn(_ probe: SessionProbe, _ clock: FakeHostClock) async throws {
        let core = probe.session.core
        _ = await eventually(within: .seconds(120), every: .milliseconds(1)) {
            if clock.isAwaited, core.read({ $0.video.frames.count >= 2 || $0.video.isDrained }) {
                clock.advance(by: 5_000_000)
            }
            return core.read { $0.isEnded }
        }
    }

    @Test(
        "spec section 5: every frame of other packagers' streams is displayed as encoded",
        arguments: PackagedStream.all)
    func play_everyFrame(_ stream: PackagedStream) async throws {
        let origin = try Origin(FolderContent(PackagedStream.folder))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url(stream.path)) { $0.hostClock = clock }
        defer { probe.session.close() }
        let shown = Mutex<[(count: Int, sum: UInt32)]>([])
        let video = probe.session.video
        video.setChangeHandler(for: ObjectIdentifier(probe)) {
            guard let frame = video.frame, let sum = SoakClip.checksum(frame) else { return }
            shown.withLock { if $0.last?.sum != sum { $0.append((frame.width, sum)) } }
        }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        try await playOn(probe, clock)
        #expect(await probe.ended())
        let pictures = try stream.pictures()
        let sums = shown.withLock { $0 }.map(\.sum)
        // The first frame may have been displayed before the handler was set.
        let count = pictures.map(\.count).max() ?? 0
        #expect(sums.count >= count - 1 && sums.count <= count)
        for (index, sum) in zip((0..<count).suffix(sums.count), sums) {
            guard pictures.contains(where: { $0.indices.contains(index) && $0[index].checksum == sum }) else {
                Issue.record("frame \(index) differs from the decoded source")
                break
            }
        }
        #expect(probe.session.statistics.droppedFrames == 0)
        #expect(Self.complaints(probe) == stream.brokenRules)
    }

    @Test(
        "S4.1: an exact seek in other packagers' streams ends at the frame of a full decode",
        arguments: PackagedStream.all)
    func seek_everyStream(_ stream: PackagedStream) async throws {
        let origin = try Origin(FolderContent(PackagedStream.folder))
        defer { origin.stop() }
        let probe = SessionProbe(origin.url(stream.path)) { $0.forwardBufferSeconds = 1 }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let pictures = try stream.pictures()
        let count = pictures.map(\.count).max() ?? 0
        var misses: [String] = []
        for index in [count - 1, 5, count / 2, count / 2 + 1, count / 4 - 1, count / 4, 0, count * 3 / 4 + 3] {
            let (finished, _) = await probe.seek((Double(index) + 0.5) / Double(count) * stream.length(pictures))
            guard let frame = probe.session.video.frame, let sum = SoakClip.checksum(frame), finished else {
                misses.append("\(index): nothing")
                continue
            }
            if !pictures.contains(where: { $0[index].checksum == sum }) {
                let other = pictures.compactMap { $0.firstIndex { $0.checksum == sum } }.first
                misses.append("\(index): \(other.map { "\($0)" } ?? "none of the clip's") at \(frame.time.seconds)")
            }
        }
        #expect(misses.isEmpty)
        #expect(Self.complaints(probe) == stream.brokenRules)
    }

    @Test(
        "hls.md section 5: cues of other packagers' subtitles are sent once at their times",
        arguments: PackagedStream.all.filter { $0.words.contains("text") })
    func captions_everyCue(_ stream: PackagedStream) throws {
        let origin = try Origin(FolderContent(PackagedStream.folder))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url(stream.path)))
        let track = try #require(reader.info.tracks.first { $0.kind == .subtitle }).index
        var cues: [TimedText] = []
        // Missing captions are loaded by requesting them.
        _ = eventuallyBlocking(every: .milliseconds(20)) {
            cues = (reader.stream?.captions(of: track, from: 0, through: Nanoseconds(seconds: stream.seconds)) ?? [])
                .reduce(into: []) { joined, cue in
                    // Packagers split cues at segment boundaries: the display does not change there.
                    if let last = joined.last, last.text == cue.text,
                        abs((last.range.end - cue.range.start).seconds) < 0.003
                    {
                        joined[joined.count - 1].range = CMTimeRange(start: last.range.start, end: cue.range.end)
                    } else {
                        joined.append(cue)
                    }
                }
            return cues.count >= 3
        }
        #expect(cues.map(\.text) == ["first", "across a joint", "last"])
        for (cue, start) in zip(cues, [0.5, 1.8, 6]) {
            #expect(abs(cue.range.start.seconds - start - stream.textDelay) < 0.05)
        }
    }

    private static func complaints(_ probe: SessionProbe) -> Set<String> {
        let complaints = probe.events.compactMap { event in
            switch event {
            case .warning(let error), .failed(let error), .endedEarly(let error): error.message
            case .streamFault(let fault): words(of: fault)
            case .stalled: "stalled"
            default: nil
            }
        }
        return Set(complaints)
    }

    /// Returns the name of the violated rule.
    private static func words(of fault: StreamFault) -> String {
        guard let detail = fault.error.detail, detail.hasPrefix("hls.") else { return fault.comment }
        return detail
    }
}

/// A line of the list that `script/support/packagers.sh` writes.
struct PackagedStream: Sendable, CustomTestStringConvertible {
    var name: String
    var path: String
    var clips: [String]
    var seconds: Double
    var words: Set<String>

    /// The rules that the packager violates, which are logged.
    var brokenRules: Set<String> { Set(words.filter { $0.hasPrefix("hls.") }) }

    var testDescription: String { name }

    static let folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["OPENAVKIT_PACKAGED"] ?? "/nonexistent", isDirectory: true)

    static let all: [PackagedStream] = {
        let list = try? String(contentsOf: folder.appendingPathComponent("streams.tsv"), encoding: .utf8)
        let wanted = ProcessInfo.processInfo.environment["OPENAVKIT_PACKAGED_ONLY"]
        return (list ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 5, let seconds = Double(fields[3]), wanted.map({ fields[0].contains($0) }) ?? true
            else { return nil }
            return PackagedStream(
                name: fields[0], path: "/" + fields[1],
                clips: fields[2].split(separator: ",").map(String.init), seconds: seconds,
                words: Set(fields[4].split(separator: ",").map(String.init)))
        }
    }()

    /// Returns the frames of each clip in presentation order.
    func pictures() throws -> [[SoakClip.Picture]] {
        try clips.map { clip in
            let list = Self.folder.appendingPathComponent("clips/\(clip).crc")
            return try SoakClip.parse(String(contentsOf: list, encoding: .utf8))
        }
    }

    /// Returns the duration of all frames together, in seconds.
    func length(_ pictures: [[SoakClip.Picture]]) -> Double {
        let times = pictures[0].map(\.seconds)
        guard let first = times.first, let last = times.last, times.count > 1 else { return seconds }
        return (last - first) * Double(times.count) / Double(times.count - 1)
    }

    /// ffmpeg's muxer delays video by 1.4 s in transport streams, but not the cues.
    var textDelay: Double { words.contains("early-text") ? -1.4 : 0 }
}
