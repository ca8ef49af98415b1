public import AVFoundation
public import Foundation
public import KeyValueObserving
public import UIKit

/// Matches the refresh rate of the display under a window to a video. Main thread only.
///
/// Apple: the rate and the dynamic range. Here: the refresh rate, by XRandR, in a mode of the present size; the former mode returns with nil
/// criteria, and when the process ends.
@preconcurrency @MainActor
open class AVDisplayManager: NSObject, KeyValueObservable {
    public nonisolated let _keyValueObservers = KeyValueObservers()
    private weak var window: UIWindow?
    private var isSwitching = false
    /// Whether the criteria have changed during a switch.
    private var isOutdated = false
    private var isBusy = false
    private var settingsObserver: (any NSObjectProtocol)?

    /// Whether the viewer allows the program to switch modes: `OPENAVKIT_MATCH_DISPLAY=1`, or a setting of the program.
    package static var allowsSwitching = ProcessInfo.processInfo.environment["OPENAVKIT_MATCH_DISPLAY"] == "1" {
        didSet {
            guard allowsSwitching != oldValue else { return }
            NotificationCenter.default.post(name: .AVDisplayManagerModeSwitchSettingsChanged, object: nil)
        }
    }

    init(_ window: UIWindow) {
        self.window = window
        super.init()
        settingsObserver = NotificationCenter.default.addObserver(
            forName: .AVDisplayManagerModeSwitchSettingsChanged, object: nil, queue: nil
        ) { [weak self] _ in
            Task { @MainActor in self?.update() }
        }
    }

    isolated deinit { if let settingsObserver { NotificationCenter.default.removeObserver(settingsObserver) } }

    /// The criteria of the displayed video; nil restores the mode of the desktop. Without effect where the viewer does not allow switching.
    open var preferredDisplayCriteria: AVDisplayCriteria? {
        didSet { if preferredDisplayCriteria != oldValue { update() } }
    }

    /// Whether the viewer allows switching.
    open var isDisplayCriteriaMatchingEnabled: Bool { Self.allowsSwitching }

    /// Whether the display is switching to another mode. Observable.
    open var isDisplayModeSwitchInProgress: Bool {
        _keyValueObservers.access("isDisplayModeSwitchInProgress")
        return isSwitching
    }

    private func update() {
        guard let window else { return }
        guard !isBusy else { return isOutdated = true }
        isBusy = true
        let rate = isDisplayCriteriaMatchingEnabled ? preferredDisplayCriteria.map { Double($0.refreshRate) } : nil
        DisplayModeMatcher.shared.match(rate, under: window) { [weak self] in
            self?.setSwitching(true)
        } completion: { [weak self] _ in
            guard let self else { return }
            isBusy = false
            setSwitching(false)
            if isOutdated {
                isOutdated = false
                update()
            }
        }
    }

    private func setSwitching(_ value: Bool) {
        guard value != isSwitching else { return }
        _keyValueObservers.change("isDisplayModeSwitchInProgress") {
            isSwitching = value
            return true
        }
        NotificationCenter.default.post(
            name: value ? .AVDisplayManagerModeSwitchStart : .AVDisplayManagerModeSwitchEnd, object: self)
    }
}

extension Notification.Name {
    public static let AVDisplayManagerModeSwitchStart = Notification.Name("AVDisplayManagerModeSwitchStartNotification")
    public static let AVDisplayManagerModeSwitchEnd = Notification.Name("AVDisplayManagerModeSwitchEndNotification")
    /// Posted when the viewer has allowed or forbidden switching.
    public static let AVDisplayManagerModeSwitchSettingsChanged = Notification.Name(
        "AVDisplayManagerModeSwitchSettingsChangedNotification")
}

extension UIWindow {
    /// The manager of the display under this window.
    public var avDisplayManager: AVDisplayManager {
        if let manager = displayManager as? AVDisplayManager { return manager }
        let manager = AVDisplayManager(self)
        displayManager = manager
        return manager
    }
}

// MARK: Names

extension AVDisplayManager {
    /// Properties of the main actor are read by their names on the main actor only.
    public nonisolated static var _namedProperties: _NamedProperties { MainActor.assumeIsolated { namedProperties } }

    private static let namedProperties = _NamedProperties(
        of: AVDisplayManager.self, ["isDisplayModeSwitchInProgress": \.isDisplayModeSwitchInProgress])
}
