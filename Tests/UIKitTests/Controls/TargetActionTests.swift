import CoreGraphics
import Foundation
import MediaTesting
import Selectors
import Testing
import WindowSystem

@testable import UIKit

/// Methods that controls, recognizers, key commands and display links call on targets.
@MainActor
struct TargetActionTests {
    private final class Screen: UIViewController {
        var log: [String] = []
        func plain() { log.append("plain") }
        func pressed(_ sender: UIControl) { log.append("pressed \(sender.tag)") }
        func moved(_ sender: UIControl, forEvent event: UIEvent?) { log.append("moved \(event == nil)") }
        func tapped(_ recognizer: UIGestureRecognizer) { log.append("tapped \(recognizer.state)") }
        func command(_ command: UIKeyCommand) { log.append("command \(command.input ?? "")") }

        static let plain = Selector("plain", Screen.plain)
        static let pressed = Selector("pressed:", Screen.pressed)
        static let moved = Selector("moved:forEvent:", Screen.moved)
        static let tapped = Selector("tapped:", Screen.tapped)

        override var keyCommands: [UIKeyCommand]? {
            [UIKeyCommand(input: "k", modifierFlags: .control, action: Selector("command:", Screen.command))]
        }
    }

    @Test("a control calls methods with sender and event, in the order of addition, once for each method")
    func control() {
        let (screen, control) = (Screen(), UIControl(frame: .zero))
        control.tag = 7
        control.addTarget(screen, action: Screen.pressed, for: .touchUpInside)
        control.addAction(UIAction { _ in screen.log.append("action") }, for: .touchUpInside)
        control.addTarget(screen, action: Screen.plain, for: .touchUpInside)
        control.addTarget(screen, action: Screen.moved, for: .valueChanged)
        control.addTarget(screen, action: Screen.pressed, for: [.touchUpInside, .touchDown])
        control.sendActions(for: .touchUpInside)
        #expect(screen.log == ["pressed 7", "action", "plain"])
        control.sendActions(for: .valueChanged)
        #expect(screen.log.last == "moved true")
        #expect(control.actions(forTarget: screen, forControlEvent: .touchUpInside) == ["pressed:", "plain"])
        #expect(control.allTargets == [AnyHashable(screen)])
        #expect(control.allControlEvents == [.touchUpInside, .touchDown, .valueChanged])
    }

    @Test("a method is removed for some events, by its target, and for all targets")
    func removal() {
        let (screen, control) = (Screen(), UIControl(frame: .zero))
        control.addTarget(screen, action: Screen.pressed, for: [.touchUpInside, .touchDown])
        control.addTarget(screen, action: Screen.plain, for: .touchDown)
        control.removeTarget(screen, action: Screen.pressed, for: .touchDown)
        control.sendActions(for: [.touchDown])
        #expect(screen.log == ["plain"])
        control.removeTarget(screen, action: nil, for: .allEvents)
        control.addTarget(screen, action: Screen.plain, for: .touchDown)
        control.removeTarget(nil, action: nil, for: .allEvents)
        control.sendActions(for: [.touchDown, .touchUpInside])
        #expect(screen.log == ["plain"])
    }

    @Test("a target is not retained by controls and recognizers")
    func lifetime() {
        var screen: Screen? = Screen()
        weak let gone = screen
        let control = UIControl(frame: .zero)
        control.addTarget(screen, action: Screen.plain, for: .touchDown)
        let tap = UITapGestureRecognizer(target: screen, action: Screen.tapped)
        screen = nil
        #expect(gone == nil)
        control.sendActions(for: .touchDown)
        #expect(control.allTargets.isEmpty)
        _ = tap
    }

