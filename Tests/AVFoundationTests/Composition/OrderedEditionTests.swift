import CoreMedia
import CoreVideo
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation
@testable import MediaEngine

/// Matroska files with an ordered edition, played by a player.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct OrderedEditionTests {
    private let recorder = AudioRecorder()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("edition-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var environment: PlaybackEnvironment {
        var environment = PlaybackEnvironment.system
        environment.makeAudioOutput = { [recorder] in recorder.makeOutput() }
        return environment
    }

    private static let signal = TestSignal(frames: 8 * 48_000)

    private static let captions = """
        1
        00:00:00,500 --> 00:00:01,000
        first

        2
        00:00:01,500 --> 00:00:04,500
        across

        3
        00:00:05,000 --> 00:00:05,500
        later

        4
        00:00:06,500 --> 00:00:07,500
        unplayed

        """

    /// A file of 8 seconds with numbered frames, a signal and captions, whose edition has these ranges in seconds: 4 to 6, then 0 to 2 and 2.04
    /// to 3, which are played as one.
    private func film() async throws -> URL {
        let video = try await StreamMaker.shared.clip(.marked(frames: 192))
        let audio = try await Self.signal.write("audio.flac", in: folder)
        try Data(Self.captions.utf8).write(to: folder.appendingPathComponent("captions.srt"))
        var chapters = ";FFMETADATA1\n"
        for (start, end, title) in [(4_000, 6_000, "Opening"), (0, 2_000, "One"), (2_040, 3_000, "Two")] {
            chapters += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\(end)\ntitle=\(title)\n"
        }
        try Data(chapters.utf8).write(to: folder.appendingPathComponent("chapters.txt"))
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            ffmpeg,
            [
                "-nostdin", "-v", "error", "-y", "-i", video.path, "-i", audio.path, "-i", "captions.srt", "-i",
                "chapters.txt", "-map", "0:v", "-map", "1:a", "-map", "2:s", "-map_chapters", "3", "-c", "copy",
                "-metadata:s:s:0", "language=ger", "-disposition:s:0", "0", "film.mkv",
            ], in: folder)
        try #require(outcome.status == 0, "\(outcome.standardError)")
        let film = folder.appendingPathComponent("film.mkv")
        // EditionFlagDefault becomes EditionFlagOrdered.
        var bytes = try Data(contentsOf: film)
        let flag = try #require(bytes.range(of: Data([0x45, 0xDB, 0x81, 0x01])))
        bytes.replaceSubrange(flag, with: [0x45, 0xDD, 0x81, 0x01])
        try bytes.write(to: film)
        return film
    }

    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1_000) }

    private func mark(of buffer: CVPixelBuffer) -> Int? {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var pixels: [UInt8] = []
        for row in 0..<height {
            pixels += UnsafeRawBufferPointer(start: base + row * CVPixelBufferGetBytesPerRow(buffer), count: width * 4)
        }
        return FrameMark.read(from: pixels, width: width, height: height)
    }

    @Test(
        "an ordered edition is an asset of its own duration and chapters, and its thumbnails are frames of the ranges")
    func asset() async throws {
        let film = try await film()
        defer { try? FileManager.default.removeItem(at: folder) }
        let asset = AVURLAsset(url: film)
        #expect(try await abs(asset.load(.duration).seconds - 5) < 0.001)
        let info = try await MediaAsset(MediaLocator(url: film)).load()
        #expect(info.chapters.map(\.title) == ["Opening", "One", "Two"])
        let ranges = info.chapters.flatMap { [$0.range.start.seconds, $0.range.end.seconds] }
        #expect(zip(ranges, [0, 2, 2, 4, 4.04, 5]).allSatisfy { abs($0 - $1) < 0.001 }, "\(ranges)")
        #expect(info.findings == [])
        let generator = AVAssetImageGenerator(asset: asset)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        for (time, frame) in [(0.02, 96), (1.52, 132), (2.02, 0), (4.52, 60)] {
            let (image, actual) = try await generator.image(at: seconds(time))
            let pixels = image.withBGRA { bytes, stride in
                (0..<image.height).flatMap { Array(bytes[($0 * stride)..<($0 * stride + image.width * 4)]) }
            }
            #expect(FrameMark.read(from: pixels, width: image.width, height: image.height) == frame)
            #expect(actual.seconds <= time && time - actual.seconds < 0.05, "\(actual.seconds)")
        }
    }

    @Test("an ordered edition seeks to exact frames, and plays video and audio of its ranges without a gap")
    func playback() async throws {
        let item = AVPlayerItem(asset: AVURLAsset(url: try await film()), environment: environment)
        defer { try? FileManager.default.removeItem(at: folder) }
        let player = AVPlayer(playerItem: item, environment: environment)
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        #expect(await eventually { item.status == .readyToPlay })
        for (time, frame) in [(4.52, 60), (1.02, 120), (2.02, 0), (1.98, 143), (0, 96)] {
            #expect(await player.seek(to: seconds(time), toleranceBefore: .zero, toleranceAfter: .zero))
            let buffer = try #require(output.copyPixelBuffer(forItemTime: .invalid, itemTimeForDisplay: nil))
            #expect(mark(of: buffer) == frame, "\(time)")
        }
        var marks: [Int] = []
        var last = CMTime.invalid
        player.play()
        #expect(
            await eventually(within: .seconds(30)) {
                var time = CMTime.invalid
                if let buffer = output.copyPixelBuffer(forItemTime: item.currentTime(), itemTimeForDisplay: &time),
                    time != last, let mark = mark(of: buffer)
                {
                    last = time
                    if marks.last != mark { marks.append(mark) }
                }
                return player.rate == 0
            })
        #expect(item.error == nil && item.errorLog() == nil)
        // In the order of the edition, each frame once; a busy machine may miss some.
        let firstPart = marks.prefix { $0 >= 96 }
        let secondPart = marks.dropFirst(firstPart.count)
        #expect(firstPart.allSatisfy { (96..<144).contains($0) } && Array(firstPart) == firstPart.sorted())
        #expect(secondPart.allSatisfy { (0..<72).contains($0) } && Array(secondPart) == secondPart.sorted())
        #expect(firstPart.count > 10 && secondPart.count > 20 && marks.last == 71)
        // Matroska's times are rounded to milliseconds.
        let played = recorder.channel(0)
        let source = Self.signal.floats.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        #expect(abs(played.count - 5 * 48_000) < 100, "\(played.count)")
        func isNear(_ time: Double, _ media: Double) -> Bool {
            let (from, original) = (Int(time * 48_000), Int(media * 48_000))
            guard played.count >= from + 4_000 else { return false }
            return (-100...100).contains { shift in
                (0..<4_000).allSatisfy { abs(played[from + $0] - source[original + shift + $0]) < 1e-4 }
            }
        }
        #expect(isNear(0.5, 4.5) && isNear(1.9, 5.9), "the first range")
        #expect(isNear(2.01, 0.01) && isNear(4.5, 2.5), "the second range")
    }

    private final class Texts: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        let texts = Mutex<[(text: String, time: Double)]>([])

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            let text = strings.map(\.string).joined(separator: "|")
            texts.withLock { $0.append((text, itemTime.seconds)) }
        }
    }

    @Test("captions follow the ranges of an ordered edition, and end with them")
    func captions() async throws {
        let item = AVPlayerItem(asset: AVURLAsset(url: try await film()), environment: environment)
        defer { try? FileManager.default.removeItem(at: folder) }
        let player = AVPlayer(playerItem: item, environment: environment)
        let (output, texts) = (AVPlayerItemLegibleOutput(), Texts())
        output.setDelegate(texts, queue: DispatchQueue(label: "captions"))
        item.add(output)
        #expect(await eventually { item.status == .readyToPlay })
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        item.select(group.options[0], in: group)
        player.play()
        #expect(await eventually(within: .seconds(30)) { item.currentTime().seconds > 0.5 && player.rate == 0 })
        let changes = texts.texts.withLock { $0 }.filter { !$0.text.isEmpty }
        // “across” is displayed from 4 to 4.5 seconds of the file, and again from 1.5 to 3.
        #expect(changes.map(\.text) == ["across", "later", "first", "across"])
        #expect(zip(changes.map(\.time), [0, 1, 2.5, 3.5]).allSatisfy { abs($0 - $1) < 0.1 }, "\(changes)")
    }

    // MARK: - The timeline

    private func edition(_ chapters: (Double, Double, [UInt8]?)...) -> OrderedEdition {
        OrderedEdition(
            chapters: chapters.enumerated().map { index, chapter in
                let (start, end) = (Nanoseconds(seconds: chapter.0), Nanoseconds(seconds: chapter.1))
                return .init(
                    range: start..<end, segment: chapter.2,
                    entries: [ContainerChapter(number: index, start: start, end: end, title: "\(index)")])
            })
    }

    @Test("chapters that follow each other in the file are one range, and an edition in the file's order is none")
    func timeline_merges() throws {
        let second = Nanoseconds.second
        let merged = try #require(
            edition((0, 2, nil), (2.05, 3, nil), (1, 2, nil)).timeline(
                segment: nil, start: 0, duration: 10 * second))
        #expect(merged.parts.map(\.source) == [0..<3 * second, second..<2 * second])
        #expect(merged.parts.map(\.target) == [0..<3 * second, 3 * second..<4 * second])
        #expect(merged.chapters.map(\.start) == [0, Nanoseconds(seconds: 2.05), 3 * second])
        #expect(edition((0, 2, nil), (2, 10, nil)).timeline(segment: nil, start: 0, duration: 10 * second) == nil)
    }

    @Test(
        "bad input: chapters in other files and behind the end of the file are not played, and the findings name them")
    func timeline_reports() throws {
        let second = Nanoseconds.second
        let made = try #require(
            edition((0, 2, [1]), (4, 20, [7]), (12, 13, nil), (0, 1, nil)).timeline(
                segment: [7], start: second, duration: 10 * second))
        // The session starts at second 1 of the container.
        #expect(made.parts.map(\.source) == [3 * second..<10 * second])
        #expect(made.chapters.map(\.title) == ["1"])
        #expect(
            made.findings.count == 3 && made.findings.contains { $0.contains("linked segments") }, "\(made.findings)")
    }
}
