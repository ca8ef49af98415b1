import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Records what the controls request, and returns thumbnails when the test asks for it.
@MainActor
private final class PreviewDelegate: ControlsViewDelegate {
    var requests: [Double] = []
    var completions: [@MainActor (CGImage?) -> Void] = []
    var scrubs: [String] = []
    var coversCaptions: [Bool] = []

    func controlsPerform(_ command: PlayerCommand) {}
    func controlsSetVolume(_ volume: Float) {}
    func controlsBeginScrub() { scrubs.append("begin") }
    func controlsScrub(to seconds: Double) { scrubs.append("to \(Int(seconds.rounded()))") }
    func controlsEndScrub(at seconds: Double?) { scrubs.append("end \(seconds.map { "\(Int($0.rounded()))" } ?? "-")") }
    func controlsCoverCaptions(_ covers: Bool) { coversCaptions.append(covers) }
    func controlsWantThumbnail(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void) {
        requests.append(seconds)
        completions.append(completion)
    }
    /// Completes the latest request.
    func deliver(_ image: CGImage) { completions.last?(image) }
    func controlsMenu(_ kind: ControlsView.MenuKind) -> [MenuSection] {
        [MenuSection(title: "Menu", rows: [.init(title: "Row") {}])]
    }
    func controlsMenuDidChange(isOpen: Bool) {}
}

/// The preview above the scrubber: its place, time, chapter and thumbnail.
@MainActor
@Suite(.english)
struct ScrubPreviewTests {
    private func controls(
        width: Double = 1280, _ change: (inout ScrubberModel) -> Void = { _ in }
    ) -> (ControlsView, PreviewDelegate, ScrubPreviewView) {
        let view = ControlsView(frame: CGRect(x: 0, y: 0, width: width, height: 720))
        let delegate = PreviewDelegate()
        view.delegate = delegate
        view.layoutIfNeeded()
        view.update {
            $0.duration = 600
            change(&$0)
        }
        view.layoutIfNeeded()
        return (view, delegate, view.descendants(ScrubPreviewView.self)[0])
    }

    private func texts(_ preview: ScrubPreviewView) -> [String] {
        preview.descendants(UILabel.self).compactMap(\.text).filter { !$0.isEmpty }
    }

    private func image(_ width: Int, _ height: Int) throws -> CGImage {
        try #require(CGImage(width: width, height: height) { _, _ in })
    }

    @Test("the pointer on the scrubber shows the time and the chapter below it, and leaving the scrubber hides them")
    func pointer_showsTimeAndChapter() {
        let (view, delegate, preview) = controls {
            $0.chapters = [.init(start: 0, title: "Opening"), .init(start: 300, title: "Middle")]
        }
        #expect(preview.isHidden)
        view.scrubber.isHovered = true
        view.scrubber.pointerMoved(to: CGPoint(x: view.scrubber.bounds.width * 0.25, y: 10))
        #expect(!preview.isHidden && texts(preview) == ["2:30", "Opening"])
        view.scrubber.pointerMoved(to: CGPoint(x: view.scrubber.bounds.width * 0.75, y: 10))
        #expect(texts(preview) == ["7:30", "Middle"])
        #expect(delegate.requests.map { $0.rounded() } == [150, 450])
        view.scrubber.isHovered = false
        #expect(preview.isHidden)
        #expect(delegate.coversCaptions == [true, true, false])
    }

