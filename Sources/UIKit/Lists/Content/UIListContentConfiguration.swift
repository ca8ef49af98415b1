import CoreGraphics
public import Foundation

/// The content of a row: an image and two texts.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable, Sendable {
    public var image: UIImage?
    public var text: String?
    public var secondaryText: String?
    public var imageProperties = ImageProperties()
    public var textProperties: TextProperties
    public var secondaryTextProperties: TextProperties
    /// Whether the second text is at the trailing edge where both texts fit.
    public var prefersSideBySideTextAndSecondaryText = false
    public var directionalLayoutMargins: NSDirectionalEdgeInsets
    public var imageToTextPadding: CGFloat
    public var textToSecondaryTextHorizontalPadding: CGFloat
    public var textToSecondaryTextVerticalPadding: CGFloat

    /// The appearance of a text.
    public struct TextProperties: Hashable, Sendable {
        public enum TextAlignment: Int, Sendable { case natural = 0, center, justified }
        public enum TextTransform: Int, Sendable { case none = 0, uppercase, lowercase, capitalized }

        public var font: UIFont
        public var color: UIColor
        public var alignment = TextAlignment.natural
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// 0 for no limit.
        public var numberOfLines = 0
        public var adjustsFontSizeToFitWidth = false
        public var minimumScaleFactor: CGFloat = 0
        public var transform = TextTransform.none

        init(_ font: UIFont, _ color: UIColor) {
            self.font = font
            self.color = color
        }
    }

    /// The appearance of the image.
    public struct ImageProperties: Hashable, Sendable {
        /// The color of a template image; nil for the view's tint color.
        public var tintColor: UIColor?
        public var cornerRadius: CGFloat = 0
        /// The size to which a larger image is scaled down; zero for no limit.
        public var maximumSize = CGSize.zero
        /// The least area that the image takes, so that the texts of rows with different images begin at one edge.
        public var reservedLayoutSize = CGSize.zero
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?

        public static func == (a: Self, b: Self) -> Bool {
            a.tintColor == b.tintColor && a.cornerRadius == b.cornerRadius && a.maximumSize == b.maximumSize
                && a.reservedLayoutSize == b.reservedLayoutSize
                && a.preferredSymbolConfiguration == b.preferredSymbolConfiguration
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(tintColor)
            hasher.combine(cornerRadius)
        }
    }

    private init(_ look: TableLook, _ text: TextProperties, _ secondary: TextProperties) {
        textProperties = text
        secondaryTextProperties = secondary
        directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: look.verticalMargin, leading: look.margin, bottom: look.verticalMargin, trailing: look.margin)
        imageToTextPadding = look.imageGap
        imageProperties.preferredSymbolConfiguration = UIImage.SymbolConfiguration(
            pointSize: (text.font.pointSize * 1.2).rounded())
        textToSecondaryTextHorizontalPadding = look.accessoryGap
        textToSecondaryTextVerticalPadding = look.textGap
    }

    // MARK: Kinds

    public static func cell() -> Self { cell(TableLook(.current)) }
    public static func subtitleCell() -> Self { subtitleCell(TableLook(.current)) }
    /// The second text at the trailing edge.
    public static func valueCell() -> Self { valueCell(TableLook(.current)) }
    public static func plainHeader() -> Self { header(TableLook(.current), .plain) }
    public static func plainFooter() -> Self { footer(TableLook(.current), .plain) }
    public static func groupedHeader() -> Self { header(TableLook(.current), .grouped) }
    public static func groupedFooter() -> Self { footer(TableLook(.current), .grouped) }

    static func cell(_ look: TableLook) -> Self {
        Self(
            look, TextProperties(look.font(.body), .label), TextProperties(look.font(.footnote), .secondaryLabel))
    }

    static func subtitleCell(_ look: TableLook) -> Self { cell(look) }

    static func valueCell(_ look: TableLook) -> Self {
        var content = Self(
            look, TextProperties(look.font(.body), .label), TextProperties(look.font(.body), .secondaryLabel))
        content.prefersSideBySideTextAndSecondaryText = true
        return content
    }

    static func header(_ look: TableLook, _ style: UITableView.Style) -> Self {
        guard style == .plain else {
            var content = footer(look, style)
            content.textProperties.transform = .uppercase
            content.directionalLayoutMargins.top = look.headerPadding
            content.directionalLayoutMargins.bottom = look.verticalMargin / 2
            return content
        }
        return Self(
            look, TextProperties(look.font(.headline), .label), TextProperties(look.font(.footnote), .secondaryLabel)
        )
        .with(vertical: look.verticalMargin / 2)
    }

    static func footer(_ look: TableLook, _ style: UITableView.Style) -> Self {
        let text = TextProperties(look.font(.footnote), .secondaryLabel)
        return Self(look, text, text).with(vertical: look.verticalMargin / 2)
    }

    private func with(vertical: CGFloat) -> Self {
        var content = self
        content.directionalLayoutMargins.top = vertical
        content.directionalLayoutMargins.bottom = vertical
        return content
    }

    // MARK: UIContentConfiguration

    @MainActor public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

    /// Returns the configuration unchanged: the cell's state changes its background only.
    public func updated(for state: any UIConfigurationState) -> Self { self }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(image)
        hasher.combine(text)
        hasher.combine(secondaryText)
        hasher.combine(textProperties)
    }
}
