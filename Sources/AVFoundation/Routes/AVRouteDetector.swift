package import AVFAudio
public import Foundation
public import KeyValueObserving
import Synchronization

/// Detects whether there are several outputs for audio, between which the viewer can choose with an `AVRoutePickerView`.
///
/// Thread-safe. `multipleRoutesDetected` is observable; it changes on any thread.
open class AVRouteDetector: NSObject, KeyValueObservable, @unchecked Sendable {
    public let _keyValueObservers = KeyValueObservers()
    private let session: AVAudioSession
    private let state = Mutex(State())
    private let observers = NotificationObservers()

    private struct State {
        var isEnabled = false
        var detectsCustomRoutes = false
        var hasSeveralOutputs = false
    }

    public override init() {
        session = .sharedInstance()
        super.init()
        observeOutputs()
    }

    package init(session: AVAudioSession) {
        self.session = session
        super.init()
        observeOutputs()
    }

    private func observeOutputs() {
        observers.add(AVAudioSession.outputsDidChangeNotification) { [weak self] note in
            guard let self, note.object as? AVAudioSession === self.session else { return }
            update()
        }
    }

    /// Whether outputs are detected. False by default. Detection begins on another thread.
    open var isRouteDetectionEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            if newValue { DispatchQueue.global().async { [weak self] in self?.update() } } else { update() }
        }
    }

    /// Whether routes of other protocols count. Here: there are none.
    open var detectsCustomRoutes: Bool {
        get { state.withLock { $0.detectsCustomRoutes } }
        set { state.withLock { $0.detectsCustomRoutes = newValue } }
    }

    /// Whether there are several outputs; false while detection is not enabled. Observable.
    open var multipleRoutesDetected: Bool {
        access("multipleRoutesDetected")
        return state.withLock { $0.hasSeveralOutputs }
    }

    private func update() {
        // Not queried while detection is disabled, because the query may connect to the audio server.
        let hasSeveral = isRouteDetectionEnabled && session.outputs.count > 1
        var hasChanged = false
        _keyValueObservers.change("multipleRoutesDetected") {
            hasChanged = state.withLock { state in
                let value = hasSeveral && state.isEnabled
                defer { state.hasSeveralOutputs = value }
                return state.hasSeveralOutputs != value
            }
            return hasChanged
        }
        guard hasChanged else { return }
        NotificationCenter.default.post(name: .AVRouteDetectorMultipleRoutesDetectedDidChange, object: self)
    }
}

extension Notification.Name {
    public static let AVRouteDetectorMultipleRoutesDetectedDidChange = Notification.Name(
        "AVRouteDetectorMultipleRoutesDetectedDidChange")
}

// MARK: Names

extension AVRouteDetector {
    public static var _namedProperties: _NamedProperties { namedProperties }

    private static let namedProperties = _NamedProperties(
        of: AVRouteDetector.self, ["multipleRoutesDetected": \.multipleRoutesDetected])
}
