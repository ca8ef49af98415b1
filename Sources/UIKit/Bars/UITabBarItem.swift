public import Foundation

/// The item of a tab bar: an image over a title, and a badge.
open class UITabBarItem: UIBarItem {
    /// The image while the item is selected; nil: `image`.
    open var selectedImage: UIImage? { didSet { if selectedImage !== oldValue { didChange() } } }
    /// The text of a badge beside the image; nil: no badge.
    open var badgeValue: String? { didSet { if badgeValue != oldValue { didChange() } } }
    /// The color behind the badge's text; nil: red.
    open var badgeColor: UIColor? { didSet { if badgeColor != oldValue { didChange() } } }

    public override init() {
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init(title: title, image: image, selectedImage: nil)
        self.tag = tag
    }

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init()
        self.title = title
        self.image = image
        self.selectedImage = selectedImage
    }
}
