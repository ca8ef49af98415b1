import Foundation

extension NSAttributedString {
    var wholeRange: NSRange { NSRange(location: 0, length: length) }

    /// Returns the text with attributes where it has none of its own.
    func over(_ base: [NSAttributedString.Key: Any]) -> NSAttributedString {
        let text = NSMutableAttributedString(attributedString: self)
        enumerateAttributes(in: wholeRange, options: []) { own, range, _ in
            text.addAttributes(base.merging(own) { $1 }, range: range)
        }
        return NSAttributedString(attributedString: text)
    }

    /// Returns the attributes of text that is typed behind an offset: those of the character before it; nil in an empty text.
    func attributes(typedAt offset: Int) -> [NSAttributedString.Key: Any]? {
        length > 0 ? attributes(at: min(max(0, offset - 1), length - 1), effectiveRange: nil) : nil
    }
}
