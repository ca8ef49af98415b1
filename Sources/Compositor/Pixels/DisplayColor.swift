/// A color of a display list: premultiplied, 16 bits per component.
struct DisplayColor: Sendable, Hashable {
    var red: UInt16
    var green: UInt16
    var blue: UInt16
    var alpha: UInt16

    static let opaqueBlack = DisplayColor(red: 0, green: 0, blue: 0, alpha: 0xFFFF)
    static let transparent = DisplayColor(red: 0, green: 0, blue: 0, alpha: 0)

    var isOpaque: Bool { alpha == 0xFFFF }

    func faded(_ opacity: Double) -> DisplayColor {
        func part(_ value: UInt16) -> UInt16 { UInt16((Double(value) * min(max(opacity, 0), 1)).rounded()) }
        return DisplayColor(red: part(red), green: part(green), blue: part(blue), alpha: part(alpha))
    }
}
