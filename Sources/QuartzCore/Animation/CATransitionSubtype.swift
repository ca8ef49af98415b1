/// The side from which new content arrives. The names of the vertical sides are those of a plane whose y points upwards, as in Apple's UIKit: with
/// `fromTop` new content arrives from the bottom edge and moves up.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")

    /// Returns the distance from the place of the content to the place from which it arrives.
    package func distance(in size: CGSize) -> CGSize {
        switch self {
        case .fromRight: CGSize(width: size.width, height: 0)
        case .fromTop: CGSize(width: 0, height: size.height)
        case .fromBottom: CGSize(width: 0, height: -size.height)
        default: CGSize(width: -size.width, height: 0)
        }
    }
}
