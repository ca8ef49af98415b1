import CFFmpeg
import CoreMedia
import Foundation
import HTTPRules
import MediaTesting
import Testing

@testable import MediaEngine

/// Damage of every kind in short files, each read to its end: packets or a descriptive error; never a crash or a hang.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct BadInputMatrixTests {
    private static let locator = MediaLocator(url: URL(fileURLWithPath: "/film.mp4"))

    /// Reads all packets.
    /// - Returns: the error that stopped it before the end.
    private func read(_ source: any ByteSource, at locator: MediaLocator = locator) -> MediaError? {
        do throws(MediaError) {
            let demuxer = try Demuxer(locator, source: source)
            // Damaged tables may list the same bytes repeatedly: more packets than any of these files has.
            for _ in 0..<10_000 where try demuxer.read() == nil { return nil }
            return nil
        } catch {
            return error
        }
    }

    /// Half a second of video and audio.
    private func film(_ container: ClipRecipe.Container) -> ClipRecipe {
        if container == .mp3 { return ClipRecipe.audioOnly(seconds: 0.5, container: .mp3) }
        return ClipRecipe.marked(frames: 12).with {
            $0.container = container
            $0.audio = [AudioRecipe()]
        }
    }

    private func bytes(_ recipe: ClipRecipe) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await StreamMaker.shared.clip(recipe)))
    }

    @Test(
        "bad input: an MP4 truncated at each of 80 offsets is reported as incomplete, wherever its index is",
        arguments: [true, false])
    func cutEverywhere(hasIndexFirst: Bool) async throws {
        let whole = try await bytes(film(.mp4).with { $0.hasIndexFirst = hasIndexFirst })
        #expect(read(MemorySource(whole)) == nil)
        let places = (0..<80).map { whole.count * $0 / 80 } + [whole.count - 1]
        for place in places {
            guard let error = read(MemorySource(Array(whole[..<place]))) else {
                Issue.record("truncated to \(place) of \(whole.count) bytes, the file ended without an error")
                continue
            }
            #expect(!error.message.isEmpty && error.detail != nil, "truncated to \(place): \(error)")
            // Before that offset, not even the file type is complete.
            if place >= 32 { #expect(error.code == .truncated, "truncated to \(place): \(error)") }
        }
    }

    @Test(
        "bad input: random changes of bytes, from the first one on, lead to the end or to an error",
        arguments: [ClipRecipe.Container.mp4, .mkv, .ts, .mp3])
    func flips(container: ClipRecipe.Container) async throws {
        let whole = try await bytes(film(container))
        for seed in 1...40 {
            var random = TestRandom(state: UInt64(seed))
            var damaged = whole
            for _ in 0..<(1 << (seed % 6)) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            }
            if let error = read(MemorySource(damaged)) { #expect(!error.message.isEmpty, "seed \(seed)") }
        }
    }

    @Test("bad input: a file truncated in its last tenth plays its rest and then reports the truncation")
    func truncatedFilePlays() async throws {
        let clip = try await StreamMaker.shared.clip(ClipRecipe.marked(frames: 24).cut(to: 0.93))
        let probe = SessionProbe(clip)
        defer { probe.session.close() }
        probe.session.setRate(4)
        let error = await probe.failure()
        #expect(error?.code == .truncated, "\(String(describing: error))")
        #expect(probe.session.currentTime.seconds > 0.5)
    }

    @Test("bad input: an unknown codec is an error that names the codecs in the file")
    func unknownCodec() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 12))
        var bytes = try Data(contentsOf: clip)
        for (known, unknown) in [("avc1", "zzzz"), ("avcC", "zzzC")] {
            let name = try #require(bytes.range(of: Data(known.utf8), in: 40..<bytes.count))
            bytes.replaceSubrange(name, with: Data(unknown.utf8))
        }
        let probe = SessionProbe(try await StreamMaker.shared.file(named: "unknown-codec.mp4", bytes: bytes))
        defer { probe.session.close() }
        let error = await probe.failure()
        #expect(error?.code == .decoderNotFound, "\(String(describing: error))")
        #expect(error?.message.contains("zzzz") == true, "\(String(describing: error))")
    }

    @Test("bad input: a file whose video cannot be decoded plays its audio and reports a warning")
    func unknownPicture() async throws {
        let clip = try await StreamMaker.shared.clip(film(.mp4))
        var bytes = try Data(contentsOf: clip)
        for (known, unknown) in [("avc1", "zzzz"), ("avcC", "zzzC")] {
            let name = try #require(bytes.range(of: Data(known.utf8), in: 40..<bytes.count))
            bytes.replaceSubrange(name, with: Data(unknown.utf8))
        }
        let probe = SessionProbe(try await StreamMaker.shared.file(named: "unknown-picture.mp4", bytes: bytes)) {
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: SystemHostClock()) }
        }
        defer { probe.session.close() }
        probe.session.setRate(2)
        #expect(await probe.ended())
        let warnings = probe.warnings
        #expect(warnings.first?.code == .decoderNotFound && warnings.count == 1, "\(warnings)")
        #expect(warnings.first?.message.contains("video of this item (\u{201C}zzzz\u{201D})") == true, "\(warnings)")
    }

    @Test("bad input: a file whose video is damaged in the middle reports it, and displays the frames after the damage")
    func unreadableMiddle() async throws {
        let unreadable = 100..<(120 + VideoDecoder.maximumErrorsInARow)
        let frames = unreadable.upperBound + 60
        let recipe = ClipRecipe.marked(frames: frames).with {
            $0.video?.keyFrameInterval = 20
            $0.video?.framesPerSecond = 120
            $0.seconds = Double(frames) / 120
            $0.audio = [AudioRecipe()]
        }
        let clip = try await StreamMaker.shared.clip(recipe)
        var bytes = try Data(contentsOf: clip)
        let locator = MediaLocator(url: clip)
        let demuxer = try Demuxer(locator, source: try SourceFactory.open(locator))
        let picture = try #require(demuxer.info.tracks.first { $0.kind == .video }?.index)
        var number = 0
        while let packet = try demuxer.read() {
            guard packet.trackIndex == picture else { continue }
            // A NAL unit that is longer than its packet.
            if unreadable.contains(number) {
                let place = Int(packet.raw.pointee.pos)
                bytes.replaceSubrange(
                    place..<(place + packet.byteCount), with: repeatElement(0xFF, count: packet.byteCount))
            }
            number += 1
        }
        #expect(number == frames)
        let probe = SessionProbe(try await StreamMaker.shared.file(named: "spoilt-middle.mp4", bytes: bytes)) {
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: SystemHostClock()) }
        }
        defer { probe.session.close() }
        probe.session.setRate(2)
        #expect(await probe.ended())
        let warnings = probe.warnings
        #expect(warnings.map(\.code) == [.decodingFailed], "\(warnings)")
        #expect(warnings.first?.message.contains("the last frame stays") == true, "\(warnings)")
        #expect(probe.session.statistics.decodedFrames >= 150)
    }
}

