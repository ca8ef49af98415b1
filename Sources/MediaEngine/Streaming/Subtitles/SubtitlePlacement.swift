import HLS

/// Maps WebVTT cue settings to a caption position. Line numbers count in rows of the caption area, which has 15 rows.
extension TextPlacement {
    /// The margin at the edges of the frame, and the height of a row, as fractions of the frame.
    private static let inset = 0.05
    private static let row = 0.06

    /// Nil if the settings do not specify a position.
    init?(_ settings: WebVTTCueSettings) {
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
        case .number(let number)? where number >= 0:
            (line, lineAnchor) = (min(1, Self.inset + Self.row * Double(number)), .start)
        case .number(let number)? where number < -1:
            (line, lineAnchor) = (max(0, 1 - Self.inset + Self.row * Double(number + 1)), .end)
        case .number?, nil: break
        }
        let text: Anchor =
            switch settings.alignment {
            case .start, .left: .start
            case .center: .center
            case .end, .right: .end
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
            position = alignment == .start ? Self.inset : 1 - Self.inset
        }
        if settings.size < 100 || alignment != text {
            size = settings.size / 100
            textAlignment = text
        }
        region = settings.region.map(TextRegion.init)
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
