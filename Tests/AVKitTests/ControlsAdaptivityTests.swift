import AVFoundation
import Foundation
import Localization
import MediaTesting
import Testing
import WindowSystem

@testable import AVKit
@testable import UIKit

/// The controls in windows of any shape, in a safe area, in large text and in a right-to-left language.
@MainActor
@Suite(.english)
struct ControlsAdaptivityTests {
    private func stage(width: Double, height: Double) -> PlayerStage {
        let stage = PlayerStage(width: width, height: height)
        let model = stage.controller.model
        model.media.description.title = "A long title of an item that fits in no narrow window"
        model.media.description.chapters = (0..<5).map {
            ScrubberModel.Chapter(start: Double($0) * 60, title: "Part \($0 + 1)")
        }
        stage.showControls()
        return stage
    }

    /// The visible controls and texts with their frames in the window.
    private func shown(_ stage: PlayerStage) -> [(name: String, frame: CGRect)] {
        guard let controls = stage.controls else { return [] }
        var found: [(String, CGRect)] = []
        func collect(_ view: UIView) {
            guard !view.isHidden, view.alpha > 0.01 else { return }
            if view is PlayerControl || view is UILabel && !(view.accessibilityLabel ?? "").isEmpty {
                // The scrubber reacts above and below its knob, too.
                let frame = stage.frame(of: view).insetBy(dx: 0, dy: view is ScrubberView ? 6 : 0)
                if !view.bounds.isEmpty { found.append((view.accessibilityLabel ?? "", frame)) }
                return
            }
            for child in view.subviews { collect(child) }
        }
        collect(controls)
        return found
    }

    private func expectNoOverlap(_ stage: PlayerStage, in area: CGRect) {
        let all = shown(stage)
        for (index, a) in all.enumerated() {
            #expect(area.insetBy(dx: -0.5, dy: -0.5).contains(a.frame), "\(a)")
            for b in all[(index + 1)...] {
                #expect(!a.frame.insetBy(dx: 0.5, dy: 0.5).intersects(b.frame), "\(a) and \(b)")
            }
        }
    }

