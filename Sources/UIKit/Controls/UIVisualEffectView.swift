import CoreGraphics
public import Foundation

/// The base class of the effects of a `UIVisualEffectView`.
open class UIVisualEffect: NSObject {}

/// A frosted glass effect.
///
/// Apple: blurs the content behind the view. Here: fills the view with a translucent color of similar lightness,
/// because a live blur costs more time than drawing the video.
open class UIBlurEffect: UIVisualEffect {
    public enum Style: Int, Sendable {
        case extraLight = 0
        case light = 1
        case dark = 2
        case regular = 4
        case prominent = 5
        case systemUltraThinMaterial = 6
        case systemThinMaterial = 7
        case systemMaterial = 8
        case systemThickMaterial = 9
        case systemChromeMaterial = 10
        case systemUltraThinMaterialDark = 16
        case systemThinMaterialDark = 17
        case systemMaterialDark = 18
        case systemThickMaterialDark = 19
        case systemChromeMaterialDark = 20
    }

    let style: Style

    public init(style: Style) {
        self.style = style
    }

    var fill: UIColor {
        switch style {
        case .extraLight: UIColor(white: 0.97, alpha: 0.82)
        case .light: UIColor(white: 0.92, alpha: 0.7)
        case .dark, .systemMaterialDark, .systemChromeMaterialDark: UIColor.glass(0.8)
        case .systemUltraThinMaterialDark: UIColor.glass(0.55)
        case .systemThinMaterialDark: UIColor.glass(0.65)
        case .systemThickMaterialDark: UIColor.glass(0.88)
        case .systemUltraThinMaterial: UIColor.material(0.55)
        case .systemThinMaterial: UIColor.material(0.65)
        case .regular, .prominent, .systemMaterial, .systemChromeMaterial: UIColor.material(0.8)
        case .systemThickMaterial: UIColor.material(0.88)
        }
    }
}

/// A view that applies an effect to its background and has a content view above it.
open class UIVisualEffectView: UIView {
    open private(set) var contentView = UIView(frame: .zero)
    open var effect: UIVisualEffect? { didSet { updateFill() } }

    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        addSubview(contentView)
        updateFill()
    }

    public required init?(coder: NSCoder) { nil }

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = bounds
    }

    private func updateFill() {
        backgroundColor = (effect as? UIBlurEffect)?.fill
    }
}

extension UIColor {
    static func glass(_ alpha: CGFloat) -> UIColor {
        UIColor(red: 28.0 / 255, green: 28.0 / 255, blue: 32.0 / 255, alpha: alpha)
    }

    static func material(_ alpha: CGFloat) -> UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? glass(alpha) : UIColor(white: 0.96, alpha: alpha) }
    }
}
