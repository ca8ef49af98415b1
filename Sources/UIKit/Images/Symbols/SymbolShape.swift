import Foundation

/// A symbol: outlines on a grid of 24 x 24, painted in the stored order.
struct SymbolShape: Sendable {
    enum Paint: Sendable, Equatable {
        /// Filled, and stroked with this line width to round the corners; 0 leaves them sharp.
        case fill(rounding: Double)
        /// Stroked with this line width, round ends and joins.
        case stroke(Double)
        /// Stroked with this line width to erase what was painted before: the gap around a slash or a badge.
        case erase(Double)
    }

    struct Part: Sendable {
        var notation: String
        var paint: Paint
        /// The position of the outline's origin on the grid.
        var offset: (x: Double, y: Double) = (0, 0)
        /// Whether the part is not mirrored in a mirrored symbol, such as digits.
        var isUpright = false
    }

    static let gridSize = 24.0
    /// The line width of line symbols: about 2 points where a symbol is 22 to 24 points high.
    static let pen = 2.0

    var parts: [Part]
    /// Whether the symbol is mirrored horizontally, as a forward symbol that reuses its backward counterpart.
    var isMirrored = false

    static func lines(_ notations: String..., pen: Double = SymbolShape.pen) -> SymbolShape {
        SymbolShape(parts: notations.map { Part(notation: $0, paint: .stroke(pen)) })
    }

    static func solid(_ notations: String..., rounding: Double = 1.6) -> SymbolShape {
        SymbolShape(parts: notations.map { Part(notation: $0, paint: .fill(rounding: rounding)) })
    }

    func with(lines notation: String, pen: Double = SymbolShape.pen) -> SymbolShape {
        adding(Part(notation: notation, paint: .stroke(pen)))
    }

    func with(solid notation: String, rounding: Double = 0) -> SymbolShape {
        adding(Part(notation: notation, paint: .fill(rounding: rounding)))
    }

    func with(gap notation: String, pen: Double) -> SymbolShape {
        adding(Part(notation: notation, paint: .erase(pen)))
    }

    var mirrored: SymbolShape {
        var copy = self
        copy.isMirrored.toggle()
        return copy
    }

    private func adding(_ part: Part) -> SymbolShape {
        var copy = self
        copy.parts.append(part)
        return copy
    }
}
