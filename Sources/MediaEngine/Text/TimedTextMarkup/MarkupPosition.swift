/// The position of a region according to `tts:position` (TTML2 section 10.2.35): edges or the center, with offsets.
struct MarkupPosition {
    /// The region's origin, as fractions of the frame.
    var left: Double
    var top: Double

    /// - Parameters:
    ///   - text: one to four words: "center", "50% 90%", "left 10% bottom 5%".
    ///   - extent: the region's size, as fractions of the frame.
    ///   - length: converts a length to a fraction of the frame's width or height.
    init?(_ text: String, of extent: (Double, Double), length: (Substring, _ isWidth: Bool) -> Double?) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard (1...4).contains(words.count) else { return nil }
        let room = (1 - extent.0, 1 - extent.1)
        var horizontal: Double?
        var vertical: Double?

        /// Returns the distance from the left or top; percentages refer to the space that the region leaves.
        func distance(_ word: Substring, _ isWidth: Bool) -> Double? {
            guard word.hasSuffix("%") else { return length(word, isWidth) }
            return Double(word.dropLast()).flatMap { $0.isFinite ? $0 / 100 * (isWidth ? room.0 : room.1) : nil }
        }

        if words.count <= 2 {
            for (index, word) in words.enumerated() {
                switch word {
                case "left": horizontal = 0
                case "right": horizontal = room.0
                case "top": vertical = 0
                case "bottom": vertical = room.1
                case "center": break
                default:
                    guard let value = distance(word, index == 0) else { return nil }
                    if index == 0 { horizontal = value } else { vertical = value }
                }
            }
        } else {
            var edge: Substring = ""
            for word in words {
                switch word {
                case "left": (edge, horizontal) = (word, 0)
                case "right": (edge, horizontal) = (word, room.0)
                case "top": (edge, vertical) = (word, 0)
                case "bottom": (edge, vertical) = (word, room.1)
                case "center": edge = ""
                default:
                    let isWidth = edge == "left" || edge == "right"
                    guard !edge.isEmpty, let offset = distance(word, isWidth) else { return nil }
                    switch edge {
                    case "left": horizontal = offset
                    case "right": horizontal = room.0 - offset
                    case "top": vertical = offset
                    default: vertical = room.1 - offset
                    }
                    edge = ""
                }
            }
        }
        left = horizontal ?? room.0 / 2
        top = vertical ?? room.1 / 2
    }
}
