public import Foundation
import WindowSystem

extension UIAccessibility {
    /// An event that the app reports to assistive technology.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// A text that is spoken; the argument is a string.
        public static let announcement = Notification(rawValue: 1008)
        /// Elements have appeared or disappeared; the argument is the element to move to, or a text to speak, or nil.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// A new screen has appeared; the argument is as for `layoutChanged`.
        public static let screenChanged = Notification(rawValue: 1000)
    }

    /// Posted on the main thread after an announcement was passed on, with the text and whether a bus accepted it.
    ///
    /// Apple: after the text was spoken. Here: AT-SPI does not report that, so that the notification says whether the text
    /// reached the accessibility bus.
    public static let announcementDidFinishNotification = NSNotification.Name(
        "UIAccessibilityAnnouncementDidFinishNotification")
    public static let announcementStringValueUserInfoKey = "UIAccessibilityAnnouncementKeyStringValue"
    public static let announcementWasSuccessfulUserInfoKey = "UIAccessibilityAnnouncementKeyWasSuccessful"

    /// Reports an event to assistive technology, on behalf of the key window.
    @MainActor
    public static func post(notification: UIAccessibility.Notification, argument: Any?) {
        let text = argument as? String ?? (argument as? NSAttributedString)?.string
        let windows = UIApplication.shared.windows
        if let text, let window = windows.first(where: \.isKeyWindow) ?? windows.first {
            announce(text, from: window)
        }
        guard notification != .announcement else { return }
        for window in windows { window.accessibilityContentDidChange() }
        if let view = argument as? UIView, let window = view.window { window.focusDidMove(from: nil, to: view) }
    }

    /// Passes a text on to assistive technology, on behalf of the window of a view.
    @MainActor
    package static func announce(_ text: String, from view: UIView) {
        guard !text.isEmpty, let window = view.window ?? view as? UIWindow else { return }
        let isPassedOn =
            window.platform is DisplayWindow
            && AccessibilityBridge.shared.announce(text, from: window.accessibleNode)
        NotificationCenter.default.post(
            name: announcementDidFinishNotification, object: nil,
            userInfo: [announcementStringValueUserInfoKey: text, announcementWasSuccessfulUserInfoKey: isPassedOn])
    }
}
