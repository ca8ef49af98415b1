import CoreGraphics
import Foundation
import Testing

@testable import AVKit
@testable import UIKit

/// The screens over the player, the client's buttons and the television controls at the viewer's text size.
@MainActor
@Suite(.english)
struct TextSizeTests {
    /// Runs `body` with the largest text; other tests of the process run at the same time, so that `body` must not wait.
    private func large(_ body: () throws -> Void) rethrows {
        let before = UITraitCollection.current
        UITraitCollection.current = before.merging(
            UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge))
        defer { UITraitCollection.current = before }
        try body()
    }

    private func expectClear(_ views: [UIView], in area: CGRect, of root: UIView) {
        let frames = views.filter { !$0.isHidden && !$0.bounds.isEmpty }.map { $0.convert($0.bounds, to: root) }
        for (index, frame) in frames.enumerated() {
            #expect(area.insetBy(dx: -0.5, dy: -0.5).contains(frame), "\(views[index]): \(frame)")
            for other in frames[(index + 1)...] {
                #expect(!frame.insetBy(dx: 1, dy: 1).intersects(other), "\(frame) and \(other)")
            }
        }
    }

    private func passcode(_ size: CGSize) -> PasscodeView {
        let view = PasscodeView(passcode: "1234", reason: "This item is rated R") { _ in }
        view.frame = CGRect(origin: .zero, size: size)
        view.layoutIfNeeded()
        return view
    }

    private func labels(_ view: UIView) -> [UILabel] {
        view.subviews.compactMap { $0 as? UILabel }.filter { $0.text?.isEmpty == false }
    }

    @Test(
        "the passcode screen follows the text size, and its texts and keys stay apart and in the window",
        arguments: [(1280.0, 720.0), (640, 400), (360, 640)])
    func passcodeScreen(width: Double, height: Double) {
        let size = CGSize(width: width, height: height)
        let sizes = labels(passcode(size)).map(\.font.pointSize)
        large {
            let view = passcode(size)
            #expect(zip(labels(view), sizes).allSatisfy { $0.font.pointSize > $1 * 1.4 })
            let keys = view.descendants(ScreenButton.self)
            expectClear(labels(view) + keys, in: view.bounds, of: view)
            for label in labels(view) { #expect(label.sizeThatFits(.zero).height <= label.bounds.height + 1) }
        }
    }

    @Test("the client's buttons follow the text size, and stay in the window")
    func contextualActions() {
        func buttons(_ size: CGSize) -> (view: ContextualActionsView, root: UIView) {
            let root = UIView(frame: CGRect(origin: .zero, size: size))
            let view = ContextualActionsView(frame: .zero)
            root.addSubview(view)
            view.show(["Skip Introduction", "Next Episode"].map { UIAction(title: $0) { _ in } }) { _ in }
            view.place(in: root.bounds, above: 120, margin: 28)
            view.layoutIfNeeded()
            return (view, root)
        }
        let small = buttons(CGSize(width: 1280, height: 720)).view.buttons[0].bounds.height
        large {
            for size in [CGSize(width: 1280, height: 720), CGSize(width: 360, height: 640)] {
                let (view, root) = buttons(size)
                #expect(view.buttons[0].bounds.height > small * 1.8)
                expectClear(view.buttons, in: root.bounds, of: root)
            }
        }
    }

    @Test("a long title of the television controls shrinks, and each layout gives the same size")
    func longTitle() throws {
        let view = TVControlsView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.content.title = "The Harbour, or the Winter of the Ships That Never Came Back from the North"
        view.setButtons(
            [.subtitles, .audio, .speed, .pictureInPicture].map {
                TVButtonItem(kind: $0, image: nil, text: "1", name: "\($0)")
            })
        view.layoutIfNeeded()
        let label = try #require(labels(view).first { $0.text == view.content.title })
        let size = label.font.pointSize
        #expect(size < view.look.font(34, .bold).pointSize)
        let first = try #require(view.buttons.map(\.frame.minX).min())
        #expect(label.frame.maxX <= first)
        for _ in 0..<3 {
            view.setNeedsLayout()
            view.layoutIfNeeded()
            #expect(label.font.pointSize == size)
        }
    }

    @Test(
        "the television controls grow with the text size up to one and a half, and nothing overlaps or leaves the window, with and without a panel",
        arguments: [true, false])
    func television(hasPanel: Bool) throws {
        func controls() -> TVControlsView {
            let view = TVControlsView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
            view.content.title = "The Harbour"
            view.content.subtitle = "Season 1"
            view.layoutIfNeeded()
            view.setTabs(["Info", "Chapters", "Cast"])
            view.setButtons(
                [.subtitles, .audio, .speed, .pictureInPicture].map {
                    TVButtonItem(kind: $0, image: nil, text: "1", name: "\($0)")
                })
            if hasPanel {
                UIView.performWithoutAnimation {
                    view.showPanel(InfoPanelView(look: view.look), height: InfoPanelView.height(view.look))
                }
            }
            view.layoutIfNeeded()
            return view
        }
        let small = controls()
        let title = try #require(labels(small).first { $0.text == "The Harbour" }).font.pointSize
        try large {
            let view = controls()
            let grown = try #require(labels(view).first { $0.text == "The Harbour" }).font.pointSize
            #expect(abs(grown - title * 1.5) < 0.1)
            let panel: [UIView] = (view.panel?.view).map { [$0] } ?? []
            expectClear(labels(view) + view.buttons + view.tabs + panel, in: view.bounds, of: view)
            #expect(
                view.panel == nil || view.panel?.view.frame.height == small.panel.map { $0.view.frame.height * 1.5 })
            // A change while the controls are displayed.
            small.traitCollectionDidChange(nil)
            small.layoutIfNeeded()
            let present = try #require(labels(small).first { $0.text == "The Harbour" }).font.pointSize
            #expect(present == grown)
        }
    }

    private func desktop(_ size: CGSize) -> ControlsView {
        let view = ControlsView(frame: CGRect(origin: .zero, size: size))
        view.content.canSeek = true
        view.content.canFullScreen = true
        view.content.hasChapters = true
        view.content.hasSelection = true
        view.content.hasSpeeds = true
        view.content.canChangeAspect = true
        view.content.canClose = true
        view.update { ($0.duration, $0.position) = (5_000, 25) }
        view.layoutIfNeeded()
        return view
    }

    @Test(
        "the buttons and icons of the desktop controls follow the text size in any window, and functions without a place are in More",
        arguments: [(1280.0, 720.0, 2.0), (640, 360, 2), (360, 640, 2), (300, 240, 1.5)])
    func desktopIcons(width: Double, height: Double, growth: Double) throws {
        let size = CGSize(width: width, height: height)
        func buttons(_ view: ControlsView) -> [CircleButton] {
            view.descendants(CircleButton.self).filter { !$0.isHidden }
        }
        func icon(_ button: CircleButton) throws -> CGFloat {
            button.layoutIfNeeded()
            return try #require(button.descendants(UIImageView.self).first).bounds.width
        }
        let small = try icon(try #require(desktop(size).button(.play)))
        try large {
            let view = desktop(size)
            let shown = buttons(view)
            for button in shown {
                let side = try icon(button)
                #expect(side >= small * growth && side < button.bounds.width, "\(button.accessibilityLabel ?? "")")
            }
            if let speed = view.button(.speed), !speed.isHidden {
                let text = try #require(labels(speed).first)
                #expect(text.font.pointSize >= 14 * growth)
            }
            expectClear(shown, in: view.bounds, of: view)
            let bar = view.scrubber.frame.insetBy(dx: 0, dy: 10)
            #expect(shown.allSatisfy { !$0.frame.intersects(bar) })
            for part in [ControlsLayout.Part.mute, .captions, .chapters, .fullScreen] {
                #expect(view.button(part)?.isHidden == view.overflow.contains(part), "\(part)")
            }
        }
    }

    @Test("with text of 200 %, a wider area of the desktop controls never has fewer controls beside the menu")
    func desktopGrowing() {
        large {
            for height in [200.0, 720] {
                var last = 0
                for width in stride(from: max(220, height / 1.8), through: 2_400, by: 10) {
                    let layout = ControlsLayout(
                        size: CGSize(width: width, height: height), wanted: Set(ControlsLayout.Part.allCases),
                        timeWidth: 180, shortTimeWidth: 90, chapterNameWidth: 300, scrubberHeight: 32)
                    let count = layout.frames.keys.filter { $0 != .more }.count
                    // A portrait area has other rows.
                    #expect(count >= last || layout.isStacked, "at \(width)")
                    last = layout.isStacked ? 0 : count
                }
            }
        }
    }

    @Test("check marks in menus follow the text size, beside their text")
    func menuMarks() throws {
        func row() throws -> (mark: CGRect, text: CGRect) {
            let section = MenuSection(title: nil, rows: [MenuSection.Row(title: "Normal", isOn: true) {}])
            let menu = GlassMenuView(sections: [section])
            menu.frame = CGRect(x: 0, y: 0, width: menu.wantedWidth, height: menu.wantedHeight)
            menu.layoutIfNeeded()
            let row = try #require(menu.rowViews.first)
            row.layoutIfNeeded()
            let label = try #require(labels(row).first { $0.text == "Normal" })
            return (try #require(row.descendants(UIImageView.self).first { !$0.isHidden }).frame, label.frame)
        }
        let small = try row()
        try large {
            let grown = try row()
            #expect(grown.mark.width == small.mark.width * 2)
            #expect(grown.mark.maxX < grown.text.minX && abs(grown.mark.midY - grown.text.midY) <= 1)
        }
    }
}
