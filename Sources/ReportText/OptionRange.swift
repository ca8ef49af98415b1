/// The numbers that an option of a command line takes.
package struct OptionRange {
    /// The upper bound of a range without one; infinity is no value of an option.
    package static let unlimited = Double.greatestFiniteMagnitude

    private let option: String
    private let range: ClosedRange<Double>
    private let unit: String
    private let example: String
    private let excludesLowest: Bool

    /// - Parameters:
    ///   - option: the name with its dashes.
    ///   - unit: the noun behind the number, such as `seconds`; empty for counts.
    ///   - excludesLowest: whether the number must be greater than the lower bound.
    package init(
        _ option: String, _ range: ClosedRange<Double>, _ unit: String = "", example: String,
        excludesLowest: Bool = false
    ) {
        self.option = option
        self.range = range
        self.unit = unit
        self.example = example
        self.excludesLowest = excludesLowest
    }

    /// Returns a sentence that names the option, its value, the range and an example; nil for a number within the range.
    package func problem(_ value: Double?) -> String? {
        guard let value, !range.contains(value) || excludesLowest && value == range.lowerBound else { return nil }
        let (lowest, highest) = (Self.text(range.lowerBound), Self.text(range.upperBound))
        let numbers =
            switch (excludesLowest, range.upperBound == Self.unlimited) {
            case (true, _): "more than \(lowest), and at most \(highest)"
            case (false, true): "\(lowest) or more"
            case (false, false): "\(lowest) to \(highest)"
            }
        return "\(option) cannot be \(Self.text(value)): it takes \(numbers)\(unit.isEmpty ? "" : " ")\(unit), such as "
            + "\(option) \(example)."
    }

    package func problem(_ value: Int?) -> String? { problem(value.map(Double.init)) }

    /// Whole numbers have no fraction.
    private static func text(_ value: Double) -> String {
        Int(exactly: value).map { abs(value) < 9e15 ? "\($0)" : "\(value)" } ?? "\(value)"
    }
}
