public import Foundation

/// The message of a logger: literal text, and values that are evaluated only if the message is written.
///
/// It can only be written as a string literal: `"loaded \(count) items of \(name, privacy: .public)"`.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    private let interpolation: OSLogInterpolation

    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    /// Evaluates the values and returns the text.
    func text(showsPrivate: Bool) -> String { interpolation.text(showsPrivate: showsPrivate) }
}

/// The parts of a message.
///
/// Apple: interpolates the types listed here. Here: also `Error`s.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private enum Part {
        case literal(String)
        case value(OSLogPrivacy, isScalar: Bool, () -> String)
    }

    private var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    private mutating func append(_ privacy: OSLogPrivacy, isScalar: Bool, _ text: @escaping () -> String) {
        parts.append(.value(privacy, isScalar: isScalar, text))
    }

    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { align.applied(to: format.text(number())) }
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Int32, format: OSLogInt32ExtendedFormat, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { format.text(number()) }
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { align.applied(to: format.text(Double(number()))) }
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { align.applied(to: format.text(number())) }
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> CGFloat, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { align.applied(to: format.text(Double(number()))) }
    }

    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { format.text(boolean()) }
    }

    public mutating func appendInterpolation(
        _ string: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: false) { align.applied(to: string()) }
    }

    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: false) { align.applied(to: value().description) }
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ object: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: false) { object().description }
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: false) { String(describing: error()) }
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ type: @autoclosure @escaping () -> Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: false) { align.applied(to: String(describing: type())) }
    }

    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isScalar: true) { pointer().debugDescription }
    }

    func text(showsPrivate: Bool) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .value(let privacy, let isScalar, let value):
                text += privacy.text(isScalar: isScalar, showsPrivate: showsPrivate, value)
            }
        }
        return text
    }
}