    @Test(
        "a thumbnail enlarges the preview, which stays above the scrubber and inside the margins",
        arguments: [0.0, 0.01, 0.5, 0.99, 1], [(320, 180), (180, 320), (400, 300), (420, 180)])
    func thumbnail_staysInside(part: Double, size: (Int, Int)) throws {
        let (view, delegate, preview) = controls()
        view.scrubber.isHovered = true
        view.scrubber.pointerMoved(to: CGPoint(x: view.scrubber.bounds.width * part, y: 10))
        let before = preview.frame
        delegate.deliver(try image(size.0, size.1))
        view.layoutIfNeeded()
        #expect(preview.frame.height > before.height + 50)
        #expect(preview.frame.minX >= view.sideMargin && preview.frame.maxX <= 1280 - view.sideMargin)
        #expect(
            preview.frame.minY >= 0 && preview.frame.maxY <= view.scrubber.frame.midY - PlayerLook.hoverKnobSize / 2)
        let picture = try #require(preview.descendants(UIImageView.self).first)
        // The whole frame at its aspect ratio, as large as the limits allow: nothing is cropped.
        let frame = picture.frame
        let aspect = Double(size.0) / Double(size.1)
        #expect(!picture.isHidden && abs(frame.width - frame.height * aspect) <= aspect)
        #expect(
            frame.width == PlayerLook.thumbnailWidth && frame.height <= PlayerLook.thumbnailHeight
                || frame.height == PlayerLook.thumbnailHeight && frame.width < PlayerLook.thumbnailWidth)
    }

    @Test("a thumbnail that arrives after the pointer has left is not displayed")
    func lateThumbnail_isDropped() throws {
        let (view, delegate, preview) = controls()
        view.scrubber.isHovered = true
        view.scrubber.pointerMoved(to: CGPoint(x: 300, y: 10))
        view.scrubber.isHovered = false
        delegate.deliver(try image(320, 180))
        #expect(preview.isHidden && preview.image == nil)
    }

    @Test("no preview appears while a menu is open, over a disabled scrubber, or while the duration is unknown")
    func preview_isAbsent() {
        let (view, delegate, preview) = controls()
        func hover() {
            view.scrubber.isHovered = true
            view.scrubber.pointerMoved(to: CGPoint(x: 300, y: 10))
        }
        hover()
        #expect(!preview.isHidden)
        view.openMenu(.speed)
        #expect(preview.isHidden)
        view.scrubber.pointerMoved(to: CGPoint(x: 320, y: 10))
        #expect(preview.isHidden)
        view.closeMenu()
        view.scrubber.isEnabled = false
        view.scrubber.pointerMoved(to: CGPoint(x: 340, y: 10))
        #expect(preview.isHidden)
        view.scrubber.isEnabled = true
        view.update { $0.duration = .nan }
        view.scrubber.pointerMoved(to: CGPoint(x: 360, y: 10))
        #expect(preview.isHidden)
        #expect(delegate.requests.count == 1)
    }

    @Test("the preview of a live stream shows the distance from the live edge")
    func live_showsDistanceFromEdge() {
        let (view, delegate, preview) = controls()
        view.content.isLive = true
        view.scrubber.isHovered = true
        view.scrubber.pointerMoved(to: CGPoint(x: view.scrubber.bounds.width * 0.9, y: 10))
        #expect(texts(preview) == ["\u{2212}1:00"] && delegate.requests.count == 1)
    }

    @Test("thumbnails of an item are forgotten when another item begins")
    func forgetThumbnail_removesImage() throws {
        let (view, delegate, preview) = controls()
        view.scrubber.isHovered = true
        view.scrubber.pointerMoved(to: CGPoint(x: 300, y: 10))
        delegate.deliver(try image(320, 180))
        #expect(preview.image != nil)
        view.forgetThumbnail()
        #expect(preview.image == nil)
    }

    @Test(
        "the pointer on the scrubber of a real item shows the frame of that time, and dragging seeks there",
        .enabled(if: StreamMaker.isAvailable))
    func realItem_showsFrameAndSeeks() async throws {
        let stage = try await PlayerStage.clip(.marked(frames: 40 * 24))
        defer { stage.end() }
        let scrubber = try #require(stage.controls).scrubber
        stage.move(to: CGPoint(x: 640, y: 300))
        for part in [0.8, 0.2] {
            stage.move(to: stage.point(in: scrubber, x: part, y: 0.5))
            let preview = try #require(stage.preview)
            #expect(!preview.isHidden && stage.controller.content.captions?.alpha ?? 0.2 == 0.2)
            // A thumbnail may be any frame within five seconds of the pointer's time.
            #expect(
                await eventually {
                    guard let number = preview.image.flatMap(Self.mark) else { return false }
                    return abs(Double(number) / 24 - 40 * part) <= 5.5
                })
            // The frame of the thumbnail is white, and drawn above the scrubber.
            let area = stage.frame(of: preview)
            #expect(await eventually { stage.brightness(at: CGPoint(x: area.midX, y: area.minY + 1)) > 200 })
        }
        stage.press(at: stage.point(in: scrubber, x: 0.2, y: 0.5))
        for step in 0...10 {
            stage.move(to: stage.point(in: scrubber, x: 0.2 + 0.03 * Double(step), y: 0.5))
        }
        #expect(stage.controller.model.scrub != nil)
        let label = try #require(stage.preview).descendants(UILabel.self).first?.text
        #expect(label == "0:20" || label == "0:19")
        stage.release(at: stage.point(in: scrubber, x: 0.5, y: 0.5))
        #expect(await eventually { abs(stage.player.currentTime().seconds - 20) < 0.1 })
        stage.move(to: CGPoint(x: 640, y: 200))
        #expect(stage.preview?.isHidden == true)
    }

    @Test("R36: a drag far above the scrubber moves in fine steps, and a lost focus ends the drag without a seek")
    func drag_isFineFarAway_andCancels() throws {
        let (view, delegate, preview) = controls()
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        root.view.addSubview(view)
        window.layoutIfNeeded()
        let stage = view.scrubber
        func send(_ phase: PointerEvent.Phase, _ x: Double, above: Double = 0) {
            let point = stage.convert(CGPoint(x: x, y: stage.bounds.midY - above), to: window)
            (window.platform as? MemoryWindow)?.inject(
                .pointer(
                    PointerEvent(
                        phase: phase, location: point, button: phase == .moved ? nil : .primary,
                        heldButtons: phase == .released ? [] : [.primary], clickCount: 1)))
        }
        let width = stage.bounds.width
        send(.pressed, width / 2)
        #expect(delegate.scrubs == ["begin", "to 300"] && texts(preview) == ["5:00"])
        send(.moved, width * 0.75)
        send(.moved, width * 0.75, above: 300)
        // A quarter of the bar is 150 seconds on the bar, and 7.5 seconds from far away.
        send(.moved, width * 0.5, above: 300)
        #expect(delegate.scrubs.suffix(3).first == "to 450")
        #expect(abs(stage.model.shownPosition - 442.5) < 1)
        (window.platform as? MemoryWindow)?.inject(.focusChanged(false))
        #expect(delegate.scrubs.last == "end -" && preview.isHidden)
        #expect(stage.model.scrubPosition == nil)
    }

    @Test("a scrubber that is disabled during a drag, as when an interstitial begins, ends the drag without a seek")
    func disabledDuringDrag_cancels() {
        let (view, delegate, preview) = controls()
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        root.view.addSubview(view)
        window.layoutIfNeeded()
        func send(_ phase: PointerEvent.Phase, _ part: Double) {
            let scrubber = view.scrubber
            let point = scrubber.convert(
                CGPoint(x: scrubber.bounds.width * part, y: scrubber.bounds.midY), to: window)
            (window.platform as? MemoryWindow)?.inject(
                .pointer(
                    PointerEvent(
                        phase: phase, location: point, button: phase == .moved ? nil : .primary,
                        heldButtons: phase == .released ? [] : [.primary], clickCount: 1)))
        }
        send(.pressed, 0.5)
        view.scrubber.isEnabled = false
        #expect(delegate.scrubs == ["begin", "to 300", "end -"] && preview.isHidden)
        send(.moved, 0.7)
        send(.released, 0.7)
        #expect(delegate.scrubs == ["begin", "to 300", "end -"])
    }

    /// Returns the number of the marked frame that a thumbnail shows.
    private static func mark(_ image: CGImage) -> Int? {
        image.withBGRA { pixels, bytesPerRow in
            FrameMark.read(from: pixels, bytesPerRow: bytesPerRow, width: image.width, height: image.height)
        }
    }
}

