import CoreGraphics

/// The measures, fonts and colors of bars and their buttons.
@MainActor struct BarLook {
    /// The ratio to the sizes of the desktop at the default text size.
    private let factor: CGFloat

    /// Texts of bars grow with the viewer's text size up to this ratio: larger ones would leave no room for the titles.
    private static let largestTextFactor: CGFloat = 23 / 17
    /// The ratio of the sizes of the tv idiom, which are read from a distance.
    private static let televisionFactor: CGFloat = 1.6

    init(_ traits: UITraitCollection) {
        let text = min(max(traits.preferredContentSizeCategory.factor, 1), Self.largestTextFactor)
        factor = text * (traits.userInterfaceIdiom == .tv ? Self.televisionFactor : 1)
    }

    /// The height of a bar without a prompt.
    var height: CGFloat { (44 * factor).rounded() }
    var promptHeight: CGFloat { (26 * factor).rounded() }
    var titleFont: UIFont { .systemFont(ofSize: 17 * factor, weight: .semibold) }
    var promptFont: UIFont { .systemFont(ofSize: 13 * factor) }
    func buttonFont(isProminent: Bool) -> UIFont {
        .systemFont(ofSize: 17 * factor, weight: isProminent ? .semibold : .regular)
    }
    var searchFont: UIFont { .systemFont(ofSize: 17 * factor) }
    var fieldFont: UIFont { .systemFont(ofSize: 15 * factor) }
    func smallFont(isBold: Bool) -> UIFont { .systemFont(ofSize: 13 * factor, weight: isBold ? .semibold : .regular) }
    func segmentFont(isBold: Bool) -> UIFont { .systemFont(ofSize: 13 * factor, weight: isBold ? .semibold : .medium) }
    var segmentHeight: CGFloat { (32 * factor).rounded() }
    /// The ratio of the width of panels with text to that at the default text size.
    var panelFactor: CGFloat { factor }
    /// The height of a tab bar.
    var tabHeight: CGFloat { (49 * factor).rounded() }
    var tabFont: UIFont { .systemFont(ofSize: 10 * factor, weight: .medium) }
    var badgeFont: UIFont { .systemFont(ofSize: 12 * factor) }
    var symbolSize: CGFloat { 22 * factor }
    /// The space around the content of a button.
    var padding: CGFloat { 10 * factor }
    /// The distance of the outermost buttons from the edges of the bar.
    var edge: CGFloat { 8 * factor }
    /// The space between two buttons.
    var gap: CGFloat { 4 * factor }
    /// The least width of a button, so that a finger finds it.
    var leastWidth: CGFloat { 40 * factor }
    /// The distance of a button's highlight from the upper and lower edge of the bar.
    var highlightInset: CGFloat { 5 * factor }

    /// The color behind the content of a bar that has no color of its own. Apple: translucent, with a blur. Here: opaque, because without a
    /// blur the text below would be visible beside that of the bar.
    static let background = UIColor { traits in
        traits.userInterfaceStyle == .dark
            ? UIColor(red: 0.11, green: 0.11, blue: 0.12, alpha: 1) : UIColor(white: 0.976, alpha: 1)
    }

    /// Returns the color of a highlight with the contrast of the label color.
    static func highlight(_ alpha: CGFloat) -> UIColor { UIColor.label.withAlphaComponent(alpha) }
    /// The color of content on a highlight that is filled with the label color.
    static let inverse = UIColor { $0.userInterfaceStyle == .dark ? .black : .white }
}

extension UIView {
    /// Whether leading is right.
    var isRightToLeft: Bool { traitCollection.layoutDirection == .rightToLeft || BarStrings.isRightToLeft }

    /// Mirrors a frame horizontally within this view where leading is right.
    func mirroredIfNeeded(_ frame: CGRect) -> CGRect {
        guard isRightToLeft else { return frame }
        return CGRect(x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
    }
}
