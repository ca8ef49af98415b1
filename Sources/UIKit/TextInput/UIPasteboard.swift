public import Foundation
import WindowSystem

/// The clipboard, which programs share. Texts and links only.
@preconcurrency @MainActor open class UIPasteboard: NSObject {
    /// Posted when the text on the clipboard has changed, by this or another program.
    public static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")

    /// The clipboard of the desktop; one in memory where there is no display.
    open class var general: UIPasteboard { shared }

    private static let shared = UIPasteboard()

    /// The place of the text: the desktop's clipboard, or a replacement of tests.
    var clipboard: any Clipboard = DesktopClipboard() { didSet { followChanges() } }
    /// The number of changes.
    open private(set) var changeCount = 0

    private override init() {
        super.init()
        followChanges()
    }

    private func followChanges() {
        clipboard.onChange { [weak self] in
            guard let self else { return }
            changeCount += 1
            NotificationCenter.default.post(name: Self.changedNotification, object: self)
        }
    }

    /// The text; nil without one. Reading it may wait for the program that owns the clipboard.
    open var string: String? {
        get { clipboard.text }
        set { clipboard.text = newValue }
    }

    /// The text as the only element. Setting several joins them as lines.
    open var strings: [String]? {
        get { string.map { [$0] } }
        set { string = newValue?.joined(separator: "\n") }
    }

    /// The text where it is the URL of a link; nil for other texts.
    open var url: URL? {
        get {
            guard let text = string?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty,
                let url = URL(string: text), url.scheme != nil
            else { return nil }
            return url
        }
        set { string = newValue?.absoluteString }
    }

    open var hasStrings: Bool { !(string ?? "").isEmpty }
    open var hasURLs: Bool { url != nil }
}
