import Foundation

/// One symbol as outlines on a grid of 24 x 24, painted in the order given.
struct SymbolShape: Sendable {
    enum Paint: Sendable, Equatable {
        /// Filled, and its edge drawn with a pen of this width so that corners are round; 0 leaves them sharp.
        case fill(rounding: Double)
        /// Drawn with a pen of this width, round ends and joins.
        case stroke(Double)
        /// As `stroke`, but takes away what was painted before: the gap around a slash or a badge.
        case erase(Double)
    }

    struct Part: Sendable {
        var notation: String
        var paint: Paint
        /// Where the outline's own origin lies on the grid.
        var offset: (x: Double, y: Double) = (0, 0)
        /// Stays as it is in a mirrored symbol: digits.
        var isUpright = false
    }

    static let gridSize = 24.0
    /// The pen of line symbols: 2 points where a symbol is 22 to 24 points high.
    static let pen = 2.0

    var parts: [Part]
    /// Mirrored from left to right: a forward symbol that is drawn as its backward twin.
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
