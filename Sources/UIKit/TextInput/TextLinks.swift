import CoreGraphics
import Foundation

/// The links of a text: their look, their places, and what a press on one does.
@MainActor final class TextLinks {
    private unowned let view: UITextView
    private var pressed: NSRange?

    init(_ view: UITextView) { self.view = view }

    /// Returns a text whose links have attributes.
    static func decorated(
        _ text: NSAttributedString, with attributes: [NSAttributedString.Key: Any]
    ) -> NSAttributedString {
        let changed = NSMutableAttributedString(attributedString: text)
        var hasLinks = false
        text.enumerateAttribute(.link, in: text.wholeRange, options: []) { value, range, _ in
            guard url(value) != nil else { return }
            hasLinks = true
            changed.addAttributes(attributes, range: range)
        }
        return hasLinks ? changed : text
    }

    private static func url(_ value: Any?) -> URL? {
        (value as? URL) ?? (value as? NSURL).flatMap { $0.absoluteURL }
            ?? (value as? String).flatMap { URL(string: $0) }
    }

    /// Returns the link at a point of the view's coordinates, in a view whose links can be pressed.
    func item(at point: CGPoint) -> UITextItem? {
        let text = view.editor.buffer.content
        guard !view.isEditable, view.isSelectable, text.length > 0 else { return nil }
        let nearest = view.editor.offset(at: point)
        for offset in [nearest, nearest - 1] where (0..<text.length).contains(offset) {
            var range = NSRange(location: 0, length: 0)
            let value = text.attribute(.link, at: offset, longestEffectiveRange: &range, in: text.wholeRange)
            guard let url = Self.url(value) else { continue }
            if view.editor.rectangles(of: range).contains(where: { $0.contains(point) }) {
                return UITextItem(url, range)
            }
        }
        return nil
    }

    /// - Returns: whether there is a link at the point.
    func press(at point: CGPoint) -> Bool {
        pressed = item(at: point)?.range
        return pressed != nil
    }

    /// Follows the pressed link where the press ends on it.
    /// - Returns: whether a link was pressed.
    @discardableResult func release(at point: CGPoint?) -> Bool {
        guard let range = pressed else { return false }
        pressed = nil
        if let point, let item = item(at: point), item.range == range { follow(item) }
        return true
    }

    private func follow(_ item: UITextItem) {
        guard case .link(let url) = item.content else { return }
        let open = UIAction { _ in UIApplication.shared.open(url) }
        guard let delegate = view.textDelegate else { return open.performWithSender(nil, target: nil) }
        guard
            delegate.textView(view, shouldInteractWith: url, in: item.range, interaction: .invokeDefaultAction)
        else { return }
        delegate.textView(view, primaryActionFor: item, defaultAction: open)?.performWithSender(nil, target: nil)
    }
}
