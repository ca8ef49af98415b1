import HLS

/// Where WebVTT's settings put a cue. Lines that are numbered count in rows of a fifteenth of what captions may take up.
extension TextPlacement {
    /// The part of the picture that is left free at its edges, and the height of a row.
    private static let inset = 0.05
    private static let row = 0.06

    /// nil where the settings say nothing of the place.
    init?(_ settings: WebVTTCueSettings) {
        var standard = WebVTTCueSettings()
        standard.size = settings.size
        // Upright lines are set like others: nothing here writes downwards.
        standard.direction = settings.direction
        guard settings != standard else { return nil }
        self.init()
        switch settings.line {
        case .percentage(let percentage)?:
            line = percentage / 100
            lineAnchor =
                switch settings.lineAlignment {
                case .start: .start
                case .center: .center
                case .end: .end
                }
        case .number(let number)? where number >= 0:
            (line, lineAnchor) = (min(1, Self.inset + Self.row * Double(number)), .start)
        case .number(let number)? where number < -1:
            (line, lineAnchor) = (max(0, 1 - Self.inset + Self.row * Double(number + 1)), .end)
        case .number?, nil: break
        }
        alignment =
            switch settings.alignment {
            case .start, .left: .start
            case .center: .center
            case .end, .right: .end
            }
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
    }
}
