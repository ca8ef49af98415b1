/// A length of TTML: a number with a unit.
struct MarkupLength {
    enum Unit: String, CaseIterable {
        case percent = "%"
        case em
        case pixels = "px"
        case rootWidth = "rw"
        case rootHeight = "rh"
        case cells = "c"
    }

    var value: Double
    var unit: Unit

    /// Parses a length such as "12.5%", "96px" or "1.5c"; nil for anything else.
    init?(_ text: Substring) {
        guard let unit = Unit.allCases.first(where: { text.hasSuffix($0.rawValue) }),
            let value = Double(text.dropLast(unit.rawValue.count)), value.isFinite
        else { return nil }
        self.value = value
        self.unit = unit
    }

    private init(value: Double, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    var text: String { "\(value)\(unit.rawValue)" }

    /// Returns the size of a font whose size is a share of another one; other sizes are returned unchanged.
    func relative(to outer: MarkupLength) -> MarkupLength {
        switch unit {
        case .percent: MarkupLength(value: value / 100 * outer.value, unit: outer.unit)
        case .em: MarkupLength(value: value * outer.value, unit: outer.unit)
        default: self
        }
    }
}