/// The generation of thumbnails for the scrubber.
@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable))
struct ThumbnailSourceTests {
    private func source(_ mayPrefetch: @escaping @MainActor () -> Bool = { false }) async throws -> ThumbnailSource {
        let url = try await StreamMaker.shared.clip(.marked(frames: 40 * 24))
        return ThumbnailSource(asset: AVURLAsset(url: url), duration: 40, scale: 1, mayPrefetch: mayPrefetch)
    }

    @Test("a thumbnail is generated once: the next request for its place is completed before it returns")
    func thumbnail_isCached() async throws {
        let source = try await source()
        var images: [CGImage] = []
        source.picture(at: 12) { if let image = $0 { images.append(image) } }
        #expect(images.isEmpty)
        #expect(await eventually { images.count == 1 })
        source.picture(at: 12.1) { if let image = $0 { images.append(image) } }
        #expect(images.count == 2 && images[0] === images[1])
        #expect(images[0].width <= Int(PlayerLook.thumbnailWidth) && images[0].width > 100)
    }

    @Test("a request that a later one replaced is not completed, whether the later thumbnail is new or cached")
    func replacedRequest_isNotCompleted() async throws {
        let source = try await source()
        var completed: [Int] = []
        func request(_ seconds: Int) { source.picture(at: Double(seconds)) { _ in completed.append(seconds) } }
        request(5)
        request(15)
        request(25)
        #expect(await eventually { completed.contains(25) })
        request(35)
        request(25)
        #expect(await eventually { completed.count >= 2 })
        // The generation for 35 has ended when the next request is completed.
        request(36)
        #expect(await eventually { completed.contains(36) })
        #expect(completed == [25, 25, 36])
    }

    @Test("the thumbnails beside the pointer are generated in advance while the item is well buffered")
    func neighbours_areGenerated() async throws {
        var questions = 0
        let source = try await source {
            questions += 1
            return true
        }
        source.picture(at: 20) { _ in }
        // Asked once before each of the four neighbors, and once after the last of them.
        #expect(await eventually { questions >= 5 })
        var count = 0
        for seconds in [20.5, 19.5, 21] { source.picture(at: seconds) { if $0 != nil { count += 1 } } }
        #expect(count == 3)
    }
}
