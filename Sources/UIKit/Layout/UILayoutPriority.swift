/// The priority of a constraint. 1000 means required; among optional constraints, higher values take precedence.
public struct UILayoutPriority: RawRepresentable, Sendable, Hashable, _UIKitNumericRawRepresentable {
    public let rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    public static let required = UILayoutPriority(1000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let defaultLow = UILayoutPriority(250)
    public static let fittingSizeLevel = UILayoutPriority(50)
}
