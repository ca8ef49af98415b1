import AVFoundation
import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import AVKit
@testable import UIKit

/// The error view: text size, keys and assistive technology.
@MainActor
@Suite(.english)
struct ErrorViewTests {
    private func view(_ size: CGSize) -> ErrorView {
        let view = ErrorView(frame: CGRect(origin: .zero, size: size))
        view.show(
            title: "\u{201C}A film with quite a long title\u{201D} cannot be played",
            message: "The server cannot be reached, or does not answer correctly. Check the connection and try again.",
            cause: "127.0.0.1 refuses connections (port 8080)", isOverVideo: false,
            ways: [("Try Again", {}), ("Skip", {}), ("Close", {})])
        view.layoutIfNeeded()
        return view
    }

    private func labels(_ view: ErrorView) -> [UILabel] {
        view.subviews.compactMap { $0 as? UILabel }.filter { $0.text?.isEmpty == false }
    }

    private func large(_ body: () -> Void) {
        let before = UITraitCollection.current
        UITraitCollection.current = before.merging(
            UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge))
        defer { UITraitCollection.current = before }
        body()
    }

    @Test(
        "the error view follows the viewer's text size as far as the window has room, and nothing overlaps or is cut off",
        arguments: [(1280.0, 720.0), (640, 360), (360, 640), (420, 236)])
    func textSize(width: Double, height: Double) {
        let normal = view(CGSize(width: width, height: height))
        let sizes = labels(normal).map(\.font.pointSize)
        large {
            let view = view(CGSize(width: width, height: height))
            let enlarged = labels(view).map(\.font.pointSize)
            if height >= 640 { #expect(zip(enlarged, sizes).allSatisfy { $0 >= $1 * 1.5 }, "\(enlarged) \(sizes)") }
            #expect(zip(enlarged, sizes).allSatisfy { $0 >= $1 * 0.8 }, "\(enlarged) \(sizes)")
            let parts = labels(view) as [UIView] + view.targets.map { $0 as UIView }
            for (index, part) in parts.enumerated() {
                #expect(view.bounds.insetBy(dx: -0.5, dy: -0.5).contains(part.frame), "\(part.frame)")
                for other in parts[(index + 1)...] {
                    #expect(!part.frame.insetBy(dx: 0.5, dy: 0.5).intersects(other.frame))
                }
            }
            for label in labels(view) {
                #expect(
                    label.sizeThatFits(CGSize(width: label.bounds.width, height: 0)).height <= label.bounds.height + 1)
            }
        }
    }

    @Test("Tab reaches the buttons of the error view in their order, each a named button, and Return presses one")
    func keys() async throws {
        let stage = PlayerStage(AVPlayer(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        defer { stage.end() }
        #expect(await eventually { stage.controller.content.errorView != nil })
        stage.showControls()
        let view = try #require(stage.controller.content.errorView)
        let buttons = view.targets.compactMap { $0 as? PillButton }
        #expect(buttons.map(\.accessibilityLabel) == ["Try Again"])
        var seen: [String] = []
        for _ in 0..<6 {
            stage.tab()
            seen.append(stage.controller.content.keyFocus.current?.accessibilityLabel ?? "")
        }
        #expect(seen.contains("Try Again"), "\(seen)")
        for _ in 0..<6 where stage.controller.content.keyFocus.current !== buttons[0] { stage.tab() }
        let before = stage.player.currentItem
        // The player reports a change; the view is shown again.
        stage.player.volume = 0.3
        #expect(await eventually { stage.controller.model.sound.volume == 0.3 })
        stage.controller.update()
        #expect(stage.controller.content.keyFocus.current === buttons[0])
        stage.key(.returnOrEnter)
        // Trying again replaces the failed item by a copy.
        #expect(await eventually { stage.player.currentItem !== before && stage.player.currentItem != nil })
    }
}
