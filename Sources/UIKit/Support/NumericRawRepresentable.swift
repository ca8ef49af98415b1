/// A structure over a number that is compared and calculated with like its number: layout priorities, font weights and window levels.
///
/// The name is that of Apple's module.
public protocol _UIKitNumericRawRepresentable: RawRepresentable, Comparable where RawValue: Comparable & Numeric {
    init(rawValue: RawValue)
}

extension _UIKitNumericRawRepresentable {
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    public static func + (a: Self, b: RawValue) -> Self { Self(rawValue: a.rawValue + b) }
    public static func - (a: Self, b: RawValue) -> Self { Self(rawValue: a.rawValue - b) }
    public static func += (a: inout Self, b: RawValue) { a = a + b }
    public static func -= (a: inout Self, b: RawValue) { a = a - b }
}
