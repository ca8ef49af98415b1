/// The text of an event of a script, with the styles and the position that its override tags state.
///
/// Animations, rotations, outlines and drawings are not displayed.
struct SubStationEvent {
    private(set) var text = ""
    private(set) var styles: [StyledRange] = []
    /// nil: the usual position.
    private(set) var placement: TextPlacement?

    private let script: SubStationScript
    private let base: SubStationScript.Style
    private var style: TextStyle
    private var alignment: Int
    private var point: (x: Double, y: Double)?
    /// Whether the text describes a drawing.
    private var isDrawing = false
    /// In UTF-16 units.
    private var length = 0

    /// - Parameter event: the event as FFmpeg's decoders give it: nine fields, of which the last one is the text.
    init(_ event: String, script: SubStationScript) {
        let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        self.script = script
        base = fields.count == 9 ? script.style(named: String(fields[2])) : SubStationScript.Style()
        style = base.text
        alignment = base.alignment
        style.scale = Self.scale(base.fontSize, script)
        read(fields.count == 9 ? fields[8] : event[...])
        trim()
        placement = place()
    }

    private static func scale(_ size: Double?, _ script: SubStationScript) -> Double {
        guard let size, let usual = script.usualFontSize else { return 1 }
        return min(max(size / usual, 0.2), 5)
    }

    private mutating func read(_ body: Substring) {
        var rest = body
        while let first = rest.popFirst() {
            switch first {
            case "{":
                let end = rest.firstIndex(of: "}") ?? rest.endIndex
                for tag in Self.tags(rest[..<end]) { apply(tag) }
                rest = rest[end...].dropFirst()
            case "\\":
                switch rest.first {
                case "N", "n": append("\n")
                case "h": append("\u{a0}")
                default:
                    append(first)
                    continue
                }
                rest.removeFirst()
            default: append(first)
            }
        }
    }

    private mutating func append(_ character: Character) {
        guard !isDrawing else { return }
        text.append(character)
        let end = length + character.utf16.count
        if style != TextStyle() {
            if let last = styles.last, last.style == style, last.range.upperBound == length {
                styles[styles.count - 1].range = last.range.lowerBound..<end
            } else {
                styles.append(StyledRange(range: length..<end, style: style))
            }
        }
        length = end
    }

    /// Splits `\i1\pos(10,20)` at the backslashes outside of parentheses.
    private static func tags(_ block: Substring) -> [Substring] {
        var tags: [Substring] = []
        var depth = 0
        var start: Substring.Index?
        for index in block.indices {
            switch block[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "\\" where depth <= 0:
                if let start { tags.append(block[start..<index]) }
                start = block.index(after: index)
            default: break
            }
        }
        if let start { tags.append(block[start...]) }
        return tags
    }

    private mutating func apply(_ tag: Substring) {
        /// The value of the tag where it has the name; nil for other tags.
        func argument(_ name: String) -> Substring? { tag.hasPrefix(name) ? tag.dropFirst(name.count) : nil }
        func flag(_ name: String) -> Bool? { argument(name).flatMap { Int($0) }.map { $0 != 0 } }
        if let value = argument("pos") {
            let numbers = value.filter { $0 != "(" && $0 != ")" }.split(separator: ",").map {
                Double(SubStationScript.trimmed($0[...])) ?? .nan
            }
            if numbers.count == 2, numbers.allSatisfy(\.isFinite), point == nil { point = (numbers[0], numbers[1]) }
        } else if let value = argument("an") {
            if let number = Int(value), (1...9).contains(number) { alignment = number }
        } else if let value = argument("alpha") ?? argument("1a") {
            style.opacity = SubStationColor(String(value)).map { 1 - Double($0.rgb >> 16) / 255 } ?? base.text.opacity
        } else if let value = argument("1c") ?? argument("c") {
            if tag.hasPrefix("clip") { return }
            if let color = SubStationColor(String(value)) {
                color.apply(to: &style)
            } else {
                style.color = base.text.color
            }
        } else if let value = argument("fs"), let size = Double(value), size > 0 {
            style.scale = Self.scale(size, script)
        } else if let value = argument("fn") {
            style.family = value.isEmpty ? base.text.family : String(value.prefix(100))
        } else if let value = argument("r") {
            let reset = value.isEmpty ? base : script.style(named: String(value))
            style = reset.text
            style.scale = Self.scale(reset.fontSize, script)
        } else if let isSet = flag("i") {
            style.isItalic = isSet
        } else if let isSet = flag("u") {
            style.isUnderlined = isSet
        } else if let weight = argument("b").flatMap({ Int($0) }) {
            style.isBold = weight == 1 || weight >= 600
        } else if let scale = argument("p").flatMap({ Int($0) }) {
            isDrawing = scale > 0
        }
    }

    /// Removes white space at both ends.
    private mutating func trim() {
        let leading = text.prefix { $0.isWhitespace }.utf16.count
        text = SubStationScript.trimmed(text[...])
        let count = text.utf16.count
        styles = styles.compactMap { styled in
            let range =
                max(
                    0, styled.range.lowerBound - leading)..<max(
                    0, min(count, styled.range.upperBound - leading))
            return range.lowerBound < range.upperBound ? StyledRange(range: range, style: styled.style) : nil
        }
    }

    private func place() -> TextPlacement? {
        let anchors: [TextPlacement.Anchor] = [.start, .center, .end]
        let horizontal = anchors[(alignment - 1) % 3]
        let vertical = anchors[2 - (alignment - 1) / 3]
        if let point {
            func part(_ value: Double, of whole: Double) -> Double { min(1, max(0, value / whole)) }
            return TextPlacement(
                line: part(point.y, of: script.height), lineAnchor: vertical, position: part(point.x, of: script.width),
                alignment: horizontal)
        }
        guard alignment != 2 else { return nil }
        let line: Double? =
            switch vertical {
            case .start: Self.inset
            case .center: 0.5
            case .end: nil
            }
        let position: Double? =
            switch horizontal {
            case .start: Self.inset
            case .center: nil
            case .end: 1 - Self.inset
            }
        return TextPlacement(line: line, lineAnchor: vertical, position: position, alignment: horizontal)
    }

    /// The distance of captions from the edges, as a fraction of the video.
    private static let inset = 0.05
}
