import CoreGraphics

/// The values of a paragraph style.
struct ParagraphValues: Hashable {
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var lineSpacing: CGFloat = 0
    var paragraphSpacing: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    var minimumLineHeight: CGFloat = 0
    var maximumLineHeight: CGFloat = 0
    var lineHeightMultiple: CGFloat = 0

    /// Returns the height of lines whose font has a certain height; nil where it is that of the font.
    func lineHeight(natural: CGFloat) -> CGFloat? {
        guard lineHeightMultiple > 0 || minimumLineHeight > 0 || maximumLineHeight > 0 else { return nil }
        var height = lineHeightMultiple > 0 ? natural * lineHeightMultiple : natural
        height = max(height, minimumLineHeight)
        if maximumLineHeight > 0 { height = min(height, maximumLineHeight) }
        return height
    }
}
