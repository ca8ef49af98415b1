import CoreGraphics
import Foundation

/// The measures, fonts and colors of tables and their rows.
struct TableLook {
    let traits: UITraitCollection
    private let factor: CGFloat

    /// The ratio of the sizes of the tv idiom, which are read from a distance.
    private static let televisionFactor: CGFloat = 1.6

    init(_ traits: UITraitCollection) {
        self.traits = traits
        factor = traits.preferredContentSizeCategory.factor
    }

    var isTelevision: Bool { traits.userInterfaceIdiom == .tv }
    private var idiomFactor: CGFloat { isTelevision ? Self.televisionFactor : 1 }

    /// The least height of a row with an automatic height.
    var rowHeight: CGFloat { (44 * idiomFactor * max(1, factor)).rounded() }
    /// The distance of content from the edges of a row.
    var margin: CGFloat { (16 * idiomFactor).rounded() }
    /// The distance of text from the upper and lower edge of a row.
    var verticalMargin: CGFloat { (11 * idiomFactor).rounded() }
    /// The distance of the rows from the edges of an inset table, and of the focused row from those of a table of the tv idiom.
    var inset: CGFloat { (16 * idiomFactor).rounded() }
    var cornerRadius: CGFloat { 10 * idiomFactor }
    /// The space between an image and text.
    var imageGap: CGFloat { (12 * idiomFactor).rounded() }
    var textGap: CGFloat { (2 * idiomFactor).rounded() }
    /// The greatest height of an image in a row with an automatic height.
    var imageHeight: CGFloat { 60 * idiomFactor }
    var accessorySize: CGFloat { 20 * idiomFactor }
    /// The space between the content and an accessory.
    var accessoryGap: CGFloat { (8 * idiomFactor).rounded() }
    /// The space above headers of the plain style.
    var headerPadding: CGFloat { (22 * idiomFactor).rounded() }
    /// The height of the space in place of a header or footer in the grouped styles.
    var groupGap: CGFloat { (18 * idiomFactor).rounded() }

    func font(_ style: UIFont.TextStyle) -> UIFont {
        let font = UIFont.preferredFont(forTextStyle: style, compatibleWith: traits)
        return isTelevision ? font.withSize(font.pointSize * Self.televisionFactor) : font
    }

    /// The color of a pressed or selected row.
    static let pressed = UIColor.systemGray4
    /// The color of a row under the pointer.
    static let hovered = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 0.08) : UIColor(white: 0, alpha: 0.08)
    }
}
