import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Seeks to random times in every kind of file, each result compared with a full decode by the ffmpeg command.
///
/// `script/soak seeks COUNT` runs this with more seeks.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct SeekSoakTests {
    static let targets = ProcessInfo.processInfo.environment["OPENAVKIT_SEEKS"].flatMap(Int.init) ?? 12

    @Test(
        "S4.1: an exact seek ends at the same frame as a full decode",
        arguments: SoakClip.Kind.allCases, [0.0, 1.0])
    func exactSeek_everyKindOfFile_showsTheFrameOfAFullDecode(_ kind: SoakClip.Kind, bufferSeconds: Double)
        async throws
    {
        let clip = try await SoakClip.make(kind)
        let start = kind.beginsWithFrame ? try #require(clip.pictures.first).seconds : 0
        // Either the whole file is buffered, or so little that nearly every seek uses the demuxer.
        let probe = SessionProbe(clip.url) { $0.forwardBufferSeconds = bufferSeconds }
        #expect(await probe.firstPicture())
        let length = min(
            try #require(clip.pictures.last).seconds - start,
            try #require(probe.session.seekableRanges.last).end.seconds)
        var random = SeededGenerator(seed: 23)
        var misses: [String] = []
        for _ in 0..<Self.targets {
            let target = Double.random(in: 0...length, using: &random)
            // At the boundary of two frames, the result depends on the rounding of the time base.
            guard clip.pictures.allSatisfy({ abs($0.seconds - start - target) > 0.0005 }) else { continue }
            let index = clip.pictures.lastIndex { $0.seconds - start <= target } ?? 0
            let (finished, reachedTime) = await probe.seek(target)
            if !finished || abs(reachedTime - target) > 1e-4 {
                misses.append("\(target): \(finished), time \(reachedTime)")
            }
            let frame = try #require(probe.session.video.frame)
            let sum = try #require(SoakClip.checksum(frame))
            guard sum != clip.pictures[index].checksum else { continue }
            // After a seek, a key frame with fields lacks the frame before it.
            let lacksNeighbour = kind.fieldGroup.map { index % $0 == 0 } ?? false
            if lacksNeighbour || !kind.isExactFromKeys, abs(frame.time.seconds - clip.pictures[index].seconds) < 0.0005
            {
                continue
            }
            let shown = clip.pictures.firstIndex { $0.checksum == sum }
            misses.append(
                "\(target): frame \(index) expected, \(shown.map(String.init) ?? "none of the clip's") at \(frame.time.seconds)"
            )
        }
        let list = misses.joined(separator: "\n")
        #expect(misses.isEmpty, "\(misses.count) of \(Self.targets)\n\(list)")
        probe.session.close()
    }

    @Test(
        "AVAssetImageGenerator: an exact image equals the frame of a full decode",
        arguments: SoakClip.Kind.allCases)
    func exactImage_everyKindOfFile_hasTheTimeOfAFullDecode(_ kind: SoakClip.Kind) async throws {
        let clip = try await SoakClip.make(kind)
        let start = kind.beginsWithFrame ? try #require(clip.pictures.first).seconds : 0
        let last = min(try #require(clip.pictures.last).seconds - start, Double(SoakClip.seconds) - 0.1)
        let extractor = ImageExtractor(MediaLocator(url: clip.url))
        var random = SeededGenerator(seed: 29)
        var misses: [String] = []
        for _ in 0..<max(1, Self.targets / 4) {
            let target = Double.random(in: 0...last, using: &random)
            guard clip.pictures.allSatisfy({ abs($0.seconds - start - target) > 0.0005 }) else { continue }
            let wanted = clip.pictures[clip.pictures.lastIndex { $0.seconds - start <= target } ?? 0].seconds - start
            let request = ImageExtractor.Request(
                time: CMTime(seconds: target, preferredTimescale: 90_000), toleranceBefore: .zero, toleranceAfter: .zero
            )
            let result = await withCheckedContinuation { continuation in
                extractor.extract(request) { continuation.resume(returning: $0) }
            }
            let got = try result.get().presentationTime.seconds
            if abs(got - wanted) > 0.001 { misses.append("\(target): \(wanted) wanted, \(got)") }
        }
        let list = misses.joined(separator: "\n")
        #expect(misses.isEmpty, "\(misses.count)\n\(list)")
    }

    @Test(
        "a stream cut within a GOP starts with an intact frame [hls.md 13: leading non-IDR frames]"
    )
    func start_cutStream_firstFrameIsIntact() async throws {
        let clip = try await SoakClip.make(.hevcOpenTransport)
        let packet = 188
        let whole = try Data(contentsOf: clip.url)
        let cut = try await StreamMaker.shared.file(
            named: "cut.ts", bytes: whole.dropFirst(whole.count / packet * 2 / 5 * packet))
        let probe = SessionProbe(cut)
        #expect(await probe.firstPicture())
        let frame = try #require(probe.session.video.frame)
        let sum = try #require(SoakClip.checksum(frame))
        #expect(clip.pictures.contains { $0.checksum == sum })
        probe.session.close()
    }
}
