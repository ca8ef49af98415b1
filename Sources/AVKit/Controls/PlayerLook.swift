import CoreGraphics
import UIKit

/// Sizes and colors of the desktop idiom, in points, designed for 1280 x 720.
enum PlayerLook {
    static let sideMargin: CGFloat = 28
    static let topMargin: CGFloat = 22
    /// Distance from the window's lower edge to the center of the row of buttons, and from there up to the scrubber's center.
    static let buttonRowFromBottom: CGFloat = 52
    static let scrubberAboveButtons: CGFloat = 44

    static let buttonSize: CGFloat = 40
    static let iconSize: CGFloat = 22
    static let buttonPitch: CGFloat = 46

    static let bottomScrimHeight: CGFloat = 260
    static let bottomScrimAlpha: CGFloat = 0.78
    static let topScrimHeight: CGFloat = 140
    static let topScrimAlpha: CGFloat = 0.6

    static let trackHeight: CGFloat = 8
    static let knobSize: CGFloat = 16
    static let hoverKnobSize: CGFloat = 20
    static let chapterGap: CGFloat = 3
    static let hoverLine = CGSize(width: 2, height: 20)
    /// The color of interstitials: a dot or a segment on the scrubber.
    static let breakColor = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)
    static let breakDot: CGFloat = 6
    static let liveColor = UIColor(red: 1, green: 0.27, blue: 0.23, alpha: 1)
    static let breakHeight: CGFloat = 32
    static let skipHeight: CGFloat = 44

    static let volumeWidth: CGFloat = 84
    static let volumeTrackHeight: CGFloat = 5

    static let thumbnailWidth: CGFloat = 216
    static let menuWidth: CGFloat = 270
    static let menuRowHeight: CGFloat = 34
    static let glassRadius: CGFloat = 14

    static var titleFont: UIFont { .systemFont(ofSize: 15, weight: .semibold) }
    static var subtitleFont: UIFont { .systemFont(ofSize: 13, weight: .medium) }
    static var timeFont: UIFont { .monospacedDigitSystemFont(ofSize: 14, weight: .semibold) }
    static var chapterFont: UIFont { .systemFont(ofSize: 13, weight: .medium) }
    static var menuFont: UIFont { .systemFont(ofSize: 15) }
    static var menuTitleFont: UIFont { .systemFont(ofSize: 12, weight: .semibold) }

    static func white(_ alpha: CGFloat) -> UIColor { UIColor(white: 1, alpha: alpha) }
    static let secondary: CGFloat = 0.78
    static let hoverFill: CGFloat = 0.16
    static let pressedFill: CGFloat = 0.28

    /// Background of buttons that lie directly on the video.
    static let darkGlass = UIColor(red: 28.0 / 255, green: 28.0 / 255, blue: 32.0 / 255, alpha: 0.62)
    /// Background of menus: a plain fill, because blurring moving video costs more than displaying it.
    static let menuGlass = UIColor(red: 28.0 / 255, green: 28.0 / 255, blue: 32.0 / 255, alpha: 0.86)
    /// Shadow of text, for legibility over white video frames.
    static let textShadow = UIColor(white: 0, alpha: 0.4)
    static let textShadowOffset = CGSize(width: 0, height: 1)
    static let hairline = UIColor(white: 1, alpha: 0.1)
}
