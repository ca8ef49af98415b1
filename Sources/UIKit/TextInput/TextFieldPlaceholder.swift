import CoreGraphics
import Foundation

/// The text that a field displays while it has no other.
@MainActor final class TextFieldPlaceholder {
    private unowned let field: UITextField
    let label = UILabel(frame: .zero)
    var text: NSAttributedString?

    init(_ field: UITextField) {
        self.field = field
        label.isAccessibilityElement = false
        label.textColor = .placeholderText
    }

    /// The size of the text in one line.
    var size: CGSize {
        prepare()
        return label.sizeThatFits(.zero)
    }

    func layOut() {
        prepare()
        label.isHidden = field.hasText
        label.frame = field.placeholderRect(forBounds: field.bounds)
    }

    private func prepare() {
        let isInverse = field.hasFocusHighlight
        let color = isInverse ? BarLook.inverse.withAlphaComponent(0.5) : UIColor.placeholderText
        let styled = NSMutableAttributedString(attributedString: text ?? NSAttributedString(string: ""))
        styled.enumerateAttributes(in: styled.wholeRange, options: []) { own, range, _ in
            if own[.font] == nil { styled.addAttribute(.font, value: field.usedFont, range: range) }
            let used = isInverse ? color : own[.foregroundColor] as? UIColor ?? color
            styled.addAttribute(
                .foregroundColor, value: used.resolvedColor(with: field.traitCollection), range: range)
        }
        label.attributedText = styled
        label.textAlignment = field.textAlignment
    }
}