    @Test(
        "R27: each function of the wide layout is a control or a row of the menu in any window, and the menu's rows work",
        arguments: [(1280.0, 720.0), (640, 360), (420, 300), (360, 640), (300, 200), (240, 300)])
    func functions_areTheSame(width: Double, height: Double) throws {
        let stage = stage(width: width, height: height)
        defer { stage.end() }
        let controls = try #require(stage.controls)
        expectNoOverlap(stage, in: stage.window.bounds)
        var names = Set(shown(stage).map(\.name))
        if let more = controls.button(.more), !more.isHidden {
            stage.click(more)
            names.formUnion(try #require(stage.menu).rowViews.compactMap(\.accessibilityLabel))
            controls.closeMenu()
        }
        for function in ["Play", "Mute", "Chapters", "Full screen"] {
            #expect(names.contains(function), "\(function) in \(names)")
        }
        #expect(names.contains("Speed") || names.contains("Playback speed"), "\(names)")
        #expect(names.contains("Volume") || names.isSuperset(of: ["Louder", "Quieter"]), "\(names)")
    }

    @Test("R27: rows of the menu of a narrow window change the volume repeatedly and open pages")
    func moreMenu_works() throws {
        let stage = stage(width: 240, height: 300)
        defer { stage.end() }
        stage.player.volume = 0.5
        stage.click(try #require(stage.controls?.button(.more)))
        stage.click(try #require(stage.menu?.row("Louder")))
        stage.click(try #require(stage.menu?.row("Louder")))
        #expect(abs(stage.player.volume - 0.6) < 0.001)
        stage.click(try #require(stage.menu?.row("Playback speed")))
        stage.click(try #require(stage.menu?.row("Double")))
        #expect(stage.player.defaultRate == 2 && stage.menu == nil)
    }

    @Test(
        "R29 R82: controls and a fitted video stay in the safe area, and a filling video and the gradients cover the window"
    )
    func safeArea_isRespected() throws {
        AVPlayerViewController.viewerGravity = nil
        defer { AVPlayerViewController.viewerGravity = nil }
        let stage = stage(width: 1280, height: 720)
        defer { stage.end() }
        let content = stage.controller.content
        stage.controller.additionalSafeAreaInsets = UIEdgeInsets(top: 40, left: 60, bottom: 30, right: 60)
        stage.window.layoutIfNeeded()
        let safe = CGRect(x: 60, y: 40, width: 1160, height: 650)
        #expect(stage.frame(of: content.surface) == safe)
        expectNoOverlap(stage, in: safe)
        #expect(content.controls?.scrims.frame == content.bounds)
        stage.controller.videoGravity = .resizeAspectFill
        stage.window.layoutIfNeeded()
        #expect(stage.frame(of: content.surface) == stage.window.bounds)
        expectNoOverlap(stage, in: safe)
    }

    @Test(
        "S10.17: the unobscured guide excludes title and controls while they are hidden, and nothing without controls")
    func unobscuredGuide_excludesControls() throws {
        let stage = stage(width: 1280, height: 720)
        defer { stage.end() }
        let overlay = try #require(stage.controller.contentOverlayView)
        let mine = UIView(frame: .zero)
        mine.translatesAutoresizingMaskIntoConstraints = false
        overlay.addSubview(mine)
        let guide = stage.controller.unobscuredContentGuide
        NSLayoutConstraint.activate([
            mine.leftAnchor.constraint(equalTo: guide.leftAnchor),
            mine.rightAnchor.constraint(equalTo: guide.rightAnchor),
            mine.topAnchor.constraint(equalTo: guide.topAnchor),
            mine.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
        ])
        stage.window.layoutIfNeeded()
        let controls = try #require(stage.controls)
        func expectClear() {
            let frame = stage.frame(of: mine)
            #expect(frame.width == 1280 && frame.height > 400, "\(frame)")
            for target in controls.pointerTargets where !target.bounds.isEmpty && !target.isHidden {
                #expect(!frame.insetBy(dx: 1, dy: 1).intersects(stage.frame(of: target)), "\(target)")
            }
        }
        expectClear()
        stage.controller.presenter.dismiss()
        expectClear()
        stage.controller.showsPlaybackControls = false
        stage.window.layoutIfNeeded()
        #expect(stage.frame(of: mine) == stage.window.bounds)
    }

    /// Runs `body` with a text size; other tests of the process run at the same time, so that `body` must not wait.
    private func with(_ category: UIContentSizeCategory, _ body: () throws -> Void) rethrows {
        let before = UITraitCollection.current
        UITraitCollection.current = before.merging(UITraitCollection(preferredContentSizeCategory: category))
        defer { UITraitCollection.current = before }
        try body()
    }

    @Test(
        "text of 200 % enlarges times, titles and menus, and nothing overlaps",
        arguments: [(1280.0, 720.0), (640, 360), (360, 640), (300, 240)])
    func largeText_doesNotOverlap(width: Double, height: Double) throws {
        var small: CGFloat = 0
        for category in [UIContentSizeCategory.large, .accessibilityLarge, .accessibilityExtraExtraExtraLarge] {
            try with(category) {
                let stage = stage(width: width, height: height)
                defer { stage.end() }
                expectNoOverlap(stage, in: stage.window.bounds)
                let controls = try #require(stage.controls)
                let label = try #require(controls.time.descendants(UILabel.self).first)
                if category == .large { small = label.frame.height }
                if category != .large { #expect(label.frame.height > small * 1.5) }
                controls.openMenu(.chapters)
                stage.window.layoutIfNeeded()
                let menu = try #require(stage.menu)
                #expect(stage.window.bounds.contains(stage.frame(of: menu)))
                for row in menu.rowViews {
                    let text = try #require(row.descendants(UILabel.self).first)
                    #expect(text.frame.height <= row.bounds.height + 1)
                }
            }
        }
    }

    @Test("the controls follow a change of the text size while they are displayed")
    func textSize_changesLive() throws {
        let stage = stage(width: 1280, height: 720)
        defer { stage.end() }
        let label = try #require(stage.controls?.time.descendants(UILabel.self).first)
        let before = label.frame.height
        with(.accessibilityExtraLarge) {
            stage.window.traitsChanged()
            stage.window.layoutIfNeeded()
            #expect(label.frame.height > before * 1.7)
        }
        stage.window.traitsChanged()
        stage.window.layoutIfNeeded()
        #expect(label.frame.height == before)
    }

    @Test("increased contrast makes menus opaque and secondary text white, also while they are displayed")
    func contrast_isIncreased() throws {
        let stage = stage(width: 1280, height: 720)
        defer {
            UIAccessibility.update(darkensColors: false)
            stage.end()
        }
        func alpha(_ color: UIColor?) -> CGFloat { color?.cgColor.alpha ?? -1 }
        #expect(PlayerLook.secondary < 1)
        UIAccessibility.update(darkensColors: true)
        #expect(UIAccessibility.isDarkerSystemColorsEnabled && PlayerLook.secondary == 1)
        stage.controls?.openMenu(.speed)
        #expect(alpha(stage.menu?.backgroundColor) == 1)
        UIAccessibility.update(darkensColors: false)
        stage.controls?.closeMenu()
        stage.controls?.openMenu(.speed)
        #expect(alpha(stage.menu?.backgroundColor) < 1)
    }

    @Test("in Arabic, title, close button and menus are mirrored; the time line and the transport buttons are not")
    func rightToLeft_mirrorsTextsOnly() throws {
        try ViewerLanguages.$override.withValue(["ar"]) {
            let stage = stage(width: 1280, height: 720)
            defer { stage.end() }
            let controls = try #require(stage.controls)
            let title = try #require(controls.descendants(TitleView.self).first?.descendants(UILabel.self).first)
            #expect(stage.frame(of: title).maxX == 1280 - PlayerLook.sideMargin)
            let play = try #require(controls.button(.play))
            let fullScreen = try #require(controls.button(.fullScreen))
            #expect(play.frame.minX == PlayerLook.sideMargin && fullScreen.frame.maxX == 1280 - PlayerLook.sideMargin)
            controls.update { ($0.duration, $0.position) = (100, 25) }
            #expect(controls.scrubber.model.x(of: 25) < controls.scrubber.model.x(of: 75))
            controls.openMenu(.speed)
            stage.window.layoutIfNeeded()
            let menu = try #require(stage.menu)
            let row = try #require(menu.rowViews.first)
            let label = try #require(row.descendants(UILabel.self).first { $0.text == row.accessibilityLabel })
            let mark = try #require(row.descendants(UIImageView.self).first)
            #expect(label.frame.maxX == row.bounds.width - 40 && mark.frame.minX > label.frame.maxX)
        }
    }
}
