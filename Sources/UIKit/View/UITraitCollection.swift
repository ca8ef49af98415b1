import CoreGraphics
public import Foundation
import Synchronization

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified = 0, light = 1, dark = 2 }
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified = 0, compact = 1, regular = 2 }
public enum UITraitEnvironmentLayoutDirection: Int, Sendable { case unspecified = -1, leftToRight = 0, rightToLeft = 1 }

/// The kind of device that the user interface is designed for. Here, `.mac` is the desktop idiom and `.tv` the
/// television idiom.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
    case tv = 2
    case carPlay = 3
    case mac = 5
    case vision = 6
}

/// The traits of the environment in which a view is displayed: light or dark style, idiom, size classes, scale, layout
/// direction and text size.
open class UITraitCollection: NSObject, @unchecked Sendable {
    open private(set) var userInterfaceStyle: UIUserInterfaceStyle
    open private(set) var userInterfaceIdiom: UIUserInterfaceIdiom
    open private(set) var horizontalSizeClass: UIUserInterfaceSizeClass
    open private(set) var verticalSizeClass: UIUserInterfaceSizeClass
    /// Pixels per point; 0 where unspecified.
    open private(set) var displayScale: CGFloat
    open private(set) var layoutDirection: UITraitEnvironmentLayoutDirection
    open private(set) var preferredContentSizeCategory: UIContentSizeCategory

    private static let present = Mutex(
        UITraitCollection(
            style: .dark, idiom: .mac, horizontal: .regular, vertical: .regular, scale: 1, textSize: .large))

    /// The traits that dynamic colors use when no view provides others. Can be used on any thread.
    public static var current: UITraitCollection {
        get { present.withLock { $0 } }
        set { present.withLock { $0 = newValue } }
    }

    init(
        style: UIUserInterfaceStyle = .unspecified, idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
        scale: CGFloat = 0, direction: UITraitEnvironmentLayoutDirection = .unspecified,
        textSize: UIContentSizeCategory = .unspecified
    ) {
        userInterfaceStyle = style
        userInterfaceIdiom = idiom
        horizontalSizeClass = horizontal
        verticalSizeClass = vertical
        displayScale = scale
        layoutDirection = direction
        preferredContentSizeCategory = textSize
    }

    public override convenience init() {
        self.init(style: .unspecified)
    }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
    public convenience init(userInterfaceIdiom: UIUserInterfaceIdiom) { self.init(idiom: userInterfaceIdiom) }
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(horizontal: horizontalSizeClass)
    }
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }
    public convenience init(displayScale: CGFloat) { self.init(scale: displayScale) }
    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init(direction: layoutDirection)
    }

    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(textSize: preferredContentSizeCategory)
    }

    /// Merges trait collections. Traits of later collections take precedence.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        var merged = UITraitCollection()
        for traits in traitCollections { merged = merged.merging(traits) }
        self.init(copying: merged)
    }

    private convenience init(copying other: UITraitCollection) {
        self.init(
            style: other.userInterfaceStyle, idiom: other.userInterfaceIdiom, horizontal: other.horizontalSizeClass,
            vertical: other.verticalSizeClass, scale: other.displayScale, direction: other.layoutDirection,
            textSize: other.preferredContentSizeCategory)
    }

    func merging(_ other: UITraitCollection) -> UITraitCollection {
        UITraitCollection(
            style: other.userInterfaceStyle == .unspecified ? userInterfaceStyle : other.userInterfaceStyle,
            idiom: other.userInterfaceIdiom == .unspecified ? userInterfaceIdiom : other.userInterfaceIdiom,
            horizontal: other.horizontalSizeClass == .unspecified ? horizontalSizeClass : other.horizontalSizeClass,
            vertical: other.verticalSizeClass == .unspecified ? verticalSizeClass : other.verticalSizeClass,
            scale: other.displayScale == 0 ? displayScale : other.displayScale,
            direction: other.layoutDirection == .unspecified ? layoutDirection : other.layoutDirection,
            textSize: other.preferredContentSizeCategory == .unspecified
                ? preferredContentSizeCategory : other.preferredContentSizeCategory)
    }

    /// Whether dynamic colors can differ between the two collections.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    /// Runs `actions` while this collection is `current`.
    open func performAsCurrent(_ actions: () -> Void) {
        let before = Self.current
        Self.current = self
        actions()
        Self.current = before
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return userInterfaceStyle == other.userInterfaceStyle && userInterfaceIdiom == other.userInterfaceIdiom
            && horizontalSizeClass == other.horizontalSizeClass && verticalSizeClass == other.verticalSizeClass
            && displayScale == other.displayScale && layoutDirection == other.layoutDirection
            && preferredContentSizeCategory == other.preferredContentSizeCategory
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(userInterfaceStyle)
        hasher.combine(userInterfaceIdiom)
        hasher.combine(horizontalSizeClass)
        hasher.combine(displayScale)
        return hasher.finalize()
    }
}

/// An object that has traits, such as a view or controller.
@preconcurrency @MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