/// Files from servers that disappear, drop connections or declare wrong lengths.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct BadServerTests {
    let origin: FaultyOrigin
    init() throws { origin = try FaultyOrigin() }

    private static let hasty: NetworkTimeouts = {
        var timeouts = NetworkTimeouts()
        timeouts.retries = RetryPolicy(delays: [0.01, 0.05], attemptSeconds: 0.1)
        timeouts.totalSeconds = 1
        timeouts.stallSeconds = 0.3
        return timeouts
    }()

    private static let frames = 48

    private func open(_ faults: FaultyOrigin.Faults) async throws -> Demuxer {
        let clip = try await StreamMaker.shared.clip(.marked(frames: Self.frames))
        origin.serve([UInt8](try Data(contentsOf: clip)), at: "/film.mp4", faults: faults)
        let locator = MediaLocator(url: origin.url("/film.mp4"))
        let source = HTTPSource(locator, timeouts: Self.hasty)
        try source.open()
        return try Demuxer(locator, source: source)
    }

    private func count(_ demuxer: Demuxer) throws(MediaError) -> Int {
        var count = 0
        while try demuxer.read() != nil { count += 1 }
        return count
    }

    @Test("bad input: a server that disappears during playback is an error with its cause")
    func serverGoes() async throws {
        var faults = FaultyOrigin.Faults()
        // The server stalls after half of the file, so that playback has started.
        faults.stallAfter =
            try Data(contentsOf: try await StreamMaker.shared.clip(.marked(frames: Self.frames))).count / 2
        let demuxer = try await open(faults)
        #expect(try demuxer.read() != nil)
        origin.stop()
        do throws(MediaError) {
            let count = try count(demuxer)
            Issue.record("\(count) packets were read without an error after the server had stopped")
        } catch {
            #expect([.cannotConnect, .connectionLost, .wrongLength].contains(error.code), "\(error)")
            #expect(error.detail != nil && error.byteOffset != nil, "\(error)")
        }
    }

    @Test("bad input: a server that stops responding in the middle of a frame is waited for once")
    func fallsSilent() async throws {
        var faults = FaultyOrigin.Faults()
        let clip = try await StreamMaker.shared.clip(.marked(frames: Self.frames))
        faults.stallAfter = try Data(contentsOf: clip).count / 2
        let demuxer = try await open(faults)
        faults.staysSilent = true
        origin.serve([UInt8](try Data(contentsOf: clip)), at: "/film.mp4", faults: faults)
        #expect { try count(demuxer) } throws: { ($0 as? MediaError)?.code == .networkTimedOut }
        // One request that stalled, and one without a response: then the time limit is reached.
        #expect(origin.requests.count <= 2)
    }

    @Test("bad input: a server that drops every connection still delivers the whole file")
    func drops() async throws {
        var faults = FaultyOrigin.Faults()
        faults.cutAfter = 20_000
        #expect(try count(try await open(faults)) == Self.frames)
    }

    @Test(
        "bad input: a server that declares more than it sends delivers the whole file, also after a seek near the end")
    func promisesMore() async throws {
        var faults = FaultyOrigin.Faults()
        faults.lengthError = 30_000
        let demuxer = try await open(faults)
        #expect(try count(demuxer) == Self.frames)
        try demuxer.seek(to: 0, track: 0)
        #expect(try count(demuxer) == Self.frames)
    }

    @Test("bad input: a server that withholds the end of a file is distinguished from the file's end")
    func promisesLess() async throws {
        var faults = FaultyOrigin.Faults()
        faults.lengthError = -5_000
        let demuxer = try await open(faults)
        #expect { try count(demuxer) } throws: { ($0 as? MediaError)?.code == .truncated }
    }
}
