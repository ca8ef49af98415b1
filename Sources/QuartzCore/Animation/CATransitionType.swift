/// The kind of a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The former content fades out while the new content fades in.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new content slides over the former content.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new content slides in and pushes the former content out.
    public static let push = CATransitionType(rawValue: "push")
    /// The former content slides away from above the new content.
    public static let reveal = CATransitionType(rawValue: "reveal")
}
