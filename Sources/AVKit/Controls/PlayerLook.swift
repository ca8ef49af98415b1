import CoreGraphics
import UIKit

/// Sizes and colors of the desktop idiom, in points, designed for 1280 x 720.
enum PlayerLook {
    static let sideMargin: CGFloat = 28
    static let topMargin: CGFloat = 22
    /// Distance from the window's lower edge to the center of the row of buttons, and from there up to the scrubber's center.
    static let buttonRowFromBottom: CGFloat = 52
    static let scrubberAboveButtons: CGFloat = 44

    /// The sides of a button and of its icon. Icons follow the viewer's text size; the space around them stays.
    static var buttonSize: CGFloat { iconSize + iconSpace }
    static var iconSize: CGFloat { (leastIconSize * max(1, textFactor)).rounded() }
    static let leastButtonSize: CGFloat = 40
    static let leastIconSize: CGFloat = 22
    private static let iconSpace: CGFloat = 18
    static let buttonGap: CGFloat = 6

    /// Returns the side of an icon in a button that may be too small for icons of the viewer's text size.
    static func iconSize(inButtonOf side: CGFloat) -> CGFloat { min(iconSize, max(leastIconSize, side - iconSpace)) }

    /// The darkness of the gradients behind controls and title, and the length over which a gradient fades out above and below them. Over a
    /// white frame text has a contrast of 4.5 to 1 at least, and bars and knob of 3 to 1.
    @MainActor static var bottomScrimAlpha: CGFloat { isHighContrast ? 0.94 : 0.82 }
    @MainActor static var topScrimAlpha: CGFloat { isHighContrast ? 0.92 : 0.72 }
    static let bottomScrimFade: CGFloat = 180
    static let topScrimFade: CGFloat = 140

    static let trackHeight: CGFloat = 8
    static let knobSize: CGFloat = 16
    static let hoverKnobSize: CGFloat = 20
    static let chapterGap: CGFloat = 3
    static let hoverLine = CGSize(width: 2, height: 20)
    /// The color of interstitials: a dot or a segment on the scrubber.
    static let breakColor = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)
    static let breakDot: CGFloat = 6
    static let liveColor = UIColor(red: 1, green: 0.27, blue: 0.23, alpha: 1)
    static var breakHeight: CGFloat { (32 * max(1, textFactor)).rounded() }
    static var skipHeight: CGFloat { (44 * max(1, textFactor * 0.9)).rounded() }

    static let volumeWidth: CGFloat = 84
    static let volumeTrackHeight: CGFloat = 5

    static let thumbnailWidth: CGFloat = 216
    /// The largest height of a thumbnail; taller video gets a narrower thumbnail.
    static let thumbnailHeight: CGFloat = 216
    static var menuWidth: CGFloat { (270 * (1 + (textFactor - 1) * 0.6)).rounded() }
    static var menuRowHeight: CGFloat { (34 * textFactor).rounded() }
    /// The sides of check marks and arrows in the rows of menus.
    static var markSize: CGFloat { (16 * max(1, textFactor)).rounded() }
    static var arrowSize: CGFloat { (14 * max(1, textFactor)).rounded() }
    /// Rows with a picture, and the menu of such rows.
    static var pictureRowHeight: CGFloat { (66 * max(1, 1 + (textFactor - 1) * 0.6)).rounded() }
    static var pictureMenuWidth: CGFloat { (340 * (1 + (textFactor - 1) * 0.5)).rounded() }
    static var informationWidth: CGFloat { (560 * (1 + (textFactor - 1) * 0.4)).rounded() }
    static var hintHeight: CGFloat { (40 * max(1, textFactor * 0.8)).rounded() }
    static let glassRadius: CGFloat = 14

    // The fonts follow the viewer's text size.
    static var titleFont: UIFont { .systemFont(ofSize: scaled(15), weight: .semibold) }
    static var headingFont: UIFont { .systemFont(ofSize: scaled(18), weight: .bold) }
    static var subtitleFont: UIFont { .systemFont(ofSize: scaled(13), weight: .medium) }
    static var timeFont: UIFont { .monospacedDigitSystemFont(ofSize: scaled(14), weight: .semibold) }
    static var chapterFont: UIFont { .systemFont(ofSize: scaled(13), weight: .medium) }
    static var menuFont: UIFont { .systemFont(ofSize: scaled(15)) }
    static var pictureTimeFont: UIFont { .monospacedDigitSystemFont(ofSize: scaled(13), weight: .medium) }
    static var menuTitleFont: UIFont { .systemFont(ofSize: scaled(12), weight: .semibold) }
    static var badgeFont: UIFont { .monospacedDigitSystemFont(ofSize: scaled(11), weight: .semibold) }
    static var statisticsFont: UIFont { .monospacedDigitSystemFont(ofSize: scaled(13), weight: .semibold) }
    static var hintFont: UIFont { .monospacedDigitSystemFont(ofSize: scaled(15), weight: .semibold) }

    /// The largest text size, relative to the default size. Larger settings have no further effect on the controls.
    static let largestTextFactor: CGFloat = 2
    /// The viewer's text size relative to the default size.
    static var textFactor: CGFloat { min(largestTextFactor, UIFontMetrics.default.scaledValue(for: 300) / 300) }
    private static func scaled(_ size: CGFloat) -> CGFloat { size * textFactor }

    /// Whether the viewer has requested a higher contrast: backgrounds are then opaque, and secondary text is white.
    @MainActor static var isHighContrast: Bool { UIAccessibility.isDarkerSystemColorsEnabled }

    static func white(_ alpha: CGFloat) -> UIColor { UIColor(white: 1, alpha: alpha) }
    @MainActor static var secondary: CGFloat { isHighContrast ? 1 : 0.78 }
    /// The whiteness of the unplayed part of the scrubber, and what the loaded ranges add to it.
    static let trackAlpha: CGFloat = 0.38
    static let loadedAlpha: CGFloat = 0.16
    static let hoverFill: CGFloat = 0.16
    static let pressedFill: CGFloat = 0.28

    /// Background of buttons that lie directly on the video.
    @MainActor static var darkGlass: UIColor { glass(isHighContrast ? 0.96 : 0.64) }
    /// Background of menus: a plain fill, because blurring moving video costs more than displaying it.
    @MainActor static var menuGlass: UIColor { glass(isHighContrast ? 1 : 0.92) }
    private static func glass(_ alpha: CGFloat) -> UIColor {
        UIColor(red: 28.0 / 255, green: 28.0 / 255, blue: 32.0 / 255, alpha: alpha)
    }
    /// Shadow of text, for legibility over white video frames.
    static let textShadow = UIColor(white: 0, alpha: 0.4)
    static let textShadowOffset = CGSize(width: 0, height: 1)
    @MainActor static var hairline: UIColor { UIColor(white: 1, alpha: isHighContrast ? 0.6 : 0.1) }
    /// The dark outline of white edges, such as the thumbnail's, which are invisible over a white frame without one.
    static let darkEdge = UIColor(white: 0, alpha: 0.7)
}
