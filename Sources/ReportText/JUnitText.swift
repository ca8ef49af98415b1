/// The parts that JUnit reports share.
package enum JUnitText {
    /// Formats seconds with three decimal places: parsers do not accept an exponent.
    package static func seconds(_ value: Double) -> String {
        let thousandths = Int((min(max(value, 0), 1e12) * 1_000).rounded())
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
