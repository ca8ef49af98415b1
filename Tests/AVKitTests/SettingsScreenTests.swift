import AVFoundation
import Foundation
import MediaTesting
import Synchronization
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The settings screen in a player's window, operated by keys and pointer.
@MainActor
struct SettingsScreenTests {
    private let stage = PlayerStage(width: 900, height: 900)
    private let store = SettingsStore(file: nil)

    init() {
        stage.showControls()
        stage.controller.program.toggleSettings(store)
        stage.window.layoutIfNeeded()
    }

    private var panel: PanelView? { stage.controller.content.descendants(PanelView.self).first }
    private func row(_ title: TextKey, after section: TextKey? = nil) -> PanelRowView? {
        let top =
            section.flatMap { key in
                panel?.descendants(UILabel.self).first { $0.text == StringTable.current[key] }?.frame.minY
            } ?? 0
        return panel?.descendants(PanelRowView.self).sorted { $0.frame.minY < $1.frame.minY }
            .first { $0.content.title == StringTable.current[title] && $0.frame.minY >= top }
    }

    private func type(_ digits: String) { for digit in digits { stage.key(digit) } }

    @Test("arrow keys select a row and step its value, which the store then has")
    func keys_changeSettings() {
        stage.key(.downArrow)
        stage.key(.downArrow)
        stage.key(.rightArrow)
        #expect(store.settings.captions.color == .yellow)
        stage.key(.leftArrow)
        stage.key(.leftArrow)
        #expect(store.settings.captions.color == .green)
        stage.key(.upArrow)
        stage.key(.returnOrEnter)
        #expect(store.settings.captions.textScale == 1.25)
        stage.key(.escape)
        #expect(panel == nil)
        stage.end()
    }

