import AVFAudio
import AVFoundation
import AVRouting
import Foundation
import MediaTesting
import Synchronization
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// An environment with outputs that the viewer can choose.
private final class Outputs: AudioSessionEnvironment {
    private struct State {
        var list: [(port: AVAudioSessionPortDescription, isPresent: Bool)] = []
        var handler: (@Sendable (AudioSessionEvent) -> Void)?
    }
    private let state = Mutex(State())

    init(_ ports: [(AVAudioSession.Port, String)]) {
        state.withLock { state in
            state.list = ports.enumerated().map { index, port in
                (AVAudioSessionPortDescription(portType: port.0, portName: port.1, uid: port.1), index == 0)
            }
        }
    }

    var outputVolume: Float { 1 }
    var isOtherAudioPlaying: Bool { false }
    var isOtherAudioUnmixable: Bool { false }
    var isForeground: Bool { true }
    var outputs: [AudioSessionOutput] {
        state.withLock { $0.list.map { AudioSessionOutput(port: $0.port, isPresent: $0.isPresent) } }
    }
    var route: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(outputs: outputs.filter(\.isPresent).map(\.port))
    }
    func start(_ handler: @escaping @Sendable (AudioSessionEvent) -> Void) { state.withLock { $0.handler = handler } }
    func activate(_ settings: AudioSessionSettings) throws -> Int { 0 }
    func deactivate(notifiesOthers: Bool) {}

    func selectOutput(_ identifier: String) {
        change { list in for index in list.indices { list[index].isPresent = list[index].port.uid == identifier } }
    }

    func remove(_ name: String) { change { $0.removeAll { $0.port.portName == name } } }

    private func change(_ body: (inout [(port: AVAudioSessionPortDescription, isPresent: Bool)]) -> Void) {
        let handler = state.withLock { state in
            body(&state.list)
            return state.handler
        }
        handler?(.outputsChanged)
    }
}

