import Foundation
import Testing

@testable import AVKit

struct ControlsLayoutTests {
    private func layout(_ width: Double, _ height: Double, _ wanted: Set<ControlsLayout.Part>) -> ControlsLayout {
        ControlsLayout(
            size: CGSize(width: width, height: height), wanted: wanted, timeWidth: 90, chapterNameWidth: 160,
            scrubberHeight: 32)
    }

    @Test("at 1280 x 720 every part is at its designed place")
    func sketch() {
        let layout = layout(
            1280, 720,
            [.play, .back, .forward, .mute, .volume, .time, .chapterName, .chapters, .captions, .speed, .fullScreen])
        #expect(layout.scrubber.midY == 624 && layout.scrubber.minX == 28 && layout.scrubber.maxX == 1252)
        #expect(layout.frames[.play].map { CGPoint(x: $0.midX, y: $0.midY) } == CGPoint(x: 48, y: 668))
        #expect(layout.frames[.forward]?.midX == 140)
        #expect(layout.frames[.mute]?.midX == 186)
        #expect(layout.frames[.volume].map { [$0.minX, $0.maxX] } == [212, 296])
        #expect(layout.frames[.time]?.minX == 320)
        #expect(layout.frames[.fullScreen]?.midX == 1232)
        #expect(layout.frames[.captions]?.midX == 1140)
    }

    @Test(
        "R27: at any size no controls overlap or leave the area, and each function has a control or a place in the menu",
        arguments: [220.0, 280, 320, 360, 400, 480, 519, 520, 640, 800, 1024, 1280, 1920, 3840], [0.3, 0.5625, 1, 1.8])
    func anySize(width: Double, aspect: Double) {
        let height = max(160, (width * aspect).rounded())
        let layout = layout(width, height, Set(ControlsLayout.Part.allCases))
        for part in [ControlsLayout.Part.play, .time] { #expect(layout.frames[part] != nil, "\(part)") }
        let functions = ControlsLayout.Part.allCases.filter { !$0.isText && $0 != .more }
        for part in functions {
            #expect((layout.frames[part] != nil) != layout.overflow.contains(part), "\(part)")
        }
        #expect((layout.frames[.more] != nil) == (!layout.overflow.isEmpty || layout.isTimeShort))
        let frames = Array(layout.frames)
        for (index, a) in frames.enumerated() {
            for b in frames[(index + 1)...] {
                #expect(!a.value.insetBy(dx: 0.5, dy: 0.5).intersects(b.value), "\(a.key) and \(b.key)")
            }
            #expect(a.value.minX >= 0 && a.value.maxX <= width, "\(a.key)")
            #expect(a.value.maxY <= height && a.value.minY >= layout.scrubber.midY - 8, "\(a.key)")
        }
    }

    @Test("R27: a portrait area has the play button in the middle of a row of its own, above the other buttons")
    func stacked() throws {
        let layout = layout(360, 640, Set(ControlsLayout.Part.allCases))
        let play = try #require(layout.frames[.play])
        let fullScreen = try #require(layout.frames[.fullScreen])
        #expect(layout.isStacked && play.midX == 180 && play.maxY < fullScreen.minY)
        for part in [ControlsLayout.Part.previous, .back, .forward, .next] {
            #expect(layout.frames[part]?.midY == play.midY, "\(part)")
        }
        #expect(layout.scrubber.maxY <= play.minY)
    }

    @Test("a wider area never has fewer controls beside the menu, and a wide one has all of them and no menu")
    func growing() {
        var last = 0
        for width in stride(from: 220.0, through: 1600, by: 10) {
            let count = layout(width, 200, Set(ControlsLayout.Part.allCases)).frames.keys.filter { $0 != .more }.count
            #expect(count >= last, "at \(width)")
            last = count
        }
        #expect(last == ControlsLayout.Part.allCases.count - 1)
    }

    @Test("the preview over the scrubber keeps clear of the window's edges")
    func scrubPreview() {
        let layout = layout(1280, 720, [.play, .time, .fullScreen])
        let size = CGSize(width: 216, height: 148)
        #expect(layout.scrubPreviewFrame(size: size, overX: 0, in: 1280).minX == 28)
        #expect(layout.scrubPreviewFrame(size: size, overX: 1224, in: 1280).maxX == 1252)
        #expect(layout.scrubPreviewFrame(size: size, overX: 600, in: 1280).midX == 628)
    }

    @Test("R39 menus stay in the window, above their button and not higher than the space there")
    func menu() {
        let layout = layout(640, 360, [.play, .time, .fullScreen])
        let button = CGRect(x: 572, y: 288, width: 40, height: 40)
        let frame = layout.menuFrame(
            size: CGSize(width: 270, height: 900), over: button, in: CGSize(width: 640, height: 360))
        #expect(frame.maxX == 640 - layout.sideMargin)
        #expect(frame.minY >= layout.topMargin && frame.maxY < button.minY)
    }
}

struct MenuGeometryTests {
    private let geometry = MenuGeometry(sections: [(2, true), (0, true), (3, false)], rowHeight: 34)

    @Test("R39 hit testing of a menu finds its rows, and no titles or separators")
    func rows() {
        #expect(geometry.height == 8 + 30 + 68 + 11 + 102 + 8)
        #expect(geometry.row(at: 10) == nil)
        #expect(geometry.row(at: 40) == 1)
        #expect(geometry.row(at: 110) == nil)
        #expect(geometry.row(at: 118) == 4)
        #expect(geometry.row(at: 9999) == nil)
    }

