import Foundation
import Testing

@testable import AVKit

/// An instant of a manual clock, which only tests advance.
struct TestInstant: InstantProtocol {
    var offset: Duration
    init(_ offset: Duration = .zero) { self.offset = offset }
    func advanced(by duration: Duration) -> TestInstant { TestInstant(offset + duration) }
    func duration(to other: TestInstant) -> Duration { other.offset - offset }
    static func < (a: TestInstant, b: TestInstant) -> Bool { a.offset < b.offset }
}

struct ControlsVisibilityTests {
    private func seconds(_ value: Double) -> TestInstant { TestInstant(.seconds(value)) }

    @Test("controls fade in with input and fade out three seconds after the last input")
    func input_showsAndHidesAfterThreeSeconds() {
        var state = ControlsVisibility<TestInstant>()
        #expect(state.deadline == nil)
        #expect(state.input(at: seconds(0)) == .show(over: .milliseconds(150)))
        #expect(state.input(at: seconds(2)) == nil)
        #expect(state.deadline == seconds(5))
        #expect(state.tick(at: seconds(4.9)) == nil)
        #expect(state.tick(at: seconds(5)) == .hide(over: .milliseconds(300)))
        #expect(!state.isVisible)
        #expect(state.tick(at: seconds(9)) == nil)
    }

    @Test(
        "controls stay visible while paused, hovered, in a menu, scrubbing, failed, operated by keys or without video",
        arguments: [1, 2, 4, 8, 16, 32, 64])
    func hold_keepsControls(raw: Int) {
        let reason = ControlsVisibility<TestInstant>.Holds(rawValue: raw)
        var state = ControlsVisibility<TestInstant>()
        #expect(state.hold(reason, true, at: seconds(1)) == .show(over: .milliseconds(150)))
        #expect(state.deadline == nil)
        #expect(state.tick(at: seconds(100)) == nil)
        if reason != .paused { #expect(state.dismiss(at: seconds(100)) == nil) }
        #expect(state.hold(reason, false, at: seconds(100)) == nil)
        #expect(state.tick(at: seconds(102.9)) == nil)
        #expect(state.tick(at: seconds(103)) == .hide(over: .milliseconds(300)))
    }

    @Test("a click hides the controls of a paused player, and the next input shows them again")
    func paused_clickHides() {
        var state = ControlsVisibility<TestInstant>()
        _ = state.hold(.paused, true, at: seconds(0))
        #expect(state.dismiss(at: seconds(1)) == .hide(over: .milliseconds(300)))
        #expect(state.deadline == nil && !state.isVisible)
        #expect(state.input(at: seconds(2)) == .show(over: .milliseconds(150)))
        #expect(state.deadline == nil)
    }

    @Test("with several reasons to stay visible, the three seconds start when the last reason ends")
    func holds_overlap() {
        var state = ControlsVisibility<TestInstant>()
        _ = state.hold(.paused, true, at: seconds(0))
        _ = state.hold(.menu, true, at: seconds(1))
        _ = state.hold(.paused, false, at: seconds(2))
        #expect(state.deadline == nil)
        _ = state.hold(.menu, false, at: seconds(4))
        #expect(state.deadline == seconds(7))
    }

    @Test("R143: while showsPlaybackControls is false no controls appear; setting it to true shows them again")
    func disabled_neverShows() {
        var state = ControlsVisibility<TestInstant>(isEnabled: false)
        #expect(state.input(at: seconds(0)) == nil)
        #expect(state.hold(.paused, true, at: seconds(0)) == nil)
        #expect(!state.isVisible)
        #expect(state.setEnabled(true, at: seconds(1)) == .show(over: .milliseconds(150)))
        #expect(state.setEnabled(false, at: seconds(2)) == .hide(over: .zero))
    }
}

struct WaitRuleTests {
    private func seconds(_ value: Double) -> TestInstant { TestInstant(.seconds(value)) }

    @Test("the spinner appears after two seconds of waiting and disappears when playback can continue")
    func waiting_showsAfterTwoSeconds() {
        var rule = WaitRule<TestInstant>()
        #expect(rule.update(isWaiting: true, at: seconds(0)) == nil)
        #expect(rule.deadline == seconds(2))
        #expect(rule.update(isWaiting: true, at: seconds(1.9)) == nil)
        #expect(rule.update(isWaiting: true, at: seconds(2)) == true)
        #expect(rule.deadline == nil)
        #expect(rule.update(isWaiting: false, at: seconds(2.1)) == false)
    }

