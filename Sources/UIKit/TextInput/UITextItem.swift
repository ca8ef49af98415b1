public import Foundation

/// How the viewer uses a link in a text.
public enum UITextItemInteraction: Int, Sendable {
    case invokeDefaultAction = 0
    /// Apple: a long press, for a menu. Here: not sent.
    case presentActions
    /// Apple: a preview of the page. Here: not sent.
    case preview
}

/// A link in a text view.
@preconcurrency @MainActor open class UITextItem: NSObject {
    /// Apple: also attachments and tags.
    public enum Content {
        case link(URL)
    }

    public let content: Content
    /// In UTF-16 units.
    public let range: NSRange

    init(_ url: URL, _ range: NSRange) {
        content = .link(url)
        self.range = range
    }
}