    @Test("a click on a row steps its value, and a click beside the panel closes it without reaching the player")
    func pointer_changesSettings() throws {
        stage.click(try #require(row(.background)))
        #expect(store.settings.captions.background == .opaque)
        stage.click(at: CGPoint(x: 10, y: 450))
        #expect(panel == nil && !stage.controller.model.isPlaying)
        stage.end()
    }

    @Test("a passcode is entered twice, and restrictions then change only after the passcode has been typed")
    func passcode_protectsRestrictions() throws {
        stage.click(try #require(row(.setPasscode)))
        type("1234")
        type("9999")
        #expect(!store.restrictions.hasPasscode)
        type("1234")
        #expect(store.restrictions.accepts(passcode: "1234"))
        // The screen that is opened anew has to be unlocked.
        stage.key(.escape)
        stage.controller.program.toggleSettings(store)
        stage.window.layoutIfNeeded()
        let region = try #require(row(.restrictContent))
        region.content.choose()
        #expect(!store.restrictions.isOn)
        type("0000")
        #expect(!store.restrictions.isOn)
        type("1234")
        #expect(store.restrictions.isOn)
        stage.end()
    }

    @Test("every row has a name and a value or an action, and the panel fits into a small window by scrolling")
    func rows_areComplete() throws {
        let rows = try #require(panel).descendants(PanelRowView.self)
        #expect(rows.count >= 15 && rows.allSatisfy { !$0.content.title.isEmpty })
        let small = PlayerStage(width: 360, height: 240)
        small.controller.program.toggleSettings(store)
        small.window.layoutIfNeeded()
        let glass = try #require(small.controller.content.descendants(PanelView.self).first?.subviews.first)
        #expect(small.controller.content.bounds.contains(glass.frame))
        for _ in 0..<rows.count { small.key(.downArrow) }
        let last = try #require(
            small.controller.content.descendants(PanelRowView.self).max { $0.frame.minY < $1.frame.minY })
        #expect(last.isLit && small.frame(of: glass).contains(small.center(of: last)))
        small.end()
        stage.end()
    }

    @Test("captions follow the size, color and background of the settings, also while they are displayed")
    func captions_followSettings() async throws {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720), settings: store)
        view.videoRect = view.bounds
        view.show([NSAttributedString(string: "Words")])
        view.layoutIfNeeded()
        let label = try #require(view.descendants(UILabel.self).first)
        let height = label.bounds.height
        store.change {
            $0.captions.textScale = 2
            $0.captions.color = .yellow
            $0.captions.background = .none
        }
        #expect(
            await eventually {
                view.layoutIfNeeded()
                return label.bounds.height > height * 1.8
            })
        #expect(view.subviews.first?.backgroundColor == nil)
        let color = label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        #expect(color != nil && color != .white)
        stage.end()
    }

    @Test("captions have the window and the edges of the settings, and neither without them")
    func captions_haveWindowAndEdges() async throws {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720), settings: store)
        view.videoRect = view.bounds
        view.show([NSAttributedString(string: "Two\nlines")])
        view.layoutIfNeeded()
        #expect(view.subviews.count == 2 && view.descendants(UILabel.self).count == 2)
        store.change {
            $0.captions.windowColor = .blue
            $0.captions.windowOpacity = 0.5
            $0.captions.edge = .outline
        }
        #expect(
            await eventually {
                view.layoutIfNeeded()
                return view.subviews.count == 3
            })
        let (window, lines) = (view.subviews[0], Array(view.subviews.dropFirst()))
        #expect(lines.allSatisfy { window.frame.contains($0.frame) })
        #expect(window.backgroundColor?.cgColor.alpha == 0.5)
        let labels = lines[0].descendants(UILabel.self)
        #expect(labels.count == 9)
        let colors = labels.map {
            $0.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        }
        #expect(colors.dropLast().allSatisfy { $0 == .black } && colors.last == .white)
        store.change { $0.captions = ViewerSettings.Captions() }
        #expect(
            await eventually {
                view.layoutIfNeeded()
                return view.subviews.count == 2 && view.descendants(UILabel.self).count == 2
            })
        stage.end()
    }

    @Test(
        "caption preferences of the environment replace those of the file, are not written to it, and bad ones are reported"
    )
    func environment_replacesSettings() {
        let reports = Mutex<[String]>([])
        let text = "size=1.5, color=cyan,window=red,window-opacity=0.25,edge=shadow,show=always,language=de,size=9,x"
        let store = SettingsStore(file: nil, environment: ["OPENAVKIT_CAPTIONS": text]) { text in
            reports.withLock { $0.append(text) }
        }
        let captions = store.present.captions
        #expect(captions.textScale == 1.5 && captions.color == .cyan && captions.edge == .shadow)
        #expect(captions.windowColor == .red && captions.windowOpacity == 0.25)
        #expect(store.present.languages.captionDisplay == .always && store.present.languages.captions == ["de"])
        #expect(store.settings == ViewerSettings())
        #expect(reports.withLock { $0.count } == 2)
        let player = AVPlayer()
        let selection = ViewerSelection(store: store, app: "app")
        selection.follow(player)
        #expect(player.selectionPreferences.captionDisplay == .always)
        stage.end()
    }

    @Test("text size, contrast and motion of the settings take precedence over the desktop's")
    func traits_followSettings() {
        var display = ViewerSettings.Display()
        #expect(SettingsBinding.traits(of: display) == ViewerTraits())
        display.textScale = 1.5
        display.reducedMotion = .on
        display.contrast = .off
        display.staysAwake = false
        let traits = SettingsBinding.traits(of: display)
        #expect(traits.textScale == 1.5 && traits.reducesMotion == true && traits.increasesContrast == false)
        let before = UIApplication.shared.viewerTraits
        UIApplication.shared.viewerTraits = traits
        #expect(UIAccessibility.isReduceMotionEnabled)
        #expect(UIApplication.shared.preferredContentSizeCategory != .large)
        UIApplication.shared.viewerTraits = before
        #expect(!UIAccessibility.isReduceMotionEnabled)
        stage.end()
    }
}
