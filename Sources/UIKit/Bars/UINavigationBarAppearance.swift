public import Foundation

/// The appearance of a navigation bar: its background, and the attributes of its title.
open class UINavigationBarAppearance: UIBarAppearance {
    /// The font (`.font`) and color (`.foregroundColor`) of the title.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]

    public override init() {
        super.init()
    }

    public override init(barAppearance: UIBarAppearance) {
        super.init(barAppearance: barAppearance)
        if let other = barAppearance as? UINavigationBarAppearance { titleTextAttributes = other.titleTextAttributes }
    }

    public required init?(coder: NSCoder) { nil }
}