    @Test("keys move from row to row and wrap around at the ends")
    func keys() {
        #expect(geometry.row(after: nil, by: 1) == 1)
        #expect(geometry.row(after: nil, by: -1) == 6)
        #expect(geometry.row(after: 2, by: 1) == 4)
        #expect(geometry.row(after: 6, by: 1) == 1)
        #expect(MenuGeometry(sections: [], rowHeight: 34).row(after: nil, by: 1) == nil)
    }

    @Test("R39 a menu that is too long scrolls no farther than needed")
    func scrolling() {
        #expect(geometry.scroll(toShow: 1, from: 0, visible: 120) == 0)
        let down = geometry.scroll(toShow: 6, from: 0, visible: 120)
        #expect(down == geometry.height - 120)
        #expect(geometry.scroll(toShow: 1, from: down, visible: 120) == 30)
        #expect(geometry.clamp(-5, visible: 120) == 0)
        #expect(geometry.clamp(5, visible: 9999) == 0)
    }
}

@MainActor
@Suite(.english)
struct ControlsViewTests {
    private func controls(_ change: (inout ControlsContent) -> Void = { _ in }) -> ControlsView {
        let view = ControlsView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        var content = ControlsContent()
        change(&content)
        view.content = content
        view.layoutIfNeeded()
        return view
    }

    @Test("every visible control is a view with a label, and sliders report their value")
    func labels() {
        let view = controls {
            $0.hasChapters = true
            $0.hasSelection = true
            $0.canChangeAspect = true
            $0.hasQueue = true
            $0.canClose = true
        }
        view.update {
            $0.duration = 596
            $0.position = 201
        }
        for target in view.pointerTargets {
            #expect(target.isAccessibilityElement, "\(target)")
            #expect(!(target.accessibilityLabel ?? "").isEmpty, "\(target)")
        }
        #expect(view.scrubber.accessibilityValue == "3 minutes, 21 seconds of 9 minutes, 56 seconds")
        #expect(view.button(.play)?.accessibilityLabel == "Play")
        view.content.isPlaying = true
        #expect(view.button(.play)?.accessibilityLabel == "Pause")
    }

    @Test("hit testing finds each control at its position")
    func hitTesting() {
        let view = controls()
        for part in [ControlsLayout.Part.play, .back, .mute, .fullScreen] {
            guard let button = view.button(part) else { continue }
            #expect(view.hitTest(CGPoint(x: button.frame.midX, y: button.frame.midY), with: nil) === button, "\(part)")
        }
        #expect(view.hitTest(CGPoint(x: 640, y: view.scrubber.frame.midY), with: nil) === view.scrubber)
    }

    @Test("touches on the video outside the controls do not hit the controls")
    func hitTesting_bare() {
        #expect(controls().hitTest(CGPoint(x: 640, y: 300), with: nil) == nil)
    }

    @Test("the displayed volume is 0 while muted, and the former volume afterwards")
    func mutedVolume() {
        let view = controls {
            $0.volume = 0.7
            $0.isMuted = true
        }
        #expect(view.button(.mute)?.symbol == "speaker.slash.fill")
        #expect(view.button(.mute)?.accessibilityLabel == "Unmute")
        view.content.isMuted = false
        #expect(view.button(.mute)?.symbol == "speaker.wave.2.fill")
    }
}

@Suite(.english)
struct SpeedTests {
    @Test("the default speeds are one stable list with names like 1.25×")
    func defaults() {
        let speeds = AVPlaybackSpeed.systemDefaultSpeeds
        #expect(speeds.map(\.rate) == [2, 1.5, 1.25, 1, 0.5])
        #expect(speeds.map(\.localizedNumericName) == ["2×", "1.5×", "1.25×", "1×", "0.5×"])
        #expect(zip(speeds, AVPlaybackSpeed.systemDefaultSpeeds).allSatisfy { $0 === $1 })
        #expect(AVPlaybackSpeed.numericName(of: .nan) == "1×")
    }
}

struct FailureTextTests {
    @Test("R87 the error text has the message and each underlying cause once")
    func causes() {
        let disk = NSError(domain: "disk", code: 5, userInfo: [NSLocalizedDescriptionKey: "the disk was removed"])
        let file = NSError(
            domain: "file", code: 2,
            userInfo: [NSLocalizedDescriptionKey: "cannot open", NSUnderlyingErrorKey: disk])
        let top = NSError(
            domain: "top", code: 1, userInfo: [NSLocalizedDescriptionKey: "cannot open", NSUnderlyingErrorKey: file])
        let text = FailureText.describe(top)
        #expect(text.message == "Cannot open.")
        #expect(text.cause == "The disk was removed.")
    }

    @Test("R87 a deep chain of underlying errors is cut at the limit") func loop() {
        var error = NSError(domain: "a", code: 0, userInfo: [NSLocalizedDescriptionKey: "0"])
        for number in 1...50 {
            error = NSError(
                domain: "a", code: number,
                userInfo: [NSLocalizedDescriptionKey: "\(number)", NSUnderlyingErrorKey: error])
        }
        let lines = FailureText.describe(error).cause?.split(separator: "\n").count ?? 0
        #expect(lines <= FailureText.maximumDepth)
    }
}
