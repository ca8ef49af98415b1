import Foundation

/// The width of an interpolated value, filled with spaces.
public struct OSLogStringAlignment: Hashable, Sendable {
    let columns: Int
    let isLeft: Bool

    /// As wide as the value.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isLeft: true) }
    /// At the left of this number of columns.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isLeft: true)
    }
    /// At the right of this number of columns.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isLeft: false)
    }

    /// The most spaces that are added to a value.
    static let maximumColumns = 1024

    func applied(to text: String) -> String {
        let missing = min(columns, Self.maximumColumns) - text.count
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return isLeft ? text + spaces : spaces + text
    }
}

/// The digits of an interpolated integer.
public struct OSLogIntegerFormatting: Hashable, Sendable {
    let radix: Int
    let showsPlus: Bool
    let prefix: String
    let isUppercase: Bool
    let minimumDigits: Int

    public static var decimal: OSLogIntegerFormatting { decimal() }
    public static var hex: OSLogIntegerFormatting { hex() }
    public static var octal: OSLogIntegerFormatting { octal() }

    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        decimal(explicitPositiveSign: explicitPositiveSign, minDigits: 1)
    }

    public static func decimal(explicitPositiveSign: Bool = false, minDigits: @autoclosure () -> Int)
        -> OSLogIntegerFormatting
    {
        OSLogIntegerFormatting(
            radix: 10, showsPlus: explicitPositiveSign, prefix: "", isUppercase: false, minimumDigits: minDigits())
    }

    public static func hex(explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false)
        -> OSLogIntegerFormatting
    {
        hex(
            explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix, uppercase: uppercase, minDigits: 1
        )
    }

    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, showsPlus: explicitPositiveSign, prefix: includePrefix ? "0x" : "", isUppercase: uppercase,
            minimumDigits: minDigits())
    }

    public static func octal(explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false)
        -> OSLogIntegerFormatting
    {
        OSLogIntegerFormatting(
            radix: 8, showsPlus: explicitPositiveSign, prefix: includePrefix ? "0o" : "", isUppercase: uppercase,
            minimumDigits: 1)
    }

    /// The most digits to which a number is filled.
    static let maximumDigits = 256

    func text(_ number: some FixedWidthInteger) -> String {
        var digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let missing = min(minimumDigits, Self.maximumDigits) - digits.count
        if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
        let sign = number < 0 ? "-" : showsPlus ? "+" : ""
        return sign + prefix + digits
    }
}

/// The digits of an interpolated floating-point number.
public struct OSLogFloatFormatting: Hashable, Sendable {
    let conversion: String
    let precision: Int?
    let showsPlus: Bool

    private static func make(_ conversion: String, _ precision: Int?, _ showsPlus: Bool, _ uppercase: Bool) -> Self {
        OSLogFloatFormatting(
            conversion: uppercase ? conversion.uppercased() : conversion, precision: precision, showsPlus: showsPlus)
    }

    /// Six digits after the point.
    public static var fixed: OSLogFloatFormatting { make("f", nil, false, false) }
    public static var hex: OSLogFloatFormatting { make("a", nil, false, false) }
    public static var exponential: OSLogFloatFormatting { make("e", nil, false, false) }
    /// Fixed or exponential, whichever is shorter.
    public static var hybrid: OSLogFloatFormatting { make("g", nil, false, false) }

    public static func fixed(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("f", precision(), explicitPositiveSign, uppercase) }

    public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("f", nil, explicitPositiveSign, uppercase)
    }

    public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("a", nil, explicitPositiveSign, uppercase)
    }

    public static func exponential(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("e", precision(), explicitPositiveSign, uppercase) }

    public static func hybrid(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("g", precision(), explicitPositiveSign, uppercase) }

    /// The most digits after the point.
    static let maximumPrecision = 64

    func text(_ number: Double) -> String {
        let sign = showsPlus ? "+" : ""
        guard let precision else { return String(format: "%\(sign)\(conversion)", number) }
        return String(format: "%\(sign).\(max(0, min(precision, Self.maximumPrecision)))\(conversion)", number)
    }
}

/// The words of an interpolated truth value.
public enum OSLogBoolFormat: Hashable, Sendable {
    /// `true` or `false`.
    case truth
    /// `YES` or `NO`.
    case answer

    func text(_ value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "YES" : "NO"
        }
    }
}

/// Meanings of an interpolated 32-bit integer.
public enum OSLogInt32ExtendedFormat: Hashable, Sendable {
    /// The description of an error number.
    case darwinErrno
    /// The name of a signal.
    case darwinSignal
    /// A Unix time in seconds.
    case secondsSince1970

    func text(_ value: Int32) -> String {
        switch self {
        case .darwinErrno: "[\(value): \(String(cString: strerror(value)))]"
        case .darwinSignal: strsignal(value).map { "[\(value): \(String(cString: $0))]" } ?? "[\(value)]"
        case .secondsSince1970: OutputTime.text(seconds: Int(value))
        }
    }
}
