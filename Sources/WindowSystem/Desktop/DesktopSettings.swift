import DBus
import Foundation
import Synchronization

/// The user's settings for the whole desktop, from the settings portal.
package struct DesktopSettings: Sendable, Hashable {
    package enum ColourScheme: Sendable, Hashable { case noPreference, dark, light }

    package var colourScheme: ColourScheme = .noPreference
    /// Whether animations should be reduced.
    package var reducesMotion = false
    /// The text size relative to the default size; 1 is the default.
    package var textScale: Double = 1
    package var prefersHighContrast = false
    /// Whether a screen reader reads the desktop.
    package var usesScreenReader = false

    /// Creates the default settings, used when the desktop provides none.
    package init() {}

    static let service = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.portal.Settings"
    private static let appearance = "org.freedesktop.appearance"
    private static let gnome = "org.gnome.desktop.interface"
    private static let gnomeAccessibility = "org.gnome.desktop.a11y.interface"

    /// Reads the settings from the portal; returns the defaults if there is no portal. Takes some milliseconds, or up to seconds if the bus
    /// must start the portal: call the function after the first frame.
    package static func read() async -> DesktopSettings {
        guard let connection = try? await BusConnection.session() else { return DesktopSettings() }
        return await read(from: connection)
    }

    static func read(from connection: BusConnection) async -> DesktopSettings {
        async let isRead = ScreenReaderStatus.read(from: connection)
        let answer = try? await connection.call(
            service, path: path, interface: interface, method: "ReadAll",
            arguments: [.strings([appearance, gnome, "org.gnome.desktop.a11y.*"])], timeout: .seconds(2))
        var settings = answer?.first.map(DesktopSettings.init(portalAnswer:)) ?? DesktopSettings()
        settings.usesScreenReader = await isRead
        return settings
    }

    /// Reads the portal's reply, a dictionary of dictionaries. Values whose type differs from the documentation are ignored.
    init(portalAnswer answer: Variant) {
        self.init()
        let appearance = answer[Self.appearance]
        let gnome = answer[Self.gnome]
        switch appearance?["color-scheme"]?.integerValue {
        case 1: colourScheme = .dark
        case 2: colourScheme = .light
        default: if gnome?["color-scheme"]?.stringValue == "prefer-dark" { colourScheme = .dark }
        }
        reducesMotion =
            appearance?["reduced-motion"]?.integerValue == 1 || gnome?["enable-animations"]?.boolValue == false
        prefersHighContrast =
            appearance?["contrast"]?.integerValue == 1
            || answer[Self.gnomeAccessibility]?["high-contrast"]?.boolValue == true
        if let factor = gnome?["text-scaling-factor"]?.doubleValue, factor.isFinite {
            textScale = min(max(factor, 0.5), 3)
        }
    }
}

/// An observation of the desktop's settings, active while the object exists.
package final class DesktopSettingsWatch: Sendable {
    private let registrations: [BusRegistration]

    /// Reads the settings now and after each change that the portal, or the service for assistive technology, reports.
    ///
    /// - Parameter handler: called on the main actor, with the settings at the start and after each change.
    /// - Returns: nil if the session has no bus; `handler` is then called once with the defaults.
    @MainActor
    package static func start(
        handler: @escaping @MainActor @Sendable (DesktopSettings) -> Void
    ) async -> DesktopSettingsWatch? {
        guard let connection = try? await BusConnection.session() else {
            handler(DesktopSettings())
            return nil
        }
        let latest = ChangeCount()
        let update: @Sendable () -> Void = {
            let number = latest.next()
            Task { @MainActor in
                let settings = await DesktopSettings.read(from: connection)
                // If a later change has been reported meanwhile, this result is outdated.
                if latest.value == number { handler(settings) }
            }
        }
        let registrations = [
            try? connection.watchSignals(
                from: DesktopSettings.service, path: DesktopSettings.path, interface: DesktopSettings.interface,
                name: "SettingChanged"
            ) { _ in update() },
            ScreenReaderStatus.watch(on: connection, handler: update),
        ]
        update()
        return DesktopSettingsWatch(registrations.compactMap(\.self))
    }

    private init(_ registrations: [BusRegistration]) { self.registrations = registrations }
}

/// The number of changes that have been reported.
private final class ChangeCount: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
