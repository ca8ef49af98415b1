import HLS

/// Maps WebVTT cue settings to a caption position (W3C WebVTT sections 3.1 and 7.2).
extension TextPlacement {
    /// The margin above the first row and below the last one, and the height of a row, as fractions of the frame: the caption area has 15 rows.
    private static let inset = 0.05
    private static let rowHeight = 0.06
    /// More rows than any video has.
    private static let mostRows = 1_000.0

    /// Nil if the settings do not specify a position.
    /// - Parameter text: the text of the cue without markup, whose first letter determines where its lines start.
    init?(_ settings: WebVTTCueSettings, text content: String = "") {
        guard settings != WebVTTCueSettings() else { return nil }
        self.init()
        writing =
            switch settings.direction {
            case .horizontal: .horizontal
            case .growingLeft: .verticalRightToLeft
            case .growingRight: .verticalLeftToRight
            }
        switch settings.line {
        case .percentage(let percentage)?:
            // Percentages count from the left also where the first line is at the right.
            let isReversed = writing == .verticalRightToLeft
            line = isReversed ? 1 - percentage / 100 : percentage / 100
            lineAnchor =
                switch settings.lineAlignment {
                case .start: isReversed ? .end : .start
                case .center: .center
                case .end: isReversed ? .start : .end
                }
        case .number(let number)?: snap(to: (max(-Self.mostRows, min(Self.mostRows, number)) + 0.5).rounded(.down))
        case nil: break
        }
        let startsAtRight = writing == .horizontal && content.startsRightToLeft
        let text: Anchor =
            switch settings.alignment {
            case .left: .start
            case .start: startsAtRight ? .end : .start
            case .center: .center
            case .end: startsAtRight ? .start : .end
            case .right: .end
            }
        alignment = text
        if let stated = settings.position {
            position = stated / 100
            switch settings.positionAlignment {
            case .lineLeft?: alignment = .start
            case .center?: alignment = .center
            case .lineRight?: alignment = .end
            case nil: break
            }
        } else if alignment != .center {
            // The computed position: left and right are the edges, start and end begin or end in the middle.
            switch settings.alignment {
            case .left: position = 0
            case .right: position = 1
            case .start, .center, .end: position = 0.5
            }
        }
        if settings.size < 100 || position != nil {
            size = settings.size / 100
            textAlignment = text
        }
        region = settings.region.map(TextRegion.init)
    }

    /// - Parameter number: a row. The last one is the usual position, where captions are stacked.
    private mutating func snap(to number: Double) {
        guard number != -1 else { return }
        row = Int(number)
        let top = number < 0 ? 1 - Self.inset + Self.rowHeight * number : Self.inset + Self.rowHeight * number
        (line, lineAnchor) = (max(0, min(1, top)), .start)
    }
}

extension String {
    /// Whether the first letter belongs to a script that is written from right to left, or is the mark of that direction.
    fileprivate var startsRightToLeft: Bool {
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x200e: return false
            case 0x200f, 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfefc, 0x10800...0x10fff, 0x1e800...0x1efff:
                if scalar.value == 0x200f || scalar.properties.isAlphabetic { return true }
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}

extension TextRegion {
    fileprivate init(_ region: WebVTTRegion) {
        self.init(
            width: region.width / 100, lineCount: Int(min(region.lines, Self.maximumLines)),
            anchorX: region.anchor.x / 100,
            anchorY: region.anchor.y / 100, x: region.viewportAnchor.x / 100, y: region.viewportAnchor.y / 100)
        scrollsUp = region.scrollsUp
    }

    /// More lines than fit into any video.
    private static let maximumLines = 100.0
}
