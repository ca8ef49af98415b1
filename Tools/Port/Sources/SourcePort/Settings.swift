/// The choices that a conversion makes in place of the compiler for an Apple platform.
public struct Settings: Sendable, Equatable {
    /// The platform whose branches of `#if os(…)` are compiled.
    public enum Platform: String, Sendable, CaseIterable {
        case iOS = "ios"
        case tvOS = "tvos"

        /// The platform's name in `#if os(…)`.
        var conditionName: String {
            switch self {
            case .iOS: "iOS"
            case .tvOS: "tvOS"
            }
        }
    }

    public var platform: Platform

    public init(platform: Platform = .iOS) {
        self.platform = platform
    }
}
