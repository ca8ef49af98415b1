import CoreGraphics

extension UIButton {
    /// The content, appearance and layout of a button.
    public struct Configuration {
        public enum CornerStyle: Int, Sendable {
            case fixed = -1
            case dynamic = 0
            case small = 1
            case medium = 2
            case large = 3
            case capsule = 4

            func radius(for size: CGSize) -> CGFloat {
                switch self {
                case .small: 5
                case .fixed, .dynamic, .medium: 8
                case .large: 12
                case .capsule: min(size.width, size.height) / 2
                }
            }
        }

        /// The sizes of a button: of the title's font, and of the space around the content.
        public enum Size: Int, Sendable {
            case medium = 0
            case small = 1
            case mini = 2
            case large = 3

            var fontSize: CGFloat { self == .small || self == .mini ? 15 : 17 }

            var insets: NSDirectionalEdgeInsets {
                switch self {
                case .mini, .small: NSDirectionalEdgeInsets(top: 4, leading: 10, bottom: 4, trailing: 10)
                case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
                case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
                }
            }
        }

        private enum Base { case plain, gray, tinted, filled }

        private var base: Base
        private var ownInsets: NSDirectionalEdgeInsets?
        public var title: String?
        public var image: UIImage?
        /// The edge of the title at which the image is: one of `leading`, `trailing`, `top` and `bottom`.
        public var imagePlacement = NSDirectionalRectEdge.leading
        /// The distance between the image and the title, in points.
        public var imagePadding: CGFloat = 6
        /// The size and weight of a symbol that does not specify its own.
        public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
        /// The size of the title's font, and of the insets unless they are assigned.
        public var buttonSize = Size.medium
        /// The distances between the button's edges and its content, in points.
        public var contentInsets: NSDirectionalEdgeInsets {
            get { ownInsets ?? buttonSize.insets }
            set { ownInsets = newValue }
        }
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var cornerStyle = CornerStyle.dynamic

        public static func plain() -> Configuration { Configuration(base: .plain) }
        public static func gray() -> Configuration { Configuration(base: .gray) }
        public static func tinted() -> Configuration { Configuration(base: .tinted) }
        public static func filled() -> Configuration {
            var configuration = Configuration(base: .filled)
            configuration.baseForegroundColor = .white
            return configuration
        }

        /// A button without a background whose title has the tint color.
        public static func borderless() -> Configuration { plain() }
        /// A button with a gray background.
        public static func bordered() -> Configuration { gray() }
        /// A button with a background in a light tint.
        public static func borderedTinted() -> Configuration { tinted() }
        /// A button with a background in the tint color.
        public static func borderedProminent() -> Configuration { filled() }

        /// Makes `contentInsets` those of `buttonSize`.
        public mutating func setDefaultContentInsets() { ownInsets = nil }

        private init(base: Base) { self.base = base }

        func fill(tint: UIColor) -> UIColor? {
            switch base {
            case .plain: baseBackgroundColor
            case .gray: baseBackgroundColor ?? .systemFill
            case .tinted: (baseBackgroundColor ?? tint).withAlphaComponent(0.2)
            case .filled: baseBackgroundColor ?? tint
            }
        }
    }
}
