import CoreGraphics
import Foundation

/// The labels and the image of a row with one of the four styles.
@MainActor final class RowTexts {
    let style: UITableViewCell.CellStyle
    let text = UILabel(frame: .zero)
    let detail: UILabel?
    let image = UIImageView(image: nil)
    /// Whether an accessory follows the content, which then ends at its own edge.
    var hasAccessory = false
    /// The fonts that were set last. Those that the client has replaced do not follow the text size.
    private var fonts: [UIFont] = []

    init(_ style: UITableViewCell.CellStyle) {
        self.style = style
        detail = style == .default ? nil : UILabel(frame: .zero)
        image.contentMode = .scaleAspectFit
        detail?.textColor = .secondaryLabel
        if style == .value2 {
            text.textColor = .tintColor
            detail?.textColor = .label
        }
    }

    var views: [UIView] { [image, text] + (detail.map { [$0] } ?? []) }

    private static func styles(_ style: UITableViewCell.CellStyle) -> [UIFont.TextStyle] {
        switch style {
        case .default, .value1: [.body, .body]
        case .value2: [.caption1, .body]
        case .subtitle: [.body, .caption1]
        }
    }

    /// Sets the fonts of the traits, except those that the client has replaced.
    func updateFonts(_ look: TableLook) {
        let new = Self.styles(style).map { look.font($0) }
        guard new != fonts else { return }
        for (index, label) in [text, detail].enumerated() {
            guard let label, fonts.isEmpty || label.font == fonts[index] else { continue }
            label.font = new[index]
        }
        fonts = new
    }

    func arrangement(width: CGFloat, height: CGFloat?, _ look: TableLook, indentation: CGFloat)
        -> ListContentArrangement
    {
        let placement: ListContentArrangement.Placement =
            switch style {
            case .default, .subtitle: .stacked
            case .value1: .sides
            case .value2: .column
            }
        let limit = height ?? look.imageHeight
        return ListContentArrangement(
            placement: placement,
            image: image.sizeThatFits(.zero).reduced(to: CGSize(width: 0, height: limit), orWidth: width * 0.4),
            margins: NSDirectionalEdgeInsets(
                top: look.verticalMargin, leading: look.margin + indentation, bottom: look.verticalMargin,
                trailing: hasAccessory ? 0 : look.margin),
            imageGap: look.imageGap, textGap: look.textGap, sideGap: look.accessoryGap)
    }

    /// - Parameter height: nil for the height that the content needs.
    func frames(width: CGFloat, height: CGFloat?, imageHeight: CGFloat?, _ look: TableLook, indentation: CGFloat)
        -> ListContentArrangement.Frames
    {
        arrangement(width: width, height: imageHeight, look, indentation: indentation).frames(
            width: width, height: height, text: text.measureIfShown, detail: detail?.measureIfShown)
    }

    func place(_ frames: ListContentArrangement.Frames, in view: UIView) {
        image.frame = view.mirroredIfNeeded(frames.image)
        text.frame = view.mirroredIfNeeded(frames.text)
        detail?.frame = view.mirroredIfNeeded(frames.detail)
        let isMirrored = view.isRightToLeft
        for label in [text, detail].compactMap({ $0 }) where Self.isAutomatic(label.textAlignment) {
            label.textAlignment = isMirrored ? .right : .left
        }
        if style == .value2 { text.textAlignment = isMirrored ? .left : .right }
    }

    private static func isAutomatic(_ alignment: NSTextAlignment) -> Bool {
        alignment == .natural || alignment == .left || alignment == .right
    }
}
