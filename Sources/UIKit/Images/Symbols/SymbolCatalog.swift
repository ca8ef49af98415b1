/// The built-in symbols by name. The drawings were made for this package; only the names are Apple's.
enum SymbolCatalog {
    static func shape(named name: String) -> SymbolShape? {
        shapes[name] ?? skip(named: name)
    }

    /// The names of all symbols with a fixed drawing, sorted.
    static var names: [String] { shapes.keys.sorted() }

    static let shapes: [String: SymbolShape] =
        transport
        .merging(player) { first, _ in first }
        .merging(general) { first, _ in first }

    // MARK: Skip symbols with a number

    private static let turnBack = SymbolShape.lines(
        "M12 4.6A8.4 8.4 0 1 1 4.73 8.8", "M14.3 1.9L11.4 4.6L14.3 7.3", pen: 1.9)
    private static let turnOn = turnBack.mirrored

    private static let digits: [Character: String] = [
        "0": "M1.7 0A1.7 1.7 0 0 1 3.4 1.7V4.1A1.7 1.7 0 0 1 0 4.1V1.7A1.7 1.7 0 0 1 1.7 0Z",
        "1": "M0.7 1.1L2.1 0V5.8",
        "3": "M0.2 0.5Q0.9 0 1.6 0A1.45 1.45 0 0 1 1.5 2.8A1.5 1.5 0 1 1 0 4.9",
        "4": "M2.4 5.8V0L0 4H3.3",
        "5": "M3.1 0H0.5L0.2 2.7Q0.8 2.2 1.6 2.2A1.8 1.8 0 1 1 0.1 5.2",
        "6": "M2.7 0.2Q0 1 0 4A1.7 1.7 0 1 0 1.7 2.3Q0.4 2.4 0.1 3.6",
        "7": "M0 0H3.3L1.3 5.8",
        "9": "M0.7 5.6Q3.4 4.8 3.4 1.8A1.7 1.7 0 1 0 1.7 3.5Q3 3.4 3.3 2.2",
    ]

    /// Returns the symbol for names such as `gobackward.10` and `goforward.30`, with one or two digits; there are no
    /// outlines for 2 and 8.
    private static func skip(named name: String) -> SymbolShape? {
        let prefixes = [("gobackward.", turnBack), ("goforward.", turnOn)]
        guard let (prefix, turn) = prefixes.first(where: { name.hasPrefix($0.0) }) else { return nil }
        let outlines = name.dropFirst(prefix.count).compactMap { digits[$0] }
        guard !outlines.isEmpty, outlines.count <= 2, outlines.count == name.count - prefix.count else { return nil }
        let pitch = 5.2
        let left = 12 - (Double(outlines.count - 1) * pitch + 3.4) / 2
        var shape = turn
        for (index, outline) in outlines.enumerated() {
            shape.parts.append(
                .init(
                    notation: outline, paint: .stroke(1.5), offset: (left + Double(index) * pitch, 10.1),
                    isUpright: true))
        }
        return shape
    }

    // MARK: Transport

    private static let transport: [String: SymbolShape] = [
        "play.fill": .solid("M7.6 5.2L18.6 12L7.6 18.8Z", rounding: 2),
        "play": .lines("M7.6 5.2L18.6 12L7.6 18.8Z"),
        "pause.fill": .solid("M6.7 5.3H8.7V18.7H6.7Z", "M15.3 5.3H17.3V18.7H15.3Z", rounding: 2),
        "pause": .lines("M7.5 5V19", "M16.5 5V19"),
        "stop.fill": .solid("M6 6H18V18H6Z", rounding: 3),
        "backward.fill": .solid("M11 6.6L3.6 12L11 17.4Z", "M20.4 6.6L13 12L20.4 17.4Z"),
        "forward.fill": SymbolShape.solid("M11 6.6L3.6 12L11 17.4Z", "M20.4 6.6L13 12L20.4 17.4Z").mirrored,
        "backward.end.fill": SymbolShape.solid("M18 6.2L8.6 12L18 17.8Z", rounding: 2).with(
            lines: "M5 5.6V18.4", pen: 2.4),
        "forward.end.fill": SymbolShape.solid("M18 6.2L8.6 12L18 17.8Z", rounding: 2).with(
            lines: "M5 5.6V18.4", pen: 2.4
        )
        .mirrored,
        "backward.frame.fill": SymbolShape.solid("M14 7L7.5 12L14 17Z").with(lines: "M18 6.5V17.5"),
        "forward.frame.fill": SymbolShape.solid("M14 7L7.5 12L14 17Z").with(lines: "M18 6.5V17.5").mirrored,
        "gobackward": turnBack,
        "goforward": turnOn,
        "arrow.counterclockwise": turnBack,
        "arrow.clockwise": turnOn,
        "repeat": .lines(
            "M4 11V9.5A3 3 0 0 1 7 6.5H19", "M16 3.5L19 6.5L16 9.5", "M20 13V14.5A3 3 0 0 1 17 17.5H5",
            "M8 20.5L5 17.5L8 14.5"),
        "shuffle": .lines(
            "M3 7H6.5C11 7 12 17 16.5 17H20.5", "M3 17H6.5C8.2 17 9.4 15.6 10.4 13.8",
            "M13 9.8C14 8.2 15 7 16.5 7H20.5",
            "M18 4.5L20.5 7L18 9.5", "M18 14.5L20.5 17L18 19.5"),
        "speaker.fill": speaker,
        "speaker.wave.1.fill": speaker.with(lines: wave1),
        "speaker.wave.2.fill": speaker.with(lines: wave1).with(lines: wave2),
        "speaker.wave.3.fill": speaker.with(lines: wave1).with(lines: wave2).with(
            lines: "M20.4 4.4A11.2 11.2 0 0 1 20.4 19.6"),
        "speaker.slash.fill": speaker.with(lines: "M16 9.3L21.4 14.7").with(lines: "M21.4 9.3L16 14.7"),
    ]

