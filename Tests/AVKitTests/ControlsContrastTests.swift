import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import AVKit
@testable import UIKit

/// The legibility of the controls over a white frame, measured in the pixels of the window: text 4.5 to 1, everything else 3 to 1.
@MainActor
@Suite(.english)
struct ControlsContrastTests {
    /// The luminances of a window's pixels, as WCAG defines them.
    private struct Pixels {
        let image: CGImage

        private static func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }

        func luminances(in rect: CGRect) -> [Double] {
            let area = rect.integral.intersection(CGRect(x: 0, y: 0, width: image.width, height: image.height))
            guard !area.isNull else { return [] }
            return image.withBGRA { bytes, bytesPerRow in
                var found: [Double] = []
                for y in Int(area.minY)..<Int(area.maxY) {
                    for x in Int(area.minX)..<Int(area.maxX) {
                        let start = y * bytesPerRow + x * 4
                        let parts = (0..<3).map { Self.linear(Double(bytes[start + $0]) / 255) }
                        found.append(0.0722 * parts[0] + 0.7152 * parts[1] + 0.2126 * parts[2])
                    }
                }
                return found
            }
        }

        func luminance(at point: CGPoint) -> Double {
            luminances(in: CGRect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1)).first ?? 0
        }
    }

    private func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

    /// A player over white with title, chapters, times and loaded ranges.
    private func stage(width: Double = 1280, height: Double = 720) throws -> PlayerStage {
        let stage = PlayerStage(width: width, height: height)
        let model = stage.controller.model
        model.media.description.title = "Title"
        model.media.description.subtitle = "Second line"
        model.media.description.chapters = [.init(start: 0, title: "Opening"), .init(start: 90, title: "End")]
        stage.showControls()
        let controls = try #require(stage.controls)
        stage.controller.content.surface.backgroundColor = .white
        UIView.performWithoutAnimation { controls.alpha = 1 }
        for view in [controls, controls.scrims] { view.layer.removeAllAnimations() }
        controls.content.canSeek = true
        controls.update {
            ($0.duration, $0.position) = (120, 30)
            $0.loaded = [30..<60]
            $0.chapters = model.chapters
        }
        stage.window.layoutIfNeeded()
        return stage
    }

    private func pixels(_ stage: PlayerStage) throws -> Pixels {
        Pixels(image: try #require(stage.window.makeScreenshot()))
    }

    /// Returns the contrast of a label's text with the brightest pixel beside its frame.
    private func textContrast(_ label: UILabel, _ stage: PlayerStage, _ pixels: Pixels) -> Double {
        let frame = stage.frame(of: label)
        let text = pixels.luminances(in: frame).max() ?? 0
        let beside = [
            CGRect(x: frame.minX, y: frame.minY - 1, width: frame.width, height: 1),
            CGRect(x: frame.minX, y: frame.maxY, width: frame.width, height: 1),
        ]
        return contrast(text, beside.flatMap(pixels.luminances).max() ?? 1)
    }

    @Test(
        "over a white frame each text has a contrast of 4.5 to 1 at least",
        arguments: [(1280.0, 720.0), (640, 360), (360, 640), (300, 200)])
    func texts_areLegible(width: Double, height: Double) throws {
        let stage = try stage(width: width, height: height)
        defer { stage.end() }
        let controls = try #require(stage.controls)
        let pixels = try pixels(stage)
        let labels = controls.descendants(UILabel.self).filter { label in
            var view: UIView? = label
            while let present = view, present !== controls {
                if present.isHidden { return false }
                view = present.superview
            }
            return !(label.text ?? "").isEmpty && label.frame.width > 4
        }
        #expect(labels.count >= 3)
        for label in labels {
            let value = textContrast(label, stage, pixels)
            #expect(value >= 4.5, "\(label.text ?? ""): \(value)")
        }
    }

    @Test(
        "over a white frame bars, knob and buttons have a contrast of 3 to 1 at least",
        arguments: [(1280.0, 720.0), (360, 640), (300, 200)])
    func bars_areVisible(width: Double, height: Double) throws {
        let stage = try stage(width: width, height: height)
        defer { stage.end() }
        let controls = try #require(stage.controls)
        let pixels = try pixels(stage)
        let bar = stage.frame(of: controls.scrubber)
        func on(_ part: Double, _ dy: Double = 0) -> Double {
            pixels.luminance(at: CGPoint(x: bar.minX + bar.width * part, y: bar.midY + dy))
        }
        let (played, loaded, track) = (on(0.1), on(0.4), on(0.9))
        let above = on(0.9, -12)
        #expect(contrast(played, loaded) >= 3, "played and loaded: \(contrast(played, loaded))")
        #expect(contrast(played, track) >= 3, "played and rest: \(contrast(played, track))")
        #expect(contrast(track, above) >= 3, "rest and ground: \(contrast(track, above))")
        #expect(contrast(loaded, above) >= 3, "loaded and ground: \(contrast(loaded, above))")
        // The knob is higher than the bar.
        #expect(contrast(on(0.25, -7), above) >= 3, "knob and ground: \(contrast(on(0.25, -7), above))")
        for part in ControlsLayout.Part.allCases {
            guard let button = controls.button(part), !button.isHidden, button.isEnabled else { continue }
            let frame = stage.frame(of: button)
            let all = pixels.luminances(in: frame)
            let value = contrast(all.max() ?? 0, pixels.luminance(at: CGPoint(x: frame.minX + 2, y: frame.minY + 2)))
            #expect(value >= 3, "\(part): \(value)")
        }
        if let volume = controls.descendants(VolumeSliderView.self).first, !volume.isHidden {
            stage.controller.model.sound.set(0.5)
            controls.showVolume(0.5)
            stage.window.layoutIfNeeded()
            let pixels = try self.pixels(stage)
            let frame = stage.frame(of: volume)
            let filled = pixels.luminance(at: CGPoint(x: frame.minX + 10, y: frame.midY))
            let rest = pixels.luminance(at: CGPoint(x: frame.maxX - 10, y: frame.midY))
            let ground = pixels.luminance(at: CGPoint(x: frame.midX, y: frame.minY + 2))
            #expect(contrast(filled, rest) >= 3 && contrast(rest, ground) >= 3, "\(filled) \(rest) \(ground)")
        }
    }

    @Test("over a white frame the thumbnail has a visible edge, and its time and chapter are legible")
    func thumbnail_isVisible() throws {
        let stage = try stage()
        defer { stage.end() }
        let controls = try #require(stage.controls)
        let preview = try #require(stage.preview)
        controls.scrubber.isHovered = true
        controls.scrubber.pointerMoved(to: CGPoint(x: controls.scrubber.bounds.width / 2, y: 16))
        preview.image = CGImage(width: 216, height: 122) { bytes, bytesPerRow in
            for place in 0..<122 * bytesPerRow { bytes[place] = 255 }
        }
        controls.setNeedsLayout()
        stage.window.layoutIfNeeded()
        let pixels = try pixels(stage)
        let picture = stage.frame(of: try #require(preview.descendants(UIImageView.self).first))
        // A line from the video into the thumbnail: white video, dark outline, white edge.
        let line = (-5...3).map { pixels.luminance(at: CGPoint(x: picture.minX + Double($0), y: picture.midY)) }
        let outline = line.min() ?? 1
        #expect(contrast(line.first ?? 0, outline) >= 3, "outline and video: \(line)")
        #expect(contrast(line.last ?? 0, outline) >= 3, "outline and thumbnail: \(line)")
        for label in preview.descendants(UILabel.self) where !(label.text ?? "").isEmpty {
            let value = textContrast(label, stage, pixels)
            #expect(value >= 4.5, "\(label.text ?? ""): \(value)")
        }
    }

    @Test(
        "over a white frame the spinner, a hint and the ring of the keyboard are visible"
    )
    func overlays_areVisible() throws {
        let stage = try stage()
        defer { stage.end() }
        let content = stage.controller.content
        content.showSpinner(true)
        content.flash("Muted", symbol: "speaker.slash.fill")
        let mute = try #require(stage.controls?.button(.mute))
        #expect(mute.becomeFirstResponder())
        stage.window.layoutIfNeeded()
        let pixels = try pixels(stage)
        let spinner = stage.frame(of: try #require(content.spinner))
        let disc = pixels.luminance(at: CGPoint(x: spinner.midX, y: spinner.midY))
        let ring = pixels.luminances(in: spinner.insetBy(dx: 12, dy: 12)).max() ?? 0
        #expect(contrast(ring, disc) >= 3, "spinner: \(contrast(ring, disc))")
        let hint = try #require(content.hint?.descendants(UILabel.self).first)
        #expect(textContrast(hint, stage, pixels) >= 4.5, "hint: \(textContrast(hint, stage, pixels))")
        let frame = stage.frame(of: mute)
        let edge = (1...8).map { pixels.luminance(at: CGPoint(x: frame.midX, y: frame.minY - 8 + Double($0))) }
        #expect(contrast(edge.max() ?? 0, edge.min() ?? 1) >= 3, "ring: \(edge)")
    }
}
