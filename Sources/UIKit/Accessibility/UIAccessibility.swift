public import Foundation
import WindowSystem

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let none: UIAccessibilityTraits = []
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
    public static let image = UIAccessibilityTraits(rawValue: 4)
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    public static let playsSound = UIAccessibilityTraits(rawValue: 16)
    public static let staticText = UIAccessibilityTraits(rawValue: 64)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 256)
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
    public static let adjustable = UIAccessibilityTraits(rawValue: 4096)
    public static let header = UIAccessibilityTraits(rawValue: 65536)
    public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1024)
}

/// The desktop's accessibility settings.
public enum UIAccessibility {
    /// Whether the user has enabled reduced motion in the desktop's settings portal. False until the portal has
    /// answered, and where no portal runs.
    ///
    /// While true, presentations fade instead of sliding, and players enter full screen without a zoom animation. The
    /// app's own animations are not changed.
    @MainActor public private(set) static var isReduceMotionEnabled = false

    /// Posted on the main thread when `isReduceMotionEnabled` has changed.
    public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")

    /// Whether the user has requested a higher contrast in the desktop's settings portal. False until the portal has
    /// answered, and where no portal runs. Players then draw opaque backgrounds and no translucent texts.
    @MainActor public private(set) static var isDarkerSystemColorsEnabled = false

    /// Posted on the main thread when `isDarkerSystemColorsEnabled` has changed.
    public static let darkerSystemColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityDarkerSystemColorsStatusDidChangeNotification")

    /// Whether a screen reader such as Orca is in use, as the desktop's service for assistive technology reports. False until the service has
    /// answered, and where it does not run.
    @MainActor public private(set) static var isVoiceOverRunning = false

    /// Posted on the main thread when `isVoiceOverRunning` has changed.
    public static let voiceOverStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")

    @MainActor static func update(usesScreenReader: Bool) {
        guard usesScreenReader != isVoiceOverRunning else { return }
        isVoiceOverRunning = usesScreenReader
        NotificationCenter.default.post(name: voiceOverStatusDidChangeNotification, object: nil)
    }

    @MainActor static func update(darkensColors: Bool) {
        guard darkensColors != isDarkerSystemColorsEnabled else { return }
        isDarkerSystemColorsEnabled = darkensColors
        NotificationCenter.default.post(name: darkerSystemColorsStatusDidChangeNotification, object: nil)
    }

    @MainActor static func update(reducesMotion: Bool) {
        guard reducesMotion != isReduceMotionEnabled else { return }
        isReduceMotionEnabled = reducesMotion
        NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil)
    }
}

/// The accessibility properties of a responder that are exported to assistive technology.
struct AccessibilityProperties {
    var isElement = false
    var label: String?
    var value: String?
    var hint: String?
    var traits: UIAccessibilityTraits = []
    var identifier: String?
    var hidesChildren = false
    var elements: [Any]?
    var customActions: [UIAccessibilityCustomAction]?
}