    private static let speaker = SymbolShape.solid("M3.4 9.6H6.6L11.2 5.6V18.4L6.6 14.4H3.4Z", rounding: 1.8)
    private static let wave1 = "M14.9 9A4.2 4.2 0 0 1 14.9 15"
    private static let wave2 = "M17.9 6.4A7.9 7.9 0 0 1 17.9 17.6"

    // MARK: The player's other buttons

    private static let frame =
        "M5.5 5H18.5A2.5 2.5 0 0 1 21 7.5V16.5A2.5 2.5 0 0 1 18.5 19H5.5A2.5 2.5 0 0 1 3 16.5V7.5A2.5 2.5 0 0 1 5.5 5Z"

    private static let airplay = SymbolShape.solid("M12 14L17 20.4H7Z", rounding: 1.4)

    private static let player: [String: SymbolShape] = [
        "airplayaudio": airplay.with(lines: "M6.3 16.2A8.2 8.2 0 1 1 17.7 16.2", pen: 1.9).with(
            lines: "M8.9 13.4A4.4 4.4 0 1 1 15.1 13.4", pen: 1.9),
        "viewfinder": .lines("M4 9V4H9", "M15 4H20V9", "M20 15V20H15", "M9 20H4V15"),
        "viewfinder.inward": .lines("M9 4V9H4", "M20 9H15V4", "M15 20V15H20", "M4 15H9V20"),
        "arrow.up.left.and.arrow.down.right": .lines(
            "M4.5 10.5V4.5H10.5", "M4.5 4.5L10.3 10.3", "M19.5 13.5V19.5H13.5", "M19.5 19.5L13.7 13.7"),
        "arrow.down.right.and.arrow.up.left": .lines(
            "M10.3 4.3V10.3H4.3", "M4.2 4.2L10.3 10.3", "M13.7 19.7V13.7H19.7", "M19.8 19.8L13.7 13.7"),
        "aspectratio": .lines(frame, "M6.8 11.2V8.8H9.2", "M17.2 12.8V15.2H14.8", pen: 1.9),
        "aspectratio.fill": SymbolShape.solid(frame, rounding: 1.9).with(gap: "M6.8 11.2V8.8H9.2", pen: 1.9).with(
            gap: "M17.2 12.8V15.2H14.8", pen: 1.9),
        "captions.bubble": .lines(frame, "M6.8 12H7.2", "M10.4 12H17.2", "M6.8 15.4H13.6", "M16.8 15.4H17.2", pen: 1.9),
        "captions.bubble.fill": SymbolShape.solid(frame, rounding: 1.9).with(gap: "M6.8 12H7.2", pen: 1.9).with(
            gap: "M10.4 12H17.2", pen: 1.9
        ).with(gap: "M6.8 15.4H13.6", pen: 1.9).with(gap: "M16.8 15.4H17.2", pen: 1.9),
        "pip.enter": SymbolShape.lines(frame, pen: 1.9).with(solid: "M12.6 12.6H17.6V15.6H12.6Z", rounding: 1.4),
        "pip.exit": SymbolShape.lines(frame, pen: 1.9).with(solid: "M6.4 8.4H11.4V11.4H6.4Z", rounding: 1.4),
        "airplayvideo": SymbolShape.lines(
            "M6.5 17H5.5A2.5 2.5 0 0 1 3 14.5V7.5A2.5 2.5 0 0 1 5.5 5H18.5A2.5 2.5 0 0 1 21 7.5V14.5A2.5 2.5 0 0 1 18.5 17H17.5",
            pen: 1.9
        )
        .with(solid: "M12 14.4L16.4 19.8H7.6Z", rounding: 1.4),
        "list.bullet": SymbolShape.lines("M9 6H20", "M9 12H20", "M9 18H20").with(lines: "M4.4 6H4.41", pen: 2.8).with(
            lines: "M4.4 12H4.41", pen: 2.8
        ).with(lines: "M4.4 18H4.41", pen: 2.8),
        "line.3.horizontal": .lines("M4 6H20", "M4 12H20", "M4 18H20"),
        "text.alignleft": .lines("M4 6H20", "M4 12H16", "M4 18H20"),
        "gauge.with.dots.needle.67percent": .lines("M4.6 17.5A9 9 0 1 1 19.4 17.5", "M12 13L16.4 8.6"),
    ]

