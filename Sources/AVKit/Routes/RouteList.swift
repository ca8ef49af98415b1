import AVFoundation
import Foundation

/// The outputs for audio that the viewer can choose, kept up to date. Main thread only.
///
/// The audio server is queried on another thread: the first query may connect.
@MainActor
final class RouteList {
    private let session: AVAudioSession
    private(set) var outputs: [AudioSessionOutput] = []
    var changeHandler: @MainActor () -> Void = {}
    private var observer: (any NSObjectProtocol)?

    init(session: AVAudioSession = .sharedInstance()) {
        self.session = session
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.outputsDidChangeNotification, object: session, queue: nil
        ) { [weak self] _ in
            Task { @MainActor in self?.update() }
        }
        update()
    }

    isolated deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    private func update() {
        let session = session
        Task { [weak self] in
            let outputs = await Task.detached { session.outputs }.value
            guard let self, outputs != self.outputs else { return }
            self.outputs = outputs
            changeHandler()
        }
    }

    func select(_ output: AudioSessionOutput) { session.selectOutput(output.port.uid) }

    /// The rows of a menu of the outputs; those with a display first where `prioritizesVideo` is set.
    func section(prioritizesVideo: Bool) -> MenuSection {
        let strings = StringTable.current
        let displays: Set<AVAudioSession.Port> = [.HDMI, .displayPort, .airPlay]
        let sorted =
            prioritizesVideo
            ? outputs.filter { displays.contains($0.port.portType) }
                + outputs.filter { !displays.contains($0.port.portType) }
            : outputs
        let rows = sorted.map { output in
            MenuSection.Row(
                title: output.port.portName, badge: Self.badge(output.port.portType), isOn: output.isPresent
            ) { [weak self] in self?.select(output) }
        }
        return MenuSection(title: strings[.outputs], rows: rows)
    }

    /// The kind of an output. The names of technologies are the same in all languages.
    static func badge(_ type: AVAudioSession.Port) -> String? {
        let strings = StringTable.current
        switch type {
        case .builtInSpeaker: return strings[.speakers]
        case .headphones: return strings[.headphones]
        case .lineOut: return strings[.lineOut]
        case .HDMI: return "HDMI"
        case .displayPort: return "DisplayPort"
        case .bluetoothA2DP, .bluetoothLE, .bluetoothHFP: return "Bluetooth"
        case .usbAudio: return "USB"
        case .airPlay: return "AirPlay"
        default: return nil
        }
    }
}
