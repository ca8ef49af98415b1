public import Foundation

/// The appearance of the background of a bar.
///
/// A bar reads the values when the object is assigned to it.
@preconcurrency @MainActor open class UIBarAppearance: NSObject {
    open var backgroundColor: UIColor?
    /// A material in place of a color, which is drawn above the color.
    open var backgroundEffect: UIBlurEffect?
    open var backgroundImage: UIImage?
    open var backgroundImageContentMode = UIView.ContentMode.scaleToFill
    /// The color of the line at the edge towards the content; nil: no line.
    open var shadowColor: UIColor?

    public override init() {
        super.init()
        configureWithDefaultBackground()
    }

    /// Creates an appearance with the values of another one.
    public init(barAppearance: UIBarAppearance) {
        super.init()
        backgroundColor = barAppearance.backgroundColor
        backgroundEffect = barAppearance.backgroundEffect
        backgroundImage = barAppearance.backgroundImage
        backgroundImageContentMode = barAppearance.backgroundImageContentMode
        shadowColor = barAppearance.shadowColor
    }

    public required init?(coder: NSCoder) { nil }

    /// Resets the background to the system's.
    open func configureWithDefaultBackground() {
        reset()
        backgroundColor = BarLook.background
        shadowColor = .separator
    }

    open func configureWithOpaqueBackground() {
        reset()
        backgroundColor = BarLook.background
        shadowColor = .separator
    }

    open func configureWithTransparentBackground() { reset() }

    private func reset() {
        backgroundColor = nil
        backgroundEffect = nil
        backgroundImage = nil
        backgroundImageContentMode = .scaleToFill
        shadowColor = nil
    }

    /// The color of the background: the material above the color.
    var effectiveBackground: UIColor? { backgroundEffect?.fill ?? backgroundColor }
}

/// The appearance of a toolbar.
open class UIToolbarAppearance: UIBarAppearance {}