    // MARK: General

    private static let circle = "M12 3A9 9 0 0 1 12 21A9 9 0 0 1 12 3Z"

    private static let general: [String: SymbolShape] = [
        "xmark": .lines("M6 6L18 18", "M18 6L6 18"),
        "checkmark": .lines("M4.8 12.8L9.8 17.6L19.2 6.8"),
        "plus": .lines("M12 5V19", "M5 12H19"),
        "minus": .lines("M5 12H19"),
        "ellipsis": .lines("M5 12H5.01", "M12 12H12.01", "M19 12H19.01", pen: 3),
        "chevron.left": .lines("M15 5L8 12L15 19"),
        "chevron.right": .lines("M9 5L16 12L9 19"),
        "chevron.up": .lines("M5 15L12 8L19 15"),
        "chevron.down": .lines("M5 9L12 16L19 9"),
        "chevron.backward": .lines("M15 5L8 12L15 19"),
        "chevron.forward": .lines("M9 5L16 12L9 19"),
        "arrow.left": .lines("M20 12H4.5", "M11 5.5L4.5 12L11 18.5"),
        "arrow.right": .lines("M4 12H19.5", "M13 5.5L19.5 12L13 18.5"),
        "arrow.up": .lines("M12 20V4.5", "M5.5 11L12 4.5L18.5 11"),
        "arrow.down": .lines("M12 4V19.5", "M5.5 13L12 19.5L18.5 13"),
        "info.circle": .lines(circle, "M12 11.2V16.4").with(lines: "M12 7.7H12.01", pen: 2.6),
        "questionmark.circle": .lines(circle, "M9.4 9.6A2.7 2.7 0 1 1 13.2 12Q12 12.6 12 13.8").with(
            lines: "M12 17H12.01", pen: 2.6),
        "exclamationmark.circle": .lines(circle, "M12 7.4V12.8").with(lines: "M12 16.4H12.01", pen: 2.6),
        "exclamationmark.triangle": .lines("M12 4L21 19.4H3Z", "M12 10V14").with(lines: "M12 16.8H12.01", pen: 2.4),
        "checkmark.circle": .lines(circle, "M8 12.4L11 15.2L16.2 9.2"),
        "checkmark.circle.fill": SymbolShape.solid(circle, rounding: 1.6).with(gap: "M8 12.4L11 15.2L16.2 9.2", pen: 2),
        "xmark.circle": .lines(circle, "M9 9L15 15", "M15 9L9 15"),
        "xmark.circle.fill": SymbolShape.solid(circle, rounding: 1.6).with(gap: "M9 9L15 15", pen: 2).with(
            gap: "M15 9L9 15", pen: 2),
        "play.circle": SymbolShape.lines(circle).with(solid: "M10.2 8.6L15.6 12L10.2 15.4Z", rounding: 1.2),
        "magnifyingglass": .lines("M10.5 4A6.5 6.5 0 0 1 10.5 17A6.5 6.5 0 0 1 10.5 4Z", "M15.4 15.4L20.4 20.4"),
        "heart.fill": .solid(heart),
        "heart": .lines(heart),
        "star.fill": .solid(star),
        "star": .lines(star),
        "bookmark": .lines("M6.5 4H17.5V20L12 16L6.5 20Z"),
        "bookmark.fill": .solid("M6.5 4H17.5V20L12 16L6.5 20Z"),
        "house": .lines("M4 11L12 4L20 11", "M6 9.6V19.5H18V9.6"),
        "lock.fill": SymbolShape.lines("M8.6 11V7.9A3.4 3.4 0 0 1 15.4 7.9V11").with(
            solid: "M6.4 11H17.6V19.6H6.4Z", rounding: 1.6),
        "delete.left": .lines(
            "M8.8 5.5H20.5V18.5H8.8L3.4 12Z", "M11.3 9.5L16.3 14.5", "M16.3 9.5L11.3 14.5", pen: 1.9),
        "gear": .lines(
            "M12 8.4A3.6 3.6 0 0 1 12 15.6A3.6 3.6 0 0 1 12 8.4Z", "M12 3V5.4", "M12 18.6V21", "M3 12H5.4",
            "M18.6 12H21",
            "M5.6 5.6L7.3 7.3", "M16.7 16.7L18.4 18.4", "M18.4 5.6L16.7 7.3", "M7.3 16.7L5.6 18.4"),
        "square.and.arrow.up": .lines("M12 15V3.5", "M7.8 7.4L12 3.4L16.2 7.4", "M8 10.5H5.5V20.5H18.5V10.5H16"),
        "square.and.pencil": .lines(
            "M11.5 5H6.5A2 2 0 0 0 4.5 7V17.5A2 2 0 0 0 6.5 19.5H17A2 2 0 0 0 19 17.5V12.5",
            "M9.5 14.5L10.3 11.4L18.2 3.5L20.5 5.8L12.6 13.7Z"),
        "arrowshape.turn.up.left": .lines("M10 5L3.5 11L10 17V13.4C15 13.2 18.2 14.8 20.5 18.5C20 12.4 16 8.8 10 8.6Z"),
        "folder": .lines(
            "M3.5 8V17A2 2 0 0 0 5.5 19H18.5A2 2 0 0 0 20.5 17V9A2 2 0 0 0 18.5 7H12L10 5H5.5A2 2 0 0 0 3.5 7Z"),
        "book": .lines(
            "M12 7C10 5.4 6.8 5 3.5 5.4V18C6.8 17.6 10 18 12 19.6C14 18 17.2 17.6 20.5 18V5.4C17.2 5 14 5.4 12 7Z",
            "M12 7V19.6"),
        "camera": .lines(
            "M8.6 6.5L9.8 4.5H14.2L15.4 6.5H20.5V19H3.5V6.5Z",
            "M12 9A3.6 3.6 0 0 1 12 16.2A3.6 3.6 0 0 1 12 9Z"),
        "trash": .lines(
            "M4.5 6.5H19.5", "M9 6.5V4.5A1 1 0 0 1 10 3.5H14A1 1 0 0 1 15 4.5V6.5",
            "M6.2 6.5L7.1 19A1.8 1.8 0 0 0 8.9 20.6H15.1A1.8 1.8 0 0 0 16.9 19L17.8 6.5", "M10 10L10.3 17",
            "M14 10L13.7 17"),
        "film": .lines(frame, "M7.5 5V19", "M16.5 5V19", "M3 12H21", pen: 1.8),
        "tv": .lines(
            "M5.5 4.5H18.5A2.5 2.5 0 0 1 21 7V14.5A2.5 2.5 0 0 1 18.5 17H5.5A2.5 2.5 0 0 1 3 14.5V7A2.5 2.5 0 0 1 5.5 4.5Z",
            "M8 20.5H16"),
        "photo": .lines(frame, "M3.4 17.4L9 11.4L13 15.4L15.6 13L20.4 17.6", pen: 1.9).with(
            lines: "M15.6 9H15.61", pen: 2.8),
        "music.note": SymbolShape.lines("M10 17V5L18.5 3.4V14.8").with(
            solid: "M7.4 14.4A2.6 2.6 0 0 1 7.4 19.6A2.6 2.6 0 0 1 7.4 14.4Z"
        ).with(
            solid: "M15.9 12.2A2.6 2.6 0 0 1 15.9 17.4A2.6 2.6 0 0 1 15.9 12.2Z"),
        "waveform": .lines("M4 10V14", "M8 7V17", "M12 4V20", "M16 7.5V16.5", "M20 10.5V13.5"),
        "person": .lines("M12 4A4 4 0 0 1 12 12A4 4 0 0 1 12 4Z", "M4.6 20A7.4 7.4 0 0 1 19.4 20"),
        "wifi.slash": .lines(
            "M4 4L20 20", "M12 18.4H12.01", "M8.6 14.6A5 5 0 0 1 12 13.3", "M5.4 11.2A9.4 9.4 0 0 1 9 9.2",
            "M18.6 11.2A9.4 9.4 0 0 0 13.4 8.7"),
    ]

    private static let heart =
        "M12 20C6 15.8 3.4 12.6 3.4 9.2A4.6 4.6 0 0 1 12 7.2A4.6 4.6 0 0 1 20.6 9.2C20.6 12.6 18 15.8 12 20Z"
    private static let star = "M12 3.4L14.6 9L20.8 9.7L16.2 13.9L17.5 20L12 16.9L6.5 20L7.8 13.9L3.2 9.7L9.4 9Z"
}