    @Test("an action without a target goes to the first responder up the chain that has the method")
    func responderChain() {
        let screen = Screen()
        let window = makeWindow(screen)
        defer { window.isHidden = true }
        let control = UIControl(frame: .zero)
        screen.view.addSubview(control)
        control.addTarget(nil, action: Screen.plain, for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(screen.log == ["plain"])
        #expect(!UIApplication.shared.sendAction(Selector("none"), to: nil, from: control, for: nil))
    }

    @Test("a subclass of a control sees each method before it is called")
    func sendAction() {
        final class Watching: UIControl {
            var names: [String] = []
            override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
                names.append(action.description)
                super.sendAction(action, to: target, for: event)
            }
        }
        let (screen, control) = (Screen(), Watching(frame: .zero))
        control.addTarget(screen, action: Screen.plain, for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(control.names == ["plain"] && screen.log == ["plain"])
    }

    @Test("a recognizer calls the methods of its targets until they are removed")
    func recognizer() {
        let screen = Screen()
        let window = makeWindow(screen)
        defer { window.isHidden = true }
        let tap = UITapGestureRecognizer(target: screen, action: Screen.tapped)
        tap.addTarget(screen, action: Screen.tapped)
        tap.addTarget(screen, action: Screen.plain)
        screen.view.addGestureRecognizer(tap)
        window.tap(10, 10, at: 1)
        #expect(screen.log == ["tapped ended", "plain"])
        tap.removeTarget(screen, action: Screen.plain)
        window.tap(10, 10, at: 2)
        #expect(screen.log.count == 3)
        tap.removeTarget(nil, action: nil)
        window.tap(10, 10, at: 3)
        #expect(screen.log.count == 3)
    }

    @Test("a key command calls its method on the responder that returned it")
    func keyCommand() {
        let screen = Screen()
        let window = makeWindow(screen)
        defer { window.isHidden = true }
        for command in screen.keyCommands ?? [] { command.perform(from: screen) }
        #expect(screen.log == ["command k"])
    }

    @Test("a display link calls its target on the main thread, and releases it when it is invalidated")
    func displayLink() async {
        final class Ticker: NSObject {
            var timestamps: [Double] = []
            func tick(_ link: CADisplayLink) { timestamps.append(link.timestamp) }
        }
        var ticker: Ticker? = Ticker()
        weak let target = ticker
        let link = CADisplayLink(target: ticker!, selector: Selector("tick:", Ticker.tick))
        link.add(to: .main, forMode: .common)
        ticker = nil
        #expect(await eventually { (target?.timestamps.count ?? 0) >= 2 })
        link.invalidate()
        #expect(target == nil)
    }

    @Test("a display link with a range of frame rates runs at the preferred rate, else at the maximum")
    func displayLink_frameRateRange() {
        let link = CADisplayLink(target: NSObject(), selector: Selector("tick"))
        func rates() -> [Float?] {
            let range = link.preferredFrameRateRange
            return [range.minimum, range.maximum, range.preferred]
        }
        #expect(rates() == [0, 0, nil])
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: 20)
        #expect(link.preferredFramesPerSecond == 20)
        #expect(abs(link.duration - 0.05) < 1e-9)
        #expect(rates() == [10, 60, 20])
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 40)
        #expect(link.preferredFramesPerSecond == 40)
        link.preferredFramesPerSecond = 15
        #expect(rates() == [15, 15, 15])
        link.preferredFrameRateRange = .default
        #expect(link.preferredFramesPerSecond == 0)
    }

    @Test("a method with a control and an event is called by sendActions without an event")
    func sendActions_withoutEvent() {
        final class Receiver: NSObject {
            var senders: [UISlider] = []
            var missing = 0
            func change(_ slider: UISlider, event: UIEvent) { senders.append(slider) }
            func changed(_ slider: UISlider, event: UIEvent?) { if event == nil { missing += 1 } }
        }
        let receiver = Receiver()
        let slider = UISlider(frame: .zero)
        slider.addTarget(receiver, action: Selector("change:event:", Receiver.change), for: .valueChanged)
        slider.addTarget(receiver, action: Selector("changed:event:", Receiver.changed), for: .valueChanged)
        slider.sendActions(for: .valueChanged)
        #expect(receiver.senders == [slider])
        #expect(receiver.missing == 1)
    }
}