    @Test("a wait of less than two seconds shows no spinner, and the next wait is timed separately")
    func shortWaits_showNothing() {
        var rule = WaitRule<TestInstant>()
        _ = rule.update(isWaiting: true, at: seconds(0))
        #expect(rule.update(isWaiting: false, at: seconds(1.5)) == nil)
        #expect(rule.update(isWaiting: true, at: seconds(1.6)) == nil)
        #expect(rule.update(isWaiting: true, at: seconds(3)) == nil)
        #expect(rule.update(isWaiting: true, at: seconds(3.6)) == true)
    }
}

struct GravityPolicyTests {
    @Test(
        "R216 S10.10: videos from 2:1 to 2.40:1 start filled, all others fitted",
        arguments: [
            (1440.0, 1080.0, false), (1920, 1080, false), (1998, 1080, false), (2000, 1000, true), (1920, 804, true),
            (1920, 800, true), (2560, 1080, true), (2580, 1000, false), (0, 0, false), (720, 1280, false),
        ])
    func initialMode(width: Double, height: Double, fills: Bool) {
        #expect(GravityPolicy.initialMode(for: CGSize(width: width, height: height)) == (fills ? .fill : .fit))
    }

    @Test("R82 a gravity set by the client replaces the automatic one exactly")
    func clientSet_isHonoured() {
        let wide = CGSize(width: 1920, height: 800)
        var policy = GravityPolicy(isSetByClient: false, place: .fullScreen)
        #expect(policy.mode(for: wide) == .fill)
        policy.isSetByClient = true
        #expect(policy.mode(for: wide) == nil)
        #expect(!policy.canViewerChoose)
    }

    @Test("R93 the gravity of an inline player does not affect its full screen")
    func inline_doesNotLeak() {
        var policy = GravityPolicy(isSetByClient: true, place: .inline)
        #expect(policy.mode(for: CGSize(width: 1920, height: 1080)) == nil)
        policy.place = .expandedInline
        #expect(policy.mode(for: CGSize(width: 1920, height: 1080)) == .fit)
    }

    @Test("S10.10: the viewer's choice of gravity overrides the automatic one, also for later items")
    func viewerChoice_isRespected() {
        let size = CGSize(width: 1920, height: 1080)
        var policy = GravityPolicy(place: .fullScreen)
        policy.toggle(for: size)
        #expect(policy.mode(for: size) == .fill)
        policy.toggle(for: size)
        #expect(policy.mode(for: size) == .fit)
        #expect(policy.mode(for: CGSize(width: 1920, height: 800)) == .fit)
    }
}

struct VolumeRampTests {
    @Test("muting lowers the volume monotonically within 250 ms and ends exactly at the target")
    func ramp_isMonotonic() {
        let ramp = VolumeRamp(from: 0.8, to: 0)
        var last: Float = 0.8
        for step in 0...25 {
            let value = ramp.value(after: Double(step) / 100)
            #expect(value <= last)
            last = value
        }
        #expect(ramp.value(after: 0) == 0.8)
        #expect(ramp.value(after: 0.25) == 0)
        #expect(!ramp.isOver(after: 0.249))
        #expect(ramp.isOver(after: 0.25))
        #expect(VolumeRamp(from: 0, to: 1).value(after: -1) == 0)
    }
}

@Suite(.english)
struct TimeTextTests {
    @Test(
        "times are displayed as m:ss and h:mm:ss, rounded down to whole seconds",
        arguments: [
            (0.0, "0:00"), (0.99, "0:00"), (61, "1:01"), (201.7, "3:21"), (599.999, "9:59"), (3600, "1:00:00"),
            (36_061, "10:01:01"), (-3, "0:00"), (.nan, "--:--"), (.infinity, "--:--"), (1e300, "--:--"),
        ])
    func text(seconds: Double, expected: String) {
        if seconds == 1e300 {
            #expect(TimeText.text(seconds) == "99999:59:59")
        } else {
            #expect(TimeText.text(seconds) == expected)
        }
    }

    @Test("displayed elapsed and remaining time always add up to the displayed duration")
    func remaining_addsUp() {
        #expect(TimeText.remaining(position: 201.9, duration: 596.4) == "\u{2212}6:35")
        #expect(TimeText.remaining(position: 700, duration: 596.4) == "\u{2212}0:00")
        #expect(TimeText.remaining(position: 1, duration: .infinity) == "--:--")
        #expect(TimeText.remaining(position: 1, duration: 0) == "--:--")
    }

