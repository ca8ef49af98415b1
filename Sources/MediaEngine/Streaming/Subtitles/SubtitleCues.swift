import CoreMedia
import HLS

/// The loaded captions of one rendition, without duplicates, ordered by start time.
struct SubtitleCues {
    struct Cue: Hashable {
        var start: Nanoseconds
        var end: Nanoseconds
        var text: String
        /// Together with the times, identifies the same cue in two segments.
        var identity: Identity
        /// Nil: the default caption position.
        var placement: TextPlacement?
        var styles: [StyledRange] = []
        var annotations: [TextAnnotation] = []
        /// The start of the whole cue, where this is a part of it with its own styles.
        var wholeStart: Nanoseconds?

        /// Returns the caption of a track.
        func timedText(_ track: Int) -> TimedText {
            var caption = TimedText(
                range: CMTimeRange(start: start.time, end: end.time), text: text, trackIndex: track,
                placement: placement, styles: styles)
            caption.annotations = annotations
            caption.orderTime = wholeStart?.time
            return caption
        }
    }

    struct Identity: Hashable {
        var name = ""
        var settings = WebVTTCueSettings()
        /// Including markup.
        var payload = ""
    }

    /// The times of one cue in two segments may differ by this much because timestamps are rounded.
    private static let rounding: Nanoseconds = 2 * .millisecond

    private var cues: [Cue] = []
    private var longest: Nanoseconds = 0

    var count: Int { cues.count }

    mutating func add(_ cue: Cue) {
        guard cue.start < cue.end, !cue.text.isEmpty else { return }
        var at = upperBound(cue.start &+ Self.rounding)
        while at > 0, cues[at - 1].start >= cue.start &- Self.rounding {
            let other = cues[at - 1]
            if other.identity == cue.identity, abs(other.end &- cue.end) <= Self.rounding { return }
            at -= 1
        }
        cues.insert(cue, at: upperBound(cue.start))
        longest = max(longest, cue.end &- cue.start)
    }

    /// Returns the cues that are active at any time between `start` and `end`.
    func showing(from start: Nanoseconds, through end: Nanoseconds) -> [Cue] {
        let first = upperBound(start &- longest &- 1)
        return cues[first..<max(first, upperBound(end))].filter { $0.end > start }
    }

    /// Removes cues outside of a range.
    mutating func keep(from start: Nanoseconds, through end: Nanoseconds) {
        cues.removeAll { $0.end < start || $0.start > end }
    }

    /// Returns the number of cues that start at or before a time.
    private func upperBound(_ time: Nanoseconds) -> Int {
        var (low, high) = (0, cues.count)
        while low < high {
            let middle = (low + high) / 2
            if cues[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SubtitleCues.Cue {
    /// Returns the captions of a cue: one, or several in succession where a style sheet changes the styles at timestamps in the text.
    static func list(_ cue: WebVTTCue, sheet: WebVTTStyleSheet = WebVTTStyleSheet([])) -> [SubtitleCues.Cue] {
        let (start, end) = (Nanoseconds(cue.start) ?? 0, Nanoseconds(cue.end) ?? 0)
        let identity = SubtitleCues.Identity(name: cue.identifier, settings: cue.settings, payload: cue.payload)
        let changes = cue.styleChanges(sheet)
        let edges = [start] + changes.map { $0 &+ cue.timestampShift } + [end]
        return zip(edges, edges.dropFirst()).map { from, until in
            var part = SubtitleCues.Cue(
                start: from, end: until, identity: identity, sheet: sheet, at: from &- cue.timestampShift)
            if !changes.isEmpty { part.wholeStart = start }
            return part
        }
    }

    /// Creates a WebVTT cue; text, styles and position are parsed from its payload and settings.
    /// - Parameter time: the time at which styles are evaluated that depend on timestamps in the text; nil: such styles have no effect.
    init(
        start: Nanoseconds, end: Nanoseconds, identity: SubtitleCues.Identity,
        sheet: WebVTTStyleSheet = WebVTTStyleSheet([]), at time: Int64? = nil
    ) {
        let text = WebVTTCue.displayedText(
            of: identity.payload, identifier: identity.name, region: identity.settings.region?.identifier, sheet: sheet,
            at: sheet.dependsOnTime ? time : nil)
        self.init(
            start: start, end: end, text: text.text, identity: identity,
            placement: TextPlacement(identity.settings, text: text.text),
            styles: text.spans.map { StyledRange(range: $0.range, style: TextStyle($0.style)) },
            annotations: text.annotations.map { TextAnnotation(range: $0.range, text: $0.text) })
        if let region = identity.settings.region {
            let style = TextStyle(sheet.style(ofRegion: region.identifier))
            placement?.region?.background = style.background
            placement?.region?.backgroundOpacity = style.backgroundOpacity
        }
    }
}

extension TextStyle {
    init(_ style: WebVTTSpan.Style) {
        self.init(
            isBold: style.isBold, isItalic: style.isItalic, isUnderlined: style.isUnderlined, color: style.color)
        isStruck = style.isStruck
        let visible = style.isHidden ? 0 : style.opacity
        opacity = visible * style.colorOpacity
        background = style.background?.rgb
        backgroundOpacity = visible * (style.background?.opacity ?? 1)
        scale = style.scale
        family = style.family
        let own = StyleColor(rgb: style.color ?? 0xff_ffff, opacity: style.colorOpacity)
        shadows = style.shadows.map { shadow in
            let color = shadow.color ?? own
            return CaptionShadow(
                x: shadow.x, y: shadow.y, blur: shadow.blur, color: color.rgb, opacity: color.opacity * visible)
        }
        outline = style.outline.map { outline in
            let color = outline.color ?? own
            return CaptionOutline(width: outline.width, color: color.rgb, opacity: color.opacity * visible)
        }
    }
}