@MainActor
@Suite(.serialized)
struct RoutePickerTests {
    private final class Delegate: NSObject, AVRoutePickerViewDelegate {
        var events: [String] = []
        func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) { events.append("begin") }
        func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) { events.append("end") }
    }

    /// A picker in a client's window.
    @MainActor
    private struct Stage {
        let environment = Outputs([
            (.builtInSpeaker, "Built-in"), (.bluetoothA2DP, "Pods"), (.HDMI, "Television"), (.usbAudio, "Interface"),
        ])
        let picker: AVRoutePickerView
        let delegate = Delegate()
        let window: UIWindow

        init() async {
            picker = AVRoutePickerView(
                frame: CGRect(x: 700, y: 20, width: 40, height: 40),
                session: AVAudioSession(environment: environment))
            picker.delegate = delegate
            let root = UIViewController()
            window = makeWindow(root, width: 800, height: 450)
            root.view.addSubview(picker)
            window.layoutIfNeeded()
            let picker = picker
            _ = await eventually { picker.hasChoice }
        }

        private var memory: MemoryWindow? { window.platform as? MemoryWindow }

        func click(_ view: UIView) {
            click(at: view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: window))
        }

        func click(at point: CGPoint) {
            memory?.inject(.pointer(PointerEvent(phase: .moved, location: point)))
            for phase in [PointerEvent.Phase.pressed, .released] {
                memory?.inject(.pointer(PointerEvent(phase: phase, location: point, button: .primary)))
            }
            window.layoutIfNeeded()
        }

        func key(_ usage: KeyUsage) {
            for phase in [KeyEvent.Phase.down, .up] {
                memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: "")))
            }
            window.layoutIfNeeded()
        }
    }

    @Test("S17.2: the button lists the outputs with their kinds and the present one marked; a choice moves the audio")
    func choice() async throws {
        let stage = await Stage()
        stage.click(stage.picker)
        let menu = try #require(stage.picker.listMenu)
        #expect(menu.texts == ["Audio output", "\u{2713} Built-in", "Pods", "Television", "Interface"])
        let badges = menu.rowViews.map { $0.content.badge ?? "" }
        #expect(badges == ["Speakers", "Bluetooth", "HDMI", "USB"])
        #expect(stage.delegate.events == ["begin"])
        stage.click(try #require(menu.row("Television")))
        #expect(stage.delegate.events == ["begin", "end"])
        #expect(stage.environment.route.outputs.map(\.portName) == ["Television"])
        #expect(await eventually { stage.picker.color(isHighlighted: false) == stage.picker.activeTintColor })
    }

    @Test("S17.2: the list is operated by keys, closed by Escape and by a press outside, and ends with its view")
    func closing() async throws {
        let stage = await Stage()
        stage.click(stage.picker)
        stage.key(.escape)
        #expect(!stage.picker.isListOpen && stage.delegate.events == ["begin", "end"])
        stage.click(stage.picker)
        stage.click(at: CGPoint(x: 20, y: 400))
        #expect(!stage.picker.isListOpen)
        stage.click(stage.picker)
        stage.key(.downArrow)
        stage.key(.downArrow)
        stage.key(.returnOrEnter)
        #expect(stage.environment.route.outputs.map(\.portName) == ["Pods"])
        stage.click(stage.picker)
        stage.picker.removeFromSuperview()
        #expect(!stage.picker.isListOpen && stage.delegate.events.count == 8)
    }

    @Test("outputs with a display come first where video devices have priority, and the open list follows the outputs")
    func priority() async throws {
        let stage = await Stage()
        stage.picker.prioritizesVideoDevices = true
        stage.click(stage.picker)
        #expect(stage.picker.listMenu?.rowViews.first?.accessibilityLabel == "Television")
        stage.environment.remove("Pods")
        #expect(await eventually { stage.picker.listMenu?.rowViews.count == 3 })
    }

    @Test("button colors are those that the client sets for a state, and else the tint colors")
    func colors() async throws {
        let stage = await Stage()
        stage.picker.tintColor = .white
        stage.picker.activeTintColor = .orange
        #expect(stage.picker.routePickerButtonColor(for: .normal) == .white)
        #expect(stage.picker.routePickerButtonColor(for: .active) == .orange)
        stage.picker.setRoutePickerButtonColor(.red, for: .activeHighlighted)
        #expect(stage.picker.routePickerButtonColor(for: .activeHighlighted) == .red)
        #expect(stage.picker.color(isHighlighted: false) == .white && stage.picker.color(isHighlighted: true) == .white)
        // Another output than the machine's own plays.
        stage.environment.selectOutput("Pods")
        #expect(await eventually { stage.picker.color(isHighlighted: false) == .orange })
        #expect(stage.picker.color(isHighlighted: true) == .red)
    }

    // MARK: The client's entries

    private final class Routing: NSObject, AVCustomRoutingControllerDelegate {
        var chosen: [String] = []
        func customRoutingController(
            _ controller: AVCustomRoutingController, didSelect customActionItem: AVCustomRoutingActionItem
        ) {
            chosen.append(customActionItem.overrideTitle ?? "")
        }
    }

    @Test("the list ends with the actions of the client's routing controller, whose delegate is told of a choice")
    func customActions() async throws {
        let stage = await Stage()
        let (controller, delegate) = (AVCustomRoutingController(), Routing())
        controller.delegate = delegate
        controller.customActionItems = ["", "Other devices", "Settings"].map { title in
            let item = AVCustomRoutingActionItem()
            item.overrideTitle = title
            return item
        }
        stage.picker.customRoutingController = controller
        stage.click(stage.picker)
        let menu = try #require(stage.picker.listMenu)
        #expect(menu.texts.suffix(2) == ["Other devices", "Settings"] && menu.rowViews.count == 6)
        stage.click(try #require(menu.row("Other devices")))
        #expect(delegate.chosen == ["Other devices"] && !stage.picker.isListOpen)
        #expect(stage.environment.route.outputs.map(\.portName) == ["Built-in"])
    }
}
