import CoreGraphics
import CoreMedia
import Foundation
import MediaTesting
import QuartzCore
import Testing

@testable import AVFoundation
@testable import MediaEngine

/// Captions that a player layer draws by itself: scripts in SubStation Alpha, and pictures.
@Suite(.serialized, .enabled(if: StreamMaker.isAvailable))
@MainActor
struct DrawnCaptionTests {
    private static let script = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 640
        PlayResY: 360

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Outline, Alignment, MarginV
        Style: Default,DejaVu Sans,28,&H00FFFFFF,&H00000000,0,2,10

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,{\\an7\\pos(64,36)\\p1}m 0 0 l 128 0 128 36 0 36
        Dialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,Hello
        Dialogue: 0,0:00:02.00,0:00:06.00,Default,,0,0,0,,{\\move(100,100,500,100)}moving

        """

    private final class Texts: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        // Called on the main queue.
        nonisolated(unsafe) var strings: [NSAttributedString] = []

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) { self.strings += strings }
    }

    private func frames(_ layer: AVPlayerLayer) -> [CGRect] { (layer.sublayers ?? []).map(\.frame) }

    /// Whether the layer draws one tile, with these edges.
    private func isOnly(_ rect: CGRect, _ layer: AVPlayerLayer) -> Bool {
        guard let frame = frames(layer).first, frames(layer).count == 1 else { return false }
        return zip([frame.minX, frame.minY, frame.maxX, frame.maxY], [rect.minX, rect.minY, rect.maxX, rect.maxY])
            .allSatisfy { abs($0 - $1) < 0.5 }
    }

    private func layer(_ player: AVPlayer) -> AVPlayerLayer {
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 1_280, height: 720)
        return layer
    }

    private func item(_ film: URL) async throws -> AVPlayerItem {
        let asset = AVURLAsset(url: film)
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        let item = AVPlayerItem(asset: asset)
        let option: AVMediaSelectionOption = try #require(group.options.first)
        item.select(option, in: group)
        return item
    }

    @Test("R39: a script is drawn by the player's layer alone, in its size, above the inset, and changes with the time")
    func script_isDrawn() async throws {
        try #require(ScriptRenderer.isAvailable)
        let film = try await CaptionClip.make(Data(Self.script.utf8), named: "a.ass", codec: "ass")
        defer { CaptionClip.remove(film) }
        let item = try await item(film)
        let (output, texts) = (AVPlayerItemLegibleOutput(), Texts())
        output.setDelegate(texts, queue: .main)
        item.add(output)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        let layer = layer(player)
        #expect(await eventually { frames(layer).count == 2 })
        let box = try #require(frames(layer).min { $0.minY < $1.minY })
        let line = try #require(frames(layer).max { $0.minY < $1.minY })
        #expect(abs(box.minX - 128) <= 2 && abs(box.minY - 72) <= 2)
        #expect(abs(box.width - 256) <= 2 && abs(box.height - 72) <= 2)
        #expect(abs(line.midX - 640) < 8 && line.minY > 620)
        #expect(texts.strings.map(\.string).contains("Hello"))
        #expect(texts.strings.allSatisfy { $0.attribute(.captionIsDrawn, at: 0, effectiveRange: nil) != nil })
        // Controls raise the dialogue, and not the drawing.
        layer.captionInset = 144
        #expect(
            await eventually {
                frames(layer).contains { $0.maxY <= 720 - 144 && $0.minY > 400 && abs($0.height - line.height) <= 1 }
            })
        #expect(frames(layer).contains(box))
        layer.captionInset = 0
        layer.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
        #expect(await eventually { frames(layer).contains { abs($0.minX - 64) <= 2 && abs($0.width - 128) <= 2 } })
        layer.frame = CGRect(x: 0, y: 0, width: 1_280, height: 720)
        // A seek shows the captions of its target, and playback moves them.
        await player.seek(
            to: CMTime(seconds: 3, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(await eventually { frames(layer).count == 1 && frames(layer).allSatisfy { $0.midY < 400 } })
        let start = try #require(frames(layer).first)
        player.play()
        #expect(await eventually { (frames(layer).first?.minX ?? 0) > start.minX + 20 })
        player.pause()
        player.replaceCurrentItem(with: nil)
        #expect(await eventually { frames(layer).isEmpty })
    }

    @Test("R39: pictures are drawn at their place in the video until the next ones; those behind controls are raised")
    func pictures_areDrawn() async throws {
        var graphics = PresentationGraphics(width: 640, height: 360)
        graphics.show([.init(x: 160, y: 252, width: 320, height: 72)], at: 0.5)
        graphics.show([.init(x: 64, y: 36, width: 128, height: 36)], at: 2)
        graphics.show([], at: 3)
        let film = try await CaptionClip.make(graphics.data, named: "a.sup")
        defer { CaptionClip.remove(film) }
        let item = try await item(film)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        let layer = layer(player)
        func seek(_ seconds: Double) async {
            await player.seek(
                to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
        }
        await seek(1)
        #expect(await eventually { isOnly(CGRect(x: 320, y: 504, width: 640, height: 144), layer) })
        layer.captionInset = 144
        #expect(await eventually { isOnly(CGRect(x: 320, y: 432, width: 640, height: 144), layer) })
        await seek(2.5)
        #expect(await eventually { isOnly(CGRect(x: 128, y: 72, width: 256, height: 72), layer) })
        // The end is stated by an empty set.
        player.play()
        #expect(await eventually { frames(layer).isEmpty })
        player.pause()
        await seek(1.2)
        #expect(await eventually { frames(layer).count == 1 })
        // No captions are selected.
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        item.select(nil, in: group)
        #expect(await eventually { frames(layer).isEmpty })
    }

    @Test(
        "while no captions are selected, the forced pictures of the track in the language of the audio are drawn, and no others"
    )
    func forcedPictures_areDrawn() async throws {
        var graphics = PresentationGraphics(width: 640, height: 360)
        let (top, bottom) = (
            CGRect(x: 128, y: 72, width: 256, height: 72), CGRect(x: 320, y: 504, width: 640, height: 144)
        )
        let plain = PresentationGraphics.Box(x: 64, y: 36, width: 128, height: 36)
        let forced = PresentationGraphics.Box(x: 160, y: 252, width: 320, height: 72, isForced: true)
        graphics.show([plain], at: 0.5)
        graphics.show([forced], at: 1.5)
        graphics.show([plain, forced], at: 2.5)
        graphics.show([plain], at: 3.5)
        graphics.show([], at: 5)
        let film = try await CaptionClip.make(
            graphics.data, named: "a.sup", disposition: "0", language: "eng", audioLanguages: ["eng", "ger"])
        defer { CaptionClip.remove(film) }
        let asset = AVURLAsset(url: film)
        let legible = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let item = AVPlayerItem(asset: asset)
        let player = AVPlayer()
        player.appliesMediaSelectionCriteriaAutomatically = false
        player.isMuted = true
        player.replaceCurrentItem(with: item)
        let layer = layer(player)
        func seek(_ seconds: Double) async {
            await player.seek(
                to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
        }
        /// Whether nothing is drawn, after the captions have had time to arrive.
        func staysEmpty() async -> Bool {
            guard await eventually({ frames(layer).isEmpty }) else { return false }
            try? await Task.sleep(for: .milliseconds(300))
            return frames(layer).isEmpty
        }
        await seek(2)
        #expect(item.currentMediaSelection.selectedMediaOption(in: legible) == nil)
        #expect(await eventually { isOnly(bottom, layer) })
        await seek(1)
        #expect(await staysEmpty())
        await seek(3.2)
        #expect(await eventually { isOnly(bottom, layer) })
        // A set without forced pictures ends those before.
        player.play()
        #expect(await eventually { player.currentTime().seconds > 3.6 })
        player.pause()
        #expect(await staysEmpty())
        // The selected track is drawn wholly, and none again after it.
        await seek(2)
        item.select(legible.options[0], in: legible)
        await seek(1)
        #expect(await eventually { isOnly(top, layer) })
        item.select(nil, in: legible)
        #expect(await staysEmpty())
        await seek(2)
        #expect(await eventually { isOnly(bottom, layer) })
        // There are no captions in the other language.
        item.select(audible.options[1], in: audible)
        #expect(await staysEmpty())
        item.select(audible.options[0], in: audible)
        #expect(await eventually { isOnly(bottom, layer) })
    }

    @Test("R39: a script beside the film is drawn when it is selected", .enabled(if: ScriptRenderer.isAvailable))
    func sidecar_isDrawn() async throws {
        let film = try await CaptionClip.make(Data(Self.script.utf8), named: "own.ass", codec: "ass")
        defer { CaptionClip.remove(film) }
        try Data(Self.script.utf8).write(
            to: film.deletingLastPathComponent().appendingPathComponent("film.de.ass"))
        let asset = AVURLAsset(url: film)
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        let item = AVPlayerItem(asset: asset)
        let player = AVPlayer(playerItem: item)
        let layer = layer(player)
        #expect(await eventually { item.status == .readyToPlay })
        item.select(nil, in: group)
        #expect(await eventually { frames(layer).isEmpty })
        let option = try #require(group.options.first { $0.extendedLanguageTag == "de" })
        item.select(option, in: group)
        #expect(await eventually { frames(layer).count == 2 })
    }
}
