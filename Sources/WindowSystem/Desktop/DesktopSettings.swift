import Foundation

/// What the user has chosen for the whole desktop, by the settings portal.
public struct DesktopSettings: Sendable, Hashable {
    public enum ColourScheme: Sendable, Hashable { case noPreference, dark, light }

    public var colourScheme: ColourScheme = .noPreference
    /// Whether movement on the screen should be kept down.
    public var reducesMotion = false
    /// How much larger than usual text should be: 1 is usual.
    public var textScale: Double = 1
    public var prefersHighContrast = false

    /// The defaults of a desktop that says nothing.
    public init() {}

    /// Asks the portal, on a thread of its own; the defaults where there is no portal. Takes some milliseconds, up to
    /// seconds where a portal must be started: ask after the first frame.
    public static func read() async -> DesktopSettings {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: readWaiting()) }
        }
    }

    private static func readWaiting() -> DesktopSettings {
        let answer = SessionBus.call(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings",
            "ReadAll", "(['org.freedesktop.appearance', 'org.gnome.desktop.interface', 'org.gnome.desktop.a11y.*'],)")
        return answer.map(DesktopSettings.init(portalAnswer:)) ?? DesktopSettings()
    }

    /// Reads the portal's answer in GVariant's text form, taking from it only the keys we know.
    init(portalAnswer text: String) {
        self.init()
        switch Self.value("color-scheme", in: text) {
        case "1", "prefer-dark": colourScheme = .dark
        case "2", "prefer-light": colourScheme = .light
        default: break
        }
        reducesMotion = Self.value("enable-animations", in: text) == "false"
        prefersHighContrast =
            Self.value("contrast", in: text) == "1" || Self.value("high-contrast", in: text) == "true"
        if let factor = Self.value("text-scaling-factor", in: text).flatMap(Double.init), factor.isFinite {
            textScale = min(max(factor, 0.5), 3)
        }
    }

    /// What stands in `'key': <value>`, without quotes and type.
    private static func value(_ key: String, in text: String) -> String? {
        guard let name = text.range(of: "'\(key)': <"),
            let end = text.range(of: ">", range: name.upperBound..<text.endIndex)
        else { return nil }
        let raw = text[name.upperBound..<end.lowerBound]
        return raw.split(separator: " ").last.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"<")) }
    }
}