    @Test("times for assistive technology are in words")
    func spoken() {
        #expect(TimeText.spoken(3723) == "1 hour, 2 minutes, 3 seconds")
        #expect(TimeText.spoken(1) == "1 second")
        #expect(TimeText.spoken(0) == "0 seconds")
        #expect(TimeText.spoken(.nan) == "unknown time")
    }

    @Test("the width of a time label is computed with digits of one width") func widest() {
        #expect(TimeText.widest(upTo: 3723) == "0:00:00")
        #expect(TimeText.widest(upTo: 599) == "0:00")
    }
}

struct ScrubberModelTests {
    private func model(chapters: [Double] = []) -> ScrubberModel {
        ScrubberModel(
            duration: 600, position: 201, chapters: chapters.map { .init(start: $0, title: nil) }, width: 1200)
    }

    @Test(
        "R36 a drag on the scrubber covers the whole duration; farther from the scrubber, a pixel covers a fraction of a second"
    )
    func scrub_isCoarseAndFine() {
        var model = model()
        model.beginScrub(x: 600)
        #expect(model.shownPosition == 300)
        model.scrub(toX: 1200, distance: 0)
        #expect(model.shownPosition == 600)
        model.scrub(toX: 600, distance: 20)
        #expect(model.shownPosition == 300)
        model.scrub(toX: 601, distance: 260)
        #expect(abs(model.shownPosition - 300.025) < 0.0001)
        #expect(model.endScrub() == model.position)
        #expect(!model.isScrubbing)
    }

    @Test("R36 positions beyond the scrubber are clamped; with an unknown duration scrubbing does nothing")
    func time_isClamped() {
        var model = model()
        #expect(model.time(at: -5) == 0)
        #expect(model.time(at: 99_999) == 600)
        #expect(model.time(at: .nan) == 0)
        model.duration = .nan
        model.beginScrub(x: 10)
        #expect(!model.isScrubbing)
        #expect(model.fraction == 0)
        #expect(model.endScrub() == nil)
    }

    @Test(
        "chapters divide the scrubber into segments with gaps, except at its ends and where segments would be too short"
    )
    func pieces_followChapters() {
        let spans = model(chapters: [0, 150, 450, 450.5, 600]).spans(gap: 3)
        #expect(spans.map(\.start) == [0, 301.5, 901.5])
        #expect(spans.last.map { $0.end } == 1200)
        #expect(model().spans(gap: 3) == [.init(start: 0, length: 1200)])
    }

    @Test("R36 adjacent loaded ranges are merged") func loaded_areJoined() {
        var model = model()
        model.loaded = [100..<200, 0..<100, 400..<700]
        #expect(model.loadedSpans() == [.init(start: 0, length: 400), .init(start: 800, length: 400)])
    }

    @Test("the chapter at a time is the last one that has started") func chapter_ofTime() {
        let model = model(chapters: [0, 150, 450])
        #expect(model.chapter(at: 149.9)?.index == 0)
        #expect(model.chapter(at: 150)?.index == 1)
        #expect(model.chapter(at: 599)?.index == 2)
        #expect(self.model().chapter(at: 5) == nil)
    }
}

struct KeyBindingsTests {
    @Test("S10.15: Space toggles playing") func space() {
        #expect(KeyBindings.command(for: "space") == .togglePlayback)
    }

    @Test(
        "S10.15: the arrow keys seek by 10 s and change the volume; F, M and Escape have their documented effects",
        arguments: [
            ("left", PlayerCommand.skip(-10)), ("right", .skip(10)), ("up", .changeVolume(0.05)),
            ("down", .changeVolume(-0.05)), ("f", .toggleFullScreen), ("m", .toggleMute), ("escape", .leave),
            (",", .step(-1)), (".", .step(1)), ("7", .seekToTenth(7)),
        ])
    func keys(key: String, command: PlayerCommand) { #expect(KeyBindings.command(for: key) == command) }

    @Test("keys without a function are passed to the client") func unknown() {
        #expect(KeyBindings.command(for: "q") == nil)
        #expect(KeyBindings.command(for: "") == nil)
        #expect(KeyBindings.command(for: "left", shift: true) == .skip(-1))
    }
}
