/// The sizes by which a TTML document measures: its grid of cells, and its root container in pixels.
struct MarkupGrid {
    private var cells = (columns: 32.0, rows: 15.0)
    private var isStated = false
    /// The size of the root container, if declared.
    private var pixels: (width: Double, height: Double)?
    /// The width of the root container relative to its height; nil: that of the video.
    private(set) var aspectRatio: Double?

    /// The height of the usual captions, as a fraction of the frame's.
    private static let usualHeight = 0.05

    init() {}

    /// Reads `ttp:cellResolution` and `tts:extent` of the document's root element.
    init(_ root: MarkupElement) {
        if let (columns, rows) = Self.numbers(root["cellResolution", in: MarkupTime.parameters], unit: "") {
            cells = (columns, rows)
            isStated = true
        }
        pixels = Self.numbers(root["extent", in: MarkupStyle.namespace], unit: "px")
        // IMSC 1.0.1 section 6.7.4, and TTML2 section 7.2.3.
        let ratio =
            root["aspectRatio", in: MarkupTime.internetParameters]
            ?? root["displayAspectRatio", in: MarkupTime.parameters]
        if let (width, height) = Self.numbers(ratio, unit: "") {
            aspectRatio = max(1 / Self.widest, min(Self.widest, width / height))
        }
    }

    /// The maximum width of the root container relative to its height.
    private static let widest = 20.0

    private static func numbers(_ text: String?, unit: String) -> (Double, Double)? {
        let parts = (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { part in
            part.hasSuffix(unit) ? Double(part.dropLast(unit.count)) : nil
        }
        return parts.count == 2 && parts.allSatisfy { $0 > 0 && $0.isFinite } ? (parts[0], parts[1]) : nil
    }

    /// The maximum of a length, in widths or heights of the frame.
    private static let longest = 100.0

    /// Converts a length to a fraction of the frame's width or height, at most `longest`; nil if it cannot be, such as pixels in a document
    /// without a size.
    func fraction(_ text: Substring, isWidth: Bool) -> Double? {
        unlimitedFraction(text, isWidth: isWidth).map { max(-Self.longest, min(Self.longest, $0)) }
    }

    private func unlimitedFraction(_ text: Substring, isWidth: Bool) -> Double? {
        guard let length = MarkupLength(text) else { return nil }
        switch length.unit {
        case .percent: return length.value / 100
        case .rootWidth: return isWidth ? length.value / 100 : nil
        case .rootHeight: return isWidth ? nil : length.value / 100
        case .pixels: return pixels.map { length.value / (isWidth ? $0.width : $0.height) }
        case .cells: return length.value / (isWidth ? cells.columns : cells.rows)
        case .em: return nil
        }
    }

    /// Returns a font size relative to that of the usual captions.
    ///
    /// The initial size is one cell. A document that declares no grid and no size but shares of the initial one leaves the size to the player:
    /// its captions have that share of the usual size.
    func scale(_ size: MarkupLength) -> Double? {
        var height: Double?
        switch size.unit {
        case .percent: height = size.value / 100 * (isStated ? 1 / cells.rows : Self.usualHeight)
        case .em: height = size.value * (isStated ? 1 / cells.rows : Self.usualHeight)
        case .rootWidth: height = nil
        case .rootHeight, .pixels, .cells: height = fraction(Substring(size.text), isWidth: false)
        }
        return height.flatMap { $0 > 0 ? min(10, max(0.1, $0 / Self.usualHeight)) : nil }
    }

    /// Returns a length of a text's decoration relative to the usual size of captions; nil if it has none.
    /// - Parameters:
    ///   - size: the font size relative to the usual one.
    ///   - limit: the maximum of the length and of its opposite.
    func textLength(_ length: MarkupLength, size: Double, limit: Double = 2) -> Double? {
        let value: Double?
        switch length.unit {
        case .percent: value = length.value / 100 * size
        case .em: value = length.value * size
        case .rootWidth: value = nil
        case .rootHeight, .pixels, .cells:
            value = fraction(Substring(length.text), isWidth: false).map { $0 / Self.usualHeight }
        }
        return value.map { max(-limit, min(limit, $0)) }
    }
}
